#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// The embedded graph with helper vertices that turn every inner face into triangles and surround
// the whole by a ring. Helpers make any connected planar graph 3-connected, without edges between
// its own vertices that would distort it.
struct Scaffold {
  int vertices = 0;  // own ones first, then helpers
  std::vector<Border> edges;
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> ring;  // the helpers around everything, in cyclic order
};

bool is_simple(const std::vector<int>& walk) {
  return std::set(walk.begin(), walk.end()).size() == walk.size();
}

// Lines a face walk with one helper per corner; returns them in walk order.
std::vector<int> line_with_helpers(Scaffold& scaffold, const std::vector<int>& walk) {
  const auto size = static_cast<int>(walk.size());
  const int first = scaffold.vertices;
  scaffold.vertices += size;
  std::vector<int> helpers;
  for (int i = 0; i < size; ++i) {
    const int helper = first + i;
    const int next_helper = first + (i + 1) % size;
    const int corner = walk[at(i)];
    const int next_corner = walk[at((i + 1) % size)];
    helpers.push_back(helper);
    scaffold.edges.push_back({helper, corner});
    scaffold.edges.push_back({helper, next_corner});
    scaffold.edges.push_back({helper, next_helper});
    scaffold.triangles.push_back({corner, next_corner, helper});
    scaffold.triangles.push_back({helper, next_corner, next_helper});
  }
  return helpers;
}

void fill_with_hub(Scaffold& scaffold, const std::vector<int>& walk) {
  const int hub = scaffold.vertices++;
  for (std::size_t i = 0; i < walk.size(); ++i) {
    scaffold.edges.push_back({walk[i], hub});
    scaffold.triangles.push_back({walk[i], walk[(i + 1) % walk.size()], hub});
  }
}

Scaffold build_scaffold(int vertices, std::span<const Border> borders, const Embedding& embedding) {
  Scaffold scaffold;
  scaffold.vertices = vertices;
  scaffold.edges.assign(borders.begin(), borders.end());
  for (std::size_t f = 0; f < embedding.faces.size(); ++f) {
    const std::vector<int>& walk = embedding.faces[f];
    if (static_cast<int>(f) == embedding.outer) {
      scaffold.ring = line_with_helpers(scaffold, walk);
    } else if (!is_simple(walk)) {
      fill_with_hub(scaffold, line_with_helpers(scaffold, walk));
    } else if (walk.size() > 3) {
      fill_with_hub(scaffold, walk);
    } else {
      scaffold.triangles.push_back({walk[0], walk[1], walk[2]});
    }
  }
  return scaffold;
}

// The weighted Laplacian of `values`.
std::vector<Point> laplacian(std::span<const Border> edges, const std::vector<double>& weights,
                             const std::vector<Point>& values) {
  std::vector<Point> image(values.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const Point pull = weights[e] * (values[at(edges[e].a)] - values[at(edges[e].b)]);
    image[at(edges[e].a)] += pull;
    image[at(edges[e].b)] -= pull;
  }
  return image;
}

Point by_axis(Point a, Point b) {
  return {a.x * b.x, a.y * b.y};
}

// 0 where the divisor is not positive.
Point ratio(Point a, Point b) {
  return {b.x > 0 ? a.x / b.x : 0.0, b.y > 0 ? a.y / b.y : 0.0};
}

// Solves for the positions in which every free vertex is the weighted mean of its neighbours:
// conjugate gradients with a diagonal preconditioner, both coordinates at once.
void settle_springs(std::span<const Border> edges, const std::vector<bool>& fixed,
                    const std::vector<double>& weights, std::vector<Point>& positions, int steps) {
  const std::size_t n = fixed.size();
  std::vector<double> diagonal(n, 0.0);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    diagonal[at(edges[e].a)] += weights[e];
    diagonal[at(edges[e].b)] += weights[e];
  }
  std::vector<Point> residual = laplacian(edges, weights, positions);
  std::vector<Point> direction(n);
  Point old_energy;
  Point first_energy;
  for (int step = 0; step < steps; ++step) {
    Point energy;
    for (std::size_t v = 0; v < n; ++v) {
      if (fixed[v]) residual[v] = {};
      const Point square = by_axis(residual[v], residual[v]);
      energy += {square.x / diagonal[v], square.y / diagonal[v]};
    }
    if (step == 0) first_energy = energy;
    if (energy.x <= 1e-24 * first_energy.x && energy.y <= 1e-24 * first_energy.y) break;
    const Point turn = ratio(energy, old_energy);
    for (std::size_t v = 0; v < n; ++v) {
      const Point back{residual[v].x / diagonal[v], residual[v].y / diagonal[v]};
      direction[v] = by_axis(turn, direction[v]) - back;
    }
    const std::vector<Point> image = laplacian(edges, weights, direction);
    Point curvature;
    for (std::size_t v = 0; v < n; ++v) {
      if (!fixed[v]) curvature += by_axis(direction[v], image[v]);
    }
    const Point rate = ratio(energy, curvature);
    for (std::size_t v = 0; v < n; ++v) {
      if (fixed[v]) continue;
      positions[v] += by_axis(rate, direction[v]);
      residual[v] += by_axis(rate, image[v]);
    }
    old_energy = energy;
  }
}

// Springs beside large triangles become stiffer, those beside small ones softer. Any positive
// weights keep Tutte's drawing crossing-free; these even out its areas.
void adjust_weights(const Scaffold& scaffold, const std::vector<Point>& positions,
                    std::vector<double>& weights) {
  std::map<std::pair<int, int>, double> areas;  // of the triangles beside an edge
  double total = 0;
  for (const auto& [a, b, c] : scaffold.triangles) {
    const Point corner = positions[at(a)];
    const double area = std::abs(cross(positions[at(b)] - corner, positions[at(c)] - corner));
    for (const auto& side : {std::minmax(a, b), std::minmax(b, c), std::minmax(c, a)}) {
      areas[side] += area;
    }
    total += area;
  }
  const double mean = 2 * total / static_cast<double>(scaffold.triangles.size());
  for (std::size_t e = 0; e < weights.size(); ++e) {
    const double area = areas[std::minmax(scaffold.edges[e].a, scaffold.edges[e].b)];
    weights[e] = std::clamp(weights[e] * std::sqrt(std::clamp(area / mean, 1e-2, 1e2)), 1e-4, 1e4);
  }
}

std::vector<Point> spring_drawing(const Scaffold& scaffold, int rounds) {
  std::vector<Point> positions(at(scaffold.vertices));
  std::vector<bool> fixed(positions.size(), false);
  for (std::size_t i = 0; i < scaffold.ring.size(); ++i) {
    const std::size_t helper = at(scaffold.ring[i]);
    fixed[helper] = true;
    positions[helper] =
        on_circle(static_cast<double>(i) / static_cast<double>(scaffold.ring.size()));
  }
  std::vector<double> weights(scaffold.edges.size(), 1.0);
  const int steps = 60 + scaffold.vertices / 4;
  for (int round = 0; round < rounds; ++round) {
    settle_springs(scaffold.edges, fixed, weights, positions, steps);
    if (round + 1 < rounds) adjust_weights(scaffold, positions, weights);
  }
  return positions;
}

// The grid drawing of the scaffold, closed outside by one more vertex, which comes first so that
// it lies on the outer triangle.
std::vector<GridPoint> integer_drawing(const Scaffold& scaffold) {
  std::vector<Border> edges;
  edges.reserve(scaffold.edges.size() + scaffold.ring.size());
  for (const Border& edge : scaffold.edges) edges.push_back({edge.a + 1, edge.b + 1});
  for (const int helper : scaffold.ring) edges.push_back({0, helper + 1});
  std::vector<GridPoint> grid = grid_drawing(scaffold.vertices + 1, edges);
  grid.erase(grid.begin());
  return grid;
}

}  // namespace

std::vector<Point> rough_positions(int vertices, std::span<const Border> borders,
                                   const Embedding& embedding) {
  std::vector<Point> springs = spring_drawing(build_scaffold(vertices, borders, embedding), 2);
  springs.resize(at(vertices));
  return springs;
}

std::vector<Point> starting_positions(int vertices, std::span<const Border> borders,
                                      const Embedding& embedding) {
  const Scaffold scaffold = build_scaffold(vertices, borders, embedding);
  // Springs collapse what is nested deeply; then the grid drawing leaves more room.
  std::vector<Point> springs = spring_drawing(scaffold, 8);
  springs.resize(at(vertices));
  const double enough = 0.02;
  const double room = crossing_free(to_grid(springs), borders) ? clearance(springs, borders) : 0;
  if (room >= enough) return springs;
  std::vector<Point> grid;
  for (const GridPoint p : integer_drawing(scaffold)) {
    grid.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
  }
  grid.resize(at(vertices));
  return clearance(grid, borders) > room ? grid : springs;
}

std::vector<Point> exact_positions(int vertices, std::span<const Border> borders,
                                   const Embedding& embedding) {
  std::vector<GridPoint> grid = integer_drawing(build_scaffold(vertices, borders, embedding));
  grid.resize(at(vertices));
  const std::int64_t left = std::ranges::min(grid, {}, &GridPoint::x).x;
  const std::int64_t top = std::ranges::min(grid, {}, &GridPoint::y).y;
  std::int64_t size = 1;
  for (const GridPoint p : grid) size = std::max({size, p.x - left, p.y - top});
  const std::int64_t scale = grid_unit / size;
  std::vector<Point> positions;
  for (const GridPoint p : grid) {
    positions.push_back(to_point({(p.x - left) * scale, (p.y - top) * scale}));
  }
  return positions;
}

}  // namespace evorisk::maps
