// Events and positions as the page reads them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "risk/action.hpp"
#include "risk/state.hpp"

namespace evorisk::app {

// {"kind": "attack", "seat", "turn", ...members of the event...}. Of an attack also "dice": how
// many each side rolls, and "conquered". `sees`: the only seat whose drawn cards and mission are
// named, or one of the two constants.
inline constexpr int sees_none = -1;
inline constexpr int sees_all = -2;
nlohmann::ordered_json event_json(const risk::State& before, const risk::Event& event, int sees);

// {"kind": "attack", "from", "to"} ...; and back, of a person's decision. Throws InputError.
nlohmann::ordered_json action_json(const risk::Action& action);
risk::Action action_from_json(const JsonView& view);

// What changed on the board from one state to the next: [[territory, owner, troops], ...].
nlohmann::ordered_json changes_json(const risk::State& before, const risk::State& after);

// {"owners": [...], "troops": [...]}
nlohmann::ordered_json board_json(const risk::State& state);

}  // namespace evorisk::app
