// Exact integer sums, wide enough for the moments of 2^40 matches.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "base/json.hpp"

namespace evorisk::metrics {

__extension__ using Int128 = __int128;

// Sum over n observations of (q - mean q) (r - mean r), from the plain sums, without cancellation:
// exactly 0 for constant observations. 0 when n = 0.
double co_moment(std::int64_t n, Int128 sum_q, Int128 sum_r, Int128 sum_qr);

// A text of an optional minus and decimal digits. Throws InputError.
Int128 int128_from_json(const JsonView& view);
// Lists of such texts; throws InputError for another number of them.
nlohmann::ordered_json decimals_to_json(std::span<const Int128> values);
void decimals_from_json(const JsonView& view, std::span<Int128> values);

}  // namespace evorisk::metrics
