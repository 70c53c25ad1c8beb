// Decisions as JSON, in match records and in the protocol of external agents.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.hpp"
#include "risk/action.hpp"

namespace evorisk::risk {

// The action of a decision: "pick", "place", "exchange", "attack" or "fortify"; nothing for another
// name. Throws InputError for what has not its form; what is legal is for the rules.
std::optional<Action> read_action(std::string_view decision, const JsonView& view);

}  // namespace evorisk::risk
