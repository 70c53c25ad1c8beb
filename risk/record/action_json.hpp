// Decisions as JSON, in match records and in the protocol of external agents.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "base/json.hpp"
#include "risk/action.hpp"

namespace evorisk::risk {

// The decision that an action is: "pick", "exchange", "place", "attack" or "fortify".
std::string_view action_name(const Action& action);

// A legal action: the first member is null where it ends the phase.
nlohmann::ordered_json action_to_json(const Action& action);
// All members of any action as they are.
nlohmann::ordered_json members_to_json(Action action);

// The action of a decision; nothing for an unknown name. Throws InputError for what has not its
// form; what is legal is for the rules.
std::optional<Action> read_action(std::string_view decision, const JsonView& view);

}  // namespace evorisk::risk
