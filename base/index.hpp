// Territories, continents and seats are numbered by int; the standard's containers by size_t.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace evorisk {

// Converts `index` (at least 0) to a container index.
constexpr std::size_t at(std::int64_t index) {
  return static_cast<std::size_t>(index);
}

// 0 ... count - 1, ascending.
template <class Index>
std::vector<Index> numbers(std::size_t count) {
  std::vector<Index> all(count);
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

// 0 ... count - 1, sorted by before(a, b); of equal ones the smaller comes first.
template <class Index, class Before>
std::vector<Index> ordered_numbers(std::size_t count, const Before& before) {
  std::vector<Index> order = numbers<Index>(count);
  std::stable_sort(order.begin(), order.end(), before);
  return order;
}

}  // namespace evorisk
