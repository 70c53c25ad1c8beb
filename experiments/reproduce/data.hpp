// The data files that are compiled in. Defined in a source the build generates.
#pragma once

#include <string_view>

namespace evorisk::experiments::reproduce {

std::string_view thesis_text();           // experiments/reproduce/thesis.json
std::string_view targets_text();          // experiments/reproduce/targets.json
std::string_view behaviours_text();       // experiments/original/behaviours.json
std::string_view program_figures_text();  // experiments/original/program_figures.json

}  // namespace evorisk::experiments::reproduce
