// Ways on which neighbours that have no common line grow towards each other.
#pragma once

#include <cstddef>
#include <vector>

#include "maps/layout/land/land.hpp"

namespace evorisk::maps {

class Corridors {
 public:
  static constexpr int margin = 3;  // cells at the edge of the raster that no corridor takes

  Corridors(const LandRaster& cells, int territories);

  // Drops all corridors; also to be called when cells have changed.
  void restart();
  // Adds the shortest way by water from t to u, at most `furthest` cells long, that crosses no
  // other corridor. Nothing if there is none.
  void add(int t, int u, int furthest);

  bool empty() const { return count_ == 0; }
  // The territory that is to have the cell i, on a corridor or beside it; `sea` elsewhere.
  int wanted(std::size_t i) const { return wanted_[i]; }
  // The territory whose corridor is near to the cell i: those that must not touch it keep off
  // there. `sea` elsewhere.
  int cleared(std::size_t i) const { return cleared_[i]; }

 private:
  static constexpr std::ptrdiff_t free = -1;    // not reached yet
  static constexpr std::ptrdiff_t beyond = -2;  // too near to the edge

  void mark(int t, int u, std::size_t i, int length);

  const LandRaster& cells_;
  int count_ = 0;
  std::vector<int> wanted_;
  std::vector<int> cleared_;
  std::vector<std::vector<std::size_t>> cells_of_;  // of each territory
  std::vector<std::size_t> queue_;
  std::vector<std::ptrdiff_t> from_;  // the cell before on the way, `free` or `beyond`
};

}  // namespace evorisk::maps
