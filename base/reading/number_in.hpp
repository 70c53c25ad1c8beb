// A number as a text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace evorisk {

// The number that is the whole of a text, as std::from_chars reads it; nothing where it is not one,
// or is too large for the type.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* all = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), all, number);
  if (error != std::errc() || end != all) return std::nullopt;
  return number;
}

}  // namespace evorisk
