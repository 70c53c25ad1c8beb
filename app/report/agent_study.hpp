// What a study of agents found, for people and programs. `tables`: the names of its tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/agent_study/study.hpp"

namespace evorisk::app {

// Two tables, as Markdown or for the terminal: fitnesses and ranks of the variants; the mean of
// each figure, how its ranking agrees with the first table's, and whether it depends on the agents.
std::string agent_study_text(const experiments::AgentStudy& study,
                             const std::vector<std::string>& tables, bool markdown);
// The members "variants", "agents" and "figures".
void add_agent_study(nlohmann::ordered_json& json, const experiments::AgentStudy& study,
                     const std::vector<std::string>& tables);
// How the ranking by fitness changes, as SVG.
std::string agent_study_picture(const experiments::AgentStudy& study,
                                const std::vector<std::string>& tables);

}  // namespace evorisk::app
