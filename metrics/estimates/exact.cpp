#include "metrics/estimates/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace evorisk::metrics {
namespace {

__extension__ using UInt128 = unsigned __int128;

}  // namespace

double co_moment(std::int64_t n, Int128 sum_q, Int128 sum_r, Int128 sum_qr) {
  if (n == 0) return 0;
  // Around the integers below the means; what is left of the means is less than 1 each.
  const Int128 mean_q = sum_q / n;
  const Int128 mean_r = sum_r / n;
  const auto left_q = static_cast<double>(sum_q - mean_q * n);
  const auto left_r = static_cast<double>(sum_r - mean_r * n);
  // Intermediate values may pass 2^127, the result does not: wrap around.
  const auto u = [](Int128 x) { return static_cast<UInt128>(x); };
  const auto around = static_cast<Int128>(u(sum_qr) - u(mean_q) * u(sum_r) - u(mean_r) * u(sum_q) +
                                          u(mean_q) * u(mean_r) * u(n));
  return static_cast<double>(around) - left_q * left_r / static_cast<double>(n);
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

nlohmann::ordered_json decimals_to_json(std::span<const Int128> values) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Int128 value : values) list.push_back(fmt::format("{}", value));
  return list;
}

void decimals_from_json(const JsonView& view, std::span<Int128> values) {
  const auto items = view.items();
  if (items.size() != values.size())
    view.fail("has {} elements instead of {}", items.size(), values.size());
  std::ranges::transform(items, values.begin(), int128_from_json);
}

}  // namespace evorisk::metrics
