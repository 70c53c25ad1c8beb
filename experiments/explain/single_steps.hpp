// Every variant that is one small step from a given one.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

struct SingleStep {
  // {"kind": "rule", "key", "from", "to"}, {"kind": "bonus", "continent", "from", "to"},
  // {"kind": "border", "a", "b", "added": bool}
  nlohmann::ordered_json what;
  risk::Variant variant;
};

// Numbers one up and one down (the turn limit: half and double; card schedules: every entry),
// every other choice, every bonus one up and one down, every border taken away that may be, and
// added where the map stays planar (the shortest first, as many as there are borders). What rules
// and map do not allow is left out.
std::vector<SingleStep> single_steps(const risk::Variant& variant);

}  // namespace evorisk::experiments
