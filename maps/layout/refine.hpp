// Improving a crossing-free drawing by forces that cannot make borders cross.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// What is drawn. Lengths are in units of the ideal spacing: a drawing of n territories fills an
// area of about n.
struct Sketch {
  std::span<const Border> borders;  // without a crossing now, and so kept
  std::span<const Border> loose;    // borders that cross others; they only pull
  std::span<const int> continent;   // of each territory
  int continents = 0;
  std::vector<std::optional<Point>> anchors;  // where territories would like to stay; may be empty
};

struct RefineOptions {
  int steps = 200;
  double first_move = 1.0;  // the furthest a territory moves in the first step ...
  double last_move = 0.02;  // ... and in the last one
  double anchoring = 0;     // strength of the pull to the anchors
  double loose_pull = 0.2;  // strength of the pull of loose borders
};

// Moves `positions` by forces in the manner of Fruchterman and Reingold (1991): borders pull,
// territories repel each other and foreign borders, continents gather, everything drifts to the
// origin in the proportions 4 : 3. As in ImPrEd (Simonetto et al. 2011) no step moves a territory
// or a border further than halfway to where they could touch, so a crossing-free drawing stays so
// with the same faces.
void refine(const Sketch& sketch, const RefineOptions& options, std::vector<Point>& positions);

}  // namespace evorisk::maps
