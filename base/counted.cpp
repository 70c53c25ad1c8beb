#include "base/counted.hpp"

#include <fmt/format.h>

namespace evorisk {

Message noun(std::int64_t number, std::string_view one, std::string_view many) {
  if (number == 1) return one;
  return many.empty() ? Message(fmt::format("{}s", one)) : Message(many);
}

Message counted(std::int64_t number, std::string_view one, std::string_view many) {
  return Message("{} {}", number, noun(number, one, many));
}

}  // namespace evorisk
