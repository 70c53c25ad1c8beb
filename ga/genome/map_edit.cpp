#include "ga/genome/map_edit.hpp"

#include <algorithm>
#include <cstddef>

#include "base/index.hpp"
#include "maps/generate/generator.hpp"

namespace evorisk::ga {

using maps::Border;
using maps::Continent;
using maps::MapData;

std::vector<int> continent_numbers(const MapData& map) {
  std::vector<int> numbers(map.territories.size(), 0);
  for (std::size_t c = 0; c < map.continents.size(); ++c) {
    for (const int t : map.continents[c].territories) numbers[at(t)] = static_cast<int>(c);
  }
  return numbers;
}

Border ordered_border(int a, int b) {
  return a < b ? Border{a, b} : Border{b, a};
}

bool insert_border(MapData& map, int a, int b) {
  const Border border = ordered_border(a, b);
  const auto place = std::lower_bound(map.borders.begin(), map.borders.end(), border);
  if (place != map.borders.end() && *place == border) return false;
  map.borders.insert(place, border);
  return true;
}

int fitting_bonus(const MapData& map, const std::vector<int>& continent_of, int continent) {
  std::vector<bool> gate(map.territories.size(), false);
  for (const Border& border : map.borders) {
    if (continent_of[at(border.a)] == continent_of[at(border.b)]) continue;
    gate[at(border.a)] = gate[at(border.b)] = true;
  }
  const std::vector<int>& own = map.continents[at(continent)].territories;
  const auto gates = std::ranges::count_if(own, [&](int t) { return gate[at(t)]; });
  return maps::continent_bonus(static_cast<int>(own.size()), static_cast<int>(gates));
}

void fit_bonuses(MapData& map) {
  const std::vector<int> continent_of = continent_numbers(map);
  for (std::size_t c = 0; c < map.continents.size(); ++c) {
    map.continents[c].bonus = fitting_bonus(map, continent_of, static_cast<int>(c));
  }
}

}  // namespace evorisk::ga
