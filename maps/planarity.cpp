#include "maps/planarity.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "maps/left_right.hpp"

namespace evorisk::maps {

namespace {

// Of so many borders as sets of neighbours, which are used up: bit u of neighbours[t] and bit t of
// neighbours[u] for each.
bool sets_are_planar(std::span<std::uint64_t> neighbours, std::size_t borders) {
  // A territory with one neighbour is drawn beside it, one with two is drawn on a border between
  // them: without it, and with that border, the rest is planar exactly when all is.
  const auto set_of = [](int t) { return std::uint64_t{1} << t; };
  const auto few = [](std::uint64_t set) {  // at most two
    set &= set - 1;
    return (set & (set - 1)) == 0;
  };
  std::size_t alive = 0;
  std::uint64_t left = 0;  // with few neighbours
  for (std::size_t t = 0; t < neighbours.size(); ++t) {
    if (neighbours[t] == 0) continue;
    ++alive;
    if (few(neighbours[t])) left |= set_of(static_cast<int>(t));
  }
  while (left != 0) {
    const int t = std::countr_zero(left);
    left &= left - 1;
    std::uint64_t& own = neighbours[static_cast<std::size_t>(t)];
    if (own == 0) continue;  // its last neighbour went before
    --alive;
    --borders;
    const int u = std::countr_zero(own);
    own &= own - 1;
    std::uint64_t& of_u = neighbours[static_cast<std::size_t>(u)];
    of_u &= ~set_of(t);
    if (own != 0) {
      const int w = std::countr_zero(own);
      own = 0;
      std::uint64_t& of_w = neighbours[static_cast<std::size_t>(w)];
      if ((of_u & set_of(w)) != 0) --borders;  // there is one between them already
      of_u |= set_of(w);
      of_w = (of_w & ~set_of(t)) | set_of(u);
      if (few(of_w)) left |= set_of(w);
    } else if (of_u == 0) {
      --alive;
    }
    if (few(of_u)) left |= set_of(u);
  }
  // Kuratowski: the smallest obstacle is K5 (5 territories) or K3,3 (9 borders); Euler: a planar
  // graph has at most 3V - 6 borders.
  if (alive < 5 || borders < 9) return true;
  if (borders > 3 * alive - 6) return false;
  thread_local LeftRightTest test;
  return test.planar(neighbours, borders);
}

}  // namespace

bool is_planar(int territory_count, std::span<const Border> borders) {
  const auto count = static_cast<std::size_t>(territory_count);
  if (count < 5 || borders.size() < 9) return true;
  if (borders.size() > 3 * count - 6) return false;
  if (count <= most_in_sets) {
    std::array<std::uint64_t, most_in_sets> neighbours{};
    for (const Border& border : borders) {
      neighbours[static_cast<std::size_t>(border.a)] |= std::uint64_t{1} << border.b;
      neighbours[static_cast<std::size_t>(border.b)] |= std::uint64_t{1} << border.a;
    }
    return sets_are_planar(std::span(neighbours).first(count), borders.size());
  }
  thread_local LeftRightTest test;
  return test.planar(count, borders);
}

bool is_planar(const Map& map) {
  return is_planar(map.territory_count(), map.borders());
}

std::vector<Border> kuratowski_borders(int territory_count, std::span<const Border> borders) {
  // Of an order of the borders, find the shortest beginning that is not planar together with those
  // already known to be needed; its last border is needed too, and all after it are not. A minimal
  // non-planar graph remains, which is a subdivision of K5 or K3,3 (Kuratowski). One binary search,
  // so log E tests, per border found.
  std::vector<Border> needed;
  std::vector<Border> candidates(borders.begin(), borders.end());
  std::vector<Border> tried;
  const auto planar_with = [&](std::size_t prefix) {
    tried = needed;
    tried.insert(tried.end(), candidates.begin(),
                 candidates.begin() + static_cast<std::ptrdiff_t>(prefix));
    return is_planar(territory_count, tried);
  };
  if (planar_with(candidates.size())) return {};
  while (planar_with(0)) {
    std::size_t planar = 0;
    std::size_t not_planar = candidates.size();
    while (not_planar - planar > 1) {
      const std::size_t halfway = planar + (not_planar - planar) / 2;
      (planar_with(halfway) ? planar : not_planar) = halfway;
    }
    needed.push_back(candidates[planar]);
    candidates.resize(planar);
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

std::vector<Border> kuratowski_borders(const Map& map) {
  return kuratowski_borders(map.territory_count(), map.borders());
}

}  // namespace evorisk::maps
