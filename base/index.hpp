// Territories, continents and seats are numbered by int; the standard's containers by size_t.
#pragma once

#include <cstddef>

namespace evorisk {

// `index` (at least 0) for a container.
constexpr std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

}  // namespace evorisk
