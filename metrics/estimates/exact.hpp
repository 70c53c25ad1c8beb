// Exact integer sums, wide enough for the moments of 2^40 matches.
#pragma once

#include <cstdint>
#include <string>

#include "base/json.hpp"

namespace evorisk::metrics {

__extension__ using Int128 = __int128;

// Sum over n observations of (q - mean q) (r - mean r), from the plain sums, without cancellation:
// exactly 0 for constant observations. 0 when n = 0.
double co_moment(std::int64_t n, Int128 sum_q, Int128 sum_r, Int128 sum_qr);

// What co_moment divides: of one quantity's sum, for its co-moments with several others.
struct Centre {
  Int128 sum = 0;
  Int128 mean = 0;  // rounded towards 0
  double left = 0;  // sum - mean * n
};
Centre centre(std::int64_t n, Int128 sum);  // n >= 1
double co_moment(std::int64_t n, const Centre& q, const Centre& r, Int128 sum_qr);

std::string to_decimal(Int128 value);
// A text of an optional minus and decimal digits. Throws InputError.
Int128 int128_from_json(const JsonView& view);

}  // namespace evorisk::metrics
