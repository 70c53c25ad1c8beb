// The courses of a run's islands, for its report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::app {

// From result.json; empty where there was one population.
std::string islands_section(const nlohmann::ordered_json& result);

}  // namespace evorisk::app
