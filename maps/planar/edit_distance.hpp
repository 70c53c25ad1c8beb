// How far apart two boards are: what must be removed, added and changed to make one of the other.
#pragma once

#include "maps/map.hpp"

namespace evorisk::maps {

// The edit path behind a distance, and what it costs. The costs of single edits:
//   a territory or a continent added or removed            1
//   a border added or removed                              1
//   a territory put into a continent or taken out of it    1/2 (so moving it costs 1)
//   a bonus changed by d                                   d/4, at most 1
// Names and positions cost nothing.
struct MapEdits {
  int territories = 0;  // added or removed
  int continents = 0;
  int borders = 0;
  int memberships = 0;  // a move is two: out of one continent and into another
  double bonuses = 0;   // what the changed bonuses cost in all
  double cost() const { return territories + continents + borders + 0.5 * memberships + bonuses; }
  friend bool operator==(const MapEdits&, const MapEdits&) = default;
};

// Graph edit distance (Sanfeliu and Fu 1983) of the maps as graphs with two kinds of vertices,
// territories and continents, and two kinds of edges, borders and memberships. A metric up to
// isomorphism where it is known exactly.
struct EditDistance {
  MapEdits edits;    // of the cheapest path found: its cost is an upper bound of the distance
  double lower = 0;  // no path is cheaper; equal to upper() where exact
  bool exact = false;
  // The cost of removing one map and adding the other: the largest the distance can be.
  double largest = 0;
  double upper() const { return edits.cost(); }
  // upper() as a share of largest: 0 the same board, less than 1 always.
  double share() const { return upper() / largest; }
};

// Exact (branch and bound) where neither map has more than `exact_up_to` territories, and wherever
// the maps are isomorphic: then 0. Beyond, `upper` is the best of edit paths that grow from pairs
// of territories or begin with an assignment (after Riesen and Bunke 2009), each improved by
// exchanges until none helps; `lower` is the assignment of territories by their own costs and half
// of those of their borders, and of continents by theirs and those of their memberships (after
// Zheng et al. 2015). Symmetric, deterministic; for maps whose distance is not known exactly,
// `upper` may depend on how territories are numbered. A few milliseconds for two maps of 42
// territories.
inline constexpr int exact_up_to = 8;
EditDistance edit_distance(const Map& a, const Map& b);

}  // namespace evorisk::maps
