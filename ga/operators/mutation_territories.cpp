// Mutations of single territories.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/index.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/genome/planar_graph.hpp"
#include "ga/operators/mutation.hpp"

namespace evorisk::ga {

using maps::Border;
using maps::MapData;

namespace {

std::size_t continent_size(const MapData& map, int continent) {
  return map.continents[at(continent)].territories.size();
}

// A nameless territory without borders, the last one, between two others where these have
// positions.
void append_territory(MapData& map, int continent, int a, int b) {
  map.continents[at(continent)].territories.push_back(territory_count(map));
  const auto& first = map.territories[at(a)].position;
  const auto& second = map.territories[at(b)].position;
  // Four decimals are finer than any drawing shows.
  const auto middle = [](double x, double y) { return std::round((x + y) / 2 * 1e4) / 1e4; };
  std::optional<maps::Point> position;
  if (first && second) position = {middle(first->x, second->x), middle(first->y, second->y)};
  map.territories.push_back({"", position});
}

// With its borders, out of its continent (which may be left empty); later ones move down by one.
void erase_territory(MapData& map, int territory) {
  std::erase_if(map.borders, [&](const Border& b) { return b.a == territory || b.b == territory; });
  for (Border& border : map.borders) {
    border.a -= border.a > territory ? 1 : 0;
    border.b -= border.b > territory ? 1 : 0;
  }
  for (maps::Continent& continent : map.continents) {
    std::erase(continent.territories, territory);
    for (int& t : continent.territories) t -= t > territory ? 1 : 0;
  }
  map.territories.erase(map.territories.begin() + territory);
}

}  // namespace

// The neighbours are dealt out at random, each where the map stays planar; then up to two of them
// border both halves, as two halves of a country have neighbours in common.
Mutated split_territory(MapData& map, Random& random) {
  const int t = random.index(territory_count(map));
  std::vector<int> around = neighbours(map, t);
  random.shuffle(around.begin(), around.end());
  const int half = territory_count(map);
  std::vector<Border> rest = {{t, half}};
  for (const Border& border : map.borders) {
    if (border.a != t && border.b != t) rest.push_back(border);
  }
  PlanarGraph graph(half + 1);
  if (!graph.add_all(rest)) return Mutated::refused;
  std::vector<int> other;  // the half that each neighbour was not given to
  for (const int u : around) {
    int own = t;
    int next = half;
    if (random.below(2) == 0) std::swap(own, next);
    if (!graph.add(ordered_border(own, u))) {
      if (!graph.add(ordered_border(next, u))) return Mutated::refused;
      std::swap(own, next);
    }
    other.push_back(next);
  }
  int shared = 0;
  for (std::size_t i = 0; i < around.size() && shared < 2; ++i) {
    shared += graph.add(ordered_border(other[i], around[i])) ? 1 : 0;
  }
  const int to = around.empty() ? t : around[0];
  append_territory(map, continent_numbers(map)[at(t)], t, to);
  map.borders = graph.borders();
  return Mutated::made;
}

// Contracting a border cannot break planarity or connection.
Mutated merge_territories(MapData& map, Random& random) {
  if (territory_count(map) == 2) return Mutated::impossible;
  const Border border = random.pick(map.borders);
  const std::vector<int> continent_of = continent_numbers(map);
  const int of_a = continent_of[at(border.a)];
  const int of_b = continent_of[at(border.b)];
  if (of_a != of_b && continent_size(map, of_b) == 1) return Mutated::refused;
  for (const int u : neighbours(map, border.b)) {
    if (u != border.a) insert_border(map, border.a, u);
  }
  erase_territory(map, border.b);
  return Mutated::made;
}

// Beside a border there is always room for a territory that borders both its ends.
Mutated add_territory(MapData& map, Random& random) {
  const Border border = random.pick(map.borders);
  const int home = random.below(2) == 0 ? border.a : border.b;
  const std::vector<int> near = neighbours(map, home);
  const int third = random.pick(near);
  const int added = territory_count(map);
  PlanarGraph graph(added + 1);
  if (!graph.add_all(map.borders)) return Mutated::refused;
  graph.add({border.a, added});
  graph.add({border.b, added});
  if (third != border.a && third != border.b) graph.add({third, added});
  append_territory(map, continent_numbers(map)[at(home)], border.a, border.b);
  map.borders = graph.borders();
  return Mutated::made;
}

Mutated remove_territory(MapData& map, Random& random) {
  if (territory_count(map) == 2) return Mutated::impossible;
  const int t = random.index(territory_count(map));
  const int continent = continent_numbers(map)[at(t)];
  if (continent_size(map, continent) == 1) return Mutated::refused;
  MapData without = map;
  erase_territory(without, t);
  if (!maps::is_connected(territory_count(without), without.borders)) return Mutated::refused;
  map = std::move(without);
  return Mutated::made;
}

}  // namespace evorisk::ga
