#include <algorithm>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <boost/graph/chrobak_payne_drawing.hpp>
#include <boost/graph/planar_canonical_ordering.hpp>
#include <numeric>
#include <set>
#include <stdexcept>

#include "base/index.hpp"
#include "base/random.hpp"
#include "maps/boost_graph.hpp"
#include "maps/layout/steps.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::maps {
namespace {

using Edge = boost::graph_traits<BoostGraph>::edge_descriptor;
using BoostEmbedding = std::vector<std::vector<Edge>>;
using Rotation = std::vector<std::vector<int>>;

bool embed_graph(const BoostGraph& graph, BoostEmbedding& embedding) {
  embedding.assign(boost::num_vertices(graph), {});
  return boost::boyer_myrvold_planarity_test(
      boost::boyer_myrvold_params::graph = graph,
      boost::boyer_myrvold_params::embedding = embedding.data());
}

// The neighbours of each vertex in the cyclic order of a planar embedding.
std::optional<Rotation> rotation_system(int vertices, std::span<const Border> borders) {
  const BoostGraph graph = boost_graph(vertices, borders);
  BoostEmbedding embedding;
  if (!embed_graph(graph, embedding)) return std::nullopt;
  Rotation rotation(at(vertices));
  for (std::size_t v = 0; v < rotation.size(); ++v) {
    for (const Edge& edge : embedding[v]) {
      const auto source = boost::source(edge, graph);
      rotation[v].push_back(static_cast<int>(source == v ? boost::target(edge, graph) : source));
    }
  }
  return rotation;
}

// The walk that holds most vertices (the longer walk on equality, then the first).
std::size_t largest_face(const std::vector<std::vector<int>>& faces) {
  const auto sizes = [](const std::vector<int>& walk) {
    return std::pair(std::set(walk.begin(), walk.end()).size(), walk.size());
  };
  return static_cast<std::size_t>(std::ranges::max_element(faces, {}, sizes) - faces.begin());
}

// The closed walks around the faces of an embedding given by the neighbours of every vertex in
// cyclic order.
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
        const auto to = at(rotation[from][slot]);
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

// The embedding found for these borders, in this order, with all of `outside` on the outer face:
// an extra vertex joined to them is embedded too, and taken away again. Nothing if there is none.
std::optional<Embedding> embed_outside(int vertices, std::vector<Border> borders,
                                       const std::vector<int>& outside) {
  for (const int v : outside) borders.push_back({v, vertices});
  auto rotation = rotation_system(vertices + 1, borders);
  if (!rotation) return std::nullopt;
  // Without the extra vertex its faces are one: the one that passes the corner where its border
  // stood.
  const int witness = outside.front();
  const auto& around = (*rotation)[at(witness)];
  const auto spoke = std::find(around.begin(), around.end(), vertices) - around.begin();
  const int before = around[(static_cast<std::size_t>(spoke) + around.size() - 1) % around.size()];
  rotation->pop_back();
  for (auto& list : *rotation) std::erase(list, vertices);
  Embedding result;
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

// Grows a set of vertices that some embedding has on one face, trying all in this order.
void grow_outside(std::span<const int> order, std::span<const Border> borders,
                  std::vector<int>& outside) {
  const auto vertices = static_cast<int>(order.size());
  std::vector<Border> joined(borders.begin(), borders.end());
  std::vector<bool> member(at(vertices), false);
  for (const int v : outside) {
    joined.push_back({v, vertices});
    member[at(v)] = true;
  }
  for (const int v : order) {
    if (member[at(v)]) continue;
    joined.push_back({v, vertices});
    if (is_planar(vertices + 1, joined)) {
      outside.push_back(v);
    } else {
      joined.pop_back();
    }
  }
}

// Large where movable parts lie in large faces, with room around them, rather than in small ones.
double openness(const Embedding& embedding) {
  double sum = 0;
  for (const auto& walk : embedding.faces) {
    sum += static_cast<double>(walk.size()) * static_cast<double>(walk.size());
  }
  return sum;
}

}  // namespace

std::optional<Embedding> embed(int vertices, std::span<const Border> borders, bool search,
                               std::uint64_t variation) {
  // Where the graph leaves a choice, the order of the borders decides it, and that in which
  // vertices are tried on the outside.
  std::vector<Border> order(borders.begin(), borders.end());
  std::vector<int> numbers(at(vertices));
  std::iota(numbers.begin(), numbers.end(), 0);
  Random random({.seed = variation, .purpose = Purpose::layout});
  if (variation > 0) {
    random.shuffle(order.begin(), order.end());
    random.shuffle(numbers.begin(), numbers.end());
  }
  const auto rotation = rotation_system(vertices, order);
  if (!rotation) return std::nullopt;
  Embedding best;
  best.faces = face_walks(*rotation);
  best.outer = static_cast<int>(largest_face(best.faces));
  if (!search || vertices < 3) return best;

  const std::set<int> members(best.faces[at(best.outer)].begin(), best.faces[at(best.outer)].end());
  std::vector<int> outside(members.begin(), members.end());
  grow_outside(numbers, order, outside);
  double most = -1;
  const int attempts = vertices <= 50 ? 6 : 12;  // more find nothing better in maps of such sizes
  for (int attempt = 0; attempt < attempts; ++attempt) {
    auto embedding = embed_outside(vertices, order, outside);
    if (embedding && openness(*embedding) > most) {
      most = openness(*embedding);
      best = std::move(*embedding);
    }
    random.shuffle(order.begin(), order.end());
  }
  return best;
}

std::vector<Embedding> some_embeddings(int vertices, std::span<const Border> borders,
                                       std::size_t most) {
  std::vector<Embedding> result;
  std::vector<Border> order(borders.begin(), borders.end());
  Random random({.seed = 1, .purpose = Purpose::layout});
  constexpr std::size_t faces_each = 3;
  while (result.size() < most) {
    const auto rotation = rotation_system(vertices, order);
    if (!rotation) return {};
    Embedding embedding;
    embedding.faces = face_walks(*rotation);
    const auto by_size = ordered_numbers<int>(embedding.faces.size(), [&](int a, int b) {
      return embedding.faces[at(a)].size() > embedding.faces[at(b)].size();
    });
    for (std::size_t i = 0; i < std::min(faces_each, by_size.size()); ++i) {
      if (result.size() == most) break;
      embedding.outer = by_size[i];
      result.push_back(embedding);
    }
    random.shuffle(order.begin(), order.end());
  }
  return result;
}

// The library's drawing has a variable that is always set, though the compiler cannot see it.
#ifndef __clang__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
std::vector<GridPoint> grid_drawing(int vertices, std::span<const Border> borders) {
  const BoostGraph graph = boost_graph(vertices, borders);
  BoostEmbedding embedding;
  if (!embed_graph(graph, embedding)) throw std::logic_error("grid_drawing: not planar");
  const auto around =
      boost::make_iterator_property_map(embedding.begin(), boost::get(boost::vertex_index, graph));
  std::vector<boost::graph_traits<BoostGraph>::vertex_descriptor> order;
  boost::planar_canonical_ordering(graph, around, std::back_inserter(order));
  struct Position {
    std::size_t x = 0;
    std::size_t y = 0;
  };
  std::vector<Position> positions(at(vertices));
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
#ifndef __clang__
#pragma GCC diagnostic pop
#endif

}  // namespace evorisk::maps
