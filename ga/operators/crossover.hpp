// Crossover of two maps: some continents of each, unchanged, and new borders between the two parts.
// Source: thesis 4.3.3.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// What map crossovers did, summed over children.
struct CrossoverTally {
  std::int64_t children = 0;
  std::int64_t not_planar = 0;     // children discarded because they were not planar
  std::int64_t not_connected = 0;  // children discarded because they were planar, not connected
  // Borders drawn between the parts: one per border cut off, fewer if the child was discarded
  // before the last one.
  std::int64_t joins_drawn = 0;
  std::int64_t joins_made = 0;
  std::int64_t joins_added = 0;   // further joins, needed to connect the map
  std::int64_t borders_lost = 0;  // left out inside the parts, when a parent is not planar
  friend bool operator==(const CrossoverTally&, const CrossoverTally&) = default;
};

// A way to make a child's map of two parents' maps.
struct CrossoverOperator {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  // The child's map, planar and with every invariant of a Map, or nothing when the child is
  // discarded. Territories (and continents) of `first` come before those of `second`, each in
  // ascending order. Never changes the parents; they need not be planar.
  std::function<std::optional<maps::MapData>(const maps::Map& first, const maps::Map& second,
                                             Random& random, CrossoverTally& tally)>
      cross;
};

// The registry: "planar" (the default), "coasts", "reject" (the thesis) and "reject-first"; then
// those that were added.
std::span<const CrossoverOperator> crossover_operators();
// Adds one (base/registry.hpp, OpenTable). Its children are checked: one that is not planar or
// breaks an invariant of a Map ends the search with an InputError that names the operator. Several
// threads call it at a time.
void add_crossover(CrossoverOperator crossover);
// Throws InputError with the nearest name.
const CrossoverOperator& crossover_operator(std::string_view name);

// Half of the rule genes: true where the first child takes the first parent's gene (and the second
// child the second parent's). Of an odd number, the half is rounded up or down with equal
// probability; each set of the size is equally likely.
std::vector<bool> half_mask(int genes, Random& random);

}  // namespace evorisk::ga
