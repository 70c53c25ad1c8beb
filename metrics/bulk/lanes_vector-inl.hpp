// Values of all lanes of a batch at once: bytes, and what is wider than bytes. Compiled once per
// instruction set and width (lanes_wide.cpp, lanes_narrow.cpp).
#if defined(EVORISK_METRICS_BULK_LANES_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_VECTOR_INL
#undef EVORISK_METRICS_BULK_LANES_VECTOR_INL
#else
#define EVORISK_METRICS_BULK_LANES_VECTOR_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {
namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::ScalableTag<std::uint8_t>;
using DI8 = hn::RebindToSigned<D8>;
using D16 = hn::Repartition<std::uint16_t, D8>;
using DI16 = hn::RebindToSigned<D16>;
using D32 = hn::Repartition<std::uint32_t, D8>;
using DI32 = hn::RebindToSigned<D32>;
using D64 = hn::Repartition<std::uint64_t, D8>;
using DF = hn::RebindToFloat<D32>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;
using VI32 = hn::Vec<DI32>;
using VF = hn::Vec<DF>;

constexpr D8 d8;
constexpr DI8 di8;
constexpr D16 d16;
constexpr DI16 di16;
constexpr D32 d32;
constexpr DI32 di32;
constexpr DF df;

constexpr std::size_t vector_lanes = hn::MaxLanes(d8);
constexpr std::size_t vectors = EVORISK_LANES_VECTORS;
constexpr std::size_t lanes = vectors * vector_lanes;

// One byte of each lane, or of as many as N vectors hold. Conditions are bytes of all ones or all
// zeros.
template <std::size_t N>
struct BytesOf {
  hn::Vec<D8> v[N];
};
using Bytes = BytesOf<vectors>;

template <std::size_t N = vectors, class F>
HWY_INLINE BytesOf<N> each(const F& f) {
  BytesOf<N> r;
  for (std::size_t i = 0; i < N; ++i) r.v[i] = f(i);
  return r;
}

template <std::size_t N = vectors>
HWY_INLINE BytesOf<N> load(const std::uint8_t* p) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Load(d8, p + i * vector_lanes); });
}
template <std::size_t N>
HWY_INLINE void store(BytesOf<N> a, std::uint8_t* p) {
  for (std::size_t i = 0; i < N; ++i) hn::Store(a.v[i], d8, p + i * vector_lanes);
}
template <std::size_t N = vectors>
HWY_INLINE BytesOf<N> all(int value) {
  return each<N>([&](std::size_t)
                     HWY_ATTR { return hn::Set(d8, static_cast<std::uint8_t>(value)); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> operator+(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Add(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> operator-(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Sub(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> operator&(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::And(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> operator|(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Or(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> operator^(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Xor(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> operator~(BytesOf<N> a) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Not(a.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> but_not(BytesOf<N> a, BytesOf<N> b) {  // a & ~b
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::AndNot(b.v[i], a.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> add_saturated(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::SaturatedAdd(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> sub_saturated(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::SaturatedSub(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> min(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Min(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> max(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i) HWY_ATTR { return hn::Max(a.v[i], b.v[i]); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> choose(BytesOf<N> condition, BytesOf<N> yes, BytesOf<N> no) {
  return each<N>([&](std::size_t i)
                     HWY_ATTR { return hn::IfVecThenElse(condition.v[i], yes.v[i], no.v[i]); });
}
// By the top bit of each byte alone.
template <std::size_t N>
HWY_INLINE BytesOf<N> choose_by_top_bit(BytesOf<N> top, BytesOf<N> yes, BytesOf<N> no) {
  return each<N>([&](std::size_t i) HWY_ATTR {
    return hn::BitCast(
        d8, hn::IfNegativeThenElse(hn::BitCast(di8, top.v[i]), hn::BitCast(di8, yes.v[i]),
                                   hn::BitCast(di8, no.v[i])));
  });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> eq(BytesOf<N> a, BytesOf<N> b) {
  return each<N>([&](std::size_t i)
                     HWY_ATTR { return hn::VecFromMask(d8, hn::Eq(a.v[i], b.v[i])); });
}
template <std::size_t N>
HWY_INLINE BytesOf<N> at_most(BytesOf<N> a, BytesOf<N> b) {  // as unsigned bytes
  return eq(min(a, b), a);
}
template <std::size_t N>
HWY_INLINE BytesOf<N> less(BytesOf<N> a, BytesOf<N> b) {  // as signed bytes
  return each<N>([&](std::size_t i) HWY_ATTR {
    const auto below = hn::Lt(hn::BitCast(di8, a.v[i]), hn::BitCast(di8, b.v[i]));
    return hn::BitCast(d8, hn::VecFromMask(di8, below));
  });
}
// Byte `index` of a table of 16; 0 where the index has its top bit set. Other indices must be below
// 16.
template <std::size_t N>
HWY_INLINE BytesOf<N> look_up(const std::array<std::uint8_t, 16>& table, BytesOf<N> index) {
  const auto bytes = hn::LoadDup128(d8, table.data());
  return each<N>([&](std::size_t i)
                     HWY_ATTR { return hn::TableLookupBytesOr0(bytes, index.v[i]); });
}
template <std::size_t N>
HWY_INLINE bool none(BytesOf<N> condition) {
  auto any = condition.v[0];
  for (std::size_t i = 1; i < N; ++i) any = hn::Or(any, condition.v[i]);
  return hn::AllFalse(d8, hn::MaskFromVec(any));
}
template <std::size_t N>
HWY_INLINE std::size_t count(BytesOf<N> condition) {
  std::size_t sum = 0;
  for (const auto& v : condition.v) sum += hn::CountTrue(d8, hn::MaskFromVec(v));
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
HWY_INLINE Bits bits(Bytes condition) {
  Bits r;
  for (std::size_t i = 0; i < vectors; ++i) {
    std::uint8_t bytes[sizeof(VectorBits)];
    hn::StoreMaskBits(d8, hn::MaskFromVec(condition.v[i]), bytes);
    std::memcpy(&r.v[i], bytes, sizeof(bytes));
  }
  return r;
}
template <class F>
HWY_INLINE void for_each_lane(const Bits& condition, const F& f) {
  for (std::size_t i = 0; i < vectors; ++i) {
    for (std::uint64_t left = condition.v[i]; left != 0; left &= left - 1) {
      f(i * vector_lanes + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}
template <class F>
HWY_INLINE void for_each_lane(Bytes condition, const F& f) {
  for_each_lane(bits(condition), f);
}

// Wider values. Of a vector's 16-bit values one half are the even lanes', the other the odd
// lanes'; of 32-bit values there are four quarters, by lane mod 4. So widening takes a shift or a
// mask and no shuffle, and comes out the same whatever the size of a vector.
struct Words16 {
  V16 v[2 * vectors];  // vector i: even lanes in 2 i, odd lanes in 2 i + 1
};
// Where a lane's value is in an array of 16-bit, or of 32-bit, values.
HWY_INLINE std::size_t at16(std::size_t lane) {
  const std::size_t i = lane % vector_lanes;
  return lane - i + (i & 1) * (vector_lanes / 2) + i / 2;
}
HWY_INLINE std::size_t at32(std::size_t lane) {
  const std::size_t i = lane % vector_lanes;
  return lane - i + (i & 3) * (vector_lanes / 4) + i / 4;
}
template <class F>
HWY_INLINE Words16 each16(const F& f) {
  Words16 r;
  for (std::size_t i = 0; i < 2 * vectors; ++i) r.v[i] = f(i);
  return r;
}
HWY_INLINE Words16 load(const std::uint16_t* p) {
  return each16([&](std::size_t i) HWY_ATTR { return hn::Load(d16, p + i * vector_lanes / 2); });
}
HWY_INLINE void store(const Words16& a, std::uint16_t* p) {
  for (std::size_t i = 0; i < 2 * vectors; ++i) hn::Store(a.v[i], d16, p + i * vector_lanes / 2);
}
HWY_INLINE Words16 all16(int value) {
  return each16([&](std::size_t)
                    HWY_ATTR { return hn::Set(d16, static_cast<std::uint16_t>(value)); });
}
HWY_INLINE Words16 widen(Bytes a) {
  return each16([&](std::size_t i) HWY_ATTR {
    const V16 w = hn::BitCast(d16, a.v[i / 2]);
    return i % 2 == 0 ? hn::And(w, hn::Set(d16, std::uint16_t{0xFF})) : hn::ShiftRight<8>(w);
  });
}
HWY_INLINE Words16 widen_condition(Bytes a) {
  return each16([&](std::size_t i) HWY_ATTR {
    const auto w = hn::BitCast(di16, a.v[i / 2]);
    return hn::BitCast(d16, hn::ShiftRight<8>(i % 2 == 0 ? hn::ShiftLeft<8>(w) : w));
  });
}
HWY_INLINE Bytes low_bytes(const Words16& a) {
  return each([&](std::size_t i) HWY_ATTR {
    const V16 even = hn::And(a.v[2 * i], hn::Set(d16, std::uint16_t{0xFF}));
    return hn::BitCast(d8, hn::Or(even, hn::ShiftLeft<8>(a.v[2 * i + 1])));
  });
}
HWY_INLINE Bytes high_bytes(const Words16& a) {
  return each([&](std::size_t i) HWY_ATTR {
    const V16 odd = hn::And(a.v[2 * i + 1], hn::Set(d16, std::uint16_t{0xFF00}));
    return hn::BitCast(d8, hn::Or(odd, hn::ShiftRight<8>(a.v[2 * i])));
  });
}
HWY_INLINE Words16 operator+(const Words16& a, const Words16& b) {
  return each16([&](std::size_t i) HWY_ATTR { return hn::Add(a.v[i], b.v[i]); });
}
HWY_INLINE Words16 operator-(const Words16& a, const Words16& b) {
  return each16([&](std::size_t i) HWY_ATTR { return hn::Sub(a.v[i], b.v[i]); });
}
HWY_INLINE Words16 operator*(const Words16& a, const Words16& b) {
  return each16([&](std::size_t i) HWY_ATTR { return hn::Mul(a.v[i], b.v[i]); });
}
HWY_INLINE Words16 operator&(const Words16& a, const Words16& b) {
  return each16([&](std::size_t i) HWY_ATTR { return hn::And(a.v[i], b.v[i]); });
}
HWY_INLINE Words16 add_saturated(const Words16& a, const Words16& b) {
  return each16([&](std::size_t i) HWY_ATTR { return hn::SaturatedAdd(a.v[i], b.v[i]); });
}
HWY_INLINE Words16 choose(const Words16& condition, const Words16& yes, const Words16& no) {
  return each16([&](std::size_t i)
                    HWY_ATTR { return hn::IfVecThenElse(condition.v[i], yes.v[i], no.v[i]); });
}
HWY_INLINE Bytes eq(const Words16& a, const Words16& b) {
  return low_bytes(
      each16([&](std::size_t i) HWY_ATTR { return hn::VecFromMask(d16, hn::Eq(a.v[i], b.v[i])); }));
}

// Quarter q of vector i (arrays of 32-bit values hold it at i * vector_lanes + q * vector_lanes /
// 4), from unsigned and from signed values.
HWY_INLINE V32 quarter(const Words16& a, std::size_t i, std::size_t q) {
  const V32 w = hn::BitCast(d32, a.v[2 * i + q % 2]);
  return q < 2 ? hn::And(w, hn::Set(d32, 0xFFFFu)) : hn::ShiftRight<16>(w);
}
HWY_INLINE VI32 signed_quarter(const Words16& a, std::size_t i, std::size_t q) {
  const auto w = hn::BitCast(di32, a.v[2 * i + q % 2]);
  return hn::ShiftRight<16>(q < 2 ? hn::ShiftLeft<16>(w) : w);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
