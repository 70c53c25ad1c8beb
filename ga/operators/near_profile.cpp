#include "ga/operators/near_profile.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "ga/genome/map_edit.hpp"
#include "ga/operators/mutation.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::ga {

using maps::MapData;

namespace {

// As often as they are named.
constexpr std::array<std::string_view, 10> changes = {
    "move_territory",  "move_territory",   "move_territory", "change_bonus",  "change_bonus",
    "split_continent", "merge_continents", "swap_bonuses",   "remove_border", "join_near"};
constexpr std::size_t least_of_continent = 2;  // territories

std::size_t smallest_continent(const MapData& map) {
  const auto size = [](const maps::Continent& one) { return one.territories.size(); };
  return size(std::ranges::min(map.continents, {}, size));
}

// Whether the borders that only `changed` has, drawn straight, cross none of the others: a map that
// gets borders without a look at its picture needs many sea routes and tiny territories.
bool draws_cleanly(const MapData& map, const MapData& changed) {
  if (changed.borders.size() <= map.borders.size()) return true;
  std::vector<maps::Point> places;
  for (const maps::Territory& territory : changed.territories) {
    if (!territory.position) return false;
    places.push_back(*territory.position);
  }
  const std::vector<maps::GridPoint> points = maps::to_grid(places);
  return std::ranges::all_of(changed.borders, [&](const maps::Border& added) {
    return std::ranges::binary_search(map.borders, added) ||
           std::ranges::none_of(changed.borders, [&](const maps::Border& other) {
             return other != added && maps::borders_clash(points, added, other);
           });
  });
}

}  // namespace

bool near_profile(MapData& map, const maps::Profile& profile, double within, int tries,
                  Random& random) {
  double nearest = profile.distance(maps::Map(map), std::numeric_limits<double>::infinity());
  for (; tries > 0 && nearest > within; --tries) {
    MapData changed = map;
    const std::string_view name = random.pick(changes);
    const MapMutation& change = *std::ranges::find(map_mutations(), name, &MapMutation::name);
    if (change.mutate(changed, random) != Mutated::made) continue;
    mend_continents(changed);
    const std::size_t least = std::min(least_of_continent, smallest_continent(map));
    if (smallest_continent(changed) < least || !draws_cleanly(map, changed)) continue;
    const double now = profile.distance(maps::Map(changed), nearest);
    if (now >= nearest) continue;
    map = std::move(changed);
    map.placed = false;
    nearest = now;
  }
  return nearest <= within;
}

}  // namespace evorisk::ga
