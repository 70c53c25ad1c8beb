// Planar embeddings for drawing: which faces a planar border graph has, and which one lies outside.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {

// The faces of a planar embedding as closed walks (v0, v1, ..., back to v0); a walk repeats a
// territory that cuts the map. `outer` is the index of the walk to draw outside.
struct Embedding {
  std::vector<std::vector<int>> faces;
  int outer = 0;
};

// The closed walks around the faces of an embedding given by the neighbours of every vertex in
// cyclic order.
std::vector<std::vector<int>> face_walks(const std::vector<std::vector<int>>& rotation);

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

}  // namespace evorisk::maps
