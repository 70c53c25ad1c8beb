// Cards that remind of the rules, one for each player: every number that is wanted during play.
#include <fmt/format.h>

#include <algorithm>

#include "app/print/pages.hpp"

namespace evorisk::app::kit {
namespace {

constexpr CardGrid reference_cards{2, 2, 88, 124};
constexpr double reference_width = reference_cards.width;
constexpr double reference_height = reference_cards.height;
constexpr int reference_continents = 10;  // of the table at the end

class Reminder {
 public:
  Reminder(const Subject& subject) : subject_(subject), rules_(subject.variant.rules()) {}

  void write(Flow& flow) const {
    flow.heading(subject_.say("Your turn"));
    flow.item("1", exchange());
    flow.item("2", reinforcement());
    flow.item("3", attack());
    flow.item("4", fortification());
    flow.item("5", subject_.say("Take a card if you conquered."));
    flow.item("–", end());
    bonuses(flow);
  }

 private:
  std::string exchange() const {
    std::string values;
    for (int k = 0; k < 7; ++k)
      values += fmt::format("{}{}", k == 0 ? "" : ", ", subject_.variant.exchange_troops(k));
    std::string text = subject_.say(
        "Exchange three {}; with {} or more you must. Worth in turn: {} ...",
        rules_.card_set == risk::CardSet::any ? subject_.say("cards")
                                              : subject_.say("cards (alike or all different)"),
        rules_.card_forced_at, values);
    if (rules_.card_territory_bonus > 0)
      text += subject_.say(" A card of your own territory: {} more there.",
                           rules_.card_territory_bonus);
    return text;
  }

  std::string reinforcement() const {
    std::string text = subject_.say(
        "Reinforce: bonus of whole continents, inside them; then territories ÷ {}, rounded {}, "
        "at least {}.",
        rules_.reinforcement_divisor,
        rules_.reinforcement_rounding == risk::Rounding::floor ? subject_.say("down")
                                                               : subject_.say("up"),
        rules_.reinforcement_minimum);
    if (rules_.first_turn_reinforcement == 0)
      text += subject_.say(" None of these in the first turn of the match.");
    else if (rules_.first_turn_reinforcement < 100)
      text += subject_.say(" In the first turn of the match only {} % of these.",
                           rules_.first_turn_reinforcement);
    return text;
  }

  std::string attack() const {
    const std::string move =
        rules_.conquest_move == risk::ConquestMove::min ? subject_.say("as many as comparisons won")
        : rules_.conquest_move == risk::ConquestMove::max ? subject_.say("all but one")
                                                          : subject_.say("as many as dice rolled");
    std::string text = subject_.say(
        "Attack: up to {} against {} dice, ties for the {}. Into a conquered territory move {}.",
        rules_.attack_dice, rules_.defence_dice,
        rules_.ties == risk::Ties::defender ? subject_.say("defender") : subject_.say("attacker"),
        move);
    if (rules_.players > 2)
      text +=
          rules_.elimination_takes_cards
              ? subject_.say(" Who takes a player's last territory gets the cards of that player.")
              : subject_.say(" The cards of who is out go back to the deck.");
    return text;
  }

  std::string fortification() const {
    switch (rules_.fortify) {
      case risk::FortifyMode::adjacent:
        return subject_.say("Move troops to neighbours, each over one border.");
      case risk::FortifyMode::single:
        return subject_.say("Move troops once, to a neighbour.");
      case risk::FortifyMode::connected:
        return subject_.say("Move troops once, through own territories.");
      case risk::FortifyMode::none:
        return subject_.say("No troops are moved.");
    }
    return "";
  }

  std::string end() const {
    const std::string wins =
        subject_.variant.missions() > 0
            ? subject_.say("Your mission in your own turn, or every territory, wins.")
            : subject_.say("Who owns every territory wins.");
    return wins + subject_.say(" Nobody after {} turns of all players.", rules_.turn_limit);
  }

  // The largest first, where there are more than a card holds.
  void bonuses(Flow& flow) const {
    const maps::Map& map = subject_.variant.map();
    std::vector<int> shown;
    for (int c = 0; c < map.continent_count(); ++c) shown.push_back(c);
    if (std::ssize(shown) > reference_continents) {
      std::ranges::stable_sort(shown, std::greater{},
                               [&](int c) { return subject_.variant.bonus(c); });
      shown.resize(reference_continents);
    }
    std::vector<std::vector<std::string>> rows = {
        {subject_.say("continent"), subject_.say("territories"), subject_.say("bonus")}};
    for (const int c : shown)
      rows.push_back({fmt::format("{}  {}", continent_letter(c), map.continent(c).name),
                      fmt::format("{}", map.continent(c).territories.size()),
                      fmt::format("+{}", subject_.variant.bonus(c))});
    flow.table(rows, {3, 1.3, 1});
  }

  const Subject& subject_;
  const risk::Rules& rules_;
};

// As large as lets everything stand on the card.
double reference_scale(const Reminder& reminder, const Flow::Frame& card) {
  for (double scale = 1; scale > 0.5; scale -= 0.04) {
    Canvas trial(Canvas::Format::svg, reference_width, reference_height, "");
    bool fits = true;
    Flow flow(trial, card.scaled(1 / scale), [&]() -> Canvas& {
      fits = false;
      return trial;
    });
    reminder.write(flow);
    if (fits) return scale;
  }
  return 0.5;
}

}  // namespace

void reference_page(const Subject& subject, Book& book) {
  const Reminder reminder(subject);
  const Flow::Frame card{.left = 6,
                         .top = 4,
                         .width = reference_width - 12,
                         .height = reference_height - 8,
                         .columns = 1};
  const double scale = reference_scale(reminder, card);
  const int count = (subject.variant.players() + 3) / 4 * 4;  // whole pages
  card_grid_pages(subject, book, "reference", reference_cards, count,
                  [&](Canvas& canvas, int, double x, double y) {
                    canvas.save();
                    canvas.translate(x, y);
                    canvas.rectangle(2, 2, reference_width - 4, reference_height - 4, 2);
                    canvas.stroke(ink, 0.4);
                    canvas.scale(scale);
                    Flow flow(canvas, card.scaled(1 / scale), [&]() -> Canvas& { return canvas; });
                    reminder.write(flow);
                    canvas.restore();
                  });
}

}  // namespace evorisk::app::kit
