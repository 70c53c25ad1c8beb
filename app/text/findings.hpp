// The results of `explain` and `reproduce`, as text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/reproduce/finding.hpp"

namespace evorisk::app {

// `most`: the most effects and single steps shown of each kind. The JSON has all.
std::string explanation_text(const nlohmann::ordered_json& explanation, int most);

// For the terminal, without charts and maps.
std::string reproduction_text(const experiments::reproduce::Report& report);

// The figures as one Markdown table, with a title row for every section; differences are bold.
std::string reproduction_markdown(const experiments::reproduce::Report& report);

// The thesis' value of a row, or `otherwise` where it states none.
std::string thesis_value(const experiments::reproduce::Row& row, const std::string& otherwise);

}  // namespace evorisk::app
