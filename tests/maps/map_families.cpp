#include "tests/maps/map_families.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace evorisk::maps::test {
namespace {

int pick(Random& random, std::size_t bound) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
}

Border ordered(int a, int b) {
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

Borders path(int n) {
  Borders borders;
  for (int v = 1; v < n; ++v) borders.push_back({v - 1, v});
  return borders;
}

Borders cycle(int n) {
  Borders borders = path(n);
  borders.push_back({0, n - 1});
  return borders;
}

Borders star(int n) {
  Borders borders;
  for (int v = 1; v < n; ++v) borders.push_back({0, v});
  return borders;
}

Borders wheel(int n) {
  Borders borders = star(n);
  for (int v = 2; v < n; ++v) borders.push_back({v - 1, v});
  borders.push_back({1, n - 1});
  return borders;
}

Borders complete(int n) {
  Borders borders;
  for (int a = 0; a < n; ++a) {
    for (int b = a + 1; b < n; ++b) borders.push_back({a, b});
  }
  return borders;
}

Borders two_hubs(int n) {
  Borders borders;
  for (int v = 2; v < n; ++v) {
    borders.push_back({0, v});
    borders.push_back({1, v});
  }
  return borders;
}

Borders nested_triangles(int n) {
  Borders borders;
  for (int v = 0; v + 2 < n; v += 3) {
    borders.insert(borders.end(), {{v, v + 1}, {v + 1, v + 2}, {v, v + 2}});
    if (v > 0) borders.insert(borders.end(), {{v - 3, v}, {v - 2, v + 1}, {v - 1, v + 2}});
  }
  return borders;
}

Borders random_tree(int n, Random& random) {
  Borders borders;
  for (int v = 1; v < n; ++v) borders.push_back({pick(random, static_cast<std::size_t>(v)), v});
  return borders;
}

Borders random_triangulation(int n, int flips, Random& random) {
  std::vector<std::array<int, 3>> faces = {{0, 1, 2}, {0, 1, 2}};
  for (int v = 3; v < n; ++v) {
    const auto f = static_cast<std::size_t>(pick(random, faces.size()));
    const auto [a, b, c] = faces[f];
    faces[f] = {a, b, v};
    faces.push_back({b, c, v});
    faces.push_back({a, c, v});
  }
  std::set<Border> edges;
  for (const auto& [a, b, c] : faces) {
    edges.insert({ordered(a, b), ordered(b, c), ordered(a, c)});
  }
  for (int i = 0; n > 4 && i < flips; ++i) {
    // Turn the edge ab between the faces abc and abd into cd, if there is no cd yet.
    const auto f = static_cast<std::size_t>(pick(random, faces.size()));
    const int turn = pick(random, 3);
    const int c = faces[f][static_cast<std::size_t>(turn)];
    const int a = faces[f][static_cast<std::size_t>((turn + 1) % 3)];
    const int b = faces[f][static_cast<std::size_t>((turn + 2) % 3)];
    for (std::size_t g = 0; g < faces.size(); ++g) {
      const auto& face = faces[g];
      if (g == f || std::count(face.begin(), face.end(), a) == 0 ||
          std::count(face.begin(), face.end(), b) == 0) {
        continue;
      }
      const int d = face[0] + face[1] + face[2] - a - b;
      if (d != c && edges.insert(ordered(c, d)).second) {
        edges.erase(ordered(a, b));
        faces[f] = {a, c, d};
        faces[g] = {b, c, d};
      }
      break;
    }
  }
  return {edges.begin(), edges.end()};
}

Borders random_planar(int n, int borders, Random& random) {
  Borders all = n < 3 ? path(n) : random_triangulation(n, 3 * n, random);
  random.shuffle(all.begin(), all.end());
  // A spanning tree comes first.
  std::vector<int> part(static_cast<std::size_t>(n));
  std::iota(part.begin(), part.end(), 0);
  std::stable_partition(all.begin(), all.end(), [&](const Border& border) {
    const int from = part[static_cast<std::size_t>(border.a)];
    const int to = part[static_cast<std::size_t>(border.b)];
    if (from == to) return false;
    std::replace(part.begin(), part.end(), from, to);
    return true;
  });
  const auto least = static_cast<std::size_t>(n - 1);
  all.resize(std::clamp(static_cast<std::size_t>(borders), least, std::max(least, all.size())));
  return all;
}

Map make_map(int n, Borders borders, int continents, Random& random) {
  MapData data;
  data.territories.resize(static_cast<std::size_t>(n));
  std::vector<int> continent(static_cast<std::size_t>(n), -1);
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order.begin(), order.end());
  for (int c = 0; c < continents; ++c) {
    continent[static_cast<std::size_t>(order[static_cast<std::size_t>(c)])] = c;
  }
  for (bool grown = true; grown;) {
    grown = false;
    random.shuffle(borders.begin(), borders.end());
    for (const Border& border : borders) {
      int& a = continent[static_cast<std::size_t>(border.a)];
      int& b = continent[static_cast<std::size_t>(border.b)];
      if ((a < 0) == (b < 0)) continue;
      (a < 0 ? a : b) = std::max(a, b);
      grown = true;
    }
  }
  data.borders = std::move(borders);
  data.continents.resize(static_cast<std::size_t>(continents));
  for (int v = 0; v < n; ++v) {
    const int c = continent[static_cast<std::size_t>(v)];
    data.continents[static_cast<std::size_t>(c)].territories.push_back(v);
  }
  for (Continent& c : data.continents) c.bonus = 1 + static_cast<int>(c.territories.size()) / 2;
  return Map(std::move(data));
}

Map random_map(int most_territories, Random& random) {
  const int n = 2 + pick(random, static_cast<std::size_t>(most_territories - 1));
  const int continents = 1 + pick(random, static_cast<std::size_t>(std::min(n, 8)));
  Borders borders;
  switch (n < 4 ? 0 : pick(random, 12)) {
    case 0:
      borders = path(n);
      break;
    case 1:
      borders = cycle(n);
      break;
    case 2:
      borders = star(n);
      break;
    case 3:
      borders = wheel(n);
      break;
    case 4:
      borders = two_hubs(n);
      break;
    case 5:
      borders = random_tree(n, random);
      break;
    case 6:
      borders = random_triangulation(n, 0, random);
      break;
    case 7:
      borders = random_triangulation(n, 5 * n, random);
      break;
    default:
      borders = random_planar(n, n - 1 + pick(random, static_cast<std::size_t>(2 * n)), random);
  }
  return make_map(n, std::move(borders), continents, random);
}

}  // namespace evorisk::maps::test
