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
  // Intermediate values may pass 2^127, the result does not: wrap around.
  const Int128 mean_q = sum_q / n;
  const Int128 mean_r = sum_r / n;
  const auto u = [](Int128 x) { return static_cast<UInt128>(x); };
  const auto around = static_cast<Int128>(u(sum_qr) - u(mean_q) * u(sum_r) - u(mean_r) * u(sum_q) +
                                          u(mean_q) * u(mean_r) * u(n));
  const auto left_q = static_cast<double>(sum_q - mean_q * n);
  const auto left_r = static_cast<double>(sum_r - mean_r * n);
  return static_cast<double>(around) - left_q * left_r / static_cast<double>(n);
}

std::string to_decimal(Int128 value) {
  return fmt::format("{}", value);
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

nlohmann::ordered_json to_decimals(std::span<const Int128> values) {
  auto list = nlohmann::ordered_json::array();
  for (const Int128 value : values) list.push_back(to_decimal(value));
  return list;
}

std::vector<JsonView> items_of(const JsonView& list, std::size_t size) {
  auto items = list.items();
  if (items.size() != size) list.fail("has {} elements instead of {}", items.size(), size);
  return items;
}

void read_decimals(const JsonView& list, std::span<Int128> values) {
  const auto items = items_of(list, values.size());
  std::ranges::transform(items, values.begin(), int128_from_json);
}

}  // namespace evorisk::metrics
