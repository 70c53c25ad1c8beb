// The left-right planarity test, and the embedding that it finds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// De Fraysseix and Rosenstiehl's criterion in the formulation of Brandes, "The left-right planarity
// test" (2009); the names are his. A depth-first search orients the borders into tree edges and
// back edges; a second one, which takes edges by nesting depth, tries to assign the back edges to
// two sides so that none cross; a third one puts each edge into its place around both ends. Linear
// time; iterative, so that a long path cannot exhaust the call stack; no allocation once the
// buffers have grown to the size of the maps at hand. What is asked of maps is in planarity.hpp.
class LeftRightTest {
 public:
  // Whether the borders (between vertices 0 ... vertices - 1, none twice) can be drawn without a
  // crossing.
  bool planar(std::size_t vertices, std::span<const Border> borders);
  // The same of sets of neighbours, so many borders in all, which are used up.
  bool planar(std::span<std::uint64_t> neighbours, std::size_t borders);

  // The edges in the order around each vertex in which they can be drawn. Edge e has two darts: 2e
  // leaves its one end, 2e + 1 the other. Only after planar() of sets was true.
  struct Rotation {
    std::vector<int> target;  // of each dart: where it leads
    std::vector<int> next;    // and the one after it around the vertex that it leaves
  };
  const Rotation& rotation();

 private:
  static constexpr int none = -1;
  static constexpr int unseen = -1;

  struct Vertex {
    int height = unseen;
    int parent_edge = none;
    int first = none;               // of its outgoing edges, in the order of the second search
    int next = none;                // where that search stands
    int left = none, right = none;  // darts beside which the third one puts back edges
  };
  struct Edge {
    int source, target;
    int lowpt, lowpt2;
    int nesting_depth;
    int sibling;  // the outgoing edge after it
    int ref, lowpt_edge;
    bool turned;  // drawn on the other side than `ref` is
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

  void prepare(std::size_t vertices, std::span<const Border> borders);
  void orient(int root);
  void orient(int root, std::span<std::uint64_t> neighbours);
  void walk(int v, int w);
  void leave(int v);
  void finish(int e);
  void list(int e);
  void list_by_nesting_depth();

  bool test_all();
  bool test(int root);
  bool integrate(int e);
  bool conflicting(const Interval& interval, int e) const;
  void append(Interval& upper, const Interval& lower);
  bool add_constraints(int e, int parent);
  int lowest(const ConflictPair& pair) const;
  void trim(Interval& interval, const Interval& other, int u);
  void remove_back_edges(int e);

  bool on_other_side(int e);
  void embed(int root);
  void insert_after(int dart, int after);

  std::vector<Vertex> vertices_;
  std::vector<Edge> edges_;
  int count_ = 0;  // of edges walked so far
  std::vector<int> path_;
  std::vector<ConflictPair> pairs_;
  // Of a list of borders: those of each vertex, how far the first search is, and their ends' sums.
  std::vector<int> start_, left_, border_at_, ends_;
  std::vector<int> buckets_;
  Rotation rotation_;
  std::vector<int> before_;  // of each dart: the one whose `next` it is
};

}  // namespace evorisk::maps
