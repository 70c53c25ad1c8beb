// One byte of each lane; conditions.
#if defined(EVORISK_METRICS_BULK_LANES_BYTES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_BYTES_INL
#undef EVORISK_METRICS_BULK_LANES_BYTES_INL
#else
#define EVORISK_METRICS_BULK_LANES_BYTES_INL
#endif

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <vector>

#include "metrics/bulk/lanes/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

// One byte of each lane. A condition is a byte of all ones or all zeros, or one of Masks.
using Bytes = Vectors<hn::Vec<D8>, vectors>;

HWY_INLINE Bytes load(const std::uint8_t* p) {
  return generate<vectors>([p](std::size_t i)
                               HWY_ATTR { return hn::Load(d8, p + i * vector_lanes); });
}
template <std::size_t N>
HWY_INLINE void store(Vectors<hn::Vec<D8>, N> x, std::uint8_t* p) {
  hn::Store(x.a, d8, p);
  if constexpr (N == 2) hn::Store(x.b, d8, p + vector_lanes);
}
HWY_INLINE Bytes all(int value) {
  const auto v = hn::Set(d8, static_cast<std::uint8_t>(value));
  return generate<vectors>([v](std::size_t) HWY_ATTR { return v; });
}
HWY_INLINE Bytes operator^(Bytes x, Bytes y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Xor(v, w); }, x, y);
}
HWY_INLINE Bytes operator~(Bytes x) {
  return each([](auto v) HWY_ATTR { return hn::Not(v); }, x);
}
HWY_INLINE Bytes sub_saturated(Bytes x, Bytes y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::SaturatedSub(v, w); }, x, y);
}
HWY_INLINE Bytes min(Bytes x, Bytes y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Min(v, w); }, x, y);
}
HWY_INLINE Bytes max(Bytes x, Bytes y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Max(v, w); }, x, y);
}
HWY_INLINE Bytes average(Bytes x, Bytes y) {  // rounded up
  return each([](auto v, auto w) HWY_ATTR { return hn::AverageRound(v, w); }, x, y);
}
// By the top bit of each byte alone.
HWY_INLINE Bytes choose_by_top_bit(Bytes top, Bytes yes, Bytes no) {
  return each(
      [](auto u, auto v, auto w) HWY_ATTR {
        return hn::BitCast(d8, hn::IfNegativeThenElse(hn::BitCast(di8, u), hn::BitCast(di8, v),
                                                      hn::BitCast(di8, w)));
      },
      top, yes, no);
}
// The top bit of each byte as its bit i, all others 0.
template <std::size_t i>
HWY_INLINE Bytes top_bit_as(Bytes x) {
  const auto bit = hn::Set(d8, static_cast<std::uint8_t>(1u << i));
  return each(
      [bit](auto v) HWY_ATTR {
        const auto words = hn::BitCast(hn::Repartition<std::uint16_t, D8>(), v);
        return hn::And(hn::BitCast(d8, hn::ShiftRight<7 - static_cast<int>(i)>(words)), bit);
      },
      x);
}
// Byte `index` of a table of 16; 0 where the index has its top bit set. Other indices must be below
// 16.
HWY_INLINE Bytes look_up(const std::array<std::uint8_t, 16>& table, Bytes index) {
  const auto bytes = hn::LoadDup128(d8, table.data());
  return each([bytes](auto i) HWY_ATTR { return hn::TableLookupBytesOr0(bytes, i); }, index);
}
// The same of a table of any number of blocks of 16, for any index; 0 beyond its end.
HWY_INLINE Bytes look_up(const std::vector<std::array<std::uint8_t, 16>>& table, Bytes index) {
  Bytes found = all(0);
  for (const auto& block : table) {
    // Indices into other blocks get their top bit set.
    found = found | look_up(block, add_saturated(index, all(0x70)) & all(0x8F));
    index = index - all(16);
  }
  return found;
}

// Conditions as the processor's own masks, to be chosen by at once. With AVX-512 they are no
// vectors: an instruction makes one a vector, and one turns a vector into one.
using Masks = Vectors<hn::Mask<D8>, vectors>;

HWY_INLINE Masks where(Bytes condition) {
  return each([](auto v) HWY_ATTR { return hn::MaskFromVec(v); }, condition);
}
HWY_INLINE Bytes bytes(Masks mask) {
  return each([](auto m) HWY_ATTR { return hn::VecFromMask(d8, m); }, mask);
}
HWY_INLINE Masks where_eq(Bytes x, Bytes y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Eq(v, w); }, x, y);
}
HWY_INLINE Masks where_less(Bytes x, Bytes y) {  // as signed bytes
  return each(
      [](auto v, auto w)
          HWY_ATTR { return hn::RebindMask(d8, hn::Lt(hn::BitCast(di8, v), hn::BitCast(di8, w))); },
      x, y);
}
HWY_INLINE Masks where_top_bit(Bytes byte) {
  return where_less(byte, all(0));
}
HWY_INLINE Bytes top_bit(Bytes byte) {
  return bytes(where_top_bit(byte));
}
HWY_INLINE Masks where_below(Bytes x, Bytes y) {  // as unsigned bytes
  return each([](auto v, auto w) HWY_ATTR { return hn::Lt(v, w); }, x, y);
}
HWY_INLINE Masks where_at_most(Bytes x, Bytes y) {  // as unsigned bytes
  return where_eq(min(x, y), x);
}
HWY_INLINE Masks where_any_bit(Bytes x, Bytes y) {  // in both
  return each([](auto v, auto w) HWY_ATTR { return hn::TestBit(v, w); }, x, y);
}
HWY_INLINE Bytes choose(Masks mask, Bytes yes, Bytes no) {
  return each([](auto m, auto v, auto w) HWY_ATTR { return hn::IfThenElse(m, v, w); }, mask, yes,
              no);
}
HWY_INLINE Bytes keep(Masks mask, Bytes x) {  // 0 elsewhere
  return each([](auto m, auto v) HWY_ATTR { return hn::IfThenElseZero(m, v); }, mask, x);
}
HWY_INLINE Bytes drop(Masks mask, Bytes x) {  // 0 there
  return each([](auto m, auto v) HWY_ATTR { return hn::IfThenZeroElse(m, v); }, mask, x);
}
// What AVX-512 does under a mask, other sets do with 0 where the mask does not hold.
constexpr bool by_mask = HWY_TARGET == HWY_AVX3;
HWY_INLINE Bytes add_where(Masks mask, Bytes x, Bytes y) {  // x elsewhere
  return by_mask ? choose(mask, x + y, x) : x + keep(mask, y);
}
HWY_INLINE Bytes sub_saturated_where(Masks mask, Bytes x, Bytes y) {  // x elsewhere
  return by_mask ? choose(mask, sub_saturated(x, y), x) : sub_saturated(x, keep(mask, y));
}
HWY_INLINE Bytes eq(Bytes x, Bytes y) {
  return bytes(where_eq(x, y));
}
HWY_INLINE Bytes less(Bytes x, Bytes y) {  // as signed bytes
  return bytes(where_less(x, y));
}
HWY_INLINE Bytes at_most(Bytes x, Bytes y) {  // as unsigned bytes
  return bytes(where_at_most(x, y));
}
template <std::size_t N>
HWY_INLINE bool none(Vectors<hn::Mask<D8>, N> mask) {
  auto any = mask.a;
  if constexpr (N == 2) any = hn::Or(any, mask.b);
  return hn::AllFalse(d8, any);
}
template <std::size_t N>
HWY_INLINE bool none(Vectors<hn::Vec<D8>, N> condition) {
  auto any = condition.a;
  if constexpr (N == 2) any = hn::Or(any, condition.b);
  return hn::AllFalse(d8, hn::MaskFromVec(any));
}
// The bits that any lane has.
template <std::size_t N>
HWY_INLINE std::uint8_t any_bits(Vectors<hn::Vec<D8>, N> x) {
  auto any = x.a;
  if constexpr (N == 2) any = hn::Or(any, x.b);
  HWY_ALIGN_MAX std::uint64_t parts[vector_lanes / 8];
  hn::Store(hn::BitCast(D64(), any), D64(), parts);
  std::uint64_t bits = 0;
  for (const std::uint64_t part : parts) bits |= part;
  bits |= bits >> 32;
  bits |= bits >> 16;
  return static_cast<std::uint8_t>(bits | bits >> 8);
}
template <std::size_t N>
HWY_INLINE std::size_t count(Vectors<hn::Vec<D8>, N> condition) {
  std::size_t sum = hn::CountTrue(d8, hn::MaskFromVec(condition.a));
  if constexpr (N == 2) sum += hn::CountTrue(d8, hn::MaskFromVec(condition.b));
  return sum;
}

// A condition as bits, lane by lane.
using VectorBits =
    std::conditional_t<vector_lanes == 64, std::uint64_t,
                       std::conditional_t<vector_lanes == 32, std::uint32_t, std::uint16_t>>;
static_assert(sizeof(VectorBits) * 8 == vector_lanes);
struct Bits {
  VectorBits v[vectors];
};
HWY_INLINE VectorBits bits(hn::Vec<D8> condition) {
  std::uint8_t bytes[sizeof(VectorBits)];
  hn::StoreMaskBits(d8, hn::MaskFromVec(condition), bytes);
  VectorBits r;
  std::memcpy(&r, bytes, sizeof(bytes));
  return r;
}
template <std::size_t N>
HWY_INLINE Bits bits(Vectors<hn::Vec<D8>, N> condition) {
  if constexpr (N == 1) {
    return {{bits(condition.a)}};
  } else {
    return {{bits(condition.a), bits(condition.b)}};
  }
}
template <class F>
HWY_INLINE void for_each_lane(const Bits& condition, const F& f) {
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::uint64_t left = condition.v[i]; left != 0; left &= left - 1) {
      f(i * vector_lanes + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}
// Takes the lowest lane out, if there is one; else `lanes`.
HWY_INLINE std::size_t take_lowest(Bits& condition) {
  for (std::size_t i = 0; i < vectors; ++i) {
    VectorBits& left = condition.v[i];
    if (left == 0) continue;
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    left &= left - 1;
    return i * vector_lanes + lane;
  }
  return lanes;
}
template <class F>
HWY_INLINE void for_each_lane(Bytes condition, const F& f) {
  for_each_lane(bits(condition), f);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
