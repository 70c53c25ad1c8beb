#include "maps/generate/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "base/index.hpp"
#include "maps/components.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

using Numbers = std::vector<int>;
using Neighbours = std::vector<Numbers>;

double apart(GridPoint a, GridPoint b) {
  return length({static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)});
}

Border between(int a, int b) {
  return {std::min(a, b), std::max(a, b)};
}

Neighbours neighbours_of(int count, const std::vector<Border>& borders) {
  Neighbours neighbours(at(count));
  for (const Border& border : borders) {
    neighbours[at(border.a)].push_back(border.b);
    neighbours[at(border.b)].push_back(border.a);
  }
  return neighbours;
}

// Borders around the outside, each over one territory of the outer face, until there are `wanted`
// or the outer face is a triangle. They are not straight where the points are.
void close_outside(std::vector<Border>& borders, std::vector<int> hull,
                   const std::vector<GridPoint>& points, std::size_t wanted) {
  std::set<Border> present(borders.begin(), borders.end());
  while (present.size() < wanted && hull.size() > 3) {
    std::size_t best = hull.size();
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < hull.size(); ++i) {
      const int u = hull[(i + hull.size() - 1) % hull.size()];
      const int w = hull[(i + 1) % hull.size()];
      const double length = apart(points[at(u)], points[at(w)]);
      if (length >= shortest || present.contains(between(u, w))) continue;
      shortest = length;
      best = i;
    }
    const int u = hull[(best + hull.size() - 1) % hull.size()];
    const int w = hull[(best + 1) % hull.size()];
    present.insert(between(u, w));
    hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(best));
  }
  borders.assign(present.begin(), present.end());
}

// Leaves out borders much longer than most, such as lie along the edge of a triangulation, as far
// as the map stays connected and `wanted` remain.
void drop_long(std::vector<Border>& borders, const std::vector<GridPoint>& points,
               std::size_t wanted) {
  std::vector<std::pair<double, Border>> sorted;
  for (const Border& border : borders) {
    sorted.push_back({apart(points[at(border.a)], points[at(border.b)]), border});
  }
  std::sort(sorted.begin(), sorted.end());
  const double longest = 1.8 * sorted[sorted.size() / 2].first;
  Components forest(static_cast<int>(points.size()));
  std::size_t joins = 0;  // borders that the connection still needs
  std::vector<bool> needed;
  for (const auto& [length, border] : sorted) {
    needed.push_back(forest.join(border.a, border.b));
    joins += needed.back();
  }
  borders.clear();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    joins -= needed[i];
    if (needed[i] || sorted[i].first <= longest || borders.size() + joins < wanted) {
      borders.push_back(sorted[i].second);
    }
  }
  std::sort(borders.begin(), borders.end());
}

// Seeds far from each other: each the farthest from the others among a few random candidates.
Numbers choose_seeds(const std::vector<GridPoint>& points, int count, Random& random) {
  Numbers free(points.size());
  std::iota(free.begin(), free.end(), 0);
  Numbers seeds;
  while (static_cast<int>(seeds.size()) < count) {
    constexpr int candidates = 8;
    std::size_t best = 0;
    double farthest = -1;
    for (int i = 0; i < candidates; ++i) {
      const std::size_t pick = random.below(static_cast<std::uint32_t>(free.size()));
      double nearest = std::numeric_limits<double>::infinity();
      for (const int seed : seeds) {
        nearest = std::min(nearest, apart(points[at(seed)], points[at(free[pick])]));
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

// Grows continents from seeds, compactly: in turn the one furthest below its share takes the free
// neighbouring territory nearest to its seed.
Numbers grow_continents(const std::vector<GridPoint>& points, const Neighbours& neighbours,
                        int continents, Random& random) {
  struct Growth {
    std::set<std::pair<double, int>> frontier;  // distance to the seed, territory
    GridPoint seed;
    double share = 1;
    int size = 0;
  };
  std::vector<Growth> growing(at(continents));
  Numbers continent(points.size(), -1);
  const auto take = [&](std::size_t c, int t) {
    continent[at(t)] = static_cast<int>(c);
    ++growing[c].size;
    for (const int u : neighbours[at(t)]) {
      if (continent[at(u)] >= 0) continue;
      growing[c].frontier.insert({apart(points[at(u)], growing[c].seed), u});
    }
  };
  const Numbers seeds = choose_seeds(points, continents, random);
  for (std::size_t c = 0; c < growing.size(); ++c) {
    growing[c].seed = points[at(seeds[c])];
    growing[c].share = 0.5 + random.unit();
    continent[at(seeds[c])] = static_cast<int>(c);
  }
  for (std::size_t c = 0; c < growing.size(); ++c) take(c, seeds[c]);
  for (;;) {
    std::size_t next = growing.size();
    for (std::size_t c = 0; c < growing.size(); ++c) {
      auto& frontier = growing[c].frontier;
      while (!frontier.empty() && continent[at(frontier.begin()->second)] >= 0) {
        frontier.erase(frontier.begin());
      }
      if (frontier.empty()) continue;
      if (next == growing.size() ||
          growing[c].size * growing[next].share < growing[next].size * growing[c].share) {
        next = c;
      }
    }
    if (next == growing.size()) return continent;
    take(next, growing[next].frontier.begin()->second);
  }
}

// Keeps `wanted` borders: a tree within each continent and one over the continents first, of short
// borders; then a second border for dead ends; then by length, those between continents counting
// as longer.
std::vector<Border> thin_out(const std::vector<Border>& borders,
                             const std::vector<GridPoint>& points, const Numbers& continent,
                             std::size_t wanted, Random& random) {
  struct Candidate {
    bool bridge;
    double length;
    Border border;
  };
  std::vector<Candidate> candidates;
  for (const Border& border : borders) {
    const std::size_t a = at(border.a);
    const std::size_t b = at(border.b);
    const bool bridge = continent[a] != continent[b];
    const double noise = 0.8 + 0.4 * random.unit();
    candidates.push_back(
        {bridge, (bridge ? 1.5 : 1.0) * noise * apart(points[a], points[b]), border});
  }
  const auto shorter = [](const Candidate& x, const Candidate& y) { return x.length < y.length; };
  std::stable_sort(candidates.begin(), candidates.end(), shorter);
  std::stable_partition(candidates.begin(), candidates.end(),
                        [](const Candidate& c) { return !c.bridge; });

  std::vector<Border> kept;
  Numbers degree(points.size(), 0);
  const auto keep = [&](const Candidate& c) {
    kept.push_back(c.border);
    ++degree[at(c.border.a)];
    ++degree[at(c.border.b)];
  };
  const auto keep_some = [&](auto&& wants) {
    std::vector<Candidate> rest;
    for (const Candidate& c : candidates) {
      if (kept.size() < wanted && wants(c.border)) {
        keep(c);
      } else {
        rest.push_back(c);
      }
    }
    candidates = std::move(rest);
  };
  Components forest(static_cast<int>(points.size()));
  keep_some([&](const Border& border) { return forest.join(border.a, border.b); });
  std::stable_sort(candidates.begin(), candidates.end(), shorter);
  keep_some(
      [&](const Border& border) { return degree[at(border.a)] < 2 || degree[at(border.b)] < 2; });
  keep_some([](const Border&) { return true; });
  return kept;
}

// The new number of each territory and continent: continents from the left to the right of the
// board, the territories of each from top to bottom.
MapData number(const std::vector<GridPoint>& points, const std::vector<Border>& borders,
               const Numbers& continent, int continents) {
  std::vector<std::pair<double, int>> columns;  // mean x, continent
  for (int c = 0; c < continents; ++c) {
    double sum = 0;
    int size = 0;
    for (std::size_t t = 0; t < points.size(); ++t) {
      if (continent[t] != c) continue;
      sum += static_cast<double>(points[t].x);
      ++size;
    }
    columns.push_back({sum / size, c});
  }
  std::sort(columns.begin(), columns.end());
  MapData data;
  data.territories.resize(points.size());
  Numbers number_of(points.size());
  Numbers new_continent(points.size());
  int next = 0;
  for (const auto& [x, c] : columns) {
    std::map<std::pair<std::int64_t, std::int64_t>, int> members;  // by y and x
    for (std::size_t t = 0; t < points.size(); ++t) {
      if (continent[t] == c) members[{points[t].y, points[t].x}] = static_cast<int>(t);
    }
    Continent made;
    for (const auto& [place, t] : members) {
      number_of[at(t)] = next;
      new_continent[at(next)] = static_cast<int>(data.continents.size());
      made.territories.push_back(next++);
    }
    data.continents.push_back(std::move(made));
  }
  for (std::size_t t = 0; t < points.size(); ++t) {
    data.territories[at(number_of[t])].position =
        Point{static_cast<double>(points[t].x) / static_cast<double>(board_unit),
              static_cast<double>(points[t].y) / static_cast<double>(board_unit)};
  }
  Numbers is_gate(points.size(), 0);
  for (const Border& border : borders) {
    const int a = number_of[at(border.a)];
    const int b = number_of[at(border.b)];
    data.borders.push_back(between(a, b));
    if (new_continent[at(a)] != new_continent[at(b)]) is_gate[at(a)] = is_gate[at(b)] = 1;
  }
  for (Continent& made : data.continents) {
    int gates = 0;
    for (const int t : made.territories) gates += is_gate[at(t)];
    made.bonus = continent_bonus(static_cast<int>(made.territories.size()), gates);
  }
  return data;
}

void check(const GeneratorOptions& options) {
  constexpr int most = 1'000'000;
  if (options.territories < 2 || options.territories > most) {
    throw InputError("territories: {} is out of range; a map has 2 to {}", options.territories,
                     most);
  }
  if (options.continents < 1 || options.continents > options.territories) {
    throw InputError(
        "continents: {} is out of range; a map of {} territories has 1 to {} continents",
        options.continents, options.territories, options.territories);
  }
  if (!(options.density >= 0 && options.density <= 1)) {
    throw InputError(
        "density: {} is out of range; it is 0 (a tree) to 1 (a maximal "
        "planar map)",
        options.density);
  }
}

}  // namespace

int generated_borders(int territories, double density) {
  if (territories < 3) return territories - 1;
  const double beyond_tree = density * (2.0 * territories - 5);
  return territories - 1 + static_cast<int>(std::floor(beyond_tree + 0.5));
}

int continent_bonus(int territories, int gates) {
  const double fitted = 0.35 * territories + 0.7 * gates - 0.72;
  return std::clamp(static_cast<int>(std::floor(fitted + 0.5)), territories >= 4 ? 2 : 1, 1000);
}

Map generate_map(const GeneratorOptions& options, Random& random) {
  check(options);
  const auto wanted =
      static_cast<std::size_t>(generated_borders(options.territories, options.density));
  const std::vector<GridPoint> points = spread_points(options.territories, random);
  Triangulation triangulation = triangulate(points);
  const bool straight = triangulation.borders.size() >= wanted;
  if (straight) {
    drop_long(triangulation.borders, points, wanted);
  } else {
    close_outside(triangulation.borders, triangulation.hull, points, wanted);
  }
  const Numbers continent =
      grow_continents(points, neighbours_of(options.territories, triangulation.borders),
                      options.continents, random);
  MapData data = number(points, thin_out(triangulation.borders, points, continent, wanted, random),
                        continent, options.continents);
  if (straight) return Map(std::move(data));

  const std::vector<Point> positions = layout(Map(data));
  for (std::size_t t = 0; t < positions.size(); ++t) data.territories[t].position = positions[t];
  return Map(std::move(data));
}

}  // namespace evorisk::maps
