// Maps for tests: of any size, planar, with continents that need not be contiguous.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "ga/genome/planar_graph.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// Territories on a grid with random diagonals, from which random borders are taken away as long as
// the map stays connected.
inline maps::Map sample_map(int territories, int continents, double density, Random& random) {
  const int width = std::max(1, static_cast<int>(std::sqrt(territories)));
  std::vector<maps::Border> all;
  for (int t = 0; t < territories; ++t) {
    const bool has_right = t % width + 1 < width && t + 1 < territories;
    if (has_right) all.push_back({t, t + 1});
    if (t + width < territories) all.push_back({t, t + width});
    if (has_right && t + width + 1 < territories) {
      if (random.below(2) == 0) {
        all.push_back({t, t + width + 1});
      } else {
        all.push_back({t + 1, t + width});
      }
    }
  }
  random.shuffle(all.begin(), all.end());
  maps::MapData data;
  maps::Components components(territories);
  for (const maps::Border& border : all) {
    if (components.join(border.a, border.b) || random.chance(density)) {
      data.borders.push_back(border);
    }
  }
  for (int t = 0; t < territories; ++t) {
    maps::Territory territory;
    if (random.below(2) == 0) territory.name = "Land " + std::to_string(t);
    if (random.below(4) != 0) territory.position = maps::Point{random.unit(), random.unit()};
    data.territories.push_back(territory);
  }
  data.continents.resize(static_cast<std::size_t>(continents));
  for (int t = 0; t < territories; ++t) {
    // The first of each continent is given, so that none is empty.
    const int c =
        t < continents ? t : static_cast<int>(random.below(static_cast<std::uint32_t>(continents)));
    data.continents[static_cast<std::size_t>(c)].territories.push_back(t);
  }
  for (maps::Continent& continent : data.continents) {
    continent.bonus = 1 + static_cast<int>(random.below(7));
    if (random.below(2) == 0) continent.name = "Realm";
  }
  return maps::Map(std::move(data));
}

}  // namespace evorisk::ga
