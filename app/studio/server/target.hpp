// The target of a request: "/api/run?id=garden%2d4".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace evorisk::app {

// Path and query, decoded. What is no escape stays as it is; of two members of one name the first
// counts.
std::pair<std::string, std::map<std::string, std::string>> read_target(std::string_view target);

}  // namespace evorisk::app
