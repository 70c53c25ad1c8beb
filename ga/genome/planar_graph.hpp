// Planar graphs that grow: which borders keep a map planar, and which territories they connect.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "maps/components.hpp"
#include "maps/map.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::ga {

// A planar graph that grows: borders that would break planarity are refused.
class PlanarGraph {
 public:
  // Without borders.
  explicit PlanarGraph(int territory_count)
      : territory_count_(territory_count), components_(territory_count) {}

  // Adds all of `borders` (none of them there yet, none twice), if the graph stays planar with
  // them; else none.
  bool add_all(std::span<const maps::Border> borders) {
    const std::size_t before = borders_.size();
    borders_.insert(borders_.end(), borders.begin(), borders.end());
    const bool planar = maps::is_planar(territory_count_, borders_);
    if (!planar) borders_.resize(before);
    for (std::size_t i = before; i < borders_.size(); ++i) {
      components_.join(borders_[i].a, borders_[i].b);
    }
    return planar;
  }
  // Adds a border (of two territories that share none yet), if the graph stays planar with it.
  // Always adds one that joins two components: that cannot break planarity.
  bool add(maps::Border border) {
    if (!components_.join(border.a, border.b)) return add_all({&border, 1});
    borders_.push_back(border);
    return true;
  }

  maps::Components& components() { return components_; }
  // Ascending.
  std::vector<maps::Border> borders() const {
    std::vector<maps::Border> ascending = borders_;
    std::sort(ascending.begin(), ascending.end());
    return ascending;
  }

 private:
  int territory_count_;
  maps::Components components_;
  std::vector<maps::Border> borders_;
};

}  // namespace evorisk::ga
