#include "maps/planarity.hpp"

#include <algorithm>
#include <utility>

namespace evorisk::maps {
namespace {

// The left-right planarity test: de Fraysseix and Rosenstiehl's criterion in the formulation of
// Brandes, "The left-right planarity test" (2009); the names are his. A depth-first search orients
// the borders into tree edges and back edges; a second one, which takes edges by nesting depth,
// tries to assign the back edges to two sides so that none cross. It only decides, so the parts
// that record an embedding are left out. Linear time; iterative, so that a long path cannot exhaust
// the call stack; no allocation once the buffers have grown to the size of the maps at hand.
class LeftRightTest {
 public:
  bool planar(std::size_t vertices, std::span<const Border> borders) {
    prepare(vertices, borders);
    for (std::size_t root = 0; root < vertices; ++root) {
      if (height_[root] == unseen) orient(static_cast<int>(root));
    }
    order_by_nesting_depth(vertices);
    for (std::size_t root = 0; root < vertices; ++root) {
      if (parent_edge_[root] == none && !test(static_cast<int>(root))) return false;
    }
    return true;
  }

 private:
  static constexpr int none = -1;
  static constexpr int unseen = -1;

  // Back edges on one side that return to ever lower heights, from `low` up to `high`.
  struct Interval {
    int low = none;
    int high = none;
    bool empty() const { return low == none && high == none; }
  };
  // Back edges of `left` and of `right` may not be on the same side.
  struct ConflictPair {
    Interval left;
    Interval right;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void prepare(std::size_t vertices, std::span<const Border> borders) {
    height_.assign(vertices, unseen);
    parent_edge_.assign(vertices, none);
    start_.assign(vertices + 1, 0);
    for (const Border& border : borders) {
      ++start_[at(border.a) + 1];
      ++start_[at(border.b) + 1];
    }
    for (std::size_t v = 0; v < vertices; ++v) start_[v + 1] += start_[v];
    next_.assign(start_.begin(), start_.end() - 1);
    edge_at_.resize(2 * borders.size());
    source_.assign(borders.size(), none);
    target_.resize(borders.size());
    for (std::size_t e = 0; e < borders.size(); ++e) {
      edge_at_[at(next_[at(borders[e].a)]++)] = static_cast<int>(e);
      edge_at_[at(next_[at(borders[e].b)]++)] = static_cast<int>(e);
      // Until the edge is oriented, the sum tells the other end from either.
      target_[e] = borders[e].a + borders[e].b;
    }
    next_.assign(start_.begin(), start_.end() - 1);
    lowpt_.resize(borders.size());
    lowpt2_.resize(borders.size());
    nesting_depth_.resize(borders.size());
    ref_.assign(borders.size(), none);
    lowpt_edge_.assign(borders.size(), none);
    stack_bottom_.resize(borders.size());
    pairs_.clear();
  }

  // The first search: heights, lowest and second lowest return points, nesting depths.
  void orient(int root) {
    height_[at(root)] = 0;
    path_.assign(1, root);
    while (!path_.empty()) {
      const int v = path_.back();
      if (next_[at(v)] == start_[at(v) + 1]) {
        path_.pop_back();
        if (parent_edge_[at(v)] != none) finish(parent_edge_[at(v)]);
        continue;
      }
      const int e = edge_at_[at(next_[at(v)]++)];
      if (source_[at(e)] != none) continue;
      const int w = target_[at(e)] - v;
      source_[at(e)] = v;
      target_[at(e)] = w;
      lowpt_[at(e)] = height_[at(v)];
      lowpt2_[at(e)] = height_[at(v)];
      if (height_[at(w)] == unseen) {
        parent_edge_[at(w)] = e;
        height_[at(w)] = height_[at(v)] + 1;
        path_.push_back(w);
      } else {
        lowpt_[at(e)] = height_[at(w)];
        finish(e);
      }
    }
  }

  void finish(int e) {
    const int v = source_[at(e)];
    // Chordal edges, which return at two heights, nest outside of the others.
    nesting_depth_[at(e)] = 2 * lowpt_[at(e)] + (lowpt2_[at(e)] < height_[at(v)] ? 1 : 0);
    const int parent = parent_edge_[at(v)];
    if (parent == none) return;
    int& low = lowpt_[at(parent)];
    int& low2 = lowpt2_[at(parent)];
    if (lowpt_[at(e)] < low) {
      low2 = std::min(low, lowpt2_[at(e)]);
      low = lowpt_[at(e)];
    } else if (lowpt_[at(e)] > low) {
      low2 = std::min(low2, lowpt_[at(e)]);
    } else {
      low2 = std::min(low2, lowpt2_[at(e)]);
    }
  }

  // Lists the outgoing edges of every vertex by ascending nesting depth (two counting sorts).
  void order_by_nesting_depth(std::size_t vertices) {
    const std::size_t edges = source_.size();
    count_.assign(2 * vertices + 2, 0);
    for (const int depth : nesting_depth_) ++count_[at(depth) + 1];
    for (std::size_t d = 0; d + 1 < count_.size(); ++d) count_[d + 1] += count_[d];
    sorted_.resize(edges);
    for (std::size_t e = 0; e < edges; ++e) {
      sorted_[at(count_[at(nesting_depth_[e])]++)] = static_cast<int>(e);
    }
    start_.assign(vertices + 1, 0);
    for (const int v : source_) ++start_[at(v) + 1];
    for (std::size_t v = 0; v < vertices; ++v) start_[v + 1] += start_[v];
    next_.assign(start_.begin(), start_.end() - 1);
    for (const int e : sorted_) edge_at_[at(next_[at(source_[at(e)])]++)] = e;
    next_.assign(start_.begin(), start_.end() - 1);
  }

  // The second search. False once two back edges can be on no side.
  bool test(int root) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const int v = path_.back();
      if (next_[at(v)] == start_[at(v) + 1]) {
        path_.pop_back();
        const int e = parent_edge_[at(v)];
        if (e == none) continue;
        remove_back_edges_to(source_[at(e)]);
        if (!integrate(e)) return false;
        continue;
      }
      const int e = edge_at_[at(next_[at(v)]++)];
      stack_bottom_[at(e)] = pairs_.size();
      const int w = target_[at(e)];
      if (parent_edge_[at(w)] == e) {
        path_.push_back(w);
      } else {
        lowpt_edge_[at(e)] = e;
        pairs_.push_back({Interval{}, Interval{e, e}});
        if (!integrate(e)) return false;
      }
    }
    return true;
  }

  // Joins the return edges of `e` with those of the edges that left the same vertex before it.
  bool integrate(int e) {
    const int v = source_[at(e)];
    if (lowpt_[at(e)] >= height_[at(v)]) return true;
    const int parent = parent_edge_[at(v)];
    if (edge_at_[at(start_[at(v)])] == e) {
      lowpt_edge_[at(parent)] = lowpt_edge_[at(e)];
      return true;
    }
    return add_constraints(e, parent);
  }

  bool conflicting(const Interval& interval, int e) const {
    return !interval.empty() && lowpt_[at(interval.high)] > lowpt_[at(e)];
  }

  // What `lower` has below `upper` continues it downwards.
  void append(Interval& upper, const Interval& lower) {
    if (upper.empty()) {
      upper.high = lower.high;
    } else if (upper.low != none) {
      ref_[at(upper.low)] = lower.high;
    }
  }

  bool add_constraints(int e, int parent) {
    ConflictPair merged;
    // All return edges of e go to one side.
    do {
      ConflictPair pair = pairs_.back();
      pairs_.pop_back();
      if (!pair.left.empty()) std::swap(pair.left, pair.right);
      if (!pair.left.empty()) return false;
      if (lowpt_[at(pair.right.low)] > lowpt_[at(parent)]) {
        append(merged.right, pair.right);
        merged.right.low = pair.right.low;
      } else {
        ref_[at(pair.right.low)] = lowpt_edge_[at(parent)];
      }
    } while (pairs_.size() != stack_bottom_[at(e)]);
    // Those of earlier edges that conflict with e go to the other side.
    while (!pairs_.empty() &&
           (conflicting(pairs_.back().left, e) || conflicting(pairs_.back().right, e))) {
      ConflictPair pair = pairs_.back();
      pairs_.pop_back();
      if (conflicting(pair.right, e)) std::swap(pair.left, pair.right);
      if (conflicting(pair.right, e)) return false;
      if (merged.right.low != none) ref_[at(merged.right.low)] = pair.right.high;
      if (pair.right.low != none) merged.right.low = pair.right.low;
      append(merged.left, pair.left);
      merged.left.low = pair.left.low;
    }
    if (!merged.left.empty() || !merged.right.empty()) pairs_.push_back(merged);
    return true;
  }

  int lowest(const ConflictPair& pair) const {
    if (pair.left.empty()) return lowpt_[at(pair.right.low)];
    if (pair.right.empty()) return lowpt_[at(pair.left.low)];
    return std::min(lowpt_[at(pair.left.low)], lowpt_[at(pair.right.low)]);
  }

  void trim(Interval& interval, const Interval& other, int u) {
    while (interval.high != none && target_[at(interval.high)] == u) {
      interval.high = ref_[at(interval.high)];
    }
    if (interval.high == none && interval.low != none) {
      ref_[at(interval.low)] = other.low;
      interval.low = none;
    }
  }

  void remove_back_edges_to(int u) {
    while (!pairs_.empty() && lowest(pairs_.back()) == height_[at(u)]) pairs_.pop_back();
    if (pairs_.empty()) return;
    ConflictPair& pair = pairs_.back();
    trim(pair.left, pair.right, u);
    trim(pair.right, pair.left, u);
  }

  std::vector<int> height_, parent_edge_;    // by vertex
  std::vector<int> start_, next_, edge_at_;  // edges of each vertex, and where a search stands
  std::vector<int> source_, target_;         // by edge, as all below
  std::vector<int> lowpt_, lowpt2_, nesting_depth_;
  std::vector<int> ref_, lowpt_edge_;
  std::vector<std::size_t> stack_bottom_;
  std::vector<int> count_, sorted_, path_;
  std::vector<ConflictPair> pairs_;
};

}  // namespace

bool is_planar(int territory_count, std::span<const Border> borders) {
  // Kuratowski: the smallest obstacle is K5 (5 territories) or K3,3 (9 borders); Euler: a planar
  // graph has at most 3V - 6 borders.
  const auto count = static_cast<std::size_t>(territory_count);
  if (count < 5 || borders.size() < 9) return true;
  if (borders.size() > 3 * count - 6) return false;
  thread_local LeftRightTest test;
  return test.planar(count, borders);
}

bool is_planar(const Map& map) {
  return is_planar(map.territory_count(), map.borders());
}

std::vector<Border> kuratowski_borders(int territory_count, std::span<const Border> borders) {
  // Of an order of the borders, find the shortest beginning that is not planar together with those
  // already known to be needed; its last border is needed too, and all after it are not. A minimal
  // non-planar graph remains, which is a subdivision of K5 or K3,3 (Kuratowski). One binary search,
  // so log E tests, per border found.
  std::vector<Border> needed;
  std::vector<Border> candidates(borders.begin(), borders.end());
  std::vector<Border> tried;
  const auto planar_with = [&](std::size_t prefix) {
    tried = needed;
    tried.insert(tried.end(), candidates.begin(),
                 candidates.begin() + static_cast<std::ptrdiff_t>(prefix));
    return is_planar(territory_count, tried);
  };
  if (planar_with(candidates.size())) return {};
  while (planar_with(0)) {
    std::size_t planar = 0;
    std::size_t not_planar = candidates.size();
    while (not_planar - planar > 1) {
      const std::size_t halfway = planar + (not_planar - planar) / 2;
      (planar_with(halfway) ? planar : not_planar) = halfway;
    }
    needed.push_back(candidates[planar]);
    candidates.resize(planar);
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

std::vector<Border> kuratowski_borders(const Map& map) {
  return kuratowski_borders(map.territory_count(), map.borders());
}

}  // namespace evorisk::maps
