// A ladder of agents as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/arena/ladder.hpp"

namespace evorisk::app {

// For the terminal: agents from the strongest to the weakest.
std::string ladder_text(const experiments::Ladder& ladder);
nlohmann::ordered_json ladder_json(const experiments::Ladder& ladder);

}  // namespace evorisk::app
