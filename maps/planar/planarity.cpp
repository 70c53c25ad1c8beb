#include "maps/planar/planarity.hpp"

#include <algorithm>
#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <iterator>

#include "base/index.hpp"
#include "maps/boost_graph.hpp"

namespace evorisk::maps {

bool is_planar(int territory_count, std::span<const Border> borders) {
  // Kuratowski: the smallest obstacle is K5 (5 territories) or K3,3 (9 borders); Euler: a planar
  // graph has at most 3V - 6 borders.
  const auto count = static_cast<std::size_t>(territory_count);
  if (count < 5 || borders.size() < 9) return true;
  if (borders.size() > 3 * count - 6) return false;
  return boost::boyer_myrvold_planarity_test(boost_graph(territory_count, borders));
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

Cuts cuts(int territory_count, std::span<const Border> borders) {
  BoostGraph graph = boost_graph(territory_count, borders);
  std::vector<std::size_t> block(borders.size());
  Cuts found;
  const auto blocks =
      boost::biconnected_components(
          graph,
          boost::make_iterator_property_map(block.begin(), boost::get(boost::edge_index, graph)),
          std::back_inserter(found.territories))
          .first;
  std::ranges::sort(found.territories);
  // A bridge is a block of one border.
  std::vector<int> sizes(blocks, 0);
  for (const std::size_t b : block) ++sizes[b];
  found.bridges = static_cast<int>(std::ranges::count(sizes, 1));
  return found;
}

}  // namespace evorisk::maps
