// The report of a sweep as one page.
#pragma once

#include <string>

#include "experiments/sweep/analysis.hpp"

namespace evorisk::app {

std::string sweep_report(const experiments::SweepAnalysis& analysis);

}  // namespace evorisk::app
