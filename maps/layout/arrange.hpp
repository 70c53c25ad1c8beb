// Where the territories of a map are put so that its board is drawn well.
#pragma once

#include "maps/map.hpp"

namespace evorisk::maps {

// What keeps readers from printing a map's board, in one number: faults of sea routes, continents
// and labels, and territories that wind, are narrow, or are small beside the largest. 0: nothing;
// of boards with 1 and more readers refused most. docs/search.md says where it comes from.
double drawing_faults(const Map& map);

// The map with the places by which its board has the fewest faults: those of its layout(), or of
// some drawings made afresh (layout_afresh), as some graphs have several. Draws up to seven boards,
// and no more after one with faults of 0.05 or less. A placed map keeps its own places, and so does
// one of more than 200 territories. Deterministic.
Map arranged(const Map& map);

// The arranged() map after up to sixty moves of single territories, each of which stays where it
// leaves the board fewer faults. Takes a second or two; for the board that people get. Keeps places
// where arranged() does. Deterministic.
Map polished(const Map& map);

}  // namespace evorisk::maps
