// Counts with what they count.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/message.hpp"

namespace evorisk {

// "troop" of 1, "troops" of any other number. `many` where it is not the same with an s.
Message noun(std::int64_t number, std::string_view one, std::string_view many = {});

// "1 troop", "2 troops".
Message counted(std::int64_t number, std::string_view one, std::string_view many = {});

}  // namespace evorisk
