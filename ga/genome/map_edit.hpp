// Small edits of a map's description that keep its lists in order: what mutations are made of.
#pragma once

#include <string_view>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::ga {

using maps::ordered_border;

// All of these take and leave data as a Map normalises them: borders a < b and ascending, the
// territories of a continent ascending. None but require_bred looks at connection or planarity.

inline int territory_count(const maps::MapData& map) {
  return static_cast<int>(map.territories.size());
}
// The borders between territories of different continents.
std::vector<maps::Border> borders_between(const maps::MapData& map,
                                          const std::vector<int>& continent_of);
// Of a territory, ascending.
std::vector<int> neighbours(const maps::MapData& map, int territory);
// False when it was there already.
bool insert_border(maps::MapData& map, int a, int b);

// The connected pieces of each continent, by continent; each ascending.
std::vector<std::vector<std::vector<int>>> continent_pieces(const maps::MapData& map);
// Makes every continent one piece: of a continent in several, the largest (of equal ones the
// earliest) stays, and each other goes to the continent that it has most borders with. Requires a
// connected map. No continent is left empty, and no bonus changes.
void mend_continents(maps::MapData& map);

// Throws InputError when a map that an added operator bred breaks an invariant, or is not planar
// and has to be `planar`; `kind` and `name` are the operator's.
void require_bred(const maps::MapData& map, std::string_view kind, std::string_view name,
                  bool planar);

}  // namespace evorisk::ga
