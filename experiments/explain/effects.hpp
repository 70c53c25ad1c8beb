// What operators and genes do to each criterion, from the children a run has bred.
#pragma once

#include <string>
#include <vector>

#include "experiments/explain/archive.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments {

// One factor on one criterion: how much more a child's value differs from the mean of its parents'
// when the factor is there.
struct FactorEffect {
  double mean = 0;
  double se = 0;
  double low = 0;  // 95 % interval, of this effect alone
  double high = 0;
  double p = 1;
  double p_adjusted = 1;     // after Holm, over all effects of the table
  bool significant = false;  // p_adjusted < metrics::test_level
};

struct EffectTable {
  struct Factor {
    std::string name;  // "split_territory", "planar", "defence_dice 2" (instead of its usual value)
    std::string against;  // of a gene: the value it is compared with
    // Children that have it; of a gene, those in which it is not as in their parents (their mean):
    // the ones that tell something.
    int count = 0;
  };
  std::vector<Factor> factors;
  std::vector<std::string> columns;                // criteria by name, and "fitness"
  std::vector<std::vector<FactorEffect>> effects;  // by factor, by column
  int children = 0;                                // with both parents in the archive
  int games = 0;                                   // Families::independent
};

// Least squares of (child minus the mean of its parents) on what was done at its birth: the kind of
// crossover where there was more than one, each map mutation, a mutation of each rule. Errors are
// robust to unequal noise and to what families with a game in common share (archive.hpp): a
// jackknife over games, with t quantiles of as many degrees of freedom as there are children's
// games less the columns, or first parents' games less one. Mutations are drawn by lot, so their
// effects are causes; but a mutation that would break a map is not made, and a parent was chosen
// for looking good: what children lose to its luck is the constant, not among the effects. Factors
// of fewer than `fewest_children` are left out; with fewer than `fewest_games` independent games
// nothing is judged.
EffectTable operator_effects(const Archive& archive);
// The same on what became of the genes: for each value, whether the child has it less the share of
// its parents that do, beside the most frequent value; and the change in territories, borders per
// territory and continents. So it is the change within families that counts, and what a whole line
// of descent has in common does not.
EffectTable gene_effects(const Archive& archive);

inline constexpr int fewest_children = 8;

}  // namespace evorisk::experiments
