// From what people say of variants to what they like: which of the thesis' criteria went with
// liking, how surely, and an objective of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments {

// The answers to one variant.
struct Liked {
  // How far it is from the ideal of each of the thesis' criteria (metrics::loss, weight 1).
  std::array<double, metrics::criterion_count> distance{};
  std::vector<double> liking;  // of each person, 1 ... 5
};

// What a distance costs: liking = a - sum of cost * distance + what no criterion explains + chance.
struct Cost {
  double mean = 0;
  double se = 0;
};

struct Taste {
  std::array<Cost, metrics::criterion_count> costs{};  // in points of liking for a distance of 1
  Cost common;  // of all seven alike, as the thesis weighs them
  // How much single costs may differ from it, and variants from what the criteria explain: the
  // deviations that the answers make likely.
  double spread = 0;
  double unexplained = 0;
  std::size_t variants = 0;
  std::size_t answers = 0;

  // Criteria whose cost is not 0 by more than chance (two-sided, 5 % by all seven together).
  std::vector<metrics::Criterion> claimed() const;
  // About how many times as many variants would tell the largest cost from 0; nothing where it is
  // told already.
  std::optional<double> more_needed() const;
  // The thesis' ideals, each weighted by its cost as a share of the mean one; none below 0.
  // Requires a claimed criterion.
  metrics::Objective objective() const;
};

// The least that a taste is learned from.
inline constexpr std::size_t least_variants = 10;
inline constexpr std::size_t least_answers = 30;

// A regression of the variants' mean liking on the seven distances, each shrunk towards a cost that
// they have in common, as the thesis weighs them all alike (a hierarchical linear model: Gelman and
// Hill 2007). Errors of the means by the people's deviation; the two deviations of `Taste` are
// averaged over by their restricted likelihood on a grid. Throws InputError for less than the
// least.
Taste learn_taste(const std::vector<Liked>& variants);

}  // namespace evorisk::experiments
