// Sets of territories as runs of 64-bit words: territory t is bit t % 64 of word t / 64. Free
// functions on plain words, for any number of them; the caller passes the same `words` everywhere.
#pragma once

#include <bit>
#include <cstdint>

namespace evorisk::risk::bits {

using Word = std::uint64_t;
inline constexpr int word_bits = 64;

inline constexpr int words_for(int territories) {
  return (territories + 63) / 64;
}

inline Word mask(int t) {
  return Word{1} << (static_cast<unsigned>(t) & 63u);
}
inline bool has(const Word* set, int t) {
  return (set[static_cast<unsigned>(t) >> 6] >> (static_cast<unsigned>(t) & 63u) & 1u) != 0;
}
inline void insert(Word* set, int t) {
  set[static_cast<unsigned>(t) >> 6] |= mask(t);
}
inline void erase(Word* set, int t) {
  set[static_cast<unsigned>(t) >> 6] &= ~mask(t);
}

// Calls f(t) for every member, ascending.
template <class F>
inline void for_each(const Word* set, int words, F&& f) {
  for (int w = 0; w < words; ++w) {
    for (Word left = set[w]; left != 0; left &= left - 1) f(w * 64 + std::countr_zero(left));
  }
}
// As for_each, over the members of both sets.
template <class F>
inline void for_each_in_both(const Word* a, const Word* b, int words, F&& f) {
  for (int w = 0; w < words; ++w) {
    for (Word left = a[w] & b[w]; left != 0; left &= left - 1) f(w * 64 + std::countr_zero(left));
  }
}

inline bool includes(const Word* set, const Word* subset, int words) {
  if (words == 1) return (*subset & ~*set) == 0;
  for (int w = 0; w < words; ++w) {
    if ((subset[w] & ~set[w]) != 0) return false;
  }
  return true;
}
inline bool intersects(const Word* a, const Word* b, int words) {
  for (int w = 0; w < words; ++w) {
    if ((a[w] & b[w]) != 0) return true;
  }
  return false;
}

// Whether this processor counts the bits of a word, and finds one by its rank, in an instruction
// each (popcnt and pdep; on AMD's processors before Zen 3 the latter takes hundreds of cycles). A
// constant from the program's start on; functions answer the same either way.
extern const bool one_instruction_each;

// As count(), in steps that every processor has.
inline int count_in_steps(Word x) {
  x -= (x >> 1) & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return static_cast<int>((x * 0x0101010101010101u) >> 56);
}
inline int count(Word x) {
#if defined(__x86_64__)
  if (one_instruction_each) [[likely]] {
    Word n;
    __asm__("popcnt %1, %0" : "=r"(n) : "r"(x) : "cc");
    return static_cast<int>(n);
  }
#endif
  return count_in_steps(x);
}
inline int count(const Word* set, int words) {
  int sum = 0;
  for (int w = 0; w < words; ++w) sum += count(set[w]);
  return sum;
}
inline int count_in_both(const Word* a, const Word* b, int words) {
  int sum = 0;
  for (int w = 0; w < words; ++w) sum += count(a[w] & b[w]);
  return sum;
}

// Of eight running sums (a byte each, at most 64) how many are at most `rank`, times 8.
inline int bits_before(Word sums, int rank) {
  constexpr Word highs = 0x8080808080808080u;
  const Word ranks = static_cast<Word>(rank) * 0x0101010101010101u;
  const Word before = ((ranks | highs) - sums) & highs;
  return 8 * static_cast<int>(((before >> 7) * 0x0101010101010101u) >> 56);
}

// As select(), in steps that every processor has, without a loop over the bits: the byte is found
// among the running sums of all eight, then the bit among the running sums of the byte's.
inline int select_in_steps(Word x, int rank) {
  constexpr Word ones = 0x0101010101010101u;
  Word sums = x - ((x >> 1) & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;  // byte i: bits 0..i
  const int shift = bits_before(sums, rank);
  const int left = rank - static_cast<int>(((sums << 8) >> shift) & 0xffu);
  const Word byte = (x >> shift) & 0xffu;
  const Word spread = (byte * ones) & 0x8040201008040201u;  // byte i: not 0 if bit i is set
  const Word set = ((spread + 0x7f7f7f7f7f7f7f7fu) >> 7) & ones;
  return shift + bits_before(set * ones, left) / 8;
}
// The position of the bit of rank `rank` (0: lowest) of x. Requires rank < count(x).
inline int select(Word x, int rank) {
#if defined(__x86_64__)
  if (one_instruction_each) [[likely]] {
    Word bit;
    __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"(mask(rank)), "r"(x));
    return std::countr_zero(bit);
  }
#endif
  return select_in_steps(x, rank);
}
// The member of rank `rank` in ascending order. Requires rank < count(set), and so counts only
// words before the last.
inline int select(const Word* set, int words, int rank) {
  for (int w = 0;; ++w) {
    const int here = w + 1 < words ? count(set[w]) : word_bits;
    if (rank < here) return w * 64 + select(set[w], rank);
    rank -= here;
  }
}
inline int select_in_both(const Word* a, const Word* b, int words, int rank) {
  for (int w = 0;; ++w) {
    const Word both = a[w] & b[w];
    const int here = w + 1 < words ? count(both) : word_bits;
    if (rank < here) return w * 64 + select(both, rank);
    rank -= here;
  }
}

}  // namespace evorisk::risk::bits
