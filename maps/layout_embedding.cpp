#include "maps/layout_embedding.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <boost/graph/chrobak_payne_drawing.hpp>
#include <boost/graph/planar_canonical_ordering.hpp>
#include <stdexcept>

namespace evorisk::maps {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                    boost::property<boost::vertex_index_t, int>,
                                    boost::property<boost::edge_index_t, int>>;
using Edge = boost::graph_traits<Graph>::edge_descriptor;
using BoostEmbedding = std::vector<std::vector<Edge>>;
using Rotation = std::vector<std::vector<int>>;

Graph make_graph(int vertices, std::span<const Border> borders) {
  Graph graph(static_cast<std::size_t>(vertices));
  int index = 0;
  for (const Border& border : borders) {
    boost::add_edge(static_cast<std::size_t>(border.a), static_cast<std::size_t>(border.b), index++,
                    graph);
  }
  return graph;
}

bool embed_graph(const Graph& graph, BoostEmbedding& embedding) {
  embedding.assign(boost::num_vertices(graph), {});
  return boost::boyer_myrvold_planarity_test(
      boost::boyer_myrvold_params::graph = graph,
      boost::boyer_myrvold_params::embedding = embedding.data());
}

bool planar(int vertices, std::span<const Border> borders) {
  return boost::boyer_myrvold_planarity_test(make_graph(vertices, borders));
}

// The neighbours of each vertex in the cyclic order of a planar embedding.
std::optional<Rotation> rotation_system(int vertices, std::span<const Border> borders) {
  const Graph graph = make_graph(vertices, borders);
  BoostEmbedding embedding;
  if (!embed_graph(graph, embedding)) return std::nullopt;
  Rotation rotation(static_cast<std::size_t>(vertices));
  for (std::size_t v = 0; v < rotation.size(); ++v) {
    for (const Edge& edge : embedding[v]) {
      const auto source = boost::source(edge, graph);
      rotation[v].push_back(static_cast<int>(source == v ? boost::target(edge, graph) : source));
    }
  }
  return rotation;
}

std::size_t distinct(std::vector<int> walk) {
  std::sort(walk.begin(), walk.end());
  return static_cast<std::size_t>(std::unique(walk.begin(), walk.end()) - walk.begin());
}

// The walk that holds most vertices (the longer walk on equality, then the first).
std::size_t largest_face(const std::vector<std::vector<int>>& faces) {
  std::size_t best = 0;
  std::size_t best_distinct = 0;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const std::size_t count = distinct(faces[f]);
    if (count > best_distinct || (count == best_distinct && faces[f].size() > faces[best].size())) {
      best = f;
      best_distinct = count;
    }
  }
  return best;
}

}  // namespace

std::vector<std::vector<int>> face_walks(const std::vector<std::vector<int>>& rotation) {
  std::vector<std::vector<bool>> used(rotation.size());
  for (std::size_t v = 0; v < rotation.size(); ++v) used[v].assign(rotation[v].size(), false);
  std::vector<std::vector<int>> faces;
  for (std::size_t start = 0; start < rotation.size(); ++start) {
    for (std::size_t corner = 0; corner < rotation[start].size(); ++corner) {
      if (used[start][corner]) continue;
      std::vector<int> walk;
      std::size_t from = start;
      std::size_t slot = corner;
      while (!used[from][slot]) {
        used[from][slot] = true;
        walk.push_back(static_cast<int>(from));
        const auto to = static_cast<std::size_t>(rotation[from][slot]);
        const auto& around = rotation[to];
        const auto back = std::find(around.begin(), around.end(), static_cast<int>(from));
        slot = static_cast<std::size_t>(back - around.begin() + 1) % around.size();
        from = to;
      }
      faces.push_back(std::move(walk));
    }
  }
  return faces;
}

std::optional<Embedding> embed(int vertices, std::span<const Border> borders, bool search) {
  auto rotation = rotation_system(vertices, borders);
  if (!rotation) return std::nullopt;
  Embedding result;
  result.faces = face_walks(*rotation);
  result.outer = static_cast<int>(largest_face(result.faces));
  if (!search || vertices < 3) return result;

  // An extra vertex joined to a set of vertices keeps the graph planar exactly if some embedding
  // has that whole set on one face. Grow the set from the longest face.
  std::vector<Border> joined(borders.begin(), borders.end());
  std::vector<bool> outside(static_cast<std::size_t>(vertices), false);
  const auto join = [&](int v) {
    joined.push_back({v, vertices});
    outside[static_cast<std::size_t>(v)] = true;
  };
  for (const int v : result.faces[static_cast<std::size_t>(result.outer)]) {
    if (!outside[static_cast<std::size_t>(v)]) join(v);
  }
  const std::size_t unimproved = joined.size();
  for (int v = 0; v < vertices; ++v) {
    if (outside[static_cast<std::size_t>(v)]) continue;
    join(v);
    if (!planar(vertices + 1, joined)) {
      joined.pop_back();
      outside[static_cast<std::size_t>(v)] = false;
    }
  }
  if (joined.size() == unimproved) return result;

  rotation = rotation_system(vertices + 1, joined);
  // Without the extra vertex, its faces become one: the one that passes the corner where its edge
  // stood.
  const int witness = rotation->back().front();
  auto& around = (*rotation)[static_cast<std::size_t>(witness)];
  const auto spoke = std::find(around.begin(), around.end(), vertices) - around.begin();
  const int before = around[(static_cast<std::size_t>(spoke) + around.size() - 1) % around.size()];
  rotation->pop_back();
  for (auto& list : *rotation) std::erase(list, vertices);
  result.faces = face_walks(*rotation);
  for (std::size_t f = 0; f < result.faces.size(); ++f) {
    const auto& walk = result.faces[f];
    for (std::size_t i = 0; i < walk.size(); ++i) {
      if (walk[i] == before && walk[(i + 1) % walk.size()] == witness) {
        result.outer = static_cast<int>(f);
      }
    }
  }
  return result;
}

std::vector<bool> planar_part(int vertices, std::span<const Border> borders) {
  std::vector<bool> belongs(borders.size(), false);
  if (planar(vertices, borders)) {
    belongs.assign(borders.size(), true);
    return belongs;
  }
  // A spanning tree first, so that the part is connected; then the rest in runs that halve where
  // a run would break planarity.
  std::vector<int> root(static_cast<std::size_t>(vertices));
  for (int v = 0; v < vertices; ++v) root[static_cast<std::size_t>(v)] = v;
  const auto find_root = [&](int v) {
    while (root[static_cast<std::size_t>(v)] != v) {
      v = root[static_cast<std::size_t>(v)] =
          root[static_cast<std::size_t>(root[static_cast<std::size_t>(v)])];
    }
    return v;
  };
  std::vector<Border> kept;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const int a = find_root(borders[i].a);
    const int b = find_root(borders[i].b);
    if (a == b) {
      open.push_back(i);
      continue;
    }
    root[static_cast<std::size_t>(a)] = b;
    belongs[i] = true;
    kept.push_back(borders[i]);
  }
  std::size_t next = 0;
  std::size_t run = open.size();
  while (next < open.size()) {
    run = std::min(run, open.size() - next);
    const std::size_t size = kept.size();
    for (std::size_t i = next; i < next + run; ++i) kept.push_back(borders[open[i]]);
    if (planar(vertices, kept)) {
      for (std::size_t i = next; i < next + run; ++i) belongs[open[i]] = true;
      next += run;
      run *= 2;
    } else {
      kept.resize(size);
      if (run == 1) ++next;
      run = std::max<std::size_t>(1, run / 2);
    }
  }
  return belongs;
}

// The library's drawing has a variable that is always set, though the compiler cannot see it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
std::vector<GridPoint> grid_drawing(int vertices, std::span<const Border> borders) {
  const Graph graph = make_graph(vertices, borders);
  BoostEmbedding embedding;
  if (!embed_graph(graph, embedding)) throw std::logic_error("grid_drawing: not planar");
  const auto around =
      boost::make_iterator_property_map(embedding.begin(), boost::get(boost::vertex_index, graph));
  std::vector<boost::graph_traits<Graph>::vertex_descriptor> order;
  boost::planar_canonical_ordering(graph, around, std::back_inserter(order));
  struct Position {
    std::size_t x = 0;
    std::size_t y = 0;
  };
  std::vector<Position> positions(static_cast<std::size_t>(vertices));
  boost::chrobak_payne_straight_line_drawing(
      graph, around, order.begin(), order.end(),
      boost::make_iterator_property_map(positions.begin(), boost::get(boost::vertex_index, graph)));
  std::vector<GridPoint> points;
  points.reserve(positions.size());
  for (const Position& p : positions) {
    points.push_back({static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.y)});
  }
  return points;
}
#pragma GCC diagnostic pop

}  // namespace evorisk::maps
