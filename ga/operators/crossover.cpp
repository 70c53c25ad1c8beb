#include "ga/operators/crossover.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/registry.hpp"
#include "ga/genome/map_edit.hpp"
#include "ga/genome/parts.hpp"
#include "ga/genome/planar_graph.hpp"
#include "maps/components.hpp"
#include "maps/planar/geometry.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::ga {
namespace {

using maps::Border;
using maps::Map;
using maps::MapData;

// Draws the joins between two parts, never the same border twice. Territories are numbered as in
// the child.
class Joins {
 public:
  explicit Joins(const Parts& parts)
      : split_(parts.split), count_(parts.territory_count()), joined_(at(count_)) {}

  // How many territories of the first part (0) or the second (1) have joins.
  int territories(int part) const { return territories_[part]; }

  // A border from `end` to a uniformly drawn territory of the other part that it does not border;
  // nothing if there is none.
  std::optional<Border> draw(int end, Random& random) const {
    const int begin = end < split_ ? split_ : 0;
    const int count = end < split_ ? count_ - split_ : split_;
    const std::set<int>& taken = joined_[at(end)];
    const int free = count - static_cast<int>(taken.size());
    if (free == 0) return std::nullopt;
    // The k-th territory of the other part that is not taken; `taken` is ascending.
    int choice = begin + random.index(free);
    for (const int other : taken) choice += other <= choice ? 1 : 0;
    return ordered_border(end, choice);
  }

  void made(const Border& border) {
    for (const int end : {border.a, border.b}) {
      if (joined_[at(end)].empty()) ++territories_[end < split_ ? 0 : 1];
    }
    joined_[at(border.a)].insert(border.b);
    joined_[at(border.b)].insert(border.a);
  }

 private:
  int split_;
  int count_;
  int territories_[2] = {0, 0};
  std::vector<std::set<int>> joined_;  // per territory: those of the other part
};

// Draws the two parts. The cut ends (of both parts, or of the first alone) are in random order, so
// that no part or territory is preferred.
Parts draw_parts(const Map& first, const Map& second, bool of_both, Random& random) {
  const std::vector<int> of_first = draw_continents(first, random);
  const std::vector<int> of_second = draw_continents(second, random);
  Parts parts = place_side_by_side(first, of_first, second, of_second);
  if (!of_both) std::erase_if(parts.cut_ends, [&](int end) { return !parts.in_first(end); });
  random.shuffle(parts.cut_ends.begin(), parts.cut_ends.end());
  return parts;
}

// For each part, the most territories that may have joins if the child is to be planar. If the
// other part is connected, shrink it to one territory that borders all of these: V + 1 territories
// have at most 3(V + 1) - 6 borders.
std::array<int, 2> most_joined(const Parts& parts) {
  const std::array<int, 2> territories = {parts.split, parts.territory_count() - parts.split};
  std::array<int, 2> borders = {0, 0};
  std::array<int, 2> components = territories;
  maps::Components connected(parts.territory_count());
  for (const Border& border : parts.data.borders) {
    const std::size_t part = parts.in_first(border.a) ? 0 : 1;
    ++borders[part];
    if (connected.join(border.a, border.b)) --components[part];
  }
  std::array<int, 2> most = territories;
  for (const std::size_t part : {0, 1}) {
    if (components[1 - part] > 1 || territories[part] < 2) continue;
    most[part] = std::min(territories[part], 3 * (territories[part] + 1) - 6 - borders[part]);
  }
  return most;
}

template <bool of_both>
std::optional<MapData> cross_or_reject(const Map& first, const Map& second, Random& random,
                                       CrossoverTally& tally) {
  Parts parts = draw_parts(first, second, of_both, random);
  const std::array<int, 2> most = most_joined(parts);
  Joins joins(parts);
  std::vector<Border>& borders = parts.data.borders;
  const std::size_t count = at(parts.territory_count());
  ++tally.children;
  bool planar = true;
  for (const int end : parts.cut_ends) {
    const std::optional<Border> join = joins.draw(end, random);
    if (!join) continue;
    ++tally.joins_drawn;
    ++tally.joins_made;
    joins.made(*join);
    borders.push_back(*join);
    // Counting rejects most non-planar children without a planarity test.
    planar = joins.territories(0) <= most[0] && joins.territories(1) <= most[1] &&
             (count < 3 || borders.size() <= 3 * count - 6);
    if (!planar) break;
  }
  if (!planar || !maps::is_planar(parts.territory_count(), borders)) {
    ++tally.not_planar;
    return std::nullopt;
  }
  if (!maps::is_connected(parts.territory_count(), borders)) {
    ++tally.not_connected;
    return std::nullopt;
  }
  std::sort(borders.begin(), borders.end());
  return std::move(parts.data);
}

// Adds the borders inside the parts. If they are not planar together, they are tried in random
// order; a lost border never separates territories.
void add_inside(PlanarGraph& graph, const Parts& parts, Random& random, CrossoverTally& tally) {
  if (graph.add_all(parts.data.borders)) return;
  std::vector<Border> borders = parts.data.borders;
  random.shuffle(borders.begin(), borders.end());
  for (const Border& border : borders) tally.borders_lost += graph.add(border) ? 0 : 1;
}

// Joins components until one is left. Prefers joins between the two parts, so that a child is never
// two maps side by side.
void connect(PlanarGraph& graph, const Parts& parts, Random& random, CrossoverTally& tally) {
  const int total = parts.territory_count();
  std::vector<int> order = numbers<int>(at(total));
  while (graph.components().count() > 1) {
    random.shuffle(order.begin(), order.end());
    const auto join_any = [&](bool across) {
      for (const int a : order) {
        for (const int b : order) {
          if (across && parts.in_first(a) == parts.in_first(b)) continue;
          if (graph.components().same(a, b)) continue;
          return graph.add(ordered_border(a, b));
        }
      }
      return false;
    };
    if (!join_any(true)) join_any(false);
    ++tally.joins_added;
  }
}

std::optional<MapData> cross_planar(const Map& first, const Map& second, Random& random,
                                    CrossoverTally& tally) {
  Parts parts = draw_parts(first, second, true, random);
  ++tally.children;
  PlanarGraph graph(parts.territory_count());
  add_inside(graph, parts, random, tally);
  Joins joins(parts);
  for (const int end : parts.cut_ends) {
    const std::optional<Border> join = joins.draw(end, random);
    if (!join) continue;
    ++tally.joins_drawn;
    if (!graph.add(*join)) continue;
    ++tally.joins_made;
    joins.made(*join);
  }
  connect(graph, parts, random, tally);
  parts.data.borders = graph.borders();
  return std::move(parts.data);
}

// Pairs of territories across the seam, the nearest first as far as a little noise lets them.
std::vector<Border> across_seam(const Parts& parts, Random& random) {
  struct Pair {
    double distance;
    Border border;
  };
  std::vector<Pair> pairs;
  for (int a = 0; a < parts.split; ++a) {
    for (int b = parts.split; b < parts.territory_count(); ++b) {
      const auto& p = parts.data.territories[at(a)].position;
      const auto& q = parts.data.territories[at(b)].position;
      const double distance = p && q ? std::hypot(p->x - q->x, p->y - q->y) : 1;
      pairs.push_back({distance * (0.8 + 0.4 * random.unit()), {a, b}});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) {
    return std::pair(x.distance, x.border) < std::pair(y.distance, y.border);
  });
  std::vector<Border> borders;
  for (const Pair& pair : pairs) borders.push_back(pair.border);
  return borders;
}

std::optional<MapData> cross_coasts(const Map& first, const Map& second, Random& random,
                                    CrossoverTally& tally) {
  const std::vector<int> of_first =
      draw_joined_continents(first, first.territory_count() / 2, random);
  int left = first.territory_count();
  for (const int c : of_first) left -= static_cast<int>(first.continent(c).territories.size());
  Parts parts =
      place_side_by_side(first, of_first, second, draw_joined_continents(second, left, random));
  ++tally.children;
  PlanarGraph graph(parts.territory_count());
  add_inside(graph, parts, random, tally);
  // As many as one parent lost, or fewer: a seam may become a strait.
  const double share = 0.4 + 0.6 * random.unit();
  const double lost = static_cast<double>(parts.cut_ends.size()) / 2;
  const int wanted = std::max(1, static_cast<int>(std::lround(share * lost)));
  std::vector<maps::GridPoint> points;
  for (const maps::Territory& territory : parts.data.territories) {
    if (territory.position) points.push_back(maps::to_grid(*territory.position));
  }
  const bool drawn = at(parts.territory_count()) == points.size();
  std::vector<Border> present = parts.data.borders;
  std::vector<int> joins(at(parts.territory_count()), 0);
  int made = 0;
  for (const Border& border : across_seam(parts, random)) {
    constexpr int most_joins = 3;  // of one territory
    if (made == wanted) break;
    if (std::max(joins[at(border.a)], joins[at(border.b)]) == most_joins) continue;
    const auto clashes = [&](const Border& other) {
      return maps::borders_clash(points, border, other);
    };
    if (drawn && std::ranges::any_of(present, clashes)) continue;
    ++tally.joins_drawn;
    if (!graph.add(border)) continue;
    ++tally.joins_made;
    ++made;
    ++joins[at(border.a)];
    ++joins[at(border.b)];
    present.push_back(border);
  }
  connect(graph, parts, random, tally);
  parts.data.borders = graph.borders();
  return std::move(parts.data);
}

const CrossoverOperator own_operators[] = {
    {"planar",
     "Joins each border cut off to a random territory of the other part where the map stays "
     "planar, and adds joins between separate pieces: every child is valid",
     "this project", cross_planar},
    {"coasts",
     "Takes neighbouring continents of the first map, about half of it, and of the second as many "
     "as make up for the rest; joins them where their coasts face each other: every child is valid",
     "this project", cross_coasts},
    {"reject",
     "Joins every border cut off to a random territory of the other part and discards the child "
     "when it is not planar and connected: the thesis' operator",
     "thesis 4.3.3", cross_or_reject<true>},
    {"reject-first",
     "As reject, but only the borders cut off from the first parent's part are joined again: what "
     "the thesis' program does",
     "program of the thesis", cross_or_reject<false>},
};

OpenTable<CrossoverOperator>& operators() {
  static OpenTable<CrossoverOperator> table("crossover operator", own_operators);
  return table;
}

}  // namespace

std::span<const CrossoverOperator> crossover_operators() {
  return operators().rows();
}

void add_crossover(CrossoverOperator crossover) {
  if (!crossover.cross) throw InputError("crossover \"{}\" has no function", crossover.name);
  crossover.cross = [cross = std::move(crossover.cross), name = crossover.name](
                        const Map& first, const Map& second, Random& random,
                        CrossoverTally& tally) {
    std::optional<MapData> child = cross(first, second, random, tally);
    if (child) require_bred(*child, "crossover", name, true);
    return child;
  };
  operators().add(std::move(crossover));
}

const CrossoverOperator& crossover_operator(std::string_view name) {
  return operators().find(name);
}

std::vector<bool> half_mask(int genes, Random& random) {
  int size = genes / 2;
  if (genes % 2 == 1) size += random.index(2);
  std::vector<int> order = numbers<int>(at(genes));
  random.shuffle(order.begin(), order.end());
  std::vector<bool> mask(at(genes), false);
  for (int i = 0; i < size; ++i) mask[at(order[at(i)])] = true;
  return mask;
}

}  // namespace evorisk::ga
