// The odds of fights, exact.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "app/print/pages.hpp"
#include "risk/battle_odds.hpp"
#include "risk/dice.hpp"

namespace evorisk::app::kit {
namespace {

// A cell of a table of percentages, the likelier the darker.
void draw_cell(Canvas& canvas, double x, double y, double width, double height,
               const std::string& text, double probability) {
  canvas.rectangle(x + 0.3, y + 0.3, width - 0.6, height - 0.6, 0.8);
  canvas.fill(mix(paper_white, rgb(0x77aadd), 0.65 * probability));
  canvas.text(x + width / 2, y + height / 2 + 1.2, text, Face::text, 3.4, ink, Align::centre);
}

// A probability as a percentage that says neither "never" nor "always" of what is neither.
std::string percent(double p) {
  if (p <= 0) return "0";
  if (p >= 1) return "100";
  if (p < 0.005) return "<1";
  if (p > 0.995) return ">99";
  return fmt::format("{:.0f}", 100 * p);
}

}  // namespace

void odds_page(const Subject& subject, const Book& book) {
  const PaperSize paper = subject.paper();
  const risk::Rules& rules = subject.variant.rules();
  Canvas& canvas = book("odds", paper);
  page_head(subject, canvas, subject.say("The odds"),
            subject.say("How likely an attack to the end conquers, in per cent."));
  constexpr int defenders = 12;
  constexpr int attackers = 16;
  const double width = (paper.width - 36) / (defenders + 1);
  constexpr double height = 7.2;
  const auto head = [&](int row, int column, int number) {
    canvas.text(18 + (column + 0.5) * width, 37 + (row + 0.5) * height + 1.2,
                fmt::format("{}", number), Face::bold, 3.3, grey, Align::centre);
  };
  canvas.text(18 + (1 + 0.5 * defenders) * width, 35,
              subject.say("troops in the attacked territory"), Face::text, 3.2, grey,
              Align::centre);
  canvas.save(17, 37 + 0.5 * attackers * height, 1, -std::numbers::pi / 2);
  canvas.text(0, 0, subject.say("troops in the attacking territory"), Face::text, 3.2, grey,
              Align::centre);
  canvas.restore();
  const risk::BattleOdds& odds = risk::battle_odds(rules);
  for (int d = 1; d <= defenders; ++d) head(0, d, d);
  for (int a = 2; a <= attackers; ++a) {
    head(a - 1, 0, a);
    for (int d = 1; d <= defenders; ++d) {
      const double p = odds.fight(a, d).win;
      draw_cell(canvas, 18 + d * width, 37 + (a - 1) * height, width, height, percent(p), p);
    }
  }
  const double lower = 37 + height * attackers + 12;
  canvas.text(18, lower, subject.say("A single roll"), Face::title, 6.2, ink);
  const double y = draw_note(
      subject, canvas, lower + 5,
      subject.say("Dice of the attacker against dice of the defender: how often, in per cent, so "
                  "many troops are lost (attacker's loss – defender's loss)."));
  // The largest rolls first, as many rows as there is room for.
  int row = 0;
  const int comparisons = std::min(rules.attack_dice, rules.defence_dice);
  const double cell = std::min(26.0, (paper.width - 36 - 24) / (comparisons + 1));
  for (int a = rules.attack_dice; a >= 1; --a) {
    for (int d = rules.defence_dice; d >= 1; --d) {
      if (y + (row + 1) * height > paper.height - 16) return;
      const risk::DiceTable& table = risk::dice_table(a, d, rules.ties);
      canvas.text(18, y + (row + 0.5) * height + 1.2, fmt::format("{} : {}", a, d), Face::bold, 3.3,
                  grey);
      for (int lost = 0; lost <= table.comparisons; ++lost) {
        const double p = table.chance_of_losing(lost);
        draw_cell(canvas, 34 + lost * cell, y + row * height, cell, height,
                  fmt::format("{}–{}:  {}", lost, table.comparisons - lost, percent(p)), p);
      }
      ++row;
    }
  }
}

}  // namespace evorisk::app::kit
