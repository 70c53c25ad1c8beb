#include "ga/planar_graph.hpp"

#include <algorithm>
#include <numeric>

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
  if (count <= maps::GrowingEmbedding::most_territories) embedding_.emplace(territory_count);
}

PlanarGraph::PlanarGraph(const maps::GrowingEmbedding& embedding, int territory_count,
                         std::span<const Border> borders, std::size_t borders_expected)
    : territory_count_(territory_count), components_(territory_count), embedding_(embedding) {
  borders_.reserve(borders_expected);
  borders_.assign(borders.begin(), borders.end());
  for (const Border& border : borders) components_.join(border.a, border.b);
}

bool PlanarGraph::add_all(std::span<const Border> borders) {
  const std::size_t before = borders_.size();
  borders_.insert(borders_.end(), borders.begin(), borders.end());
  if (!(embedding_ ? embedding_->add_all(borders) : planar())) {
    borders_.resize(before);
    return false;
  }
  for (const Border& border : borders) components_.join(border.a, border.b);
  return true;
}

bool PlanarGraph::add(Border border) {
  borders_.push_back(border);
  if (components_.join(border.a, border.b)) {
    if (embedding_) embedding_->join(border);
    return true;
  }
  if (embedding_ ? embedding_->add(border) : planar()) return true;
  borders_.pop_back();
  return false;
}

}  // namespace evorisk::ga
