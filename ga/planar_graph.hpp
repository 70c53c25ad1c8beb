// Growing graphs: which territories hang together, and which borders keep a map planar.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "maps/growing_embedding.hpp"
#include "maps/map.hpp"
#include "maps/planarity.hpp"

namespace evorisk::ga {

// Connected components of a graph whose borders arrive one after another (union-find).
class Components {
 public:
  explicit Components(int territory_count);

  int count() const { return count_; }
  bool same(int a, int b) { return root(a) == root(b); }
  // False when a and b were in one component already.
  bool join(int a, int b);

 private:
  int root(int t);

  int count_;
  boost::container::small_vector<int, maps::GrowingEmbedding::most_territories> parent_;
};

// A planar graph that grows: borders that would break planarity are refused.
class PlanarGraph {
 public:
  // Without borders.
  explicit PlanarGraph(int territory_count);

  // Parts of two graphs side by side, as GrowingEmbedding's constructor takes them. `borders` are
  // theirs.
  using Set = maps::GrowingEmbedding::Set;
  PlanarGraph(const maps::GrowingEmbedding& first, Set of_first,
              const maps::GrowingEmbedding& second, Set of_second, int territory_count,
              std::span<const maps::Border> borders);

  // Adds all of `borders` (none of them there yet, none twice), if the graph stays planar with
  // them; else none.
  bool add_all(std::span<const maps::Border> borders);
  // Adds a border (of two territories that share none yet), if the graph stays planar with it.
  // Always adds one that joins two components: that cannot break planarity.
  bool add(maps::Border border);

  Components& components() { return components_; }
  // Ascending; into `borders`, instead of what was there.
  void borders(std::vector<maps::Border>& borders) const;
  // How it can be drawn; null with too many territories.
  const maps::GrowingEmbedding* embedding() const { return embedding_ ? &*embedding_ : nullptr; }

 private:
  bool planar() const { return maps::is_planar(territory_count_, borders_); }

  int territory_count_;
  Components components_;
  // The borders and how they can be drawn, or with too many territories the borders alone.
  std::optional<maps::GrowingEmbedding> embedding_;
  std::vector<maps::Border> borders_;
};

}  // namespace evorisk::ga
