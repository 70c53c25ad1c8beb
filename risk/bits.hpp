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

// The first member t from `first` on, of the set whose words are word(0), word(1), ..., that
// accepts(t); words * 64 when there is none.
template <class F, class G>
inline int find_from(int words, int first, F&& word, G&& accepts) {
  Word ahead = ~(mask(first) - 1);  // all of the later words
  for (int w = first >> 6; w < words; ++w) {
    for (Word left = word(w) & ahead; left != 0; left &= left - 1) {
      const int t = w * word_bits + std::countr_zero(left);
      if (accepts(t)) return t;
    }
    ahead = ~Word{0};
  }
  return words * word_bits;
}

inline bool includes(const Word* set, const Word* subset, int words) {
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

inline int count(Word x) {
  return std::popcount(x);
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

// The position of the bit of rank `rank` (0: lowest) of x. Requires rank < count(x).
inline int select(Word x, int rank) {
  for (; rank > 0; --rank) x &= x - 1;
  return std::countr_zero(x);
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
