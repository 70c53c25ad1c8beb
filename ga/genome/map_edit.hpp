// Small edits of a map's description that keep its lists in order: what mutations are made of.
#pragma once

#include <optional>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::ga {

// All of these take and leave data as a Map normalises them: borders a < b and ascending, the
// territories of a continent ascending. None looks at connection or planarity.

inline int territory_count(const maps::MapData& map) {
  return static_cast<int>(map.territories.size());
}
// The continent of each territory.
std::vector<int> continent_numbers(const maps::MapData& map);
// Ascending.
std::vector<int> neighbours(const maps::MapData& map, int territory);
maps::Border ordered_border(int a, int b);
// False when it was there already.
bool insert_border(maps::MapData& map, int a, int b);
// A nameless territory without borders, the last one; returns its number.
int append_territory(maps::MapData& map, int continent, std::optional<maps::Point> position);
// With its borders, out of its continent (which may be left empty); later ones move down by one.
void erase_territory(maps::MapData& map, int territory);
// How many of a continent's territories border other continents.
int gates(const maps::MapData& map, const std::vector<int>& continent_of, int continent);
// Gives every continent the bonus of maps::continent_bonus.
void fit_bonuses(maps::MapData& map);
// Between two territories, where both have positions.
std::optional<maps::Point> midpoint(const maps::MapData& map, int a, int b);

}  // namespace evorisk::ga
