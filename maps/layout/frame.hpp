// Frames of a drawing: the unit square it ends in, and the plane of unit spacing where the forces
// are balanced.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// A uniform scaling about a centre: unit-square positions to and from the plane where a drawing of
// n territories fills an area of about n.
struct UnitSpacing {
  Point centre;
  double factor = 1;

  Point enter(Point p) const;
  Point leave(Point p) const;
};

// The one that suits territories of which these positions are known.
UnitSpacing unit_spacing(const std::vector<Point>& positions);

// Moves the centre of gravity to the origin and turns the longest axis level.
void level(std::vector<Point>& positions);

// Fits a drawing into the 4 : 3 frame in the middle of the unit square, stretching it by up to a
// quarter towards those proportions.
void fit_frame(std::vector<Point>& positions);

// Shrinks a drawing about the middle of the unit square if it sticks out of the square.
void fit_square(std::vector<Point>& positions);

// Turns (and mirrors, if that brings it nearer), scales and moves `positions` so that they come as
// near as possible to the anchors. Without at least two different anchors only moves.
void align(std::vector<Point>& positions, const std::vector<std::optional<Point>>& anchors);

// The positions rounded to the coarsest of three grids (1e-4, 1e-6, 1e-9) on which no two borders
// clash; nothing if all fail.
std::optional<std::vector<Point>> rounded(const std::vector<Point>& positions,
                                          std::span<const Border> borders);

// Whether no two borders clash where the positions are, and all of them lie in the unit square.
bool is_clean(const std::vector<Point>& positions, std::span<const Border> borders);

// The least distance between two territories, or a territory and a foreign border, in units of
// the mean spacing; at most 1.
double clearance(const std::vector<Point>& positions, std::span<const Border> borders);

}  // namespace evorisk::maps
