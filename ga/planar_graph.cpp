#include "ga/planar_graph.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "maps/planarity.hpp"

namespace evorisk::ga {

using maps::Border;

Components::Components(int territory_count)
    : count_(territory_count), parent_(static_cast<std::size_t>(territory_count)) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

int Components::root(int t) {
  while (parent_[static_cast<std::size_t>(t)] != t) {
    int& parent = parent_[static_cast<std::size_t>(t)];
    parent = parent_[static_cast<std::size_t>(parent)];
    t = parent;
  }
  return t;
}

bool Components::join(int a, int b) {
  const int root_a = root(a);
  const int root_b = root(b);
  if (root_a == root_b) return false;
  parent_[static_cast<std::size_t>(root_b)] = root_a;
  --count_;
  return true;
}

bool is_connected(int territory_count, std::span<const Border> borders) {
  Components components(territory_count);
  for (const Border& border : borders) components.join(border.a, border.b);
  return components.count() == 1;
}

PlanarGraph::PlanarGraph(int territory_count, std::size_t borders_expected)
    : territory_count_(territory_count), components_(territory_count) {
  borders_.reserve(borders_expected);
  const auto count = static_cast<std::size_t>(territory_count);
  if (count <= maps::most_in_sets) sets_.resize(count);
}

bool PlanarGraph::planar() const {
  if (sets_.empty()) return maps::is_planar(territory_count_, borders_);
  std::array<std::uint64_t, maps::most_in_sets> used_up;
  std::copy(sets_.begin(), sets_.end(), used_up.begin());
  return maps::is_planar(std::span(used_up).first(sets_.size()), borders_.size());
}

void PlanarGraph::push(Border border) {
  borders_.push_back(border);
  if (sets_.empty()) return;
  sets_[static_cast<std::size_t>(border.a)] ^= std::uint64_t{1} << border.b;
  sets_[static_cast<std::size_t>(border.b)] ^= std::uint64_t{1} << border.a;
}

void PlanarGraph::pop() {
  const Border border = borders_.back();
  borders_.pop_back();
  if (sets_.empty()) return;
  sets_[static_cast<std::size_t>(border.a)] ^= std::uint64_t{1} << border.b;
  sets_[static_cast<std::size_t>(border.b)] ^= std::uint64_t{1} << border.a;
}

bool PlanarGraph::add_all(std::span<const Border> borders) {
  for (const Border& border : borders) push(border);
  if (!planar()) {
    for (std::size_t i = 0; i < borders.size(); ++i) pop();
    return false;
  }
  for (const Border& border : borders) components_.join(border.a, border.b);
  return true;
}

bool PlanarGraph::add(Border border) {
  push(border);
  if (components_.join(border.a, border.b)) return true;
  if (planar()) return true;
  pop();
  return false;
}

}  // namespace evorisk::ga
