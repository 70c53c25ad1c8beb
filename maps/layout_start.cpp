#include "maps/layout_start.hpp"

#include <algorithm>
#include <array>

#include "maps/layout_vector.hpp"

namespace evorisk::maps {
namespace {

// The embedded graph with helper vertices that turn every inner face into triangles and surround
// the whole by a ring. Helpers make any connected planar graph 3-connected, without edges between
// its own vertices that would distort it.
struct Scaffold {
  int vertices = 0;  // own ones first, then helpers
  std::vector<Border> edges;
  std::vector<std::array<int, 3>> triangles;  // all of one orientation in a drawing
  std::vector<int> ring;                      // the helpers around everything, in cyclic order
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
    const int corner = walk[static_cast<std::size_t>(i)];
    const int next_corner = walk[static_cast<std::size_t>((i + 1) % size)];
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
      diagonal_[static_cast<std::size_t>(edges_[e].a)] += weights[e];
      diagonal_[static_cast<std::size_t>(edges_[e].b)] += weights[e];
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

// Longer springs become stiffer, shorter ones softer. Any positive weights keep Tutte's drawing
// crossing-free; these even out its lengths.
void adjust_weights(const Scaffold& scaffold, const std::vector<Point>& positions,
                    std::vector<double>& weights) {
  double mean = 0;
  std::vector<double> squares;
  squares.reserve(scaffold.edges.size());
  for (const Border& edge : scaffold.edges) {
    const Point along =
        positions[static_cast<std::size_t>(edge.b)] - positions[static_cast<std::size_t>(edge.a)];
    squares.push_back(dot(along, along));
    mean += squares.back();
  }
  mean /= static_cast<double>(squares.size());
  for (std::size_t e = 0; e < weights.size(); ++e) {
    weights[e] = std::sqrt(weights[e] * std::clamp(squares[e] / mean, 1e-6, 1e6));
  }
}

bool well_formed(const Scaffold& scaffold, const std::vector<Point>& positions) {
  // Helper triangles are judged too: a little stricter than needed, and simple.
  int orientation = 0;
  for (const auto& triangle : scaffold.triangles) {
    const Point a = positions[static_cast<std::size_t>(triangle[0])];
    const Point b = positions[static_cast<std::size_t>(triangle[1])];
    const Point c = positions[static_cast<std::size_t>(triangle[2])];
    const double area = cross(b - a, c - a);
    if (std::abs(area) < 1e-10) return false;
    const int sign = area > 0 ? 1 : -1;
    if (orientation == 0) orientation = sign;
    if (sign != orientation) return false;
  }
  return true;
}

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
  const int steps = 60 + scaffold.vertices / 4;
  constexpr int rounds = 8;
  for (int round = 0; round < rounds; ++round) {
    system.solve(weights, positions, steps);
    if (round + 1 < rounds) adjust_weights(scaffold, positions, weights);
  }
  return positions;
}

// The grid drawing of the scaffold, closed outside by one more vertex, which comes first so that
// it lies on the outer triangle.
std::vector<Point> integer_drawing(const Scaffold& scaffold) {
  std::vector<Border> edges;
  edges.reserve(scaffold.edges.size() + scaffold.ring.size());
  for (const Border& edge : scaffold.edges) edges.push_back({edge.a + 1, edge.b + 1});
  for (const int helper : scaffold.ring) edges.push_back({0, helper + 1});
  const std::vector<GridPoint> grid = grid_drawing(scaffold.vertices + 1, edges);
  const double scale = 1.0 / (scaffold.vertices + 1);
  std::vector<Point> positions;
  for (std::size_t v = 1; v < grid.size(); ++v) {
    positions.push_back(
        {scale * static_cast<double>(grid[v].x) - 1, scale * static_cast<double>(grid[v].y) - 0.5});
  }
  return positions;
}

}  // namespace

std::vector<Point> starting_positions(int vertices, std::span<const Border> borders,
                                      const Embedding& embedding) {
  const Scaffold scaffold = build_scaffold(vertices, borders, embedding);
  std::vector<Point> positions = spring_drawing(scaffold);
  if (!well_formed(scaffold, positions)) positions = integer_drawing(scaffold);
  positions.resize(static_cast<std::size_t>(vertices));
  return positions;
}

}  // namespace evorisk::maps
