// Border graphs as Boost.Graph takes them. For source files of this room only: it compiles slowly.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <cstddef>
#include <span>

#include "maps/map.hpp"

namespace evorisk::maps {

// Edges are numbered in the order of the borders.
using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                         boost::property<boost::vertex_index_t, int>,
                                         boost::property<boost::edge_index_t, int>>;

inline BoostGraph boost_graph(int vertices, std::span<const Border> borders) {
  BoostGraph graph(static_cast<std::size_t>(vertices));
  int index = 0;
  for (const Border& border : borders) {
    boost::add_edge(static_cast<std::size_t>(border.a), static_cast<std::size_t>(border.b), index++,
                    graph);
  }
  return graph;
}

}  // namespace evorisk::maps
