// Where on a board labels can stand beside those that are placed already.
#pragma once

#include <limits>
#include <vector>

#include "maps/layout/land/labels.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

bool overlap(const Rectangle& a, const Rectangle& b);

class LabelRoom {
 public:
  // Both must outlive it.
  LabelRoom(const Map& map, const Land& land);

  // From now on, labels stand elsewhere where they can.
  void take(const Rectangle& box) { taken_.push_back(box); }

  // Whose labels are to be placed: a continent's, or a territory's (-1).
  void place_for(int continent);

  struct Place {
    Rectangle box;
    // In millimetres: of the way to where it should be, and what it hides, in their like.
    double cost = 0;
  };
  // The best place for a label of this width and height, among those on a grid: near to the disc,
  // hiding as little as possible of what is counted, nearer to the continent's own land than to
  // other land, and over another label only where there is no other place. `enough` is a cost from
  // which on no place is of use; then the result has at least that.
  Place find(double width, double height, const Disc& near, double grid,
             double enough = std::numeric_limits<double>::infinity()) const;

 private:
  using Sums = std::vector<int>;  // of each corner of cells, those above and to the left of it

  void find_what_tells();
  double cost_of(const Rectangle& box, double away, const std::vector<Rectangle>& beside,
                 double enough) const;
  double gap_to(const Sums& land, const Rectangle& box) const;
  double strayed(const Rectangle& box) const;
  int counted_under(const Sums& sums, const Rectangle& box) const;

  const Map& map_;
  const Land& land_;
  std::vector<Rectangle> taken_;
  std::vector<int> tells_;  // how much a cell tells territories apart, row by row
  Sums hidden_;
  Sums foreign_;
  Sums own_;
  bool of_continent_ = false;
};

}  // namespace evorisk::maps
