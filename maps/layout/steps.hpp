// Steps of layout(): planar parts, embeddings, starting positions, forces, repairs, frames.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// Maximal planar, connected parts of a connected graph; a part says for each border whether it
// belongs. A planar graph has one part. Otherwise a search finds at most 6 that leave out few
// borders; those whose left-out borders would cross the fewest others come first.
std::vector<std::vector<bool>> planar_parts(int vertices, std::span<const Border> borders);

// The faces of a planar embedding as closed walks (v0, v1, ..., back to v0); a walk repeats a
// territory that cuts the map. `outer` is the index of the walk to draw outside.
struct Embedding {
  std::vector<std::vector<int>> faces;
  int outer = 0;
};

// An embedding of a connected graph with as many vertices on the outer face as a greedy search
// finds (without `search`: the longest face of one embedding). Nothing if the graph is not planar.
// `variation` shuffles borders and vertices first (0: as given), so that others may be found.
std::optional<Embedding> embed(int vertices, std::span<const Border> borders, bool search,
                               std::uint64_t variation = 0);

// At most `most` embeddings of a connected planar graph, with several outer faces each, for the
// caller to choose from. Empty if the graph is not planar.
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
// About the same in a fraction of the time; territories may lie too near to each other.
std::vector<Point> rough_positions(int vertices, std::span<const Border> borders,
                                   const Embedding& embedding);

// Positions in the unit square that realise the embedding exactly: Chrobak and Payne's grid drawing
// on the fine grid. Never has a crossing.
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

// The scaling that fits territories with these known positions.
UnitSpacing unit_spacing(const std::vector<Point>& positions);

// Moves the centre of gravity to the origin and turns the longest axis level.
void level(std::vector<Point>& positions);

// Fits a drawing into the 4 : 3 frame in the middle of the unit square, stretching it by up to a
// quarter towards those proportions.
void fit_frame(std::vector<Point>& positions);

// Shrinks a drawing about the middle of the unit square if it sticks out of the square.
void fit_square(std::vector<Point>& positions);

// Turns (and mirrors, if that brings it nearer), scales and moves `positions` so that they come as
// near as possible to the anchors. With fewer than two different anchors, only moves them.
void align(std::vector<Point>& positions, const std::vector<std::optional<Point>>& anchors);

// The positions rounded to the coarsest of three grids (1e-4, 1e-6, 1e-9) on which no two borders
// clash; nothing if all fail.
std::optional<std::vector<Point>> rounded(const std::vector<Point>& positions,
                                          std::span<const Border> borders);

// Whether no two borders clash at these positions and all positions lie in the unit square.
bool is_clean(const std::vector<Point>& positions, std::span<const Border> borders);

// The least distance between two territories, or a territory and a border of others, in units of
// the mean spacing; at most 1.
double clearance(const std::vector<Point>& positions, std::span<const Border> borders);

// The graph to draw. Lengths are in units of the ideal spacing: a drawing of n territories fills an
// area of about n.
struct Sketch {
  std::vector<Border> borders;  // have no crossing now; refine() keeps that
  std::vector<Border> loose;    // cross others; in refine() they only pull
  std::vector<int> continent;   // of each territory
  int continents = 0;
  std::vector<std::optional<Point>> anchors;  // preferred places of territories; may be empty

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
// territories repel each other and borders of others, continents contract, and everything drifts to
// the origin in the proportions 4 : 3. As in ImPrEd (Simonetto et al. 2011), no step moves a
// territory or a border further than halfway to a possible contact. So a crossing-free drawing
// stays so, with the same faces.
void refine(const Sketch& sketch, const RefineOptions& options, std::vector<Point>& positions);

struct Repaired {
  std::vector<Point> positions;  // may stick out of the unit square a little
  std::vector<int> crossing;     // borders to remove so that no two clash; empty on success
};

// Adds the missing positions of a connected graph to the `known` ones (in the unit square, at least
// two). Then moves single territories, as little as possible, until no two borders clash or no move
// helps.
Repaired repair(std::span<const Border> borders, const std::vector<std::optional<Point>>& known);

// Borders whose removal breaks all these pairs: greedily the border in most pairs.
std::vector<int> fewest_to_drop(std::vector<std::pair<int, int>> pairs);

}  // namespace evorisk::maps
