// The thesis' grid of hyperparameters, and fair samples of it.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/reproduce/thesis.hpp"

namespace evorisk::experiments::reproduce {

// All combinations of section 5.1, in ascending order of population, tournament, generations and
// mutation rate.
std::vector<Hyperparameters> thesis_grid();

// `count` different points of the grid (at most all): the grid in the order above is cut into
// `count` stretches of equal length (to within one point), and one point is drawn from each. So
// populations and tournaments are represented in proportion, the other two by chance.
std::vector<Hyperparameters> stratified_sample(int count, std::uint64_t seed);

}  // namespace evorisk::experiments::reproduce
