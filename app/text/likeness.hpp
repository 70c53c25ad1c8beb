// Where a board lies among those that people designed, in words and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/board_study/study.hpp"
#include "maps/likeness/human.hpp"

namespace evorisk::app {

// A section for the terminal: the distance, a sentence for each unusual feature and each bound that
// is broken.
std::string likeness_text(const maps::Features& features);
// "distance", "boards", "bounds_broken", and of each feature the value and its place.
nlohmann::ordered_json likeness_json(const maps::Features& features);

// What tells boards from those of people: for the terminal, and as JSON.
std::string board_study_text(const experiments::BoardStudy& study);
nlohmann::ordered_json board_study_json(const experiments::BoardStudy& study);

}  // namespace evorisk::app
