// Sections of reports with pictures, as HTML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "metrics/objective/objective.hpp"

namespace evorisk::app {

// The section of a report on an archive (the content of archive.json, ga/run/archive.hpp): its
// quality measures, and a heat map per pair of descriptors (at most three). Both use fresh matches:
// each occupant is in the niche of its fresh values, the best of several on top.
std::string archive_section(const nlohmann::ordered_json& archive);

// The final candidates and the last generation by each pair of the objective's groups, a table of
// the candidates' losses, and hypervolume over the generations; empty without groups. `result` and
// `last_generation` are a run's result.json and its log's last line.
std::string pareto_section(const nlohmann::ordered_json& result,
                           const nlohmann::ordered_json& last_generation,
                           const metrics::Objective& objective);

}  // namespace evorisk::app
