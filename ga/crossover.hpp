// Recombining two maps: some continents of each, as they are, and new borders between the parts.
// Source: thesis 4.3.3; spec of the search, "Crossover".
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ga/map_drawing.hpp"
#include "maps/base/random.hpp"
#include "maps/growing_embedding.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// What map crossovers did, summed over children.
struct CrossoverTally {
  std::int64_t children = 0;
  std::int64_t not_planar = 0;     // children discarded because they were not planar
  std::int64_t not_connected = 0;  // children discarded because they were planar, not connected
  // Borders drawn between the parts: one per border cut off, fewer where the child was discarded
  // before its last.
  std::int64_t joins_drawn = 0;
  std::int64_t joins_made = 0;
  std::int64_t joins_added = 0;   // further joins, without which the parts would be separate
  std::int64_t borders_lost = 0;  // inside the parts, of parents that are not planar
  friend bool operator==(const CrossoverTally&, const CrossoverTally&) = default;
};

// A map that is crossed over, and what is worked out for it only once, whoever of several threads
// asks first. The map must outlive it.
class ParentMap {
 public:
  // NOLINTNEXTLINE: a map is one with nothing worked out
  ParentMap(const maps::Map& map) : map_(map), known_(nullptr) {}
  // `drawing`, null or of the map's borders, must outlive it too.
  ParentMap(const maps::Map& map, const maps::GrowingEmbedding* drawing)
      : map_(map), known_(drawing) {}

  const maps::Map& map() const { return map_; }
  // Its borders as they can be drawn; null if they cannot, or with too many territories.
  const maps::GrowingEmbedding* embedding() const;

 private:
  const maps::Map& map_;
  const maps::GrowingEmbedding* const known_;
  mutable std::once_flag asked_;
  mutable std::unique_ptr<maps::GrowingEmbedding> embedding_;
};

// A way to make a child's map of two parents' maps.
struct CrossoverOperator {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  // The child's map, every invariant of a Map and planarity holding, or nothing when the child is
  // discarded. Territories (and continents) of `first` come before those of `second`, each in
  // ascending order. Never changes the parents; they need not be planar.
  // `drawing`, if any, is given one of the child's borders where there is one at hand.
  std::optional<maps::MapData> cross(const ParentMap& first, const ParentMap& second,
                                     Random& random, CrossoverTally& tally,
                                     MapDrawing* drawing = nullptr) const {
    return make(first, second, random, tally, drawing);
  }

  std::optional<maps::MapData> (*make)(const ParentMap& first, const ParentMap& second,
                                       Random& random, CrossoverTally& tally, MapDrawing* drawing);
};

// The registry: "planar" (the default), "reject" (the thesis) and "reject-first".
std::span<const CrossoverOperator> crossover_operators();
std::vector<std::string_view> crossover_names();
// Throws InputError with the nearest name.
const CrossoverOperator& crossover_operator(std::string_view name);

// Half of the rule genes: true where the first child takes the first parent's gene (and the second
// child the second parent's). Of an odd number, the half is rounded up or down with equal
// probability; each set of the size is equally likely.
std::vector<bool> half_mask(int genes, Random& random);

}  // namespace evorisk::ga
