// Where the name and the place for troops of each territory stand.
#pragma once

#include <string>
#include <vector>

#include "app/drawing/placement.hpp"
#include "app/print/canvas.hpp"
#include "app/print/land.hpp"

namespace evorisk::app::kit {

struct AreaLabel {
  std::vector<std::string> lines;  // the name, in one line or two
  double size = 3;                 // of its letters
  Box box;                         // around the name
  Disc spot;                       // where troops are put
  bool inside = true;              // whether name and spot lie in the territory's area
};

inline constexpr double line_height = 1.12;  // of a name in two lines, in letter sizes

// Labels that do not overlap one another. As large as the area allows, within bounds that can be
// read across a table; a name that fits in no size stands in the sea nearby, or, if there is no
// sea, where it hides least.
std::vector<AreaLabel> place_labels(const maps::Map& map, const Land& land, const TextMeter& meter);

}  // namespace evorisk::app::kit
