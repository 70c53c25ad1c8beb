// Cards that remind of the rules, one for each player: every number that is wanted during play.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/print/pages.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"

namespace evorisk::app::kit {
namespace {

constexpr CardGrid reference_cards{2, 2, 88, 124};
constexpr double reference_width = reference_cards.width;
constexpr double reference_height = reference_cards.height;
constexpr int reference_continents = 14;  // of the table at the end

class Reminder {
 public:
  explicit Reminder(const Subject& subject) : subject_(subject), rules_(subject.variant.rules()) {}

  void write(Flow& flow) const {
    flow.heading("Your turn");
    flow.item("1", exchange());
    flow.item("2", reinforcement());
    flow.item("3", attack());
    const bool moves = rules_.fortify != risk::FortifyMode::none;
    if (moves) flow.item("4", fortification());
    flow.item(moves ? "5" : "4", "Take a card if you conquered.");
    flow.item("–", end());
    bonuses(flow);
  }

 private:
  std::string exchange() const {
    std::vector<int> values;
    for (int k = 0; k < 7; ++k) values.push_back(subject_.variant.exchange_troops(k));
    const bool any = rules_.card_set == risk::CardSet::any;
    std::string text = subject_.say("Exchange three {}; with {} or more you must.",
                                    Message(any ? "cards" : "cards (alike or all different)"),
                                    rules_.card_forced_at);
    text +=
        risk::equal_exchanges(rules_)
            ? subject_.say(" Each is worth {}.", values.front())
            : subject_.say(" Worth in turn: {} ...", fmt::format("{}", fmt::join(values, ", ")));
    if (rules_.card_territory_bonus > 0)
      text += subject_.say(" A card of your own territory: {} more there, once an exchange.",
                           rules_.card_territory_bonus);
    return text;
  }

  std::string reinforcement() const {
    std::string text =
        rules_.reinforcement_divisor == 1
            ? subject_.say(
                  "Reinforce: bonus of whole continents, inside them; then one troop for each "
                  "territory, at least {}.",
                  rules_.reinforcement_minimum)
            : subject_.say(
                  "Reinforce: bonus of whole continents, inside them; then territories ÷ {}, "
                  "rounded {}, at least {}.",
                  rules_.reinforcement_divisor,
                  Message(rules_.reinforcement_rounding == risk::Rounding::floor ? "down" : "up"),
                  rules_.reinforcement_minimum);
    if (rules_.first_turn_reinforcement == 0)
      text += subject_.say(" In the first turn of the match, nothing for territories.");
    else if (rules_.first_turn_reinforcement < 100)
      text += subject_.say(" In the first turn of the match, only {} % for territories.",
                           rules_.first_turn_reinforcement);
    return text;
  }

  std::string attack() const {
    const Message move =
        rules_.conquest_move == risk::ConquestMove::min   ? "as many as comparisons won"
        : rules_.conquest_move == risk::ConquestMove::max ? "all but one"
                                                          : "as many as dice rolled";
    const Message winner = rules_.ties == risk::Ties::defender ? "defender" : "attacker";
    std::string text = subject_.say(
        "Attack, leaving one troop out: up to {} against {} {}, ties for the {}. Into a conquered "
        "territory move {}.",
        rules_.attack_dice, rules_.defence_dice, noun(rules_.defence_dice, "die", "dice"), winner,
        move);
    if (rules_.players > 2)
      text +=
          subject_.say(rules_.elimination_takes_cards
                           ? " Who takes a player's last territory gets the cards of that player."
                           : " The cards of who is out go back to the deck.");
    return text;
  }

  Message fortification() const {
    switch (rules_.fortify) {
      case risk::FortifyMode::adjacent:
        return "Move troops to neighbours, each over one border.";
      case risk::FortifyMode::single:
        return "Move troops once, to a neighbour.";
      case risk::FortifyMode::connected:
        return "Move troops once, through own territories.";
      case risk::FortifyMode::none:
        break;
    }
    return "";
  }

  std::string end() const {
    const std::string wins = subject_.say(
        subject_.variant.missions() > 0 ? "Your mission in your own turn, or every territory, wins."
                                        : "Who owns every territory wins.");
    return wins;
  }

  // The largest first, where there are more than a card holds.
  void bonuses(Flow& flow) const {
    const maps::Map& map = subject_.variant.map();
    std::vector<int> shown = numbers<int>(map.continents().size());
    if (std::ssize(shown) > reference_continents) {
      std::ranges::stable_sort(shown, std::greater{},
                               [&](int c) { return subject_.variant.bonus(c); });
      shown.resize(reference_continents);
    }
    std::vector<std::vector<Message>> rows = {{"continent", "territories", "bonus"}};
    for (const int c : shown)
      rows.push_back({fmt::format("{}  {}", continent_letter(c), map.continent(c).name),
                      fmt::format("{}", map.continent(c).territories.size()),
                      fmt::format("+{}", subject_.variant.bonus(c))});
    flow.table(rows, {3, 1.3, 1});
    if (const auto left = map.continents().size() - shown.size(); left > 0)
      flow.item("–", {"{} more: see the board", left});
  }

  const Subject& subject_;
  const risk::Rules& rules_;
};

// As large as lets everything stand on the card.
double reference_scale(const Subject& subject, const Flow::Frame& card) {
  for (double scale = 1; scale > 0.5; scale -= 0.04) {
    Canvas trial(Canvas::Format::svg, reference_width, reference_height, "");
    bool fits = true;
    Flow flow(trial, card.scaled(1 / scale), subject.words(), [&]() -> Canvas& {
      fits = false;
      return trial;
    });
    Reminder(subject).write(flow);
    if (fits) return scale;
  }
  return 0.5;
}

}  // namespace

void reference_page(const Subject& subject, const Book& book) {
  const Flow::Frame card{.left = 6,
                         .top = 4,
                         .width = reference_width - 12,
                         .height = reference_height - 8,
                         .columns = 1};
  const double scale = reference_scale(subject, card);
  const int count = (subject.variant.players() + 3) / 4 * 4;  // whole pages
  card_grid_pages(subject, book, "reference", reference_cards, count,
                  [&](Canvas& canvas, int, double x, double y) {
                    canvas.save(x, y);
                    canvas.rectangle(2, 2, reference_width - 4, reference_height - 4, 2);
                    canvas.stroke(ink, 0.4);
                    canvas.save(0, 0, scale);
                    Flow flow(canvas, card.scaled(1 / scale), subject.words(),
                              [&]() -> Canvas& { return canvas; });
                    Reminder(subject).write(flow);
                    canvas.restore();
                    canvas.restore();
                  });
}

}  // namespace evorisk::app::kit
