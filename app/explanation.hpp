// What `explain` found, for people: as text, and as sections of a run's report. Both are made from
// the JSON that experiments/explain/explanation.hpp writes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::app {

// `most`: effects and single steps shown of each kind; the JSON has all.
std::string explanation_text(const nlohmann::ordered_json& explanation, int most);

// HTML; to go into a page of app/report/html.hpp.
std::string explanation_section(const nlohmann::ordered_json& explanation);

}  // namespace evorisk::app
