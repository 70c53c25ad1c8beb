// Exact integer sums, wide enough for the moments of 2^40 matches.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/json.hpp"

namespace evorisk::metrics {

__extension__ using Int128 = __int128;

// Sum over n observations of (q - mean q) (r - mean r), from the plain sums, without cancellation:
// exactly 0 for constant observations. 0 when n = 0.
double co_moment(std::int64_t n, Int128 sum_q, Int128 sum_r, Int128 sum_qr);

std::string to_decimal(Int128 value);
// A text of an optional minus and decimal digits. Throws InputError.
Int128 int128_from_json(const JsonView& view);

// Lists of such texts, and the elements of a list of `size`.
nlohmann::ordered_json to_decimals(std::span<const Int128> values);
std::vector<JsonView> items_of(const JsonView& list, std::size_t size);
void read_decimals(const JsonView& list, std::span<Int128> values);

}  // namespace evorisk::metrics
