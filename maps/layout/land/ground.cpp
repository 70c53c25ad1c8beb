#include "maps/layout/land/ground.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.hpp"

namespace evorisk::maps {
namespace {

constexpr double label_margin = 1.2;  // between a label and the edge of its area, in millimetres

}  // namespace

std::vector<Extent> extents(const LandRaster& cells, int count) {
  std::vector<Extent> all(at(count));
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      if (cells.at(c, r) == sea) continue;
      Extent& extent = all[at(cells.at(c, r))];
      extent.left = std::min(extent.left, c);
      extent.right = std::max(extent.right, c);
      extent.top = std::min(extent.top, r);
      extent.bottom = r;
    }
  }
  return all;
}

template <class Is>
std::vector<int> Ground::sums(const Is& is) const {
  std::vector<int> result(static_cast<std::size_t>((columns_ + 1) * (rows_ + 1)), 0);
  for (int r = 0; r < rows_; ++r) {
    for (int c = 0; c < columns_; ++c) {
      result[at(c + 1, r + 1)] =
          result[at(c, r + 1)] + result[at(c + 1, r)] - result[at(c, r)] + (is(c, r) ? 1 : 0);
    }
  }
  return result;
}

Ground::Ground(const LandRaster& cells, int territory, const Extent& extent) : step_(cells.step) {
  const auto [left, top, right, bottom] = extent;
  if (right < 0) return;
  left_ = left;
  top_ = top;
  columns_ = right - left + 1;
  rows_ = bottom - top + 1;
  std::vector<int> own =
      sums([&](int c, int r) { return cells.at(left_ + c, top_ + r) == territory; });
  const int rim = static_cast<int>(std::ceil(label_margin / step_));
  std::vector<int> inner = sums([&](int c, int r) {
    const int c0 = c - rim, r0 = r - rim, c1 = c + rim + 1, r1 = r + rim + 1;
    if (c0 < 0 || r0 < 0 || c1 > columns_ || r1 > rows_) return false;
    return count(own, c0, r0, c1, r1) == (2 * rim + 1) * (2 * rim + 1);
  });
  sums_ = std::move(inner);
  const double all = std::max(1, count(sums_, 0, 0, columns_, rows_));
  for (int r = 0; r < rows_; ++r) {
    for (int c = 0; c < columns_; ++c) {
      if (count(sums_, c, r, c + 1, r + 1) == 0) continue;
      middle_.x += (left_ + c + 0.5) * step_ / all;
      middle_.y += (top_ + r + 0.5) * step_ / all;
    }
  }
}

}  // namespace evorisk::maps
