// The finalists of a run that may win an entry of a shortlist.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ga/config.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

// How far a board is from the bounds of its map, and its maps::drawing_faults().
struct MapFaults {
  double bounds = 0;
  double drawing = 0;
};
// Which finalists of a run, given from the fittest on, may win, in the order in which they are
// tried: those nearest to the bounds, the better drawn first, and none that is not for print where
// one is. At least one is given.
std::vector<std::size_t> finalists_to_try(std::span<const MapFaults> faults);

struct Finalist {
  std::string id;
  risk::Variant variant;
};

// The finalists_to_try() of a finished run, each ga::arranged_for() it. Throws InputError when its
// files are damaged.
std::vector<Finalist> finalists_of(const std::filesystem::path& run, const ga::Config& config,
                                   int threads);

}  // namespace evorisk::experiments
