#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/index.hpp"
#include "maps/components.hpp"
#include "maps/generate/draft.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// The neighbours of a territory as they lie around it.
std::vector<int> ring_around(const Draft& draft, const std::vector<std::vector<int>>& neighbours,
                             int t) {
  std::vector<std::pair<double, int>> angles;
  for (const int u : neighbours[at(t)]) {
    const GridPoint p = draft.points[at(t)];
    const GridPoint q = draft.points[at(u)];
    angles.push_back(
        {std::atan2(static_cast<double>(q.y - p.y), static_cast<double>(q.x - p.x)), u});
  }
  std::sort(angles.begin(), angles.end());
  std::vector<int> all;
  for (const auto& [angle, u] : angles) all.push_back(u);
  return all;
}

// Whether `keeper` sees all that `taken` (inside the triangulation) borders, so that straight
// borders to them cross nothing once `taken` is gone.
bool sees_all(const Draft& draft, const std::vector<std::vector<int>>& neighbours, int keeper,
              int taken) {
  const std::vector<int> ring = ring_around(draft, neighbours, taken);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const int a = ring[i];
    const int b = ring[(i + 1) % ring.size()];
    if (a == keeper || b == keeper) continue;
    const auto area = [&](int t) {
      return signed_area(draft.points[at(t)], draft.points[at(a)], draft.points[at(b)]);
    };
    if (area(keeper) == 0 || (area(keeper) > 0) != (area(taken) > 0)) return false;
  }
  return true;
}

// Without a territory; later ones move down by one.
void erase(Draft& draft, int taken) {
  std::erase_if(draft.borders, [&](const Border& b) { return b.a == taken || b.b == taken; });
  for (Border& border : draft.borders) {
    border.a -= border.a > taken ? 1 : 0;
    border.b -= border.b > taken ? 1 : 0;
  }
  for (int& t : draft.hull) t -= t > taken ? 1 : 0;
  draft.points.erase(draft.points.begin() + taken);
}

}  // namespace

double grid_distance(GridPoint a, GridPoint b) {
  return length({static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)});
}

void take_in_neighbours(Draft& draft, int count, Random& random) {
  // A few take in most, and become the large countries at the heart of a board.
  std::vector<std::pair<double, int>> inner;  // those in the middle more often
  for (std::size_t t = 0; t < draft.points.size(); ++t) {
    const double off = grid_distance(draft.points[t], {board_unit / 2, board_unit / 2});
    inner.push_back({(0.2 * board_unit + off) * random.unit(), static_cast<int>(t)});
  }
  std::sort(inner.begin(), inner.end());
  std::vector<int> hearts;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, inner.size() / 9); ++i) {
    hearts.push_back(inner[i].second);
  }
  for (int done = 0; done < count; ++done) {
    const auto neighbours = neighbour_lists(draft.points.size(), draft.borders);
    std::vector<bool> outside(draft.points.size(), false);
    for (const int t : draft.hull) outside[at(t)] = true;
    bool made = false;
    for (int draw = 0; draw < 40 && !made; ++draw) {
      const int keeper = draw < 20 && random.chance(0.8)
                             ? random.pick(hearts)
                             : random.index(static_cast<int>(draft.points.size()));
      const int taken = random.pick(neighbours[at(keeper)]);
      if (outside[at(taken)]) continue;
      // With more than two neighbours in common, what lies between them would be cut off.
      const auto& own = neighbours[at(keeper)];
      std::vector<int> gained;
      for (const int u : neighbours[at(taken)]) {
        if (u != keeper && std::count(own.begin(), own.end(), u) == 0) gained.push_back(u);
      }
      constexpr std::size_t most_borders = 10;
      if (neighbours[at(taken)].size() - gained.size() != 3) continue;
      if (own.size() - 1 + gained.size() > most_borders) continue;
      if (!sees_all(draft, neighbours, keeper, taken)) continue;
      for (const int u : gained) draft.borders.push_back(ordered_border(keeper, u));
      erase(draft, taken);
      if (std::erase(hearts, taken) > 0) hearts.push_back(keeper);
      for (int& heart : hearts) heart -= heart > taken ? 1 : 0;
      std::sort(draft.borders.begin(), draft.borders.end());
      made = true;
    }
    if (!made) return;
  }
}

void close_outside(Draft& draft, std::size_t wanted) {
  std::set<Border> present(draft.borders.begin(), draft.borders.end());
  std::vector<int>& hull = draft.hull;
  while (present.size() < wanted && hull.size() > 3) {
    std::size_t best = hull.size();
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const int u = hull[(i + hull.size() - 1) % hull.size()];
      const int w = hull[(i + 1) % hull.size()];
      const double length = grid_distance(draft.points[at(u)], draft.points[at(w)]);
      if (length >= shortest || present.contains(ordered_border(u, w))) continue;
      shortest = length;
      best = i;
    }
    const int u = hull[(best + hull.size() - 1) % hull.size()];
    const int w = hull[(best + 1) % hull.size()];
    present.insert(ordered_border(u, w));
    hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(best));
  }
  draft.borders.assign(present.begin(), present.end());
}

void drop_long(Draft& draft, std::size_t wanted) {
  std::vector<std::pair<double, Border>> sorted;
  for (const Border& border : draft.borders) {
    sorted.push_back(
        {grid_distance(draft.points[at(border.a)], draft.points[at(border.b)]), border});
  }
  std::sort(sorted.begin(), sorted.end());
  const double longest = 2 * sorted[sorted.size() / 2].first;
  Components forest(static_cast<int>(draft.points.size()));
  std::size_t joins = 0;  // borders that the connection still needs
  std::vector<bool> needed;
  for (const auto& [length, border] : sorted) {
    needed.push_back(forest.join(border.a, border.b));
    joins += needed.back();
  }
  draft.borders.clear();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    joins -= needed[i];
    if (needed[i] || sorted[i].first <= longest || draft.borders.size() + joins < wanted) {
      draft.borders.push_back(sorted[i].second);
    }
  }
  std::sort(draft.borders.begin(), draft.borders.end());
}

void thin_out(Draft& draft, std::size_t wanted, const Thinning& thinning, Random& random) {
  struct Candidate {
    bool bridge;
    double length;
    Border border;
  };
  std::vector<Candidate> candidates;
  // Some territories are open on all sides, others have mountains around: degrees vary.
  std::vector<double> walls;
  for (const auto& own : neighbour_lists(draft.points.size(), draft.borders)) {
    const double openness = std::pow(static_cast<double>(own.size()) / 5, 1.5);
    walls.push_back(std::exp(thinning.walls * (random.unit() - 0.5)) / openness);
  }
  std::set<std::pair<int, int>> closed;
  std::set<std::pair<int, int>> open;
  for (const Border& border : draft.borders) {
    const int first = draft.continent[at(border.a)];
    const int second = draft.continent[at(border.b)];
    const std::pair<int, int> pair = std::minmax(first, second);
    double factor = (0.8 + 0.4 * random.unit()) * walls[at(border.a)] * walls[at(border.b)];
    if (first != second) {
      if (!closed.contains(pair) && !open.contains(pair)) {
        (random.chance(thinning.closed) ? closed : open).insert(pair);
      }
      factor *= thinning.across * (closed.contains(pair) ? 4 : 1);
    }
    const double length = grid_distance(draft.points[at(border.a)], draft.points[at(border.b)]);
    // Long borders are often those of large territories, which are to keep theirs.
    candidates.push_back({first != second, factor * std::sqrt(length), border});
  }
  const auto shorter = [](const Candidate& x, const Candidate& y) { return x.length < y.length; };
  std::stable_sort(candidates.begin(), candidates.end(), shorter);
  std::stable_partition(candidates.begin(), candidates.end(),
                        [](const Candidate& c) { return !c.bridge; });

  std::vector<Border> kept;
  std::vector<int> degree(draft.points.size(), 0);
  const auto keep_some = [&](auto&& wants) {
    std::vector<Candidate> rest;
    for (const Candidate& c : candidates) {
      if (kept.size() >= wanted || !wants(c.border)) {
        rest.push_back(c);
        continue;
      }
      kept.push_back(c.border);
      ++degree[at(c.border.a)];
      ++degree[at(c.border.b)];
    }
    candidates = std::move(rest);
  };
  Components forest(static_cast<int>(draft.points.size()));
  keep_some([&](const Border& border) {
    return degree[at(border.a)] < thinning.most_borders &&
           degree[at(border.b)] < thinning.most_borders && forest.join(border.a, border.b);
  });
  keep_some([&](const Border& border) { return forest.join(border.a, border.b); });
  std::vector<bool> dead_end(degree.size(), false);
  for (std::size_t t = 0; t < degree.size(); ++t) {
    dead_end[t] = degree[t] == 1 && random.chance(3 * thinning.dead_ends);  // a third are leaves
  }
  std::stable_sort(candidates.begin(), candidates.end(), shorter);
  const auto leads_on = [&](const Border& border) {
    return !dead_end[at(border.a)] && !dead_end[at(border.b)];
  };
  const auto has_room = [&](const Border& border) {
    return leads_on(border) && degree[at(border.a)] < thinning.most_borders &&
           degree[at(border.b)] < thinning.most_borders;
  };
  keep_some([&](const Border& border) {
    return has_room(border) && (degree[at(border.a)] < 2 || degree[at(border.b)] < 2);
  });
  keep_some(has_room);
  keep_some([](const Border&) { return true; });
  std::sort(kept.begin(), kept.end());
  draft.borders = std::move(kept);
}

}  // namespace evorisk::maps
