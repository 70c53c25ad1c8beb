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
  return (to - from) * std::sqrt(dx * dx + dy * dy);
}

}  // namespace

double Placement::obstacles(const Box& box) const {
  // Areas, so that costs compare: a line across a label counts as a strip of this width.
  constexpr double line_width = 5;
  double sum = 20 * (box.width * box.height - overlap(box, frame_));
  for (const Disc& disc : discs_) {
    const Box square{disc.centre.x - disc.radius, disc.centre.y - disc.radius, 2 * disc.radius,
                     2 * disc.radius};
    sum += 4 * overlap(box, square);
  }
  for (const Segment& segment : segments_) sum += line_width * length_inside(segment, box);
  return sum;
}

std::vector<Box> Placement::solve() {
  for (auto& places : labels_) {
    for (LabelPlace& place : places) place.cost += obstacles(place.box);
  }
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> chosen(labels_.size(), none);
  const auto box_of = [&](std::size_t l) { return labels_[l][chosen[l]].box; };
  constexpr int sweeps = 4;
  bool moved = true;
  for (int sweep = 0; sweep < sweeps && moved; ++sweep) {
    moved = false;
    for (std::size_t l = 0; l < labels_.size(); ++l) {
      std::size_t best = 0;
      double least = -1;
      for (std::size_t i = 0; i < labels_[l].size(); ++i) {
        double cost = labels_[l][i].cost;
        for (std::size_t k = 0; k < labels_.size(); ++k) {
          if (least >= 0 && cost >= least) break;
          if (k != l && chosen[k] != none) cost += 6 * overlap(labels_[l][i].box, box_of(k));
        }
        if (least >= 0 && cost >= least) continue;
        least = cost;
        best = i;
      }
      moved |= chosen[l] != best;
      chosen[l] = best;
    }
  }
  std::vector<Box> boxes;
  for (std::size_t l = 0; l < labels_.size(); ++l) boxes.push_back(box_of(l));
  return boxes;
}

}  // namespace evorisk::app
