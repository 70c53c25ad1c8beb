// What people said against what was measured: rank correlations, whose intervals know that several
// answers about one match, and several matches of one person, are not independent.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace evorisk::experiments {

// One answer about a unit: a match, or a variant.
struct Opinion {
  std::size_t unit = 0;   // from 0
  std::size_t group = 0;  // units are compared within their group only: matches of one variant
  std::string who;        // empty: not known, taken for another person each time
  double answer = 0;
};

// A correlation is reckoned in steps: every answer and every measured value loses the mean of its
// group and of its person (who answered in several units); what is left is averaged by unit, so
// that a unit counts once however many answered; then Spearman's correlation over the units, with
// the degrees of freedom that the means have left. Interval of 95 % by Bonett and Wright (2000).
struct Association {
  std::size_t units = 0;
  std::size_t answers = 0;
  double effective_units = 0;  // independent units, the lost ones taken off
  // Nothing from fewer than `least_units`, or where all answers or all values are the same.
  struct Found {
    double correlation = 0;
    double low = -1;
    double high = 1;
    double p = 1;  // two-sided, Student's t
  };
  std::optional<Found> found = {};
};
// Independent units; fewer say nothing.
inline constexpr double least_units = 8;

// One for each list of measured values, which has a value of each unit that an opinion names.
std::vector<Association> associate(std::span<const Opinion> opinions,
                                   std::span<const std::vector<double>> measured);

enum class Relation : std::uint8_t {
  related,    // not 0 by more than chance
  unrelated,  // smaller than what would matter, by more than chance
  undecided,  // neither
  too_few,    // nothing was found out
};
// Of several associations together: 5 % for one false claim among all, by Holm (1979), of each of
// the two kinds. `smallest`: the correlation that would matter, 0 < smallest < 1.
std::vector<Relation> verdicts(std::span<const Association> all, double smallest);

// How many independent units tell a correlation from 0 in 80 % of cases, at 5 % shared among
// `looks` correlations. 0 < |correlation| < 1.
double units_needed(double correlation, std::size_t looks);

}  // namespace evorisk::experiments
