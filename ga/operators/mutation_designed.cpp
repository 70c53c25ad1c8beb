// Mutations that give a map what designers' boards have.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/operators/mutation.hpp"
#include "maps/facts.hpp"
#include "maps/generate/generator.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::ga {

using maps::Border;
using maps::MapData;

namespace {

// Adds one border between territories of which `suits(a, b, distance)` says so, each equally
// likely; distances are in borders.
template <class Suits>
Mutated join_one(MapData& map, Random& random, Suits suits) {
  std::vector<Border> candidates;
  for (int a = 0; a < territory_count(map); ++a) {
    const std::vector<int> distance = maps::distances(territory_count(map), map.borders, a);
    for (int b = a + 1; b < territory_count(map); ++b) {
      if (suits(a, b, distance[at(b)])) candidates.push_back({a, b});
    }
  }
  if (candidates.empty()) return Mutated::impossible;
  std::vector<Border> borders = map.borders;
  borders.push_back(random.pick(candidates));
  if (!maps::is_planar(territory_count(map), borders)) return Mutated::refused;
  std::sort(borders.begin(), borders.end());
  map.borders = std::move(borders);
  return Mutated::made;
}

}  // namespace

// Neighbours of one territory lie near each other, so such a border is short.
Mutated join_near(MapData& map, Random& random) {
  return join_one(map, random, [](int, int, int distance) { return distance == 2; });
}

Mutated add_sea_route(MapData& map, Random& random) {
  constexpr int nearest = 3;  // borders: neither neighbours nor neighbours' neighbours
  const std::vector<int> continent_of = continent_numbers(map);
  return join_one(map, random, [&](int a, int b, int distance) {
    return distance >= nearest && continent_of[at(a)] != continent_of[at(b)];
  });
}

Mutated isthmus(MapData& map, Random& random) {
  const std::vector<int> continent_of = continent_numbers(map);
  const std::vector<Border> outer = borders_between(map, continent_of);
  if (outer.empty()) return Mutated::impossible;
  const Border kept = random.pick(outer);
  const int c = continent_of[at(kept.a)];
  const int d = continent_of[at(kept.b)];
  Mutated outcome = Mutated::refused;
  for (const Border& border : outer) {
    const int of_a = continent_of[at(border.a)];
    const int of_b = continent_of[at(border.b)];
    const bool between = (of_a == c && of_b == d) || (of_a == d && of_b == c);
    if (!between || border == kept) continue;
    std::vector<Border> rest = map.borders;
    std::erase(rest, border);
    if (!maps::is_connected(territory_count(map), rest)) continue;
    map.borders = std::move(rest);
    outcome = Mutated::made;
  }
  return outcome;
}

Mutated regrow_continents(MapData& map, Random& random) {
  maps::regrow_continents(map, random);
  return Mutated::made;
}

Mutated deal_bonuses(MapData& map, Random& random) {
  MapData dealt = map;
  maps::deal_bonuses(dealt, false, random);
  if (dealt == map) return Mutated::refused;
  map = std::move(dealt);
  return Mutated::made;
}

}  // namespace evorisk::ga
