// Which rules the bulk engine plays. A new rule key or value is played by the plain engine alone
// until it is stated here.
#pragma once

#include <string>
#include <string_view>

#include "risk/rules/rules.hpp"

namespace evorisk::metrics::bulk {

// Whether the engine states which values of this key it plays; of other keys it plays the default.
// For a test that the statement is whole.
bool states_rule(std::string_view key);

// Why the engine does not play these rules; empty when it does.
std::string rules_refusal(const risk::Rules& rules);

}  // namespace evorisk::metrics::bulk
