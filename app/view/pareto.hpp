// Several aims in the report of a run: what can be had together.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "metrics/objective/objective.hpp"

namespace evorisk::app {

// The final candidates and the last generation by each pair of the objective's groups, a table of
// the candidates' losses, and hypervolume over the generations; empty without groups. `result` and
// `last_generation` are a run's result.json and its log's last line.
std::string pareto_section(const nlohmann::ordered_json& result,
                           const nlohmann::ordered_json& last_generation,
                           const metrics::Objective& objective);

}  // namespace evorisk::app
