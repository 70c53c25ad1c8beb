// Turns and minutes at the table as text, wherever a match's length is told: by the model of
// metrics/criteria/minutes.hpp, from the agent with the shortest matches to the one with the
// longest; in brackets, of four tables of five.
#pragma once

#include <string>

#include "metrics/objective/length.hpp"

namespace evorisk::app {

// "41 to 47", and with the word.
std::string turns_cell(const metrics::MatchLength& length);
std::string turns_text(const metrics::MatchLength& length);
// "62 to 71 minutes (37 to 121; 41 to 47 turns)"
std::string length_text(const metrics::MatchLength& length, int territories,
                        const metrics::TableSeconds& seconds);
// "62 to 71 minutes at the table (37 to 121)"
std::string minutes_text(const metrics::MatchLength& length, int territories,
                         const metrics::TableSeconds& seconds);
// "62 to 71 (37 to 121)": the same in a table.
std::string minutes_cell(const metrics::MatchLength& length, int territories,
                         const metrics::TableSeconds& seconds);

}  // namespace evorisk::app
