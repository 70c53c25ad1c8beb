// A board of at most 64 territories laid out for vectors of 16 bytes, one byte a territory: what
// the kernels of this folder look up. Nothing else needs to know of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace evorisk::risk {
class Variant;
}

namespace evorisk::risk::narrow {

using Word = std::uint64_t;  // a set of territories

inline constexpr int block = 16;  // territories in a vector
inline constexpr int most_territories = 64;

class Tables;

// The functions of kernels.hpp, compiled for one size of board and one instruction set.
struct Kernels {
  int (*hand_out)(std::int32_t* troops, Word where, int amount, std::int32_t* arrived) = nullptr;
  Word (*stacks)(const std::int32_t* troops) = nullptr;
  Word (*borders)(const Tables& tables, const Word* owned, int players,
                  std::int32_t* enemies) = nullptr;
  void (*take)(Word taken, int seat, std::int8_t* owners) = nullptr;
  std::int64_t (*attack_moves)(Word own, const std::int32_t* troops, const std::int32_t* enemies,
                               int dice) = nullptr;
  std::int64_t (*fortify_moves)(const Tables& tables, Word own, const std::int32_t* troops,
                                const std::int32_t* enemies) = nullptr;
};

class Tables {
 public:
  // Of any variant; not usable() where the board is too large, a territory has too many neighbours
  // to be looked at one by one, or the processor has no vectors that are worth it.
  explicit Tables(const Variant& variant);

  bool usable() const { return blocks_ > 0; }
  int blocks() const { return blocks_; }  // vectors in a board: 1 ... 4
  int slots() const { return slots_; }    // most neighbours of a territory, and even

  // Where the territories of one block find their neighbours of rank `slot` in another: 16 indices
  // into the latter, with the top bit set where there is none.
  const std::uint8_t* indices(int slot, int of, int in) const {
    return indices_.data() + ((slot * blocks_ + of) * blocks_ + in) * block;
  }
  // The neighbours of t: blocks() vectors, a byte of ones for each.
  const std::uint8_t* row(int t) const { return rows_.data() + t * blocks_ * block; }
  // Of all territories, then zeros.
  const std::int32_t* degrees() const { return degrees_.data(); }
  const std::uint8_t* degree_bytes() const { return degree_bytes_.data(); }

  // The functions of kernels.hpp for boards of this size on this processor.
  const Kernels& kernels() const { return kernels_; }

 private:
  static constexpr int most_slots = 16;

  int blocks_ = 0;
  int slots_ = 0;
  std::vector<std::uint8_t> indices_;
  std::vector<std::uint8_t> rows_;
  std::array<std::int32_t, most_territories> degrees_{};
  std::array<std::uint8_t, most_territories> degree_bytes_{};
  Kernels kernels_;
};

}  // namespace evorisk::risk::narrow
