// What people said of matches, against what was measured: for the terminal, as JSON and as a page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/playtest/study.hpp"

namespace evorisk::app {

// "variants" (answers, criteria, comments of each), "claims", "pairs", "minutes".
nlohmann::ordered_json playtest_json(const experiments::Playtests& playtests,
                                     const experiments::PlaytestStudy& study);
// Of that JSON: tables for the terminal; a page that stands alone. `command`: what makes it again.
std::string playtest_text(const nlohmann::ordered_json& json);
std::string playtest_page(const nlohmann::ordered_json& json, const std::string& command);
// Of its member "minutes", for the terminal.
std::string pace_text(const nlohmann::ordered_json& minutes);
nlohmann::ordered_json paces_json(const std::vector<experiments::Pace>& paces);

}  // namespace evorisk::app
