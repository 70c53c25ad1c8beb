// Three programs that play the same rules, written apart: the plain engine, the bulk engine, and
// the model of the thesis' program with every deviation switched off. Their matches are different
// samples of the same game, so every mean must agree within chance.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "experiments/original/match.hpp"
#include "maps/io.hpp"
#include "metrics/engine.hpp"
#include "risk/rules/rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::experiments {
namespace {

using original::Genes;

// Genes 0 ... 31: every combination of the thesis' four rule genes (table 4.1).
Genes genes_of(int number) {
  return {number % 2 == 1, 2 + number / 2 % 2, number / 4 % 2 == 1, 1 + number / 8};
}

risk::Rules rules_of(const Genes& genes) {
  risk::Rules rules = risk::preset_rules("thesis");
  rules.allocation = genes.pick ? risk::Allocation::pick : risk::Allocation::random;
  rules.defence_dice = genes.defence_dice;
  rules.conquest_move = genes.move_max ? risk::ConquestMove::max : risk::ConquestMove::min;
  rules.reinforcement_divisor = genes.divisor;
  return rules;
}

// Sums over matches of what is compared: won, won by seat 0, duration, branching factor, drama,
// killer moves, lead change; and the lengths.
struct Sample {
  static constexpr std::size_t width = 7;
  double matches = 0;
  std::array<double, width> sum{};
  std::array<double, width> square{};
  std::map<int, double> turns;

  void add(const std::array<double, width>& values, int length) {
    ++matches;
    ++turns[length];
    for (std::size_t i = 0; i < width; ++i) {
      sum[i] += values[i];
      square[i] += values[i] * values[i];
    }
  }
  double mean(std::size_t i) const { return sum[i] / matches; }
  double error_squared(std::size_t i) const {
    return std::max(0.0, square[i] / matches - mean(i) * mean(i)) / matches;
  }
};

Sample of_engine(const char* engine, const risk::Variant& variant, int matches) {
  metrics::EngineOptions options;
  options.engine = engine;
  options.threads = 2;
  std::vector<metrics::MatchSummary> summaries(static_cast<std::size_t>(matches));
  const metrics::MatchJob job{&variant, {31, Purpose::match, 0, 0, 0, 0}, summaries};
  metrics::make_engine(options)->play({&job, 1});
  Sample sample;
  for (const metrics::MatchSummary& m : summaries) {
    sample.add({m.winner >= 0 ? 1.0 : 0.0, m.winner == 0 ? 1.0 : 0.0, m.duration,
                m.branching_factor, m.drama, m.killer_moves, m.lead_change},
               m.turns);
  }
  return sample;
}

Sample of_model(const maps::Map& map, const Genes& genes, std::size_t matches) {
  const original::Board board(map.data());
  Sample sample;
  for (std::size_t match = 0; match < matches; ++match) {
    Random random({32, Purpose::test, 0, 0, match, 0});
    const original::Trace trace = original::play(board, genes, original::as_text(), random);
    const auto c = original::measure({&trace, 1}, original::as_text());
    sample.add({c[0], trace.winner == 0 ? 1.0 : 0.0, c[1], c[3], c[4], c[5], c[6]},
               static_cast<int>(trace.turns.size()));
  }
  return sample;
}

// About 1,500 comparisons are made in all: a chance of 1e-6 each keeps the whole at one in a
// thousand.
constexpr double far = 4.9;

void expect_agreement(const Sample& a, const Sample& b, const std::string& what) {
  for (std::size_t i = 0; i < Sample::width; ++i) {
    // Where neither sample varies, or one event in all of them is the difference, nothing is known.
    const double least = 2 / (a.matches * b.matches);
    const double error = std::sqrt(a.error_squared(i) + b.error_squared(i) + least);
    EXPECT_LT(std::abs(a.mean(i) - b.mean(i)), far * error) << what << ", value " << i;
  }
}

// Lengths, in bins of at least ten expected matches: two-sample chi-square, normal approximation
// after Wilson and Hilferty.
void expect_same_lengths(const Sample& a, const Sample& b, const std::string& what) {
  double chi_square = 0;
  int bins = 0;
  double in_a = 0;
  double in_b = 0;
  const auto close = [&] {
    const double all = in_a + in_b;
    const double expected_a = all * a.matches / (a.matches + b.matches);
    const double expected_b = all - expected_a;
    chi_square += (in_a - expected_a) * (in_a - expected_a) / expected_a +
                  (in_b - expected_b) * (in_b - expected_b) / expected_b;
    ++bins;
    in_a = in_b = 0;
  };
  std::map<int, double> lengths = a.turns;
  for (const auto& [length, count] : b.turns) lengths.try_emplace(length, 0);
  for (const auto& [length, ignored] : lengths) {
    const auto count = [length = length](const Sample& s) {
      const auto found = s.turns.find(length);
      return found == s.turns.end() ? 0.0 : found->second;
    };
    in_a += count(a);
    in_b += count(b);
    if (in_a + in_b >= 20) close();
  }
  if (bins < 2) return;
  const double freedom = bins - 1;
  const double z =
      (std::cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / std::sqrt(2 / (9 * freedom));
  EXPECT_LT(z, far) << what << ": chi-square " << chi_square << " in " << bins << " bins";
}

TEST(Agreement, OfThePlainAndTheBulkEngineOnTheLibrary) {
  int number = 0;
  for (const std::string_view name : maps::library_names()) {
    const auto map = maps::library_map(name);
    for (int k = 0; k < evorisk::test::cases(7); ++k, ++number) {
      const Genes genes = genes_of((number * 5 + k) % 32);
      const risk::Variant variant("agreement", rules_of(genes), map);
      const std::string what =
          std::string(name) + ", genes " + std::to_string((number * 5 + k) % 32);
      const Sample plain = of_engine("plain", variant, evorisk::test::cases(1000));
      const Sample bulk = of_engine("bulk", variant, evorisk::test::cases(3000));
      expect_agreement(plain, bulk, what);
      expect_same_lengths(plain, bulk, what);
    }
  }
}

TEST(Agreement, OfTheBulkEngineAndTheModelOfTheText) {
  int number = 0;
  for (const std::string_view name : maps::library_names()) {
    const auto map = maps::library_map(name);
    if (map->territory_count() > 64) continue;  // the model is slow
    for (int k = 0; k < evorisk::test::cases(2); ++k, ++number) {
      const Genes genes = genes_of((number * 7 + k) % 32);
      const risk::Variant variant("agreement", rules_of(genes), map);
      const std::string what =
          std::string(name) + ", genes " + std::to_string((number * 7 + k) % 32);
      const Sample bulk = of_engine("bulk", variant, evorisk::test::cases(3000));
      const Sample model = of_model(*map, genes, evorisk::test::cases(250));
      expect_agreement(bulk, model, what);
      expect_same_lengths(bulk, model, what);
    }
  }
}

}  // namespace
}  // namespace evorisk::experiments
