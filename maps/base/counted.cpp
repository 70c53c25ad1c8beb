#include "maps/base/counted.hpp"

#include <fmt/format.h>

namespace evorisk {

std::string noun(std::int64_t number, std::string_view one, std::string_view many) {
  if (number == 1) return std::string(one);
  return many.empty() ? fmt::format("{}s", one) : std::string(many);
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, noun(number, one, many));
}

}  // namespace evorisk
