#include "maps/planarity.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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
      if (vertices_[root].height == unseen) orient(static_cast<int>(root));
    }
    list_by_nesting_depth();
    return test_all();
  }

  // Of sets of neighbours, which are used up.
  bool planar(std::span<std::uint64_t> neighbours, std::size_t borders) {
    vertices_.assign(neighbours.size(), {});
    edges_.resize(borders);
    count_ = 0;
    for (std::size_t root = 0; root < neighbours.size(); ++root) {
      if (neighbours[root] != 0) orient(static_cast<int>(root), neighbours);
    }
    for (int e = 0; e < count_; ++e) list(e);
    return test_all();
  }

 private:
  static constexpr int none = -1;
  static constexpr int unseen = -1;

  struct Vertex {
    int height = unseen;
    int parent_edge = none;
    int first = none;  // of its outgoing edges, in the order of the second search
    int next = none;   // where that search stands
  };
  struct Edge {
    int source, target;
    int lowpt, lowpt2;
    int nesting_depth;
    int sibling;  // the outgoing edge after it
    int ref, lowpt_edge;
    std::size_t stack_bottom;
  };

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
  Vertex& vertex(int v) { return vertices_[at(v)]; }
  Edge& edge(int e) { return edges_[at(e)]; }
  const Edge& edge(int e) const { return edges_[at(e)]; }

  void prepare(std::size_t vertices, std::span<const Border> borders) {
    vertices_.assign(vertices, {});
    edges_.resize(borders.size());
    count_ = 0;
    start_.assign(vertices + 1, 0);
    for (const Border& border : borders) {
      ++start_[at(border.a) + 1];
      ++start_[at(border.b) + 1];
    }
    for (std::size_t v = 0; v < vertices; ++v) start_[v + 1] += start_[v];
    left_.assign(start_.begin(), start_.end() - 1);
    border_at_.resize(2 * borders.size());
    // The sum tells the other end from either; of one that is walked, nothing is asked.
    ends_.resize(borders.size());
    for (std::size_t i = 0; i < borders.size(); ++i) {
      border_at_[at(left_[at(borders[i].a)]++)] = static_cast<int>(i);
      border_at_[at(left_[at(borders[i].b)]++)] = static_cast<int>(i);
      ends_[i] = borders[i].a + borders[i].b;
    }
    left_.assign(start_.begin(), start_.end() - 1);
  }

  // The first search: heights, lowest and second lowest return points, nesting depths.
  void orient(int root) {
    vertex(root).height = 0;
    path_.assign(1, root);
    while (!path_.empty()) {
      const int v = path_.back();
      if (left_[at(v)] == start_[at(v) + 1]) {
        leave(v);
        continue;
      }
      const int border = border_at_[at(left_[at(v)]++)];
      if (ends_[at(border)] == none) continue;
      walk(v, ends_[at(border)] - v);
      ends_[at(border)] = none;
    }
  }

  // The same for sets of neighbours: a border leaves both ends' sets when it is walked.
  void orient(int root, std::span<std::uint64_t> neighbours) {
    vertex(root).height = 0;
    path_.assign(1, root);
    while (!path_.empty()) {
      const int v = path_.back();
      std::uint64_t& set = neighbours[at(v)];
      if (set == 0) {
        leave(v);
        continue;
      }
      const int w = std::countr_zero(set);
      set &= set - 1;
      neighbours[at(w)] &= ~(std::uint64_t{1} << v);
      walk(v, w);
    }
  }

  // A border from v to w, who is either new or further up the path.
  void walk(int v, int w) {
    const int e = count_++;
    const int height = vertex(v).height;
    Vertex& to = vertex(w);
    if (to.height == unseen) {
      edge(e) = {v, w, height, height, 0, none, none, none, 0};
      to.height = height + 1;
      to.parent_edge = e;
      path_.push_back(w);
    } else {
      edge(e) = {v, w, to.height, height, 0, none, none, none, 0};
      finish(e);
    }
  }

  void leave(int v) {
    path_.pop_back();
    if (vertex(v).parent_edge != none) finish(vertex(v).parent_edge);
  }

  void finish(int e) {
    Edge& own = edge(e);
    const Vertex& v = vertex(own.source);
    // Chordal edges, which return at two heights, nest outside of the others.
    own.nesting_depth = 2 * own.lowpt + (own.lowpt2 < v.height ? 1 : 0);
    if (v.parent_edge == none) return;
    Edge& parent = edge(v.parent_edge);
    if (own.lowpt < parent.lowpt) {
      parent.lowpt2 = std::min(parent.lowpt, own.lowpt2);
      parent.lowpt = own.lowpt;
    } else if (own.lowpt > parent.lowpt) {
      parent.lowpt2 = std::min(parent.lowpt2, own.lowpt);
    } else {
      parent.lowpt2 = std::min(parent.lowpt2, own.lowpt2);
    }
  }

  // Outgoing edges are listed by ascending nesting depth: one by one, where there are few...
  void list(int e) {
    int* place = &vertex(edge(e).source).first;
    while (*place != none && edge(*place).nesting_depth < edge(e).nesting_depth) {
      place = &edge(*place).sibling;
    }
    edge(e).sibling = *place;
    *place = e;
  }

  // ... or, so that it takes linear time whatever the degrees, from buckets, the deepest first.
  void list_by_nesting_depth() {
    buckets_.assign(2 * vertices_.size() + 1, none);
    for (int e = 0; e < count_; ++e) {
      edge(e).sibling = std::exchange(buckets_[at(edge(e).nesting_depth)], e);
    }
    for (std::size_t depth = buckets_.size(); depth-- > 0;) {
      for (int e = buckets_[depth]; e != none;) {
        const int after = edge(e).sibling;
        edge(e).sibling = std::exchange(vertex(edge(e).source).first, e);
        e = after;
      }
    }
  }

  bool test_all() {
    pairs_.clear();
    for (Vertex& v : vertices_) v.next = v.first;
    for (std::size_t root = 0; root < vertices_.size(); ++root) {
      if (vertices_[root].height == 0 && !test(static_cast<int>(root))) return false;
    }
    return true;
  }

  // The second search. False once two back edges can be on no side.
  bool test(int root) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const int v = path_.back();
      const int e = vertex(v).next;
      if (e == none) {
        path_.pop_back();
        const int parent = vertex(v).parent_edge;
        if (parent == none) continue;
        remove_back_edges_to(edge(parent).source);
        if (!integrate(parent)) return false;
        continue;
      }
      vertex(v).next = edge(e).sibling;
      edge(e).stack_bottom = pairs_.size();
      const int w = edge(e).target;
      if (vertex(w).parent_edge == e) {
        path_.push_back(w);
      } else {
        edge(e).lowpt_edge = e;
        pairs_.push_back({Interval{}, Interval{e, e}});
        if (!integrate(e)) return false;
      }
    }
    return true;
  }

  // Joins the return edges of `e` with those of the edges that left the same vertex before it.
  bool integrate(int e) {
    const Vertex& v = vertex(edge(e).source);
    if (edge(e).lowpt >= v.height) return true;
    if (v.first == e) {
      edge(v.parent_edge).lowpt_edge = edge(e).lowpt_edge;
      return true;
    }
    return add_constraints(e, v.parent_edge);
  }

  bool conflicting(const Interval& interval, int e) const {
    return !interval.empty() && edge(interval.high).lowpt > edge(e).lowpt;
  }

  // What `lower` has below `upper` continues it downwards.
  void append(Interval& upper, const Interval& lower) {
    if (upper.empty()) {
      upper.high = lower.high;
    } else if (upper.low != none) {
      edge(upper.low).ref = lower.high;
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
      if (edge(pair.right.low).lowpt > edge(parent).lowpt) {
        append(merged.right, pair.right);
        merged.right.low = pair.right.low;
      } else {
        edge(pair.right.low).ref = edge(parent).lowpt_edge;
      }
    } while (pairs_.size() != edge(e).stack_bottom);
    // Those of earlier edges that conflict with e go to the other side.
    while (!pairs_.empty() &&
           (conflicting(pairs_.back().left, e) || conflicting(pairs_.back().right, e))) {
      ConflictPair pair = pairs_.back();
      pairs_.pop_back();
      if (conflicting(pair.right, e)) std::swap(pair.left, pair.right);
      if (conflicting(pair.right, e)) return false;
      if (merged.right.low != none) edge(merged.right.low).ref = pair.right.high;
      if (pair.right.low != none) merged.right.low = pair.right.low;
      append(merged.left, pair.left);
      merged.left.low = pair.left.low;
    }
    if (!merged.left.empty() || !merged.right.empty()) pairs_.push_back(merged);
    return true;
  }

  int lowest(const ConflictPair& pair) const {
    if (pair.left.empty()) return edge(pair.right.low).lowpt;
    if (pair.right.empty()) return edge(pair.left.low).lowpt;
    return std::min(edge(pair.left.low).lowpt, edge(pair.right.low).lowpt);
  }

  void trim(Interval& interval, const Interval& other, int u) {
    while (interval.high != none && edge(interval.high).target == u) {
      interval.high = edge(interval.high).ref;
    }
    if (interval.high == none && interval.low != none) {
      edge(interval.low).ref = other.low;
      interval.low = none;
    }
  }

  void remove_back_edges_to(int u) {
    const int height = vertex(u).height;
    while (!pairs_.empty() && lowest(pairs_.back()) == height) pairs_.pop_back();
    if (pairs_.empty()) return;
    ConflictPair& pair = pairs_.back();
    trim(pair.left, pair.right, u);
    trim(pair.right, pair.left, u);
  }

  std::vector<Vertex> vertices_;
  std::vector<Edge> edges_;
  int count_ = 0;  // of edges walked so far
  std::vector<int> path_;
  std::vector<ConflictPair> pairs_;
  // Of a list of borders: those of each vertex, how far the first search is, and their ends' sums.
  std::vector<int> start_, left_, border_at_, ends_;
  std::vector<int> buckets_;
};

}  // namespace

bool is_planar(std::span<std::uint64_t> neighbours, std::size_t borders) {
  // A territory with one neighbour is drawn beside it, one with two is drawn on a border between
  // them: without it, and with that border, the rest is planar exactly when all is.
  const auto set_of = [](int t) { return std::uint64_t{1} << t; };
  const auto few = [](std::uint64_t set) {  // at most two
    set &= set - 1;
    return (set & (set - 1)) == 0;
  };
  std::size_t alive = 0;
  std::uint64_t left = 0;  // with few neighbours
  for (std::size_t t = 0; t < neighbours.size(); ++t) {
    if (neighbours[t] == 0) continue;
    ++alive;
    if (few(neighbours[t])) left |= set_of(static_cast<int>(t));
  }
  while (left != 0) {
    const int t = std::countr_zero(left);
    left &= left - 1;
    std::uint64_t& own = neighbours[static_cast<std::size_t>(t)];
    if (own == 0) continue;  // its last neighbour went before
    --alive;
    --borders;
    const int u = std::countr_zero(own);
    own &= own - 1;
    std::uint64_t& of_u = neighbours[static_cast<std::size_t>(u)];
    of_u &= ~set_of(t);
    if (own != 0) {
      const int w = std::countr_zero(own);
      own = 0;
      std::uint64_t& of_w = neighbours[static_cast<std::size_t>(w)];
      if ((of_u & set_of(w)) != 0) --borders;  // there is one between them already
      of_u |= set_of(w);
      of_w = (of_w & ~set_of(t)) | set_of(u);
      if (few(of_w)) left |= set_of(w);
    } else if (of_u == 0) {
      --alive;
    }
    if (few(of_u)) left |= set_of(u);
  }
  // Kuratowski: the smallest obstacle is K5 (5 territories) or K3,3 (9 borders); Euler: a planar
  // graph has at most 3V - 6 borders.
  if (alive < 5 || borders < 9) return true;
  if (borders > 3 * alive - 6) return false;
  thread_local LeftRightTest test;
  return test.planar(neighbours, borders);
}

bool is_planar(int territory_count, std::span<const Border> borders) {
  const auto count = static_cast<std::size_t>(territory_count);
  if (count < 5 || borders.size() < 9) return true;
  if (borders.size() > 3 * count - 6) return false;
  if (count <= most_in_sets) {
    std::array<std::uint64_t, most_in_sets> neighbours{};
    for (const Border& border : borders) {
      neighbours[static_cast<std::size_t>(border.a)] |= std::uint64_t{1} << border.b;
      neighbours[static_cast<std::size_t>(border.b)] |= std::uint64_t{1} << border.a;
    }
    return is_planar(std::span(neighbours).first(count), borders.size());
  }
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
