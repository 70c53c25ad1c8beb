// Where in an area a label finds room.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "maps/layout/land/labels.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {

// The columns and rows that hold all cells of an area.
struct Extent {
  int left = std::numeric_limits<int>::max();
  int top = std::numeric_limits<int>::max();
  int right = -1;
  int bottom = -1;
};

// Of every territory: as many as `count`.
std::vector<Extent> extents(const LandRaster& cells, int count);

// The cells of one area that are not at its edge, ready to be counted in rectangles. Places are in
// millimetres.
class Ground {
 public:
  // `extent`: of this territory.
  Ground(const LandRaster& cells, int territory, const Extent& extent);

  bool empty() const { return columns_ == 0; }
  Point middle() const { return middle_; }
  double left() const { return left_ * step_; }
  double top() const { return top_ * step_; }
  double right() const { return (left_ + columns_) * step_; }
  double bottom() const { return (top_ + rows_) * step_; }

  // Whether all of a box lies on such cells.
  bool holds(const Rectangle& box) const {
    const int c0 = whole_below(box.x / step_) - left_;
    const int r0 = whole_below(box.y / step_) - top_;
    const int c1 = -whole_below(-(box.x + box.width) / step_) - left_;
    const int r1 = -whole_below(-(box.y + box.height) / step_) - top_;
    if (c0 < 0 || r0 < 0 || c1 > columns_ || r1 > rows_) return false;
    return count(sums_, c0, r0, c1, r1) == (c1 - c0) * (r1 - r0);
  }
  // Its four sides' middles and diagonals, rather than the square around it.
  bool holds(const Disc& disc) const {
    const double r = disc.radius;
    const double d = 0.9 * r;
    return holds({disc.centre.x - r, disc.centre.y - 0.4 * r, 2 * r, 0.8 * r}) &&
           holds({disc.centre.x - 0.4 * r, disc.centre.y - r, 0.8 * r, 2 * r}) &&
           holds({disc.centre.x - d * 0.75, disc.centre.y - d * 0.75, 1.5 * d, 1.5 * d});
  }

 private:
  // Of each corner of cells, those above and to the left of it that is(column, row) is true of.
  template <class Is>
  std::vector<int> sums(const Is& is) const;
  std::size_t at(int c, int r) const { return static_cast<std::size_t>(r * (columns_ + 1) + c); }
  int count(const std::vector<int>& s, int c0, int r0, int c1, int r1) const {
    return s[at(c1, r1)] - s[at(c0, r1)] - s[at(c1, r0)] + s[at(c0, r0)];
  }

  // As std::floor, which is a call without SSE4.1.
  static int whole_below(double x) {
    const int whole = static_cast<int>(x);
    return whole - (whole > x ? 1 : 0);
  }

  double step_;
  int left_ = 0;
  int top_ = 0;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<int> sums_;
  Point middle_;
};

}  // namespace evorisk::maps
