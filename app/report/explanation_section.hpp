// What `explain` found as sections of a run's report, made from the JSON that
// experiments/explain/explanation.hpp writes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::app {

// HTML; to go into a page of app/view/html.hpp.
std::string explanation_section(const nlohmann::ordered_json& explanation);

}  // namespace evorisk::app
