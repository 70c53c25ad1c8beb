#include "maps/layout/start.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/frame.hpp"
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

bool is_simple(std::vector<int> walk) {
  std::sort(walk.begin(), walk.end());
  return std::adjacent_find(walk.begin(), walk.end()) == walk.end();
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

// Solves for the positions in which every free vertex is the weighted mean of its neighbours:
// conjugate gradients with a diagonal preconditioner, both coordinates at once.
class SpringSystem {
 public:
  SpringSystem(const Scaffold& scaffold, const std::vector<bool>& fixed)
      : edges_(scaffold.edges), fixed_(fixed), diagonal_(fixed.size()) {}

  void solve(const std::vector<double>& weights, std::vector<Point>& positions, int steps) {
    const std::size_t n = fixed_.size();
    std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      diagonal_[at(edges_[e].a)] += weights[e];
      diagonal_[at(edges_[e].b)] += weights[e];
    }
    std::vector<Point> residual = apply(weights, positions);
    std::vector<Point> direction(n);
    Point old_energy;
    Point first_energy;
    for (int step = 0; step < steps; ++step) {
      Point energy;
      for (std::size_t v = 0; v < n; ++v) {
        if (fixed_[v]) residual[v] = {};
        energy.x += residual[v].x * residual[v].x / diagonal_[v];
        energy.y += residual[v].y * residual[v].y / diagonal_[v];
      }
      if (step == 0) first_energy = energy;
      if (energy.x <= 1e-24 * first_energy.x && energy.y <= 1e-24 * first_energy.y) break;
      const Point turn = {step > 0 && old_energy.x > 0 ? energy.x / old_energy.x : 0.0,
                          step > 0 && old_energy.y > 0 ? energy.y / old_energy.y : 0.0};
      for (std::size_t v = 0; v < n; ++v) {
        direction[v] = {turn.x * direction[v].x - residual[v].x / diagonal_[v],
                        turn.y * direction[v].y - residual[v].y / diagonal_[v]};
      }
      const std::vector<Point> image = apply(weights, direction);
      Point curvature;
      for (std::size_t v = 0; v < n; ++v) {
        if (fixed_[v]) continue;
        curvature.x += direction[v].x * image[v].x;
        curvature.y += direction[v].y * image[v].y;
      }
      const Point rate = {curvature.x > 0 ? energy.x / curvature.x : 0.0,
                          curvature.y > 0 ? energy.y / curvature.y : 0.0};
      for (std::size_t v = 0; v < n; ++v) {
        if (fixed_[v]) continue;
        positions[v].x += rate.x * direction[v].x;
        positions[v].y += rate.y * direction[v].y;
        residual[v].x += rate.x * image[v].x;
        residual[v].y += rate.y * image[v].y;
      }
      old_energy = energy;
    }
  }

 private:
  // The weighted Laplacian of `values`.
  std::vector<Point> apply(const std::vector<double>& weights,
                           const std::vector<Point>& values) const {
    std::vector<Point> image(values.size());
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const auto a = static_cast<std::size_t>(edges_[e].a);
      const auto b = static_cast<std::size_t>(edges_[e].b);
      const Point pull = weights[e] * (values[a] - values[b]);
      image[a] += pull;
      image[b] -= pull;
    }
    return image;
  }

  const std::vector<Border>& edges_;
  const std::vector<bool>& fixed_;
  std::vector<double> diagonal_;
};

// Springs beside large triangles become stiffer, those beside small ones softer. Any positive
// weights keep Tutte's drawing crossing-free; these even out its areas.
class WeightAdjuster {
 public:
  explicit WeightAdjuster(const Scaffold& scaffold) : scaffold_(scaffold) {
    std::map<std::pair<int, int>, std::size_t> index;
    for (std::size_t e = 0; e < scaffold.edges.size(); ++e) {
      index[std::minmax(scaffold.edges[e].a, scaffold.edges[e].b)] = e;
    }
    for (const auto& triangle : scaffold.triangles) {
      sides_.push_back({index.at(std::minmax(triangle[0], triangle[1])),
                        index.at(std::minmax(triangle[1], triangle[2])),
                        index.at(std::minmax(triangle[2], triangle[0]))});
    }
  }

  void adjust(const std::vector<Point>& positions, std::vector<double>& weights) {
    std::vector<double> areas(weights.size(), 0.0);
    double total = 0;
    for (std::size_t t = 0; t < sides_.size(); ++t) {
      const auto& [a, b, c] = scaffold_.triangles[t];
      const Point corner = positions[at(a)];
      const double area = std::abs(cross(positions[at(b)] - corner, positions[at(c)] - corner));
      for (const std::size_t side : sides_[t]) areas[side] += area;
      total += area;
    }
    const double mean = 2 * total / static_cast<double>(sides_.size());
    for (std::size_t e = 0; e < weights.size(); ++e) {
      const double factor = std::sqrt(std::clamp(areas[e] / mean, 1e-2, 1e2));
      weights[e] = std::clamp(weights[e] * factor, 1e-4, 1e4);
    }
  }

 private:
  const Scaffold& scaffold_;
  std::vector<std::array<std::size_t, 3>> sides_;
};

std::vector<Point> spring_drawing(const Scaffold& scaffold) {
  const auto count = static_cast<std::size_t>(scaffold.vertices);
  std::vector<Point> positions(count);
  std::vector<bool> fixed(count, false);
  for (std::size_t i = 0; i < scaffold.ring.size(); ++i) {
    const auto helper = static_cast<std::size_t>(scaffold.ring[i]);
    fixed[helper] = true;
    positions[helper] =
        on_circle(static_cast<double>(i) / static_cast<double>(scaffold.ring.size()));
  }
  std::vector<double> weights(scaffold.edges.size(), 1.0);
  SpringSystem system(scaffold, fixed);
  WeightAdjuster adjuster(scaffold);
  const int steps = 60 + scaffold.vertices / 4;
  constexpr int rounds = 8;
  for (int round = 0; round < rounds; ++round) {
    system.solve(weights, positions, steps);
    if (round + 1 < rounds) adjuster.adjust(positions, weights);
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

std::vector<Point> starting_positions(int vertices, std::span<const Border> borders,
                                      const Embedding& embedding) {
  const Scaffold scaffold = build_scaffold(vertices, borders, embedding);
  const auto own = [&](std::vector<Point> positions) {
    positions.resize(static_cast<std::size_t>(vertices));
    return positions;
  };
  // Springs collapse what is nested deeply; then the grid drawing leaves more room.
  std::vector<Point> springs = own(spring_drawing(scaffold));
  const double enough = 0.02;
  std::vector<GridPoint> exact;
  for (const Point p : springs) exact.push_back(to_grid(p));
  const double room = crossing_free(exact, borders) ? clearance(springs, borders) : 0;
  if (room >= enough) return springs;
  std::vector<Point> grid;
  for (const GridPoint p : integer_drawing(scaffold)) {
    grid.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
  }
  grid = own(std::move(grid));
  return clearance(grid, borders) > room ? grid : springs;
}

std::vector<Point> exact_positions(int vertices, std::span<const Border> borders,
                                   const Embedding& embedding) {
  std::vector<GridPoint> grid = integer_drawing(build_scaffold(vertices, borders, embedding));
  grid.resize(static_cast<std::size_t>(vertices));
  std::int64_t left = grid.front().x;
  std::int64_t top = grid.front().y;
  for (const GridPoint p : grid) {
    left = std::min(left, p.x);
    top = std::min(top, p.y);
  }
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
