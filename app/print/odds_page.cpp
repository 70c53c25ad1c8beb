// The odds of fights, exact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/print/pages.hpp"
#include "risk/battle_odds.hpp"
#include "risk/dice.hpp"

namespace evorisk::app::kit {
namespace {

// A grid of percentages, the likelier the darker.
class Grid {
 public:
  Grid(Canvas& canvas, double x, double y, double width, double height)
      : canvas_(canvas), x_(x), y_(y), width_(width), height_(height) {}

  void head(int row, int column, const std::string& text) {
    canvas_.text(x_ + (column + 0.5) * width_, y_ + (row + 0.5) * height_ + 1.2, text, Face::bold,
                 3.3, grey, Align::centre);
  }
  void cell(int row, int column, const std::string& text, double shade) {
    const double x = x_ + column * width_;
    const double y = y_ + row * height_;
    canvas_.rectangle(x + 0.3, y + 0.3, width_ - 0.6, height_ - 0.6, 0.8);
    canvas_.fill(mix(paper_white, rgb(0x77aadd), shade));
    canvas_.text(x + width_ / 2, y + height_ / 2 + 1.2, text, Face::text, 3.4, ink, Align::centre);
  }

 private:
  Canvas& canvas_;
  double x_;
  double y_;
  double width_;
  double height_;
};

// A probability as a percentage that says neither "never" nor "always" of what is neither.
std::string percent(double p) {
  if (p <= 0) return "0";
  if (p >= 1) return "100";
  if (p < 0.005) return "<1";
  if (p > 0.995) return ">99";
  return fmt::format("{:.0f}", 100 * p);
}

}  // namespace

void odds_page(const Subject& subject, Book& book) {
  const PaperSize paper = paper_size(subject.options.paper);
  const risk::Rules& rules = subject.variant.rules();
  Canvas& canvas = book.page("odds", paper.width, paper.height);
  page_head(
      subject, canvas, subject.say("The odds"),
      subject.say("How likely an attack to the end conquers, in per cent: troops in the "
                  "attacking territory (rows) against troops in the attacked one (columns)."));
  constexpr int defenders = 12;
  constexpr int attackers = 16;
  const double width = (paper.width - 36) / (defenders + 1);
  constexpr double height = 7.2;
  Grid grid(canvas, 18, 37, width, height);
  const risk::BattleOdds& odds = risk::battle_odds(rules);
  for (int d = 1; d <= defenders; ++d) grid.head(0, d, fmt::format("{}", d));
  for (int a = 2; a <= attackers; ++a) {
    grid.head(a - 1, 0, fmt::format("{}", a));
    for (int d = 1; d <= defenders; ++d) {
      const double p = odds.fight(a, d).win;
      grid.cell(a - 1, d, percent(p), 0.65 * p);
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
      std::uint32_t before = 0;
      for (int lost = 0; lost <= table.comparisons; ++lost) {
        const std::uint32_t upto = lost < table.comparisons ? table.at_most[lost] : table.rolls;
        const double p = static_cast<double>(upto - before) / table.rolls;
        before = upto;
        Grid(canvas, 34, y, cell, height)
            .cell(row, lost, fmt::format("{}–{}:  {}", lost, table.comparisons - lost, percent(p)),
                  0.65 * p);
      }
      ++row;
    }
  }
}

}  // namespace evorisk::app::kit
