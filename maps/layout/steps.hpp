// Steps of layout(): planar parts, embeddings, starting positions, forces, repairs, frames.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// Maximal planar, connected parts of a connected graph, as whether each border belongs: the whole,
// if the graph is planar; else a few (at most 6) that leave out as few borders as a search finds,
// best first: those left out would cross few others.
std::vector<std::vector<bool>> planar_parts(int vertices, std::span<const Border> borders);

// The faces of a planar embedding as closed walks (v0, v1, ..., back to v0); a walk repeats a
// territory that cuts the map. `outer` is the index of the walk to draw outside.
struct Embedding {
  std::vector<std::vector<int>> faces;
  int outer = 0;
};

// An embedding of a connected graph whose outer face holds as many vertices as a greedy search
// finds (`search` false: just the longest face of some embedding); nothing if it is not planar.
std::optional<Embedding> embed(int vertices, std::span<const Border> borders, bool search);

// Several embeddings of a connected planar graph, with several outer faces each, for a choice by
// other means; at most `most`. Empty if the graph is not planar.
std::vector<Embedding> some_embeddings(int vertices, std::span<const Border> borders,
                                       std::size_t most);

// A crossing-free straight-line drawing on an integer grid (Chrobak and Payne 1995) of a planar
// triangulation with at least 3 vertices; coordinates at most 2 * vertices. Exact, not pretty.
std::vector<GridPoint> grid_drawing(int vertices, std::span<const Border> borders);

// Straight-line, crossing-free positions that realise the embedding with its outer face outside
// (connected, at least 3 vertices), in a disc of radius 1: Tutte's barycentric drawing (1963) of
// the graph with helper vertices in its faces, with spring weights adjusted so that areas even
// out. Where that would need more precision than doubles have (deep nesting), Chrobak and Payne's
// grid drawing.
std::vector<Point> starting_positions(int vertices, std::span<const Border> borders,
                                      const Embedding& embedding);

// Positions in the unit square that realise the embedding exactly: Chrobak and Payne's grid drawing
// on the fine grid. Whatever happens to prettier drawings, this one has no crossing.
std::vector<Point> exact_positions(int vertices, std::span<const Border> borders,
                                   const Embedding& embedding);

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

// What is drawn. Lengths are in units of the ideal spacing: a drawing of n territories fills an
// area of about n.
struct Sketch {
  std::vector<Border> borders;  // without a crossing now, and so kept
  std::vector<Border> loose;    // borders that cross others; they only pull
  std::vector<int> continent;   // of each territory
  int continents = 0;
  std::vector<std::optional<Point>> anchors;  // where territories would like to stay; may be empty

  int count() const { return static_cast<int>(continent.size()); }
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

struct Repaired {
  std::vector<Point> positions;  // may stick out of the unit square a little
  std::vector<int> crossing;     // the borders without which no two clash: empty on success
};

// Completes the `known` positions (in the unit square, at least two) for a connected graph and
// moves single territories, by little where that suffices, until no two borders clash or no move
// helps.
Repaired repair(std::span<const Border> borders, const std::vector<std::optional<Point>>& known);

// Borders without which none of these pairs of borders is left: greedily the one in most pairs.
std::vector<int> fewest_to_drop(std::vector<std::pair<int, int>> pairs);

}  // namespace evorisk::maps
