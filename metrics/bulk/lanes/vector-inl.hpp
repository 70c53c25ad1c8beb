// One or several vectors as one value, and what is done with each of them. Compiled once per
// instruction set and width (lanes_wide.cpp, lanes_narrow.cpp).
#if defined(EVORISK_METRICS_BULK_LANES_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_VECTOR_INL
#undef EVORISK_METRICS_BULK_LANES_VECTOR_INL
#else
#define EVORISK_METRICS_BULK_LANES_VECTOR_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

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

// N vectors: one, two or four. Members rather than an array, and below functions that are handed
// vectors rather than capture them: gcc keeps arrays, and what is captured, in memory, which made
// the whole engine half as slow again.
template <class V, std::size_t N>
struct Vectors;
template <class V>
struct Vectors<V, 1> {
  V a;
};
template <class V>
struct Vectors<V, 2> {
  V a, b;
};
template <class V>
struct Vectors<V, 4> {
  V a, b, c, d;
};

// f(0), f(1), ...
template <std::size_t N, class F>
HWY_INLINE auto generate(F f) {
  using R = Vectors<decltype(f(0)), N>;
  if constexpr (N == 1) return R{f(0)};
  if constexpr (N == 2) return R{f(0), f(1)};
  if constexpr (N == 4) return R{f(0), f(1), f(2), f(3)};
}
// f of the first vectors, f of the second ones, ...
template <class F, class V, std::size_t N, class... More>
HWY_INLINE auto each(F f, Vectors<V, N> x, Vectors<More, N>... more) {
  using R = Vectors<decltype(f(x.a, more.a...)), N>;
  if constexpr (N == 1) return R{f(x.a, more.a...)};
  if constexpr (N == 2) return R{f(x.a, more.a...), f(x.b, more.b...)};
  if constexpr (N == 4) {
    return R{f(x.a, more.a...), f(x.b, more.b...), f(x.c, more.c...), f(x.d, more.d...)};
  }
}

// What is the same for bytes, words and masks, as far as they have it.
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> operator+(Vectors<V, N> x, Vectors<V, N> y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Add(v, w); }, x, y);
}
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> operator-(Vectors<V, N> x, Vectors<V, N> y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Sub(v, w); }, x, y);
}
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> operator&(Vectors<V, N> x, Vectors<V, N> y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::And(v, w); }, x, y);
}
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> operator|(Vectors<V, N> x, Vectors<V, N> y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Or(v, w); }, x, y);
}
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> but_not(Vectors<V, N> x, Vectors<V, N> y) {  // x & ~y
  return each([](auto v, auto w) HWY_ATTR { return hn::AndNot(w, v); }, x, y);
}
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> add_saturated(Vectors<V, N> x, Vectors<V, N> y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::SaturatedAdd(v, w); }, x, y);
}
template <class V, std::size_t N>
HWY_INLINE Vectors<V, N> choose(Vectors<V, N> condition, Vectors<V, N> yes, Vectors<V, N> no) {
  return each([](auto u, auto v, auto w) HWY_ATTR { return hn::IfVecThenElse(u, v, w); }, condition,
              yes, no);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
