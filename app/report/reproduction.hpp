// A reproduced table or figure of the thesis, for people.
#pragma once

#include <string>

#include "experiments/reproduce/finding.hpp"

namespace evorisk::app {

// A self-contained page: verdicts, tables of the thesis' figures beside ours, charts, maps.
// `command` is the command line that gives it again.
std::string reproduction_page(const experiments::reproduce::Report& report,
                              const std::string& command);

// The same for the terminal, without charts and maps.
std::string reproduction_text(const experiments::reproduce::Report& report);

// Its figures as one Markdown table, a row for the title of every section; what differs is bold.
std::string reproduction_markdown(const experiments::reproduce::Report& report);

}  // namespace evorisk::app
