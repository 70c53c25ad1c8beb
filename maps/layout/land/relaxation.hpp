// Moves the places of a drawing of territories until all have about as much room.
#pragma once

#include <utility>
#include <vector>

#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

// Changes the points of a plan; its borders that are clean stay so, and keep their sides.
class Relaxation {
 public:
  // Drawings with less room somewhere, in spacings, have slivers.
  static constexpr double even = 0.25;

  Relaxation(const Map& map, LandPlan& plan, double width, double height);

  // Moves territories towards the middle of what is nearest to them (Lloyd's relaxation), as far as
  // no border comes nearer than 0.3 spacings to another or to a territory, or nearer than it is.
  void run();
  // Moves territories out of narrow places: each with little room to where it has the most of some
  // places around it, in ever shorter steps.
  void widen();
  // Puts t as near to where it is as no border crosses another and there is room, the more of it
  // the nearer; those that it leaves too little room give way.
  void settle(int t);
  // The least room of any territory, in spacings.
  double evenness();

 private:
  Point& place(int t) { return plan_.points[static_cast<std::size_t>(t)]; }
  // Moves those out of the way that t leaves less room than `enough`, as little as will do.
  void give_way(int t, double enough);
  // Lists what may come nearer than `reach` to t or its borders while t is at most `away` from
  // where it is, for room() and turned_over().
  void look_around(int t, double away, double reach);
  // Sets what may be nearest to a place of each block, or not a strait farther than the nearest.
  void find_candidates();
  // The middle of what is nearest to each territory; not of what is sea between lands.
  std::vector<Point> middles_of_cells();
  // The least distance of t and its borders to what is not theirs, at most `least`; -1 if a border
  // crosses another. Below `enough` it may be any number that is too small. `but` does not count.
  // After look_around().
  double room(int t, double least, double enough = 0, int but = -1);
  // Longer borders are not wanted, least of all between continents.
  double longest(int t, int u) const;
  // Whether the move of t from `from` makes a border so long, or longer, that it becomes a route.
  bool stretched(int t, Point from);
  // Whether a straight move of t from `from` passes through a border or sweeps over a territory:
  // the drawing would be another one. After look_around().
  bool turned_over(int t, Point from);
  static bool in_triangle(Point a, Point b, Point c, Point p);

  const Map& map_;
  LandPlan& plan_;
  double width_;
  double height_;
  std::vector<int> land_of_;
  std::vector<Border> borders_;           // the clean ones
  std::vector<std::vector<int>> linked_;  // by territory, the other ends of its own
  std::vector<int> all_;                  // territories
  // Places all over the board, with the blocks of a grid that they are in.
  std::vector<std::pair<Point, std::size_t>> inside_;
  std::vector<Point> blocks_;  // their middles
  double around_ = 0;          // how far a place of a block is from that at most
  std::vector<std::vector<std::size_t>> candidates_;  // by block
  std::vector<int> near_;                             // territories that look_around() found
  std::vector<Border> near_borders_;                  // the same
};

}  // namespace evorisk::maps
