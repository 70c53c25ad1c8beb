// Maps for operators to work on, and what their children may never be.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"
#include "tests/ga/sample_maps.hpp"

namespace evorisk::ga {

inline Random stream(std::uint32_t individual, std::uint64_t match = 0) {
  return Random({20240, Purpose::test, 0, individual, match});
}

// Empty when the data is a map the search may evaluate.
inline std::string fault(const maps::MapData& data) {
  if (auto broken = maps::broken_invariant(data)) return *broken;
  if (!maps::is_planar(static_cast<int>(data.territories.size()), data.borders))
    return "not planar";
  const maps::Map whole(data);
  if (!(whole.data() == data)) return "not normalised";
  return "";
}

inline const std::vector<maps::MapPtr>& thesis_maps() {
  static const std::vector<maps::MapPtr> maps = [] {
    std::vector<maps::MapPtr> all;
    for (int i = 1; i <= 10; ++i) {
      all.push_back(maps::library_map("thesis-" + std::to_string(i)));
    }
    return all;
  }();
  return maps;
}

// All pairs of `territories` joined, in two continents: not planar from 5 on.
inline maps::MapPtr complete_map(int territories) {
  maps::MapData data;
  data.territories.resize(static_cast<std::size_t>(territories));
  data.continents.resize(2);
  for (int a = 0; a < territories; ++a) {
    data.continents[a == 0 ? 0 : 1].territories.push_back(a);
    for (int b = a + 1; b < territories; ++b) data.borders.push_back({a, b});
  }
  return std::make_shared<const maps::Map>(std::move(data));
}

// A parent of 2 ... 250 territories (small ones more often), or one of the thesis' maps; some are
// not planar.
inline maps::MapPtr random_parent(Random& random) {
  if (random.below(4) == 0) return thesis_maps()[random.below(10)];
  if (random.below(20) == 0) return complete_map(5 + static_cast<int>(random.below(4)));
  const int ranges[] = {3, 8, 40, 250};
  const int most = ranges[random.below(4)];
  const int territories = 2 + static_cast<int>(random.below(static_cast<std::uint32_t>(most - 1)));
  const int continents =
      1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::min(territories, 9))));
  return std::make_shared<const maps::Map>(
      sample_map(territories, continents, random.unit(), random));
}

}  // namespace evorisk::ga
