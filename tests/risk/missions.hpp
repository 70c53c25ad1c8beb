// Shared by the tests of missions: the classics for any number of players.
#pragma once

#include <string>

#include "risk/rules/rules.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

inline Variant classic(const std::string& name, const std::string& preset, int players) {
  const Variant base = load_variant(name);
  Rules rules = preset_rules(preset);
  rules.players = players;
  return Variant(name, rules, base.map_ptr());
}

inline Variant war(int players) {
  return classic("war", "war-classic", players);
}

}  // namespace evorisk::risk
