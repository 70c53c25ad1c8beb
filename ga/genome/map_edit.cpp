#include "ga/genome/map_edit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/index.hpp"
#include "maps/generate/generator.hpp"

namespace evorisk::ga {

using maps::Border;
using maps::Continent;
using maps::MapData;

namespace {

// Four decimals are finer than any drawing shows.
double rounded(double x) {
  return std::round(x * 1e4) / 1e4;
}

}  // namespace

std::vector<int> continent_numbers(const MapData& map) {
  std::vector<int> numbers(map.territories.size(), 0);
  for (std::size_t c = 0; c < map.continents.size(); ++c) {
    for (const int t : map.continents[c].territories) numbers[at(t)] = static_cast<int>(c);
  }
  return numbers;
}

std::vector<int> neighbours(const MapData& map, int territory) {
  std::vector<int> all;
  for (const Border& border : map.borders) {
    if (border.a == territory) all.push_back(border.b);
    if (border.b == territory) all.push_back(border.a);
  }
  std::sort(all.begin(), all.end());
  return all;
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

int append_territory(MapData& map, int continent, std::optional<maps::Point> position) {
  const auto number = static_cast<int>(map.territories.size());
  map.territories.push_back({"", position});
  map.continents[at(continent)].territories.push_back(number);
  return number;
}

void erase_territory(MapData& map, int territory) {
  std::erase_if(map.borders, [&](const Border& b) { return b.a == territory || b.b == territory; });
  for (Border& border : map.borders) {
    border.a -= border.a > territory ? 1 : 0;
    border.b -= border.b > territory ? 1 : 0;
  }
  for (Continent& continent : map.continents) {
    std::erase(continent.territories, territory);
    for (int& t : continent.territories) t -= t > territory ? 1 : 0;
  }
  map.territories.erase(map.territories.begin() + territory);
}

int gates(const MapData& map, const std::vector<int>& continent_of, int continent) {
  std::vector<bool> gate(map.territories.size(), false);
  for (const Border& border : map.borders) {
    if (continent_of[at(border.a)] == continent_of[at(border.b)]) continue;
    gate[at(border.a)] = gate[at(border.b)] = true;
  }
  int count = 0;
  for (const int t : map.continents[at(continent)].territories) count += gate[at(t)] ? 1 : 0;
  return count;
}

void fit_bonuses(MapData& map) {
  const std::vector<int> continent_of = continent_numbers(map);
  for (std::size_t c = 0; c < map.continents.size(); ++c) {
    Continent& continent = map.continents[c];
    continent.bonus = maps::continent_bonus(static_cast<int>(continent.territories.size()),
                                            gates(map, continent_of, static_cast<int>(c)));
  }
}

std::optional<maps::Point> midpoint(const MapData& map, int a, int b) {
  const auto& first = map.territories[at(a)].position;
  const auto& second = map.territories[at(b)].position;
  if (!first || !second) return std::nullopt;
  return maps::Point{rounded((first->x + second->x) / 2), rounded((first->y + second->y) / 2)};
}

}  // namespace evorisk::ga
