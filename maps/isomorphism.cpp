// Isomorphism by individualisation and refinement (as in McKay's nauty, without its search for
// automorphisms), on the disjoint union of both maps. Continents are vertices too where they count.
#include "maps/isomorphism.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "maps/base/index.hpp"

namespace evorisk::maps {
namespace {

// A coloured graph, in compressed rows.
struct ColouredGraph {
  std::vector<int> colours;
  std::vector<int> start;
  std::vector<int> neighbours;

  int size() const { return static_cast<int>(colours.size()); }
  std::span<const int> around(int v) const {
    return std::span(neighbours).subspan(at(start[at(v)]), at(start[at(v) + 1] - start[at(v)]));
  }
};

void append_edges(const Map& map, Sameness sameness, int offset, std::vector<Border>& edges) {
  for (const Border& border : map.borders()) {
    edges.push_back({offset + border.a, offset + border.b});
  }
  if (sameness == Sameness::borders) return;
  for (int t = 0; t < map.territory_count(); ++t) {
    edges.push_back({offset + t, offset + map.territory_count() + map.continent_of(t)});
  }
}

// Territories have colour 0, a continent its bonus.
void append_colours(const Map& map, Sameness sameness, std::vector<int>& colours) {
  colours.insert(colours.end(), at(map.territory_count()), 0);
  if (sameness == Sameness::borders) return;
  for (const Continent& continent : map.continents()) colours.push_back(continent.bonus);
}

ColouredGraph graph_of(std::vector<int> colours, const std::vector<Border>& edges) {
  ColouredGraph graph;
  graph.colours = std::move(colours);
  graph.start.assign(graph.colours.size() + 1, 0);
  for (const Border& edge : edges) {
    ++graph.start[at(edge.a) + 1];
    ++graph.start[at(edge.b) + 1];
  }
  std::partial_sum(graph.start.begin(), graph.start.end(), graph.start.begin());
  graph.neighbours.resize(2 * edges.size());
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  for (const Border& edge : edges) {
    graph.neighbours[at(next[at(edge.a)]++)] = edge.b;
    graph.neighbours[at(next[at(edge.b)]++)] = edge.a;
  }
  return graph;
}

// A partition of the vertices into cells, each a stretch of `order`. A cell is known by where it
// starts.
struct Partition {
  std::vector<int> order;      // the vertices, cell by cell
  std::vector<int> place;      // of a vertex in order
  std::vector<int> cell;       // of a vertex
  std::vector<int> cell_size;  // by the cell's start

  std::span<const int> members(int c) const {
    return std::span(order).subspan(at(c), at(cell_size[at(c)]));
  }
};

// Searches for an isomorphism between the halves of a graph: vertices below and from `half`.
class Matcher {
 public:
  Matcher(const ColouredGraph& graph, int half) : graph_(graph), half_(half) {
    const auto size = at(graph.size());
    count_.assign(size, 0);
    queued_.assign(size, false);
    equal_.assign(size, 0);
  }

  bool match() {
    Partition partition;
    partition.order.resize(at(graph_.size()));
    std::iota(partition.order.begin(), partition.order.end(), 0);
    partition.place = partition.order;
    partition.cell.assign(at(graph_.size()), 0);
    partition.cell_size.assign(at(graph_.size()), 0);
    partition.cell_size[0] = graph_.size();
    std::vector<int> all = partition.order;
    if (!split(partition, 0, all, graph_.colours)) return false;
    for (int c = 0; c < graph_.size(); c += partition.cell_size[at(c)]) enqueue(c);
    return refine(partition) && search(partition, {{0, graph_.size()}});
  }

 private:
  static constexpr int leaving = -1;

  void enqueue(int c) {
    if (queued_[at(c)]) return;
    queued_[at(c)] = true;
    queue_.push_back(c);
  }

  void clear_queue() {
    for (const int c : queue_) queued_[at(c)] = false;
    queue_.clear();
  }

  // Splits a cell by the keys of its vertices and queues the parts that may split others. The
  // vertices in `moved` leave the others, which share another key; so the cost does not depend on
  // how many stay. False when a part holds more vertices of one half than of the other.
  bool split(Partition& p, int c, std::span<int> moved, const std::vector<int>& key) {
    const int end = c + p.cell_size[at(c)];
    const int boundary = end - static_cast<int>(moved.size());
    // First out of the way, whoever stands at the end changes places with those that leave it.
    std::sort(moved.begin(), moved.end(), [&](int a, int b) {
      return std::pair(key[at(a)], p.place[at(a)]) < std::pair(key[at(b)], p.place[at(b)]);
    });
    for (const int v : moved) p.cell[at(v)] = leaving;
    int gap = boundary;
    for (const int v : moved) {
      if (p.place[at(v)] >= boundary) continue;
      while (p.cell[at(p.order[at(gap)])] == leaving) ++gap;
      const int stays = p.order[at(gap)];
      p.order[at(p.place[at(v)])] = stays;
      p.place[at(stays)] = p.place[at(v)];
      ++gap;
    }
    const bool was_queued = queued_[at(c)];
    int largest = c;
    int largest_size = boundary - c;
    parts_.clear();
    if (boundary > c) {
      p.cell_size[at(c)] = boundary - c;
      parts_.push_back(c);
    }
    for (std::size_t i = 0; i < moved.size();) {
      const int from = boundary + static_cast<int>(i);
      const int its_key = key[at(moved[i])];
      int balance = 0;
      int to = from;
      for (; i < moved.size() && key[at(moved[i])] == its_key; ++i, ++to) {
        p.order[at(to)] = moved[i];
        p.place[at(moved[i])] = to;
        p.cell[at(moved[i])] = from;
        balance += moved[i] < half_ ? 1 : -1;
      }
      if (balance != 0) return false;
      p.cell_size[at(from)] = to - from;
      if (to - from > largest_size) {
        largest = from;
        largest_size = to - from;
      }
      parts_.push_back(from);
    }
    if (parts_.size() == 1) return true;
    // Hopcroft: the counts into the largest part follow from the others', unless the whole cell
    // was still to be counted.
    for (const int part : parts_) {
      if (was_queued || part != largest) enqueue(part);
    }
    return true;
  }

  // Splits until the vertices of a cell have equally many neighbours in every cell.
  bool refine(Partition& p) {
    while (!queue_.empty()) {
      const int splitter = queue_.back();
      queue_.pop_back();
      queued_[at(splitter)] = false;
      touched_.clear();
      for (const int v : p.members(splitter)) {
        for (const int w : graph_.around(v)) {
          if (count_[at(w)]++ == 0) touched_.push_back(w);
        }
      }
      std::sort(touched_.begin(), touched_.end(),
                [&](int a, int b) { return p.cell[at(a)] < p.cell[at(b)]; });
      bool balanced = true;
      for (std::size_t i = 0; i < touched_.size() && balanced;) {
        const std::size_t first = i;
        const int c = p.cell[at(touched_[i])];
        while (i < touched_.size() && p.cell[at(touched_[i])] == c) ++i;
        balanced = split(p, c, std::span(touched_).subspan(first, i - first), count_);
      }
      for (const int w : touched_) count_[at(w)] = 0;
      if (!balanced) {
        clear_queue();
        return false;
      }
    }
    return true;
  }

  // Cells of which some are joined in part (not all with all, not none with any), directly or over
  // others; what is decided within such a cluster says nothing about another.
  struct Cluster {
    std::vector<std::pair<int, int>> stretches;  // of the partition's order: start, size
    int target = 0;                              // its cell joined in part to the most others
  };

  // The clusters of the cells within these stretches. A cell that is joined in part to none is in
  // none: any assignment within it will do.
  std::vector<Cluster> clusters(const Partition& p,
                                const std::vector<std::pair<int, int>>& stretches) {
    std::vector<int> cells;
    for (const auto& [start, size] : stretches) {
      for (int c = start; c < start + size; c += p.cell_size[at(c)]) {
        if (p.cell_size[at(c)] > 2) cells.push_back(c);
      }
    }
    std::sort(cells.begin(), cells.end());
    const auto index = [&](int c) {
      return static_cast<int>(std::lower_bound(cells.begin(), cells.end(), c) - cells.begin());
    };
    std::vector<int> joints(cells.size(), 0);
    std::vector<Border> links;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      touched_.clear();
      for (const int w : graph_.around(p.order[at(cells[i])])) {
        if (count_[at(p.cell[at(w)])]++ == 0) touched_.push_back(p.cell[at(w)]);
      }
      for (const int other : touched_) {
        // Vertices are joined to those of their own half only, and never to themselves.
        const int all = p.cell_size[at(other)] / 2 - (other == cells[i] ? 1 : 0);
        if (count_[at(other)] < all) {
          ++joints[i];
          links.push_back({static_cast<int>(i), index(other)});
        }
        count_[at(other)] = 0;
      }
    }
    std::vector<Cluster> found;
    for (const auto& part : components(static_cast<int>(cells.size()), links)) {
      Cluster cluster;
      int most = 0;
      for (const int i : part) {
        cluster.stretches.emplace_back(cells[at(i)], p.cell_size[at(cells[at(i)])]);
        if (joints[at(i)] > most) {
          most = joints[at(i)];
          cluster.target = cells[at(i)];
        }
      }
      if (most > 0) found.push_back(std::move(cluster));
    }
    return found;
  }

  // Sets v apart as a cell of its own together with w of the other half.
  bool individualise(Partition& p, int v, int w) {
    const int c = p.cell[at(v)];
    std::array<int, 2> both = {v, w};
    clear_queue();
    return split(p, c, both, equal_) && refine(p);
  }

  bool search(const Partition& p, const std::vector<std::pair<int, int>>& stretches) {
    for (const Cluster& cluster : clusters(p, stretches)) {
      int v = -1;
      std::vector<int> images;
      for (const int member : p.members(cluster.target)) {
        if (member < half_) {
          v = member;
        } else {
          images.push_back(member);
        }
      }
      // If v has an image in any isomorphism, it is one of these.
      const bool found = std::any_of(images.begin(), images.end(), [&](int w) {
        Partition finer = p;
        return individualise(finer, v, w) && search(finer, cluster.stretches);
      });
      if (!found) return false;
    }
    return true;
  }

  const ColouredGraph& graph_;
  int half_;
  std::vector<int> queue_;
  std::vector<bool> queued_;
  std::vector<int> count_;
  std::vector<int> equal_;  // a key that is the same for all
  std::vector<int> touched_, parts_;
};

std::uint64_t mixed(std::uint64_t x) {
  // The finaliser of splitmix64 (Steele, Lea and Flood 2014).
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

}  // namespace

bool isomorphic(const Map& a, const Map& b, Sameness sameness) {
  if (a.territory_count() != b.territory_count() || a.border_count() != b.border_count()) {
    return false;
  }
  if (sameness == Sameness::continents && a.continent_count() != b.continent_count()) return false;
  std::vector<int> colours;
  std::vector<Border> edges;
  append_colours(a, sameness, colours);
  append_edges(a, sameness, 0, edges);
  const int half = static_cast<int>(colours.size());
  append_colours(b, sameness, colours);
  append_edges(b, sameness, half, edges);
  const ColouredGraph graph = graph_of(std::move(colours), edges);
  return Matcher(graph, half).match();
}

std::uint64_t shape_hash(const Map& map, Sameness sameness) {
  std::vector<int> colours;
  std::vector<Border> edges;
  append_colours(map, sameness, colours);
  append_edges(map, sameness, 0, edges);
  const ColouredGraph graph = graph_of(std::move(colours), edges);

  std::vector<std::uint64_t> hash;
  for (const int colour : graph.colours) hash.push_back(mixed(static_cast<std::uint64_t>(colour)));
  std::vector<std::uint64_t> next(hash.size());
  std::vector<std::uint64_t> sorted;
  const auto classes = [&] {
    sorted = hash;
    std::sort(sorted.begin(), sorted.end());
    return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  };
  // Until no more vertices can be told apart; long thin maps would take as many rounds as they are
  // long, and are told apart well enough sooner.
  constexpr int most_rounds = 64;
  auto known = classes();
  for (int round = 0; round < most_rounds; ++round) {
    for (int v = 0; v < graph.size(); ++v) {
      std::uint64_t sum = 0;
      for (const int w : graph.around(v)) sum += mixed(hash[at(w)]);
      next[at(v)] = mixed(hash[at(v)] ^ mixed(sum));
    }
    hash.swap(next);
    const auto now = classes();
    if (now == known) break;
    known = now;
  }
  std::uint64_t sum = static_cast<std::uint64_t>(map.territory_count());
  for (const std::uint64_t h : hash) sum += mixed(h);
  return mixed(sum);
}

}  // namespace evorisk::maps
