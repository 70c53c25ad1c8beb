#include "app/drawing/placement.hpp"

#include <algorithm>
#include <cmath>

namespace evorisk::app {

namespace {

double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

// The length of a segment inside a box (Liang and Barsky 1984).
double length_inside(const Segment& s, const Box& box) {
  const double dx = s.b.x - s.a.x;
  const double dy = s.b.y - s.a.y;
  double from = 0;
  double to = 1;
  const auto clip = [&](double p, double q) {
    if (p == 0) return q >= 0;
    const double r = q / p;
    if (p < 0) {
      from = std::max(from, r);
    } else {
      to = std::min(to, r);
    }
    return from <= to;
  };
  if (!clip(-dx, s.a.x - box.x) || !clip(dx, box.x + box.width - s.a.x) ||
      !clip(-dy, s.a.y - box.y) || !clip(dy, box.y + box.height - s.a.y)) {
    return 0;
  }
  return (to - from) * std::hypot(dx, dy);
}

}  // namespace

double Placement::cost(const Box& box) const {
  // Areas, so that costs compare: a line across a label counts as a strip of this width.
  constexpr double line_width = 5;
  const double inside = overlap(box, frame_);
  double sum = 20 * (box.width * box.height - inside);
  for (const Disc& disc : discs_) {
    const Box square{disc.centre.x - disc.radius, disc.centre.y - disc.radius, 2 * disc.radius,
                     2 * disc.radius};
    sum += 4 * overlap(box, square);
  }
  for (const Box& other : boxes_) sum += 4 * overlap(box, other);
  for (const Segment& segment : segments_) sum += line_width * length_inside(segment, box);
  return sum;
}

Box Placement::place(const std::vector<Box>& candidates) {
  const Box* best = &candidates.front();
  double least = cost(*best);
  for (const Box& candidate : candidates) {
    if (least == 0) break;
    const double value = cost(candidate);
    if (value < least) {
      least = value;
      best = &candidate;
    }
  }
  boxes_.push_back(*best);
  return *best;
}

}  // namespace evorisk::app
