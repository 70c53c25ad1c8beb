// Counts with a noun.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/message.hpp"

namespace evorisk {

// "troop" of 1, "troops" of any other number. `many` is the plural if it is not `one` plus "s".
inline Message noun(std::int64_t number, std::string_view one, std::string_view many = {}) {
  if (number == 1) return one;
  return many.empty() ? Message(std::string(one) + 's') : Message(many);
}

// "1 troop", "2 troops".
inline Message counted(std::int64_t number, std::string_view one, std::string_view many = {}) {
  return Message("{} {}", number, noun(number, one, many));
}

}  // namespace evorisk
