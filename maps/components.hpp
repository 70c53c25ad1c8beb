// Connected components of a graph whose borders arrive one after another.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace evorisk::maps {

// Union-find with path halving.
class Components {
 public:
  explicit Components(int territory_count)
      : count_(territory_count), parent_(static_cast<std::size_t>(territory_count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int count() const { return count_; }
  bool same(int a, int b) { return root(a) == root(b); }
  // Adds a border; false when its ends were connected already.
  bool join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return false;
    parent_[static_cast<std::size_t>(b)] = a;
    --count_;
    return true;
  }
  // One territory of t's component, the same for all of them until the next join().
  int root(int t) {
    while (parent_[static_cast<std::size_t>(t)] != t) {
      int& parent = parent_[static_cast<std::size_t>(t)];
      t = parent = parent_[static_cast<std::size_t>(parent)];
    }
    return t;
  }

 private:
  int count_;
  std::vector<int> parent_;
};

}  // namespace evorisk::maps
