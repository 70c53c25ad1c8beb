// A reproduced table or figure of the thesis as text.
#pragma once

#include <string>

#include "experiments/reproduce/finding.hpp"

namespace evorisk::app {

// For the terminal, without charts and maps.
std::string reproduction_text(const experiments::reproduce::Report& report);

// Its figures as one Markdown table, a row for the title of every section; what differs is bold.
std::string reproduction_markdown(const experiments::reproduce::Report& report);

// The thesis' value of a row, or `otherwise` where it states none.
std::string thesis_value(const experiments::reproduce::Row& row, const std::string& otherwise);

}  // namespace evorisk::app
