#include "metrics/estimates/exact.hpp"

#include <array>

namespace evorisk::metrics {
namespace {

__extension__ using UInt128 = unsigned __int128;

}  // namespace

double co_moment(std::int64_t n, Int128 sum_q, Int128 sum_r, Int128 sum_qr) {
  if (n == 0) return 0;
  return co_moment(n, centre(n, sum_q), centre(n, sum_r), sum_qr);
}

Centre centre(std::int64_t n, Int128 sum) {
  const Int128 mean = sum / n;
  return {sum, mean, static_cast<double>(sum - mean * n)};
}

double co_moment(std::int64_t n, const Centre& q, const Centre& r, Int128 sum_qr) {
  // Around the integers below the means; what is left of the means is less than 1 each.
  // Intermediate values may pass 2^127, the result does not: wrap around.
  const auto u = [](Int128 x) { return static_cast<UInt128>(x); };
  const auto around = static_cast<Int128>(u(sum_qr) - u(q.mean) * u(r.sum) - u(r.mean) * u(q.sum) +
                                          u(q.mean) * u(r.mean) * u(n));
  return static_cast<double>(around) - q.left * r.left / static_cast<double>(n);
}

std::string to_decimal(Int128 value) {
  UInt128 rest = value < 0 ? -static_cast<UInt128>(value) : static_cast<UInt128>(value);
  std::array<char, 40> text;  // from its end
  char* const end = text.data() + text.size();
  char* begin = end;
  do {
    *--begin = static_cast<char>('0' + static_cast<int>(rest % 10));
  } while ((rest /= 10) != 0);
  if (value < 0) *--begin = '-';
  return {begin, end};
}

Int128 int128_from_json(const JsonView& view) {
  const std::string text = view.text();
  const bool negative = !text.empty() && text.front() == '-';
  const std::string digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 38 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    view.fail("\"{}\" is not an integer of at most 38 digits", text);
  }
  Int128 value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return negative ? -value : value;
}

}  // namespace evorisk::metrics
