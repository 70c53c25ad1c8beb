// Random planar maps with contiguous continents.
#pragma once

#include "maps/base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

struct GeneratorOptions {
  int territories = 20;  // 2 ... memory
  int continents = 4;    // 1 ... territories
  // From 0 (a tree: territories - 1 borders) to 1 (a maximal planar triangulation).
  double density = 0.45;
};

// A connected planar map with contiguous continents, drawn positions and generated names left
// empty. The same options and stream give the same map. Throws InputError for options out of range.
Map generate_map(const GeneratorOptions& options, Random& random);

}  // namespace evorisk::maps
