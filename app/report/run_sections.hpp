// Sections of a run's report, as HTML, made from the JSON files of the run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "ga/evaluation/likes.hpp"

namespace evorisk::app {

// `ancestry` is that of result.json: an individual (the last) and all its ancestors, the oldest
// first. In the picture generations run from left to right. Each ancestor is a dot, sized by its
// map; a line joins parent and child. The line of descent through the parents with the lower
// fitness at birth is drawn strong and listed in a table. Only the last generations in which an
// ancestor was born are drawn.
std::string ancestry_section(const nlohmann::ordered_json& ancestry);

// What was said of candidates, and what was understood of it; empty where nothing was said.
std::string likes_section(const ga::Likes& likes, const ga::Config& config);

// What `explain` found (experiments/explain/explanation.hpp).
std::string explanation_section(const nlohmann::ordered_json& explanation);

}  // namespace evorisk::app
