// Values wider than bytes. Of a vector's 16-bit values one half are the even lanes', the other the
// odd lanes'; of 32-bit values there are four quarters, by lane mod 4. So widening takes a shift or
// a mask and no shuffle, and comes out the same whatever the size of a vector.
#if defined(EVORISK_METRICS_BULK_LANES_WORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_WORDS_INL
#undef EVORISK_METRICS_BULK_LANES_WORDS_INL
#else
#define EVORISK_METRICS_BULK_LANES_WORDS_INL
#endif

#include "metrics/bulk/lanes/bytes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

using Words16 = Vectors<V16, 2 * vectors>;  // even and odd lanes of the first vector, of the second
// Where a lane's value is in an array of 16-bit, or of 32-bit, values.
HWY_INLINE std::size_t at16(std::size_t lane) {
  const std::size_t i = lane % vector_lanes;
  return lane - i + (i & 1) * (vector_lanes / 2) + i / 2;
}
HWY_INLINE std::size_t at32(std::size_t lane) {
  const std::size_t i = lane % vector_lanes;
  return lane - i + (i & 3) * (vector_lanes / 4) + i / 4;
}
HWY_INLINE Words16 load(const std::uint16_t* p) {
  return generate<2 * vectors>([p](std::size_t i)
                                   HWY_ATTR { return hn::Load(d16, p + i * vector_lanes / 2); });
}
template <std::size_t N>
HWY_INLINE void store(Vectors<V16, N> x, std::uint16_t* p) {
  hn::Store(x.a, d16, p);
  hn::Store(x.b, d16, p + vector_lanes / 2);
  if constexpr (N == 4) {
    hn::Store(x.c, d16, p + vector_lanes);
    hn::Store(x.d, d16, p + vector_lanes + vector_lanes / 2);
  }
}
HWY_INLINE Words16 all16(int value) {
  const V16 v = hn::Set(d16, static_cast<std::uint16_t>(value));
  return generate<2 * vectors>([v](std::size_t) HWY_ATTR { return v; });
}
// The words of even lanes and of odd lanes, by what makes them of a vector of bytes.
template <std::size_t N, class Even, class Odd>
HWY_INLINE Vectors<V16, 2 * N> even_and_odd(Vectors<hn::Vec<D8>, N> x, Even even, Odd odd) {
  if constexpr (N == 1) {
    return {even(x.a), odd(x.a)};
  } else {
    return {even(x.a), odd(x.a), even(x.b), odd(x.b)};
  }
}
HWY_INLINE Words16 widen(Bytes x) {
  return even_and_odd(
      x,
      [](auto v)
          HWY_ATTR { return hn::And(hn::BitCast(d16, v), hn::Set(d16, std::uint16_t{0xFF})); },
      [](auto v) HWY_ATTR { return hn::ShiftRight<8>(hn::BitCast(d16, v)); });
}
HWY_INLINE Words16 widen_condition(Bytes x) {
  const auto sign = [](auto w) HWY_ATTR { return hn::BitCast(d16, hn::ShiftRight<8>(w)); };
  return even_and_odd(
      x, [sign](auto v) HWY_ATTR { return sign(hn::ShiftLeft<8>(hn::BitCast(di16, v))); },
      [sign](auto v) HWY_ATTR { return sign(hn::BitCast(di16, v)); });
}
// The bytes of each vector, by what makes them of the words of its even and of its odd lanes.
template <std::size_t N, class F>
HWY_INLINE Vectors<hn::Vec<D8>, N / 2> joined(Vectors<V16, N> x, F f) {
  if constexpr (N == 2) {
    return {f(x.a, x.b)};
  } else {
    return {f(x.a, x.b), f(x.c, x.d)};
  }
}
HWY_INLINE Bytes low_bytes(Words16 x) {
  return joined(x, [](auto even, auto odd) HWY_ATTR {
    const V16 low = hn::And(even, hn::Set(d16, std::uint16_t{0xFF}));
    return hn::BitCast(d8, hn::Or(low, hn::ShiftLeft<8>(odd)));
  });
}
HWY_INLINE Bytes high_bytes(Words16 x) {
  return joined(x, [](auto even, auto odd) HWY_ATTR {
    const V16 high = hn::And(odd, hn::Set(d16, std::uint16_t{0xFF00}));
    return hn::BitCast(d8, hn::Or(high, hn::ShiftRight<8>(even)));
  });
}
HWY_INLINE Words16 operator*(Words16 x, Words16 y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::Mul(v, w); }, x, y);
}
HWY_INLINE Words16 times_high(Words16 x, Words16 y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::MulHigh(v, w); }, x, y);
}
HWY_INLINE Words16 eq_words(Words16 x, Words16 y) {
  return each([](auto v, auto w) HWY_ATTR { return hn::VecFromMask(d16, hn::Eq(v, w)); }, x, y);
}
HWY_INLINE Bytes eq(Words16 x, Words16 y) {
  return low_bytes(eq_words(x, y));
}
HWY_INLINE Bytes less_words(Words16 x, Words16 y) {  // as unsigned words
  return ~low_bytes(each([](auto v, auto w)
                             HWY_ATTR { return hn::VecFromMask(d16, hn::Eq(hn::Max(v, w), v)); },
                         x, y));
}

// Quarter q of vector i of 16-bit values, which are unsigned or signed.
template <std::size_t i, std::size_t q, std::size_t N>
HWY_INLINE V16 half_with(Vectors<V16, N> x) {  // that holds quarter q
  if constexpr (i == 0) {
    return q % 2 == 0 ? x.a : x.b;
  } else {
    return q % 2 == 0 ? x.c : x.d;
  }
}
template <std::size_t i, std::size_t q>
HWY_INLINE V32 quarter(Words16 x) {
  const V32 w = hn::BitCast(d32, half_with<i, q>(x));
  return q < 2 ? hn::And(w, hn::Set(d32, 0xFFFFu)) : hn::ShiftRight<16>(w);
}
template <std::size_t i, std::size_t q>
HWY_INLINE VI32 signed_quarter(Words16 x) {
  const auto w = hn::BitCast(di32, half_with<i, q>(x));
  return hn::ShiftRight<16>(q < 2 ? hn::ShiftLeft<16>(w) : w);
}
// The same of values in memory: quarter q of vector i (arrays of 32-bit values hold it at i *
// vector_lanes + q * vector_lanes / 4) of 16-bit values in memory, which are unsigned or signed.
HWY_INLINE V32 quarter(const std::uint16_t* p, std::size_t i, std::size_t q) {
  const V32 w = hn::BitCast(d32, hn::Load(d16, p + (2 * i + q % 2) * (vector_lanes / 2)));
  return q < 2 ? hn::And(w, hn::Set(d32, 0xFFFFu)) : hn::ShiftRight<16>(w);
}
HWY_INLINE VI32 signed_quarter(const std::uint16_t* p, std::size_t i, std::size_t q) {
  const auto w = hn::BitCast(di32, hn::Load(d16, p + (2 * i + q % 2) * (vector_lanes / 2)));
  return hn::ShiftRight<16>(q < 2 ? hn::ShiftLeft<16>(w) : w);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
