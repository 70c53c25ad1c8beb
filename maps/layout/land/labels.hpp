// Where the name and the place for troops of each territory stand, and the badges of continents.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

struct Rectangle {
  double x = 0;  // left
  double y = 0;  // top
  double width = 0;
  double height = 0;
};

struct Disc {
  Point centre;
  double radius = 0;
};

struct AreaLabel {
  std::vector<std::string> lines;  // the name, in one line or two; none without a name
  double size = 3;                 // of its letters
  Rectangle box;                   // around the name
  Disc spot;                       // where troops are put
  bool inside = true;              // whether name and spot lie in the territory's area
};

// The width of a text whose letters have this size (the height of the em), in millimetres.
using TextWidth = std::function<double(std::string_view text, double size)>;

// The width of UTF-8 text in a common sans-serif face of this size, rather too wide than too
// narrow.
double text_width(std::string_view text, double size);

// The text in two lines of lengths as equal as its spaces and hyphens allow; in one if it is short
// or has none.
std::vector<std::string> broken_in_two(const std::string& text);

// What a continent's badge says: its name and its bonus, or the bonus alone.
struct Badge {
  std::vector<std::string> lines;  // one or two
  double size = 3;                 // of its letters
  Rectangle box;
};

struct LabelRequest {
  TextWidth text_width;
  bool names = true;    // of territories, where the map has them
  bool badges = false;  // of continents
};

struct BoardLabels {
  std::vector<AreaLabel> areas;  // by territory
  std::vector<Badge> badges;     // by continent, if asked for
};

// In letter sizes.
inline constexpr double line_height = 1.12;     // of a name in two lines
inline constexpr double badge_baseline = 1.21;  // of the first line, below the upper edge
inline constexpr double badge_corner = 0.85;    // the radius of a corner

// The boxes around all names, spots and badges.
std::vector<Rectangle> marks_of(const BoardLabels& labels);

// Labels that do not overlap one another. As large as the area allows, within bounds that can be
// read across a table; a name that fits in no size stands in the sea nearby, or, if there is no
// sea, where it hides least. A badge stands near to the middle of its continent or at its coast,
// off the land of other continents, hiding no border, in letters as large as that allows; where
// even the smallest would hide one, the bonus stands alone.
BoardLabels place_labels(const Map& map, const Land& land, const LabelRequest& request);

}  // namespace evorisk::maps
