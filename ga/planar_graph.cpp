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

PlanarGraph::PlanarGraph(int territory_count)
    : territory_count_(territory_count), components_(territory_count) {
  const auto count = static_cast<std::size_t>(territory_count);
  if (count <= maps::GrowingEmbedding::most_territories) embedding_.emplace(territory_count);
}

PlanarGraph::PlanarGraph(const maps::GrowingEmbedding& first, Set of_first,
                         const maps::GrowingEmbedding& second, Set of_second, int territory_count,
                         std::span<const Border> borders)
    : territory_count_(territory_count),
      components_(territory_count),
      embedding_(std::in_place, first, of_first, second, of_second) {
  for (const Border& border : borders) components_.join(border.a, border.b);
}

bool PlanarGraph::add_all(std::span<const Border> borders) {
  if (embedding_) {
    if (!embedding_->add_all(borders)) return false;
  } else {
    const std::size_t before = borders_.size();
    borders_.insert(borders_.end(), borders.begin(), borders.end());
    if (!planar()) {
      borders_.resize(before);
      return false;
    }
  }
  for (const Border& border : borders) components_.join(border.a, border.b);
  return true;
}

bool PlanarGraph::add(Border border) {
  const bool joins = components_.join(border.a, border.b);
  if (embedding_) {
    if (!joins) return embedding_->add(border);
    embedding_->join(border);
    return true;
  }
  borders_.push_back(border);
  if (joins || planar()) return true;
  borders_.pop_back();
  return false;
}

void PlanarGraph::borders(std::vector<Border>& borders) const {
  if (embedding_) return embedding_->borders(borders);
  borders = borders_;
  std::sort(borders.begin(), borders.end());
}

}  // namespace evorisk::ga
