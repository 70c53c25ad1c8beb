// Planar graphs that grow: which borders keep a map planar, and which territories they connect.
#pragma once

#include <span>
#include <vector>

#include "maps/components.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// A planar graph that grows: borders that would break planarity are refused.
class PlanarGraph {
 public:
  // Without borders.
  explicit PlanarGraph(int territory_count)
      : territory_count_(territory_count), components_(territory_count) {}

  // Adds all of `borders` (none of them there yet, none twice), if the graph stays planar with
  // them; else none.
  bool add_all(std::span<const maps::Border> borders);
  // Adds a border (of two territories that share none yet), if the graph stays planar with it.
  // Always adds one that joins two components: that cannot break planarity.
  bool add(maps::Border border);

  maps::Components& components() { return components_; }
  // Ascending.
  std::vector<maps::Border> borders() const;

 private:
  int territory_count_;
  maps::Components components_;
  std::vector<maps::Border> borders_;
};

}  // namespace evorisk::ga
