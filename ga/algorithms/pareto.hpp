// Points of several losses, all of them minimised: which dominates which, how spread out a front
// is, and how much of the space it dominates; and individuals as such points.
#pragma once

#include <span>
#include <vector>

#include "ga/genome/genome.hpp"

namespace evorisk::ga {

using Losses = std::vector<double>;

// Whether `a` is nowhere worse than `b` and somewhere better.
bool dominates(const Losses& a, const Losses& b);

// The rank of each point: 0 for those that none dominates, 1 for those that no other does once
// these are gone, and so on (fast non-dominated sorting, Deb et al. 2002). With violations, one per
// point or none: less violation dominates more, whatever the losses (constraint domination).
std::vector<int> pareto_ranks(std::span<const Losses> points,
                              std::span<const double> violations = {});

// The crowding distance of each point of one front: the sum over the losses of the distance between
// its neighbours as a share of the range; infinite at both ends of each loss (Deb et al. 2002).
std::vector<double> crowding_distances(std::span<const Losses> front);

// The volume between the points and `reference`: of all that some point dominates and that lies
// below the reference in every loss. Exact, for any number of losses, by slicing along the last
// one; time n log n for two losses, n times more for each further one.
double hypervolume(std::vector<Losses> points, const Losses& reference);

// The losses of each; what an individual violates.
std::vector<Losses> losses_of(std::span<const Individual> population);
std::vector<double> violations_of(std::span<const Individual> population);

// The reference point of hypervolumes: that of each group.
Losses reference_of(const metrics::Objective& objective);

// The places of those on the first front that violate nothing.
std::vector<int> front_of(std::span<const Individual> population);

}  // namespace evorisk::ga
