#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "base/index.hpp"
#include "maps/generate/draft.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Seeds far from each other: each the farthest from the others among a few random candidates.
std::vector<int> choose_seeds(const std::vector<GridPoint>& points, int count, Random& random) {
  std::vector<int> free = numbers<int>(points.size());
  std::vector<int> seeds;
  while (static_cast<int>(seeds.size()) < count) {
    constexpr int candidates = 6;
    std::size_t best = 0;
    double farthest = -1;
    for (int i = 0; i < candidates; ++i) {
      const std::size_t pick = random.below(static_cast<std::uint32_t>(free.size()));
      double nearest = std::numeric_limits<double>::infinity();
      for (const int seed : seeds) {
        nearest = std::min(nearest, grid_distance(points[at(seed)], points[at(free[pick])]));
      }
      if (nearest <= farthest) continue;
      farthest = nearest;
      best = pick;
    }
    seeds.push_back(free[best]);
    free[best] = free.back();
    free.pop_back();
  }
  return seeds;
}

}  // namespace

void grow_continents(Draft& draft, int continents, double stretch, Random& random) {
  struct Growth {
    std::set<std::pair<double, int>> frontier;  // distance to the seed, territory
    Point along;                                // the direction of its length
    double share = 1;
    int size = 0;
  };
  const std::vector<GridPoint>& points = draft.points;
  const auto neighbours = neighbour_lists(points.size(), draft.borders);
  const std::vector<int> seeds = choose_seeds(points, continents, random);
  std::vector<Growth> growing(at(continents));
  draft.continent.assign(points.size(), -1);
  const auto far = [&](std::size_t c, int t) {
    const GridPoint seed = points[at(seeds[c])];
    const Point d{static_cast<double>(points[at(t)].x - seed.x),
                  static_cast<double>(points[at(t)].y - seed.y)};
    return length({dot(d, growing[c].along), stretch * cross(d, growing[c].along)});
  };
  const auto take = [&](std::size_t c, int t) {
    draft.continent[at(t)] = static_cast<int>(c);
    ++growing[c].size;
    for (const int u : neighbours[at(t)]) {
      if (draft.continent[at(u)] < 0) growing[c].frontier.insert({far(c, u), u});
    }
  };
  // Some boards have continents of one size, others large and small ones.
  const double variety = 0.3 + 2 * random.unit();
  for (std::size_t c = 0; c < growing.size(); ++c) {
    const double angle = std::numbers::pi * random.unit();
    growing[c].along = {std::cos(angle), std::sin(angle)};
    growing[c].share = std::exp(variety * (random.unit() - 0.5));
    draft.continent[at(seeds[c])] = static_cast<int>(c);
  }
  for (std::size_t c = 0; c < growing.size(); ++c) take(c, seeds[c]);
  for (;;) {
    std::size_t next = growing.size();
    for (std::size_t c = 0; c < growing.size(); ++c) {
      auto& frontier = growing[c].frontier;
      while (!frontier.empty() && draft.continent[at(frontier.begin()->second)] >= 0) {
        frontier.erase(frontier.begin());
      }
      if (frontier.empty()) continue;
      if (next == growing.size() ||
          growing[c].size * growing[next].share < growing[next].size * growing[c].share) {
        next = c;
      }
    }
    if (next == growing.size()) return;
    take(next, growing[next].frontier.begin()->second);
  }
}

void draw_together(Draft& draft, double share) {
  const int count = 1 + *std::max_element(draft.continent.begin(), draft.continent.end());
  std::vector<Point> middles(at(count));
  std::vector<int> sizes(at(count), 0);
  for (std::size_t t = 0; t < draft.points.size(); ++t) {
    const std::size_t c = at(draft.continent[t]);
    middles[c] +=
        Point{static_cast<double>(draft.points[t].x), static_cast<double>(draft.points[t].y)};
    ++sizes[c];
  }
  // Less where so much would make borders cross.
  for (int attempt = 0; attempt < 3; ++attempt, share /= 2) {
    std::vector<GridPoint> moved = draft.points;
    for (std::size_t t = 0; t < moved.size(); ++t) {
      const std::size_t c = at(draft.continent[t]);
      const auto nearer = [&](std::int64_t from, double middle) {
        const auto x = static_cast<double>(from);
        return std::llround(x + share * (middle / sizes[c] - x));
      };
      moved[t] = {nearer(moved[t].x, middles[c].x), nearer(moved[t].y, middles[c].y)};
    }
    if (!crossing_free(moved, draft.borders)) continue;
    draft.points = std::move(moved);
    return;
  }
}

Draft mirrored(const Draft& half, bool middle, int continents, Random& random) {
  const auto size = static_cast<int>(half.points.size());
  Draft whole;
  // The half lies in the left 0.44 of the board; its image, in the right 0.44.
  for (const bool image : {false, true}) {
    for (const GridPoint p : half.points) {
      const auto x = static_cast<std::int64_t>(std::lround(0.44 * static_cast<double>(p.x)));
      whole.points.push_back({image ? board_unit - x : x, p.y});
    }
    const int offset = image ? size : 0;
    for (const Border& border : half.borders) {
      whole.borders.push_back({border.a + offset, border.b + offset});
    }
  }
  const int own = 1 + *std::max_element(half.continent.begin(), half.continent.end());
  std::vector<int> order = numbers<int>(half.points.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return half.points[at(a)].x > half.points[at(b)].x; });
  // An odd number of continents has one at the axis that is its own image.
  const int across = 2 * own > continents ? half.continent[at(order[0])] : -1;
  for (const bool image : {false, true}) {
    for (const int c : half.continent) {
      const bool later = across >= 0 && c > across;
      whole.continent.push_back(image && c != across ? own + c - (later ? 1 : 0) : c);
    }
  }
  if (middle) {
    const GridPoint front = whole.points[at(order[0])];
    whole.points.push_back({board_unit / 2, front.y});
    whole.continent.push_back(across >= 0 ? across : half.continent[at(order[0])]);
  }
  const auto join = [&](Border border) {
    for (const Border& other : whole.borders) {
      if (borders_clash(whole.points, border, other)) return false;
    }
    whole.borders.push_back(border);
    return true;
  };
  // Those nearest to the axis first; as many as a random share of what can be seen across.
  const double share = 0.4 + 0.6 * random.unit();
  const int most = std::max(1, static_cast<int>(std::lround(share * 1.2 * std::sqrt(size))));
  int joins = 0;
  for (const int t : order) {
    if (joins == most) break;
    if (middle) {
      const int m = 2 * size;
      const std::size_t before = whole.borders.size();
      if (join({t, m}) && !join({t + size, m})) whole.borders.resize(before);
      if (whole.borders.size() > before) {
        ++joins;
        continue;
      }
    }
    joins += join({t, t + size}) ? 1 : 0;
  }
  std::sort(whole.borders.begin(), whole.borders.end());
  return whole;
}

}  // namespace evorisk::maps
