#include <algorithm>

#include "base/index.hpp"
#include "maps/layout/near.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Strengths of the forces, in units of the ideal spacing; found by looking at many drawings.
constexpr double border_pull = 0.9;
constexpr double bridge_pull = 0.45;  // a border between continents may be longer
constexpr double crowded = 7;         // from this degree on the borders of a hub share its pull
constexpr double border_push = 0.8;   // a territory near a foreign border ...
constexpr double border_reach = 1.1;  // ... nearer than this
constexpr double continent_pull = 0.35;
constexpr double centre_pull = 1.0;
constexpr double safe_share = 0.45;  // of a gap that either side may close in one step
constexpr double least_gap = 0.02;   // smaller gaps may only grow

class Refiner {
 public:
  Refiner(const Sketch& sketch, const RefineOptions& options, std::vector<Point>& positions)
      : sketch_(sketch),
        options_(options),
        positions_(positions),
        moves_(positions.size()),
        factors_(positions.size()) {
    std::vector<int> degrees(positions.size(), 0);
    for (const Border& border : sketch.borders) {
      ++degrees[at(border.a)];
      ++degrees[at(border.b)];
    }
    for (const Border& border : sketch.borders) {
      const int degree = std::max(degrees[at(border.a)], degrees[at(border.b)]);
      pulls_.push_back((is_bridge(border) ? bridge_pull : border_pull) /
                       std::max(1.0, degree / crowded));
    }
    sizes_.assign(static_cast<std::size_t>(sketch.continents), 0);
    for (const int c : sketch.continent) ++sizes_[at(c)];
  }

  void run() {
    double move = options_.first_move;
    const double cooling =
        options_.steps > 1 ? (options_.first_move - options_.last_move) / (options_.steps - 1) : 0;
    for (int step = 0; step < options_.steps; ++step) {
      near_.find(sketch_.borders, positions_, std::max(border_reach, 2.3 * move));
      collect_forces();
      limit_moves(move);
      for (std::size_t v = 0; v < positions_.size(); ++v) positions_[v] += moves_[v];
      move -= cooling;
    }
  }

 private:
  bool is_bridge(const Border& border) const {
    return sketch_.continent[at(border.a)] != sketch_.continent[at(border.b)];
  }

  void pull_together(const Border& border, double strength) {
    const Point along = positions_[at(border.b)] - positions_[at(border.a)];
    const Point pull = strength * std::min(length(along), 3.0) * along;
    moves_[at(border.a)] += pull;
    moves_[at(border.b)] -= pull;
  }

  void push_apart(std::span<const NearPair> pairs, std::span<const Border> borders) {
    for (const NearPair& pair : pairs) {
      if (pair.gap >= border_reach) continue;
      const Border& border = borders[at(pair.border)];
      const double lack = border_reach - pair.gap;
      const double strength = border_push * lack * lack / std::max(pair.gap, 1e-6);
      const Point push = strength * pair.away;
      moves_[at(pair.territory)] += push;
      moves_[at(border.a)] -= (1 - pair.parameter) * push;
      moves_[at(border.b)] -= pair.parameter * push;
    }
  }

  void collect_forces() {
    std::fill(moves_.begin(), moves_.end(), Point{});
    repulsion_.add(positions_, moves_);
    for (std::size_t i = 0; i < sketch_.borders.size(); ++i) {
      pull_together(sketch_.borders[i], pulls_[i]);
    }
    for (const Border& border : sketch_.loose) pull_together(border, options_.loose_pull);

    push_apart(near_.pairs(), sketch_.borders);
    near_loose_.find(sketch_.loose, positions_, border_reach);
    push_apart(near_loose_.pairs(), sketch_.loose);

    centres_.assign(sizes_.size(), Point{});
    for (std::size_t v = 0; v < positions_.size(); ++v) {
      centres_[at(sketch_.continent[v])] += positions_[v];
    }
    for (std::size_t c = 0; c < sizes_.size(); ++c) centres_[c] = (1.0 / sizes_[c]) * centres_[c];
    for (std::size_t v = 0; v < positions_.size(); ++v) {
      const Point p = positions_[v];
      moves_[v] += continent_pull * (centres_[at(sketch_.continent[v])] - p);
      // In these proportions a uniform 4 : 3 ellipse of repelling points would be at rest.
      moves_[v] -= centre_pull * Point{6.0 / 7 * p.x, 8.0 / 7 * p.y};
      if (options_.anchoring > 0 && sketch_.anchors[v]) {
        moves_[v] += options_.anchoring * (*sketch_.anchors[v] - p);
      }
    }
  }

  void limit_moves(double furthest) {
    constexpr double mobility = 0.12;
    for (Point& move : moves_) {
      move = mobility * move;
      const double size = length(move);
      if (size > furthest) move = furthest / size * move;
    }
    // The line halfway between a territory and the nearest point of a border keeps them apart as
    // long as neither side comes near it. First take out what would, sliding along the line; then,
    // as that may breach another pair's line, shorten what still does.
    for_each_approach([&](std::size_t v, Point away, double limit) {
      const double along = dot(moves_[v], away);
      if (along < -limit) moves_[v] += (-limit - along) * away;
    });
    std::fill(factors_.begin(), factors_.end(), 1.0);
    for_each_approach([&](std::size_t v, Point away, double limit) {
      const double along = dot(moves_[v], away);
      if (along < -limit) factors_[v] = std::min(factors_[v], limit / -along);
    });
    for (std::size_t v = 0; v < moves_.size(); ++v) {
      moves_[v] = factors_[v] * moves_[v];
      // Sliding may have lengthened a move; pairs further apart were not looked at.
      const double size = length(moves_[v]);
      if (size > furthest) moves_[v] = furthest / size * moves_[v];
    }
  }

  // Calls visit(v, away, limit) for every territory of a near pair: how far it may move against the
  // direction `away`.
  template <class Visit>
  void for_each_approach(const Visit& visit) const {
    for (const NearPair& pair : near_.pairs()) {
      const Border& border = sketch_.borders[at(pair.border)];
      const double limit =
          std::max(0.0, std::min(safe_share * pair.gap, (pair.gap - least_gap) / 2));
      visit(at(pair.territory), pair.away, limit);
      visit(at(border.a), -1.0 * pair.away, limit);
      visit(at(border.b), -1.0 * pair.away, limit);
    }
  }

  const Sketch& sketch_;
  const RefineOptions& options_;
  std::vector<Point>& positions_;
  std::vector<Point> moves_;
  std::vector<double> factors_;
  std::vector<double> pulls_;  // of each border
  std::vector<int> sizes_;
  std::vector<Point> centres_;
  NearPairs near_;
  NearPairs near_loose_;
  Repulsion repulsion_;
};

}  // namespace

void refine(const Sketch& sketch, const RefineOptions& options, std::vector<Point>& positions) {
  Refiner(sketch, options, positions).run();
}

}  // namespace evorisk::maps
