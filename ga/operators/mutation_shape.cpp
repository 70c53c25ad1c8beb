// Mutations of continents and of the map as a whole.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/index.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/genome/planar_graph.hpp"
#include "ga/operators/mutation.hpp"
#include "maps/facts.hpp"
#include "maps/generate/generator.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::ga {

using maps::Border;
using maps::Continent;
using maps::MapData;

namespace {

int share_of_bonus(int bonus, std::size_t part, std::size_t whole) {
  const double share = static_cast<double>(part) / static_cast<double>(whole);
  return std::max(1, static_cast<int>(std::lround(bonus * share)));
}

// `size` connected territories, grown around a random one; ascending.
std::vector<int> grown_part(const MapData& map, int size, Random& random) {
  const int start = random.index(territory_count(map));
  std::vector<int> order = numbers<int>(at(territory_count(map)));
  random.shuffle(order.begin(), order.end());
  const std::vector<int> distance = maps::distances(territory_count(map), map.borders, start);
  // The nearest first: each but the start has a neighbour that is nearer.
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return distance[at(a)] < distance[at(b)]; });
  order.resize(at(size));
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

// Two of its territories are the seeds of the halves; each of the others, in random order, goes
// with a neighbour that has gone before.
Mutated split_continent(MapData& map, Random& random) {
  std::vector<Continent*> wide;
  for (Continent& continent : map.continents) {
    if (continent.territories.size() > 1) wide.push_back(&continent);
  }
  if (wide.empty()) return Mutated::impossible;
  Continent& continent = *random.pick(wide);
  std::vector<int> left = continent.territories;
  random.shuffle(left.begin(), left.end());
  const std::vector<std::vector<int>> lists =
      maps::neighbour_lists(map.territories.size(), map.borders);
  std::vector<int> half(map.territories.size(), -1);
  half[at(left[0])] = 0;
  half[at(left[1])] = 1;
  left.erase(left.begin(), left.begin() + 2);
  while (!left.empty()) {
    std::size_t next = 0;
    std::vector<int> sides;  // of its neighbours
    for (; next < left.size(); ++next) {
      for (const int u : lists[at(left[next])]) {
        if (half[at(u)] >= 0) sides.push_back(half[at(u)]);
      }
      if (!sides.empty()) break;
    }
    if (sides.empty()) {  // the continent is in pieces
      next = 0;
      sides = {0, 1};
    }
    half[at(left[next])] = random.pick(sides);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
  }
  Continent second;
  const std::size_t whole = continent.territories.size();
  std::erase_if(continent.territories, [&](int t) {
    if (half[at(t)] == 1) second.territories.push_back(t);
    return half[at(t)] == 1;
  });
  second.bonus = share_of_bonus(continent.bonus, second.territories.size(), whole);
  continent.bonus = share_of_bonus(continent.bonus, continent.territories.size(), whole);
  map.continents.push_back(std::move(second));
  return Mutated::made;
}

Mutated merge_continents(MapData& map, Random& random) {
  const std::vector<int> continent_of = continent_numbers(map);
  const std::vector<Border> between = borders_between(map, continent_of);
  if (between.empty()) return Mutated::impossible;
  const Border border = random.pick(between);
  const Border pair = ordered_border(continent_of[at(border.a)], continent_of[at(border.b)]);
  Continent& first = map.continents[at(pair.a)];
  const Continent& second = map.continents[at(pair.b)];
  first.territories.insert(first.territories.end(), second.territories.begin(),
                           second.territories.end());
  std::sort(first.territories.begin(), first.territories.end());
  first.bonus = std::min(highest_bonus, first.bonus + second.bonus);
  map.continents.erase(map.continents.begin() + pair.b);
  return Mutated::made;
}

// Two copies of a half: the image of the cut is joined to itself, territory by territory.
Mutated mirror_map(MapData& map, Random& random) {
  const int size = territory_count(map) / 2;
  const std::vector<int> part = grown_part(map, size, random);
  std::vector<int> number(map.territories.size(), -1);
  for (int i = 0; i < size; ++i) number[at(part[at(i)])] = i;
  std::vector<Border> borders;
  std::vector<bool> at_cut(at(size), false);
  for (const Border& border : map.borders) {
    const int a = number[at(border.a)];
    const int b = number[at(border.b)];
    if (a >= 0 && b >= 0) {
      borders.push_back(ordered_border(a, b));
      borders.push_back(ordered_border(a + size, b + size));
    } else if (a >= 0 || b >= 0) {
      at_cut[at(std::max(a, b))] = true;
    }
  }
  PlanarGraph graph(2 * size);
  if (!graph.add_all(borders)) return Mutated::refused;
  std::vector<int> ends = numbers<int>(at(size));
  std::erase_if(ends, [&](int t) { return !at_cut[at(t)]; });
  random.shuffle(ends.begin(), ends.end());
  for (const int t : ends) graph.add({t, t + size});

  MapData mirrored;
  mirrored.name = map.name;
  mirrored.borders = graph.borders();
  double left = 1;
  double right = 0;
  for (const int t : part) {
    if (const auto& position = map.territories[at(t)].position) {
      left = std::min(left, position->x);
      right = std::max(right, position->x);
    }
  }
  const double width = std::max(1e-9, right - left);
  const auto place = [&](int t, bool image) {
    auto position = map.territories[at(t)].position;
    if (!position) return position;
    const double x = 0.03 + 0.42 * (position->x - left) / width;
    position->x = std::round((image ? 1 - x : x) * 1e4) / 1e4;
    return position;
  };
  for (const bool image : {false, true}) {
    for (const int t : part) {
      mirrored.territories.push_back({image ? "" : map.territories[at(t)].name, place(t, image)});
    }
    for (const Continent& continent : map.continents) {
      Continent kept{image ? "" : continent.name, 1, {}};
      for (const int t : continent.territories) {
        if (number[at(t)] >= 0) kept.territories.push_back(number[at(t)] + (image ? size : 0));
      }
      if (kept.territories.empty()) continue;
      kept.bonus =
          share_of_bonus(continent.bonus, kept.territories.size(), continent.territories.size());
      mirrored.continents.push_back(std::move(kept));
    }
  }
  map = std::move(mirrored);
  return Mutated::made;
}

Mutated fit_bonus(MapData& map, Random& random) {
  Continent& continent = random.pick(map.continents);
  const int bonus = fitting_bonus(continent, gates(map, continent_numbers(map)));
  if (std::exchange(continent.bonus, bonus) == bonus) return Mutated::refused;
  return Mutated::made;
}

}  // namespace evorisk::ga
