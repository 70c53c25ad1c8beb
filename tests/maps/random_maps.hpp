// Random boards for property tests.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::maps::test {

inline Random test_stream(std::uint64_t number) {
  return Random(StreamKey{.seed = number, .purpose = Purpose::test});
}

inline int below(Random& random, int bound) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
}

struct Shape {
  int territories = 10;
  int extra_borders = 8;  // tried beyond a spanning tree
  bool planar = true;     // borders that would make the map non-planar are not added
};

// A connected map; continents are random sets, not necessarily contiguous.
inline MapData random_map(Random& random, const Shape& shape) {
  MapData data;
  data.territories.resize(static_cast<std::size_t>(shape.territories));
  std::set<Border> borders;
  for (int t = 1; t < shape.territories; ++t) borders.insert({below(random, t), t});
  for (int i = 0; i < shape.extra_borders; ++i) {
    const int a = below(random, shape.territories);
    const int b = below(random, shape.territories);
    if (a == b) continue;
    const auto [place, is_new] = borders.insert({std::min(a, b), std::max(a, b)});
    if (!is_new || !shape.planar) continue;
    if (!is_planar(shape.territories, std::vector(borders.begin(), borders.end()))) {
      borders.erase(place);
    }
  }
  data.borders.assign(borders.begin(), borders.end());
  data.continents.resize(
      static_cast<std::size_t>(1 + below(random, std::min(6, shape.territories))));
  for (int t = 0; t < shape.territories; ++t) {
    // The first territories see to it that none is empty.
    const int count = static_cast<int>(data.continents.size());
    const int c = t < count ? t : below(random, count);
    data.continents[static_cast<std::size_t>(c)].territories.push_back(t);
  }
  for (Continent& continent : data.continents) continent.bonus = 1 + below(random, 9);
  return data;
}

inline Shape random_shape(Random& random, int most_territories) {
  const int territories = 2 + below(random, most_territories - 1);
  return {territories, below(random, 2 * territories + 1), random.chance(0.7)};
}

// The same board under other numbers, its lists in another order.
inline MapData renumbered(MapData data, Random& random) {
  std::vector<int> number(data.territories.size());
  std::iota(number.begin(), number.end(), 0);
  random.shuffle(number.begin(), number.end());
  const auto renumber = [&](int& t) { t = number[static_cast<std::size_t>(t)]; };
  std::vector<Territory> territories(data.territories.size());
  for (std::size_t t = 0; t < territories.size(); ++t) {
    territories[static_cast<std::size_t>(number[t])] = data.territories[t];
  }
  data.territories = std::move(territories);
  for (Border& border : data.borders) {
    renumber(border.a);
    renumber(border.b);
    if (random.chance(0.5)) std::swap(border.a, border.b);
  }
  random.shuffle(data.borders.begin(), data.borders.end());
  for (Continent& continent : data.continents) {
    for (int& t : continent.territories) renumber(t);
    random.shuffle(continent.territories.begin(), continent.territories.end());
  }
  random.shuffle(data.continents.begin(), data.continents.end());
  return data;
}

// Gives names and positions: plain ones that every format can hold, or any that a map can have.
inline void decorate(MapData& data, Random& random, bool plain) {
  static constexpr std::array<const char*, 16> parts = {
      "North", "Land", "São Tomé", "中国",   "A B", "Q",     "Öland",  "7",
      "a_b",   "x,y",  ";semi",    "[sect]", "k=v", " lead", "trail ", "\"quoted\""};
  const int usable = plain ? 8 : static_cast<int>(parts.size());
  std::set<std::string> taken;
  const auto name = [&](double share) {
    if (!random.chance(share)) return std::string();
    std::string made = parts[static_cast<std::size_t>(below(random, usable))];
    while (!taken.insert(made).second)
      made += parts[static_cast<std::size_t>(below(random, usable))];
    return made;
  };
  const bool placed = plain || random.chance(0.7);
  for (Territory& territory : data.territories) {
    territory.name = name(plain ? 1.0 : 0.8);
    if (!placed || (!plain && random.chance(0.1))) continue;
    territory.position =
        plain ? Point{(1 + below(random, 1000)) / 1000.0, below(random, 1001) / 1000.0}
              : Point{random.unit(), random.unit()};
  }
  for (Continent& continent : data.continents) {
    continent.name = name(plain ? 1.0 : 0.8);
    continent.island = !plain && random.chance(0.2);
  }
  data.placed = !plain && random.chance(0.2);
  data.name = plain ? "Plain " + std::to_string(below(random, 1000)) : name(0.8);
}

}  // namespace evorisk::maps::test
