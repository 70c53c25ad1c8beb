// What `explain` found as text, made from the JSON that experiments/explain/explanation.hpp writes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::app {

// `most`: effects and single steps shown of each kind; the JSON has all.
std::string explanation_text(const nlohmann::ordered_json& explanation, int most);

}  // namespace evorisk::app
