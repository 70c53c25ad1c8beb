// Events of a match as the page reads them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "base/json.hpp"
#include "risk/action.hpp"
#include "risk/state.hpp"

namespace evorisk::app {

// Which seat's drawn cards and missions are named: a seat number, or
inline constexpr int sees_none = -1;
inline constexpr int sees_all = -2;
inline constexpr int sees_cards = -3;  // all cards, but no mission

// {"kind": "attack", "seat", "turn", ...members of the event...,
//  "changes": the changed territories, [[territory, owner, troops], ...]}. If hands changed, also
// "hands": the number of cards of each seat. For an attack also "dice", the number that each side
// rolls, "faces", of both sides, the highest first, and "conquered". A match knows the losses of a
// roll, not its faces: these are drawn among all rolls with those losses, each equally likely, and
// the same for everybody who is told of the event.
nlohmann::ordered_json event_json(const risk::State& before, const risk::Event& event,
                                  const risk::State& after, int sees);

// Calls see(before, event, after) for each event of a match, from its start.
template <class See>
void replay(const risk::Variant& variant, std::span<const risk::Event> events, const See& see) {
  risk::State state(variant);
  for (const risk::Event& event : events) {
    const risk::State before = state;
    state.apply(event);
    see(before, event, state);
  }
}

// {"kind": "attack", "from", "to"} ..., and back for a decision of a person. Throws InputError.
nlohmann::ordered_json action_json(const risk::Action& action);
risk::Action action_from_json(const JsonView& view);

}  // namespace evorisk::app
