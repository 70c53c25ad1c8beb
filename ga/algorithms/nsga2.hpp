// NSGA-II: several losses at a time, the groups of the objective. Source: Deb, Pratap, Agarwal and
// Meyarivan 2002.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/pareto.hpp"

namespace evorisk::ga {

// Generation 0: `population` random individuals. Each later one: the `population` best of the one
// before, by Pareto rank and then by crowding distance, which are measured again (their evidence adds
// up: in a noisy search a lucky point would stay on the front for ever), and as many children of
// theirs, of parents chosen by binary tournaments. Variants that keep the objective's constraints
// come before those that do not. tournament, elites and ranking do not count.
std::unique_ptr<Algorithm> make_nsga2(const Config& config, int threads);

// The losses of each; what an individual violates.
std::vector<Losses> losses_of(std::span<const Individual> population);
std::vector<double> violations_of(std::span<const Individual> population);

// The reference point of hypervolumes: that of each group.
Losses reference_of(const metrics::Objective& objective);

// The places of those on the first front that violate nothing.
std::vector<int> front_of(std::span<const Individual> population);

}  // namespace evorisk::ga
