#include "ga/genome/planar_graph.hpp"

#include <algorithm>

#include "maps/planar/planarity.hpp"

namespace evorisk::ga {

using maps::Border;

bool PlanarGraph::add_all(std::span<const Border> borders) {
  const std::size_t before = borders_.size();
  borders_.insert(borders_.end(), borders.begin(), borders.end());
  if (!maps::is_planar(territory_count_, borders_)) {
    borders_.resize(before);
    return false;
  }
  for (const Border& border : borders) components_.join(border.a, border.b);
  return true;
}

bool PlanarGraph::add(Border border) {
  borders_.push_back(border);
  if (components_.join(border.a, border.b) || maps::is_planar(territory_count_, borders_)) {
    return true;
  }
  borders_.pop_back();
  return false;
}

std::vector<Border> PlanarGraph::borders() const {
  std::vector<Border> ascending = borders_;
  std::sort(ascending.begin(), ascending.end());
  return ascending;
}

}  // namespace evorisk::ga
