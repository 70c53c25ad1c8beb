#include "risk/narrow/tables.hpp"

#include <algorithm>

#include "risk/narrow/kernels.hpp"
#include "risk/variant.hpp"

namespace evorisk::risk::narrow {

Tables::Tables(const Variant& variant) {
  const int n = variant.territories();
  const int blocks = (n + block - 1) / block;
  if (n > most_territories || !find_kernels(blocks, kernels_)) return;
  slots_ = 1;  // also where nobody has a neighbour
  for (int t = 0; t < n; ++t) slots_ = std::max(slots_, variant.degree(t));
  if (slots_ > most_slots) return;
  slots_ += slots_ % 2;
  blocks_ = blocks;
  constexpr std::uint8_t none = 0x80;
  indices_.resize(static_cast<std::size_t>(slots_ * blocks_ * blocks_ * block), none);
  rows_.resize(static_cast<std::size_t>(n * blocks_ * block));
  for (int t = 0; t < n; ++t) {
    degrees_[static_cast<std::size_t>(t)] = variant.degree(t);
    degree_bytes_[static_cast<std::size_t>(t)] = static_cast<std::uint8_t>(variant.degree(t));
    int slot = 0;
    for (const int u : variant.neighbours(t)) {
      const int at = ((slot++ * blocks_ + t / block) * blocks_ + u / block) * block + t % block;
      indices_[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(u % block);
      rows_[static_cast<std::size_t>(t * blocks_ * block + u)] = 0xFF;
    }
  }
}

}  // namespace evorisk::risk::narrow
