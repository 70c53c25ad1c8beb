// The rulebook of one variant.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/print/pages.hpp"
#include "app/text/words/language.hpp"
#include "base/counted.hpp"
#include "base/utf8.hpp"
#include "metrics/engine.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/length.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app::kit {
namespace {

// What a topic of the rules is called, also as a step of the turn.
Message topic_heading(std::string_view topic, const risk::Rules& rules) {
  if (topic == "Cards") return "1  Exchange cards";
  if (topic == "Reinforcement") return "2  Reinforce";
  if (topic == "Attack") return "3  Attack";
  if (topic == "Fortification") return "4  Move troops";
  return rules.fortify == risk::FortifyMode::none ? "4  Take a card" : "5  Take a card";
}

std::string range(int low, int high) {
  return low == high ? fmt::format("{}", low) : fmt::format("{}–{}", low, high);
}

// By matches of the simplest agent.
metrics::MatchLength measured_length(const risk::Variant& variant) {
  constexpr std::int64_t matches = 2000;
  const auto engine = metrics::make_engine({});
  metrics::CriteriaTotals totals(variant.players());
  const metrics::Measurement measurement{
      &variant, {.seed = 1, .purpose = Purpose::match}, matches, &totals};
  metrics::measure(*engine, {&measurement, 1});
  return totals.turns().mean;
}

// As the variant's report has it, where one was bred.
Message length_of_match(const risk::Variant& variant) {
  constexpr double step = 5;
  std::optional<metrics::MatchLength> length = metrics::own_length(variant);
  if (!length) length = measured_length(variant);
  const metrics::TableSeconds seconds = metrics::own_seconds(variant);
  const auto rounded = [&](double factor, double turns) {
    const double minutes = metrics::minutes_of(turns, variant.territories(), seconds);
    return step * std::max(1.0, std::round(factor * minutes / step));
  };
  return {"A match takes {:.0f} to {:.0f} minutes.", rounded(metrics::quick_table, length->fewest),
          rounded(metrics::slow_table, length->most)};
}

class Rulebook {
 public:
  // Everything is as large as `scale` says.
  Rulebook(const Subject& subject, const Book& book, const Message& length, double scale)
      : subject_(subject),
        variant_(subject.variant),
        book_(book),
        length_(length),
        scale_(scale),
        paper_{subject.paper().width / scale, subject.paper().height / scale},
        canvas_(begin_page()),
        flow_(canvas_, {.width = paper_.width - 36, .height = paper_.height - 38}, subject.words(),
              [this]() -> Canvas& { return begin_page(); }) {}

  void write() {
    title();
    aim();
    setting_up();
    turn();
    end();
    missions();
    example();
    page_canvas_->restore();
  }

 private:
  Canvas& begin_page() {
    if (page_canvas_ != nullptr) page_canvas_->restore();
    Canvas& canvas = book_("rules", subject_.paper());
    canvas.save(0, 0, scale_);
    page_canvas_ = &canvas;
    ++page_;
    canvas.text(paper_.width / 2, paper_.height - 9, fmt::format("{}", page_), Face::text, 3, grey,
                Align::centre);
    return canvas;
  }

  void title() {
    constexpr double height = 62;
    const double picture = 80;
    const double factor = std::min(picture / subject_.board.width(), 54 / subject_.board.height());
    const double x = paper_.width - 18 - factor * subject_.board.width();
    canvas_.save(x, 18, factor);
    subject_.board.draw(canvas_);
    canvas_.restore();
    const double room = x - 18 - 8;
    double size = 13;
    const std::string name = evorisk::shortened(variant_.name(), 600);  // three lines have less
    std::vector<std::string> lines;
    do {
      size -= 0.5;
      lines = wrapped(canvas_, name, Face::title, size, room);
    } while (size > 5 &&
             (lines.size() > 2 || std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
                return canvas_.measure(line, Face::title, size).width > room;
              })));
    double y = 18 + size;
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i) {
      canvas_.text(18, y, shortened(canvas_, lines[i], Face::title, size, room), Face::title, size,
                   ink);
      y += 1.1 * size;
    }
    const std::string facts = subject_.say(
        "A game of conquest for {} players. {} territories, {} {}.", variant_.players(),
        variant_.territories(), variant_.continents(), noun(variant_.continents(), "continent"));
    const std::string& by = subject_.options.by;
    if (!by.empty()) {
      canvas_.text(18, y,
                   shortened(canvas_, subject_.say("A game by {}.", by), Face::text, 4, room),
                   Face::text, 4, ink);
      y += 6.4;
    }
    for (const std::string& line :
         wrapped(canvas_, facts + ' ' + length_.text(subject_.words()), Face::italic, 3.8, room)) {
      canvas_.text(18, y, line, Face::italic, 3.8, grey);
      y += 5.4;
    }
    flow_.lower_top(height);
  }

  void aim() {
    flow_.heading("The aim");
    sentence("objective");
    if (variant_.missions() > 0) {
      flow_.paragraph(
          "Look at your own mission whenever you like and show it to nobody until you win. If it "
          "is fulfilled in the turn of another, that is not enough: you win in your next turn if "
          "it still holds.");
    }
    flow_.heading("What you need");
    flow_.item("–",
               {"the pages of this kit, printed on one side at 100 % and cut out: the board, {} "
                "territory cards, and a reference card for each player",
                variant_.territories()});
    if (variant_.missions() > 0) flow_.item("–", {"{} mission cards", variant_.missions()});
    flow_.item("–",
               {"troops of {} colours: the tokens of this kit, which stand for 1, 5 or 10 troops, "
                "or counters",
                variant_.players()});
    const int attack = variant_.rules().attack_dice;
    const int defence = variant_.rules().defence_dice;
    flow_.item("–", {"{} {} for the attacker and {} for the defender, best of two colours", attack,
                     noun(attack, "die", "dice"), defence});
    flow_.heading("The board");
    flow_.paragraph(
        "Two territories are neighbours when their areas share a line, or when a dashed sea "
        "route joins them. Areas that water keeps apart, or that meet in a point only, are not "
        "neighbours. The circle in each "
        "territory is the place for troops; its letter and the colour of the land tell the "
        "continent.");
  }

  // The sentences of a topic, below its heading.
  void topic(std::string_view name) {
    flow_.heading(topic_heading(name, variant_.rules()));
    sentences(name);
  }

  void sentences(std::string_view name) {
    for (const auto& rule : rules_at_table(variant_.rules())) {
      if (rule.topic == name && !takes_card(rule)) flow_.paragraph(rule.text);
    }
  }

  // What is said of cards without a key of its own: when one is drawn. It is a step by itself.
  static bool takes_card(const risk::RuleSentence& rule) {
    return rule.topic == "Cards" && rule.keys.empty();
  }

  // The one sentence that explains a key.
  void sentence(std::string_view key) {
    for (const auto& rule : rules_at_table(variant_.rules())) {
      if (std::find(rule.keys.begin(), rule.keys.end(), key) != rule.keys.end())
        flow_.paragraph(rule.text);
    }
  }

  void setting_up() {
    flow_.heading("Setting up");
    flow_.paragraph("Each player takes a reference card and the troops of one colour.");
    if (variant_.missions() > 0) {
      flow_.paragraph(
          {"Shuffle the {} mission cards and deal one to each player, face down. "
           "Put the others away unseen.",
           variant_.missions()});
    }
    flow_.paragraph("Roll dice for who is first; the others follow to the left.");
    sentences("Beginning");
    flow_.paragraph("Shuffle the cards and put them face down beside the board.");
    std::vector<std::vector<Message>> rows = {{"player", "territories", "troops to place"}};
    bool places = false;
    for (int seat = 0; seat < variant_.players(); ++seat) {
      // Those dealt a territory first get one more where they are not shared out evenly.
      const int territories =
          (variant_.territories() + variant_.players() - 1 - seat) / variant_.players();
      const int troops = risk::initial_troops_to_place(variant_.rules(), territories, seat);
      places = places || troops > 0;
      rows.push_back(
          {fmt::format("{}", seat + 1), fmt::format("{}", territories), fmt::format("{}", troops)});
    }
    if (!places) return;
    flow_.table(rows, {1, 1.3, 1.3});
    flow_.paragraph("Troops to place come on top of the one on each territory.");
  }

  void turn() {
    flow_.heading("Your turn");
    const bool moves = variant_.rules().fortify != risk::FortifyMode::none;
    flow_.paragraph(
        moves ? "A turn has five steps, in this order: exchange cards, reinforce, attack, move "
                "troops, take a card. Then the player to the left plays."
              : "A turn has four steps, in this order: exchange cards, reinforce, attack, take a "
                "card. Then the player to the left plays.");
    topic("Cards");
    topic("Reinforcement");
    reinforcement_table();
    topic("Attack");
    if (moves)
      topic("Fortification");
    else
      sentences("Fortification");
    flow_.heading(topic_heading("Card", variant_.rules()));
    for (const auto& rule : rules_at_table(variant_.rules())) {
      if (takes_card(rule)) flow_.paragraph(rule.text);
    }
  }

  void reinforcement_table() {
    if (variant_.rules().reinforcement_divisor == 1) return;  // as many as territories
    std::vector<std::vector<Message>> rows = {{"territories", "troops"}};
    int from = 1;
    const int last = variant_.territories();
    for (int n = 1; n <= last; ++n) {
      if (n < last && variant_.reinforcement(n + 1) == variant_.reinforcement(from)) continue;
      rows.push_back({range(from, n), fmt::format("{}", variant_.reinforcement(from))});
      from = n + 1;
    }
    // Side by side when there are many.
    const std::size_t half = rows.size() / 2;
    if (half <= 3) {
      flow_.table(rows, {1, 1});
      return;
    }
    std::vector<std::vector<Message>> pairs = {rows[0]};
    pairs[0].insert(pairs[0].end(), rows[0].begin(), rows[0].end());
    for (std::size_t r = 1; r <= half; ++r) {
      pairs.push_back(rows[r]);
      if (r + half < rows.size()) {
        pairs.back().insert(pairs.back().end(), rows[r + half].begin(), rows[r + half].end());
      }
    }
    flow_.table(pairs, {1, 1, 1, 1});
  }

  void end() {
    flow_.heading("The end");
    sentence("turn_limit");
  }

  void missions() {
    if (variant_.missions() == 0) return;
    const Language language = subject_.options.language;
    flow_.heading("The missions");
    bool destroys = false;
    for (const risk::Mission& mission : variant_.deck().cards) {
      flow_.item("–", mission_card_words(mission, variant_.map(), language));
      destroys = destroys || mission.kind == risk::Mission::Kind::destroy;
    }
    if (destroys)
      flow_.paragraph(
          subject_.say("A card that names your own troops, troops that nobody plays, or troops "
                       "that somebody else destroys asks for this instead: ") +
          mission_card_words(variant_.deck().otherwise, variant_.map(), language));
  }

  void example() {
    const Example example = example_fight(variant_, subject_.options.seed);
    const auto& map = variant_.map();
    const std::string& from = map.territory(example.from).name;
    const std::string& to = map.territory(example.to).name;
    // In one column: its dice are read with what is said of them.
    flow_.together([&](Flow& flow) {
      flow.heading("An example");
      flow.paragraph({"{} holds {} troops and attacks its neighbour {}, which holds {}.", from,
                      example.attackers, to, example.defenders});
      for (const ExampleRoll& roll : example.rolls) {
        flow.block(13.5, [&](Canvas& canvas, double x, double y) {
          const auto dice = [&](double left, const std::vector<int>& eyes, Colour face,
                                Colour eye) {
            constexpr double side = 8.5;
            for (std::size_t i = 0; i < eyes.size(); ++i) {
              draw_die(canvas, left + 1.25 * side * static_cast<double>(i), y + 1.5, side, eyes[i],
                       face, eye);
            }
          };
          dice(x, roll.attack, ink, paper_white);
          dice(x + flow.column_width() / 2 + 4, roll.defence, paper_white, ink);
        });
        flow.paragraph(example_words(roll));
      }
      flow.paragraph(example_ending(example, variant_));
    });
  }

  const Subject& subject_;
  const risk::Variant& variant_;
  const Book& book_;
  const Message& length_;  // of a match
  double scale_;
  PaperSize paper_;  // as it would be at full scale
  int page_ = 0;
  Canvas* page_canvas_ = nullptr;  // of the current page
  Canvas& canvas_;                 // of the first page
  Flow flow_;
};

}  // namespace

std::vector<risk::RuleSentence> rules_at_table(const risk::Rules& rules) {
  std::vector<risk::RuleSentence> sentences = risk::rules_in_words(rules);
  for (risk::RuleSentence& sentence : sentences) {
    if (std::ranges::find(sentence.keys, "turn_limit") == sentence.keys.end()) continue;
    constexpr int never = 100;  // turns of each player, beyond which no table plays
    const int turns = (rules.turn_limit + rules.players - 1) / rules.players;
    sentence.text = turns > never
                        ? Message("The match goes on until there is a winner.")
                        : Message(
                              "A match without a winner after {} turns of all players together, at "
                              "most {} each, is a draw, unless you agree to play on.",
                              rules.turn_limit, turns);
  }
  return sentences;
}

int most_players(const risk::Variant& variant) {
  const int most = std::min(risk::max_players, variant.territories());
  return variant.missions() > 0 ? std::min(most, variant.missions()) : most;
}

void rulebook_pages(const Subject& subject, const Book& book) {
  const Message length = length_of_match(subject.variant);
  const auto pages = [&](double scale) {
    Canvas trial(Canvas::Format::svg, 1, 1, "");
    int count = 0;
    const Book tally = [&](const std::string&, PaperSize) -> Canvas& {
      ++count;
      return trial;
    };
    Rulebook(subject, tally, length, scale).write();
    return count;
  };
  // A little smaller where that saves the last page.
  const int most = pages(1);
  double scale = 1;
  for (const double smaller : {0.97, 0.94, 0.91}) {
    if (scale == 1 && pages(smaller) < most) scale = smaller;
  }
  Rulebook(subject, book, length, scale).write();
}

}  // namespace evorisk::app::kit
