// Maps drawn for the page.
#pragma once

#include <string>

#include "maps/map.hpp"

namespace evorisk::app {

// draw_map without a style sheet (the page has it as /map.css) and with ids that no other picture
// has. The discs are in the order of the territories. Drawn once for each map.
std::string map_picture(const maps::Map& map);

}  // namespace evorisk::app
