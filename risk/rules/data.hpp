// The data of the rules that is compiled in.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace evorisk::risk {

// risk/rules/rules.json: what is known of each rule key, the presets, and the rules in words. In a
// source that the build generates.
std::string_view rules_text();
// The same, read.
const nlohmann::ordered_json& rules_data();

}  // namespace evorisk::risk
