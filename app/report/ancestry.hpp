// The ancestry of an individual as a picture.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace evorisk::app {

// `ancestry` is that of a run's result.json: an individual (the last) and all its ancestors, the
// oldest first. Generations run from left to right, a dot for each ancestor, sized by its map, a
// line from parent to child; the line of descent through the fitter parent is drawn strong. Only
// the last `generations` generations in which an ancestor was born are drawn.
std::string ancestry_chart(const nlohmann::ordered_json& ancestry, int generations);

// The individual and its line of descent through the parent with the lower fitness at birth, from
// the first population on: an HTML table, at most `rows` of it (the latest).
std::string descent_table(const nlohmann::ordered_json& ancestry, int rows);

}  // namespace evorisk::app
