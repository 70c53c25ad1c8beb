#include "maps/left_right.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace evorisk::maps {

bool LeftRightTest::planar(std::size_t vertices, std::span<const Border> borders) {
  prepare(vertices, borders);
  for (std::size_t root = 0; root < vertices; ++root) {
    if (vertices_[root].height == unseen) orient(static_cast<int>(root));
  }
  list_by_nesting_depth();
  return test_all();
}

bool LeftRightTest::planar(std::span<std::uint64_t> neighbours, std::size_t borders) {
  vertices_.assign(neighbours.size(), {});
  edges_.resize(borders);
  count_ = 0;
  for (std::size_t root = 0; root < neighbours.size(); ++root) {
    if (neighbours[root] != 0) orient(static_cast<int>(root), neighbours);
  }
  for (int e = 0; e < count_; ++e) list(e);
  return test_all();
}

void LeftRightTest::prepare(std::size_t vertices, std::span<const Border> borders) {
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
void LeftRightTest::orient(int root) {
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
void LeftRightTest::orient(int root, std::span<std::uint64_t> neighbours) {
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
void LeftRightTest::walk(int v, int w) {
  const int e = count_++;
  const int height = vertex(v).height;
  Vertex& to = vertex(w);
  if (to.height == unseen) {
    edge(e) = {v, w, height, height, 0, none, none, none, false, 0};
    to.height = height + 1;
    to.parent_edge = e;
    path_.push_back(w);
  } else {
    edge(e) = {v, w, to.height, height, 0, none, none, none, false, 0};
    finish(e);
  }
}

void LeftRightTest::leave(int v) {
  path_.pop_back();
  if (vertex(v).parent_edge != none) finish(vertex(v).parent_edge);
}

void LeftRightTest::finish(int e) {
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
void LeftRightTest::list(int e) {
  int* place = &vertex(edge(e).source).first;
  while (*place != none && edge(*place).nesting_depth < edge(e).nesting_depth) {
    place = &edge(*place).sibling;
  }
  edge(e).sibling = *place;
  *place = e;
}

// ... or, so that it takes linear time whatever the degrees, from buckets, the deepest first.
void LeftRightTest::list_by_nesting_depth() {
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

bool LeftRightTest::test_all() {
  pairs_.clear();
  for (Vertex& v : vertices_) v.next = v.first;
  for (std::size_t root = 0; root < vertices_.size(); ++root) {
    if (vertices_[root].height == 0 && !test(static_cast<int>(root))) return false;
  }
  return true;
}

// The second search. False once two back edges can be on no side.
bool LeftRightTest::test(int root) {
  path_.assign(1, root);
  while (!path_.empty()) {
    const int v = path_.back();
    const int e = vertex(v).next;
    if (e == none) {
      path_.pop_back();
      const int parent = vertex(v).parent_edge;
      if (parent == none) continue;
      remove_back_edges(parent);
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
bool LeftRightTest::integrate(int e) {
  const Vertex& v = vertex(edge(e).source);
  if (edge(e).lowpt >= v.height) return true;
  if (v.first == e) {
    edge(v.parent_edge).lowpt_edge = edge(e).lowpt_edge;
    return true;
  }
  return add_constraints(e, v.parent_edge);
}

bool LeftRightTest::conflicting(const Interval& interval, int e) const {
  return !interval.empty() && edge(interval.high).lowpt > edge(e).lowpt;
}

// What `lower` has below `upper` continues it downwards.
void LeftRightTest::append(Interval& upper, const Interval& lower) {
  if (upper.empty()) {
    upper.high = lower.high;
  } else if (upper.low != none) {
    edge(upper.low).ref = lower.high;
  }
}

bool LeftRightTest::add_constraints(int e, int parent) {
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

int LeftRightTest::lowest(const ConflictPair& pair) const {
  if (pair.left.empty()) return edge(pair.right.low).lowpt;
  if (pair.right.empty()) return edge(pair.left.low).lowpt;
  return std::min(edge(pair.left.low).lowpt, edge(pair.right.low).lowpt);
}

void LeftRightTest::trim(Interval& interval, const Interval& other, int u) {
  while (interval.high != none && edge(interval.high).target == u) {
    interval.high = edge(interval.high).ref;
  }
  if (interval.high == none && interval.low != none) {
    edge(interval.low).ref = other.low;
    edge(interval.low).turned = true;
    interval.low = none;
  }
}

// Those that return to where the tree edge `e` comes from.
void LeftRightTest::remove_back_edges(int e) {
  const int u = edge(e).source;
  const int height = vertex(u).height;
  while (!pairs_.empty() && lowest(pairs_.back()) == height) {
    if (pairs_.back().left.low != none) edge(pairs_.back().left.low).turned = true;
    pairs_.pop_back();
  }
  if (pairs_.empty()) return;
  ConflictPair& pair = pairs_.back();
  trim(pair.left, pair.right, u);
  trim(pair.right, pair.left, u);
  // The tree edge is drawn on the side of its highest return edge.
  if (edge(e).lowpt >= height) return;
  const int left = pair.left.high;
  const int right = pair.right.high;
  edge(e).ref =
      left != none && (right == none || edge(left).lowpt > edge(right).lowpt) ? left : right;
}

const LeftRightTest::Rotation& LeftRightTest::rotation() {
  // Once more by nesting depth, those of the other side the other way round and before the rest.
  for (Vertex& v : vertices_) v.first = none;
  for (int e = 0; e < count_; ++e) {
    if (on_other_side(e)) edge(e).nesting_depth = -edge(e).nesting_depth;
    list(e);
  }
  rotation_.target.resize(2 * at(count_));
  rotation_.next.resize(2 * at(count_));
  before_.resize(2 * at(count_));
  for (Vertex& v : vertices_) {
    int last = none;
    for (int e = v.first; e != none; e = edge(e).sibling) {
      rotation_.target[at(2 * e)] = edge(e).target;
      rotation_.target[at(2 * e + 1)] = edge(e).source;
      insert_after(2 * e, last);
      last = 2 * e;
    }
    v.next = v.first;
  }
  for (std::size_t root = 0; root < vertices_.size(); ++root) {
    if (vertices_[root].height == 0) embed(static_cast<int>(root));
  }
  return rotation_;
}

// Whether the edge is turned against its reference, which may be turned against its own, ...
bool LeftRightTest::on_other_side(int e) {
  path_.clear();
  for (; edge(e).ref != none; e = edge(e).ref) path_.push_back(e);
  bool turned = edge(e).turned;
  for (; !path_.empty(); path_.pop_back()) {
    e = path_.back();
    turned = edge(e).turned = edge(e).turned != turned;
    edge(e).ref = none;
  }
  return turned;
}

// The third search: the dart of each edge that leaves its target.
void LeftRightTest::embed(int root) {
  path_.assign(1, root);
  while (!path_.empty()) {
    const int v = path_.back();
    const int e = vertex(v).next;
    if (e == none) {
      path_.pop_back();
      continue;
    }
    vertex(v).next = edge(e).sibling;
    Vertex& target = vertex(edge(e).target);
    if (target.parent_edge == e) {
      insert_after(2 * e + 1, target.first == none ? none : before_[at(2 * target.first)]);
      vertex(v).left = vertex(v).right = 2 * e;
      path_.push_back(edge(e).target);
    } else if (edge(e).turned) {
      insert_after(2 * e + 1, before_[at(target.left)]);
      target.left = 2 * e + 1;
    } else {
      insert_after(2 * e + 1, target.right);
    }
  }
}

// Without one to stand after, the dart is the only one of its vertex.
void LeftRightTest::insert_after(int dart, int after) {
  const int next = after == none ? dart : rotation_.next[at(after)];
  rotation_.next[at(dart)] = next;
  before_[at(dart)] = after == none ? dart : after;
  if (after != none) rotation_.next[at(after)] = dart;
  before_[at(next)] = dart;
}

}  // namespace evorisk::maps
