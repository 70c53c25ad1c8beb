// A small board as B vectors of 16 bytes. Compiled once per instruction set.
#if defined(EVORISK_RISK_NARROW_BYTES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_RISK_NARROW_BYTES_INL
#undef EVORISK_RISK_NARROW_BYTES_INL
#else
#define EVORISK_RISK_NARROW_BYTES_INL
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstdint>
#include <cstring>

#include "risk/narrow/tables.hpp"

#if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace evorisk::risk::narrow {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::FixedTag<std::uint8_t, block>;
using D16 = hn::FixedTag<std::uint16_t, block / 2>;
using DI16 = hn::FixedTag<std::int16_t, block / 2>;
using DI32 = hn::FixedTag<std::int32_t, block / 4>;
using V8 = hn::Vec<D8>;
using V16 = hn::Vec<D16>;
constexpr D8 d8;
constexpr D16 d16;
constexpr DI16 di16;
constexpr DI32 di32;

template <int B>
struct Bytes {
  V8 v[B];
};

template <int B, class F>
HWY_INLINE Bytes<B> each(const F& f) {
  Bytes<B> r;
  for (int b = 0; b < B; ++b) r.v[b] = f(b);
  return r;
}

// The same byte for every territory.
HWY_INLINE V8 all(int value) {
  return hn::Set(d8, static_cast<std::uint8_t>(value));
}

// 32-bit numbers (0 or more) of eight territories as 16 bits; 0x7FFF stands for more.
HWY_INLINE V16 load_words(const std::int32_t* p) {
  return hn::BitCast(
      d16, hn::ReorderDemote2To(di16, hn::LoadU(di32, p), hn::LoadU(di32, p + block / 4)));
}
// Of all territories as bytes; 0xFF stands for more.
template <int B>
HWY_INLINE Bytes<B> load(const std::int32_t* p) {
  return each<B>([&](int b) HWY_ATTR {
    const hn::Half<D8> half;
    const auto low = hn::DemoteTo(half, hn::BitCast(di16, load_words(p + b * block)));
    const auto high = hn::DemoteTo(half, hn::BitCast(di16, load_words(p + b * block + block / 2)));
    return hn::Combine(d8, high, low);
  });
}

alignas(16) constexpr std::uint8_t bit_of_byte[block] = {1, 2, 4, 8, 16, 32, 64, 128,
                                                         1, 2, 4, 8, 16, 32, 64, 128};
alignas(16) constexpr std::uint8_t byte_of_bit[block] = {0, 0, 0, 0, 0, 0, 0, 0,
                                                         1, 1, 1, 1, 1, 1, 1, 1};
alignas(16) constexpr std::uint8_t places[block] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                    8, 9, 10, 11, 12, 13, 14, 15};

// A set as bytes of ones, block `b` of it.
HWY_INLINE V8 members(std::uint64_t set, int b) {
  const auto part = static_cast<std::uint16_t>(set >> (b * block));
  const V8 bits =
      hn::TableLookupBytes(hn::BitCast(d8, hn::Set(d16, part)), hn::Load(d8, byte_of_bit));
  const V8 pattern = hn::Load(d8, bit_of_byte);
  return hn::VecFromMask(d8, hn::Eq(hn::And(bits, pattern), pattern));
}
template <int B>
HWY_INLINE Bytes<B> members(std::uint64_t set) {
  return each<B>([&](int b) HWY_ATTR { return members(set, b); });
}
// A byte of ones for territory t alone.
template <int B>
HWY_INLINE Bytes<B> only(int t) {
  const V8 place = all(t);
  return each<B>([&](int b) HWY_ATTR {
    const V8 here = hn::Add(hn::Load(d8, places), all(b * block));
    return hn::VecFromMask(d8, hn::Eq(here, place));
  });
}

// Bytes of ones as a set.
template <int B>
HWY_INLINE std::uint64_t set_of(const Bytes<B>& a) {
  std::uint64_t set = 0;
  for (int b = 0; b < B; ++b) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d8, hn::MaskFromVec(a.v[b]), bytes);
    std::uint16_t part;
    std::memcpy(&part, bytes, sizeof(part));
    set |= static_cast<std::uint64_t>(part) << (b * block);
  }
  return set;
}

// Territories whose byte is this one.
template <int B>
HWY_INLINE std::uint64_t equal(const Bytes<B>& a, V8 value) {
  return set_of(
      each<B>([&](int b) HWY_ATTR { return hn::VecFromMask(d8, hn::Eq(a.v[b], value)); }));
}

// The byte of territory t, for all.
template <int B>
HWY_INLINE V8 at(const Bytes<B>& a, int t) {
  if (B == 1) return hn::TableLookupBytes(a.v[0], all(t));
  alignas(16) std::uint8_t bytes[B * block];
  for (int b = 0; b < B; ++b) hn::Store(a.v[b], d8, bytes + b * block);
  return all(bytes[t]);
}

// What a look at all neighbours needs of the tables, by value: stores of troops could change it
// otherwise, as far as a compiler knows.
struct Near {
  explicit Near(const Tables& tables) : index(tables.indices(0, 0, 0)), pairs(tables.slots() / 2) {}
  const std::uint8_t* index;
  int pairs;  // of slots; at least one
};

// Of every territory the bytes of its neighbours: their sum, or the greatest.
template <int B, bool sum>
HWY_INLINE Bytes<B> gather_near(Near near, const Bytes<B>& a) {
  Bytes<B> r;
  for (int b = 0; b < B; ++b) r.v[b] = hn::Zero(d8);
  do {
    for (int pair = 0; pair < 2; ++pair) {
      for (int of = 0; of < B; ++of) {
        for (int in = 0; in < B; ++in) {
          const V8 found = hn::TableLookupBytesOr0(a.v[in], hn::LoadU(d8, near.index));
          r.v[of] = sum ? hn::Add(r.v[of], found) : hn::Max(r.v[of], found);
          near.index += block;
        }
      }
    }
  } while (--near.pairs > 0);
  return r;
}
template <int B>
HWY_INLINE Bytes<B> greatest_near(Near near, const Bytes<B>& a) {
  return gather_near<B, false>(near, a);
}
template <int B>
HWY_INLINE Bytes<B> sum_near(Near near, const Bytes<B>& a) {
  return gather_near<B, true>(near, a);
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::risk::narrow
HWY_AFTER_NAMESPACE();
#endif
#endif
