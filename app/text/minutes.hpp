// Minutes at the table as text, beside turns wherever these are told.
#pragma once

#include <string>

#include "metrics/criteria/minutes.hpp"

namespace evorisk::app {

// "62 minutes at the table (37 to 105)": of a match of so many turns, by the model of
// metrics/criteria/minutes.hpp, and the range of four tables of five.
std::string minutes_text(double turns, int territories, const metrics::TableSeconds& seconds);
// "62 (37 to 105)": the same in a table.
std::string minutes_cell(double turns, int territories, const metrics::TableSeconds& seconds);

}  // namespace evorisk::app
