#include "ga/crossover.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "ga/parts.hpp"
#include "ga/planar_graph.hpp"
#include "maps/base/error.hpp"
#include "maps/base/index.hpp"
#include "maps/base/names.hpp"
#include "maps/planarity.hpp"

namespace evorisk::ga {
namespace {

using maps::Border;
using maps::Map;
using maps::MapData;

Border ordered(int a, int b) {
  return a < b ? Border{a, b} : Border{b, a};
}

enum class Cut { both, first_only };  // whose cut borders are joined again

// Draws the joins between two parts: never the same border twice. Numbers are those of the child.
class Joins {
 public:
  void start(int split, int territory_count) {
    split_ = split;
    count_ = territory_count;
    if (joined_.size() < at(territory_count)) joined_.resize(at(territory_count));
    for (int t = 0; t < territory_count; ++t) joined_[at(t)].clear();
    territories_[0] = territories_[1] = 0;
  }

  // How many territories of the first part (0) or the second (1) have joins.
  int territories(int part) const { return territories_[part]; }

  // A border from `end` to a uniformly drawn territory of the other part, or nothing if it borders
  // all of them.
  std::optional<Border> draw(int end, Random& random) const {
    const int begin = end < split_ ? split_ : 0;
    const int count = end < split_ ? count_ - split_ : split_;
    const std::vector<int>& taken = joined_[at(end)];
    const int free = count - static_cast<int>(taken.size());
    if (free == 0) return std::nullopt;
    // The k-th territory of the other part that is not taken; `taken` is ascending.
    int choice = begin + static_cast<int>(random.below(static_cast<std::uint32_t>(free)));
    for (const int other : taken) choice += other <= choice ? 1 : 0;
    return ordered(end, choice);
  }

  void made(const Border& border) {
    for (const int end : {border.a, border.b}) {
      if (joined_[at(end)].empty()) ++territories_[end < split_ ? 0 : 1];
    }
    insert(joined_[at(border.a)], border.b);
    insert(joined_[at(border.b)], border.a);
  }

 private:
  static void insert(std::vector<int>& ascending, int value) {
    ascending.insert(std::lower_bound(ascending.begin(), ascending.end(), value), value);
  }

  int split_ = 0;
  int count_ = 0;
  int territories_[2] = {0, 0};
  std::vector<std::vector<int>> joined_;  // per territory: those of the other part, ascending
};

// Most children are discarded, up to 1,500 for one that lives, so names, positions and continents
// are given to survivors only, and nothing is allocated before.
std::optional<MapData> cross_or_reject(const Map& first, const Map& second, Random& random,
                                       CrossoverTally& tally, Cut cut) {
  thread_local std::vector<int> of_first;
  thread_local std::vector<int> of_second;
  thread_local PartsSketch sketch;
  thread_local Joins joins;
  draw_continents(first, random, of_first);
  draw_continents(second, random, of_second);
  sketch.set(first, of_first, second, of_second);
  std::vector<int>& cut_ends = sketch.cut_ends();
  if (cut == Cut::first_only) {
    std::erase_if(cut_ends, [&](int end) { return !sketch.in_first(end); });
  }
  // Joins are drawn in random order, so that neither part and no territory comes first.
  random.shuffle(cut_ends.begin(), cut_ends.end());
  joins.start(sketch.split(), sketch.territory_count());
  std::vector<Border>& borders = sketch.borders();
  const std::size_t inside = borders.size();
  const std::size_t count = at(sketch.territory_count());
  ++tally.children;
  for (const int end : cut_ends) {
    const std::optional<Border> join = joins.draw(end, random);
    if (!join) continue;
    ++tally.joins_drawn;
    ++tally.joins_made;
    joins.made(*join);
    borders.push_back(*join);
    // Counting settles most of the discarded without a planarity test.
    if (joins.territories(0) > sketch.most_joined(0) ||
        joins.territories(1) > sketch.most_joined(1) ||
        (count >= 3 && borders.size() > 3 * count - 6)) {
      ++tally.not_planar;
      return std::nullopt;
    }
  }
  if (!maps::is_planar(sketch.territory_count(), borders)) {
    ++tally.not_planar;
    return std::nullopt;
  }
  if (!maps::is_connected(sketch.territory_count(), borders)) {
    ++tally.not_connected;
    return std::nullopt;
  }
  MapData child = place_side_by_side(first, of_first, second, of_second).data;
  child.borders.insert(child.borders.end(), borders.begin() + static_cast<std::ptrdiff_t>(inside),
                       borders.end());
  std::sort(child.borders.begin(), child.borders.end());
  return child;
}

std::optional<MapData> cross_reject(const ParentMap& first, const ParentMap& second, Random& random,
                                    CrossoverTally& tally, MapDrawing*) {
  return cross_or_reject(first.map(), second.map(), random, tally, Cut::both);
}

std::optional<MapData> cross_reject_first(const ParentMap& first, const ParentMap& second,
                                          Random& random, CrossoverTally& tally, MapDrawing*) {
  return cross_or_reject(first.map(), second.map(), random, tally, Cut::first_only);
}

// The borders inside the parts. Those of a planar parent all fit; of another parent's they are
// tried in random order, and what is lost never separates territories.
void add_inside(PlanarGraph& graph, const Parts& parts, Random& random, CrossoverTally& tally) {
  if (graph.add_all(parts.data.borders)) return;
  std::vector<Border> borders = parts.data.borders;
  random.shuffle(borders.begin(), borders.end());
  for (const Border& border : borders) tally.borders_lost += graph.add(border) ? 0 : 1;
}

// Joins components until one is left. Each is joined across the parts where it can be, so that a
// child is never two maps side by side.
void connect(PlanarGraph& graph, const Parts& parts, Random& random, CrossoverTally& tally) {
  if (graph.components().count() == 1) return;
  const int total = parts.territory_count();
  std::vector<int> order(at(total));
  std::iota(order.begin(), order.end(), 0);
  while (graph.components().count() > 1) {
    random.shuffle(order.begin(), order.end());
    const auto join_any = [&](bool across) {
      for (const int a : order) {
        for (const int b : order) {
          if (across && parts.in_first(a) == parts.in_first(b)) continue;
          if (graph.components().same(a, b)) continue;
          return graph.add(ordered(a, b));
        }
      }
      return false;
    };
    if (!join_any(true)) join_any(false);
    ++tally.joins_added;
  }
}

maps::GrowingEmbedding::Set territories_of(const Map& map, const std::vector<int>& continents) {
  maps::GrowingEmbedding::Set set = 0;
  for (const int c : continents) {
    for (const int t : map.continent(c).territories) set |= maps::GrowingEmbedding::Set{1} << t;
  }
  return set;
}

// The parts with the borders inside them, drawn as in the parents where these are planar.
PlanarGraph graph_of(const Parts& parts, const ParentMap& first, const std::vector<int>& of_first,
                     const ParentMap& second, const std::vector<int>& of_second, Random& random,
                     CrossoverTally& tally) {
  const int count = parts.territory_count();
  if (at(count) <= maps::GrowingEmbedding::most_territories && first.embedding() != nullptr &&
      second.embedding() != nullptr) {
    return {*first.embedding(),
            territories_of(first.map(), of_first),
            *second.embedding(),
            territories_of(second.map(), of_second),
            count,
            parts.data.borders};
  }
  PlanarGraph graph(count);
  add_inside(graph, parts, random, tally);
  return graph;
}

std::optional<MapData> cross_planar(const ParentMap& first, const ParentMap& second, Random& random,
                                    CrossoverTally& tally, MapDrawing* drawing) {
  thread_local std::vector<int> of_first;
  thread_local std::vector<int> of_second;
  draw_continents(first.map(), random, of_first);
  draw_continents(second.map(), random, of_second);
  thread_local Parts parts;
  place_side_by_side(first.map(), of_first, second.map(), of_second, parts);
  // Joins are kept in random order, so that neither part and no territory comes first.
  random.shuffle(parts.cut_ends.begin(), parts.cut_ends.end());
  ++tally.children;
  PlanarGraph graph = graph_of(parts, first, of_first, second, of_second, random, tally);
  thread_local Joins joins;
  joins.start(parts.split, parts.territory_count());
  for (const int end : parts.cut_ends) {
    const std::optional<Border> join = joins.draw(end, random);
    if (!join) continue;
    ++tally.joins_drawn;
    if (!graph.add(*join)) continue;
    ++tally.joins_made;
    joins.made(*join);
  }
  connect(graph, parts, random, tally);
  if (drawing != nullptr && graph.embedding() != nullptr) {
    *drawing = std::make_shared<maps::GrowingEmbedding>(*graph.embedding());
  }
  graph.borders(parts.data.borders);
  return std::move(parts.data);
}

constexpr CrossoverOperator operators[] = {
    {"planar",
     "Joins each border cut off to a random territory of the other part where the map stays "
     "planar, and adds joins between separate pieces: every child is valid",
     "spec of the search; this project", cross_planar},
    {"reject",
     "Joins every border cut off to a random territory of the other part and discards the child "
     "when it is not planar and connected: the thesis' operator",
     "thesis 4.3.3", cross_reject},
    {"reject-first",
     "As reject, but only the borders cut off from the first parent's part are joined again: what "
     "the thesis' program does",
     "program of the thesis", cross_reject_first},
};

}  // namespace

const maps::GrowingEmbedding* ParentMap::embedding() const {
  if (known_ != nullptr) return known_;
  std::call_once(asked_, [this] {
    const int count = map_.territory_count();
    if (at(count) > maps::GrowingEmbedding::most_territories) return;
    embedding_ = std::make_unique<maps::GrowingEmbedding>(count);
    if (!embedding_->add_all(map_.borders())) embedding_.reset();
  });
  return embedding_.get();
}

std::span<const CrossoverOperator> crossover_operators() {
  return operators;
}

std::vector<std::string_view> crossover_names() {
  std::vector<std::string_view> names;
  for (const CrossoverOperator& known : operators) names.push_back(known.name);
  return names;
}

const CrossoverOperator& crossover_operator(std::string_view name) {
  for (const CrossoverOperator& known : operators) {
    if (known.name == name) return known;
  }
  throw InputError(unknown_name("crossover operator", name, crossover_names()));
}

std::vector<bool> half_mask(int genes, Random& random) {
  int size = genes / 2;
  if (genes % 2 == 1) size += static_cast<int>(random.below(2));
  std::vector<int> order(at(genes));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order.begin(), order.end());
  std::vector<bool> mask(at(genes), false);
  for (int i = 0; i < size; ++i) mask[at(order[at(i)])] = true;
  return mask;
}

}  // namespace evorisk::ga
