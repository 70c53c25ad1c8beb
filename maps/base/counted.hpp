// Counts with what they count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evorisk {

// "troop" of 1, "troops" of any other number. `many` where it is not the same with an s.
std::string noun(std::int64_t number, std::string_view one, std::string_view many = {});

// "1 troop", "2 troops".
std::string counted(std::int64_t number, std::string_view one, std::string_view many = {});

}  // namespace evorisk
