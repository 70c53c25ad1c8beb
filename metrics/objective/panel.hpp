// One variant under a panel of several self-play agents: their fitnesses as one, and whether they
// differ by more than chance.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "maps/map.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::metrics {

// What counts of the fitnesses that several agents give a variant.
enum class PanelAggregation {
  mean,   // their mean
  worst,  // the largest: the variant is as good as its most unfavourable player lets it be
};
inline constexpr std::array<std::string_view, 2> panel_aggregation_names = {"mean", "worst"};

// The fitness over one or more tables of independent matches, one per agent. The error of `worst`
// is that of the table which is the worst; the largest of several noisy values reads too high by up
// to about that error where they are close. With one table: its fitness.
//
// Where the objective has a target, `target_distance` is how far the variant is from it, and what
// that loses is added; where it has quantities of the map, `map` is what they are measured on.
// Without them, the matches alone are judged.
Estimate judge(std::span<const CriteriaTotals> tables, const Objective& objective,
               PanelAggregation aggregation, const TargetDistance* target_distance = nullptr,
               const maps::Map* map = nullptr);

// The same of each group of the objective by itself.
std::vector<Estimate> judge_groups(std::span<const CriteriaTotals> tables,
                                   const Objective& objective, PanelAggregation aggregation,
                                   const TargetDistance* target_distance = nullptr,
                                   const maps::Map* map = nullptr);

// Whether k independent estimates of one criterion differ by more than chance: Cochran's Q (1954),
// the sum of squared distances from their weighted mean in units of their errors, chi-square with
// k - 1 degrees of freedom. An error of less than one match in all counts as that of one match.
struct Disagreement {
  double q = 0;
  double p = 1;           // 1 with fewer than fewest_for_a_test matches in any table
  double p_adjusted = 1;  // after Holm, over all criteria measured and the fitness
  bool significant = false;
  std::size_t lowest = 0;  // the tables with the extreme values, the first on equality
  std::size_t highest = 0;
};
struct Disagreements {
  std::array<Disagreement, criterion_room> criteria;  // of those measured
  Disagreement fitness;
};
// Of two or more tables, measured by the same criteria.
Disagreements disagreements(std::span<const CriteriaTotals> tables, const Objective& objective);

// How much two rankings agree: Kendall's tau-b of two lists of at least two values (1 the same
// order, -1 the reverse, 0 when a list is constant), with its jackknife standard error over the
// things ranked (0 for fewer than 4).
Estimate rank_correlation(std::span<const double> a, std::span<const double> b);

// The standard error of an estimate from its values with one part of the data left out each.
double jackknife_error(std::span<const double> without);

}  // namespace evorisk::metrics
