// A reproduced table or figure of the thesis as a page.
#pragma once

#include <string>

#include "experiments/reproduce/finding.hpp"

namespace evorisk::app {

// A self-contained page: verdicts, tables of the thesis' figures beside ours, charts, maps.
// `command` is the command line that gives it again.
std::string reproduction_page(const experiments::reproduce::Report& report,
                              const std::string& command);

}  // namespace evorisk::app
