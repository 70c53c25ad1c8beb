// A variant as the page shows it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "maps/layout/board.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {

// draw_map without a style sheet (the page loads /map.css) and with ids that are unique in the
// page. The discs, badges, areas and edges are in the order of the territories, continents and
// borders.
std::string map_picture(const maps::Map& map);
std::string map_picture(const maps::Board& board);

// Adds "turns": [least, most] and "minutes" of a match where the variant carries them
// (metrics/objective/length.hpp).
void add_own_length(const risk::Variant& variant, nlohmann::ordered_json& facts);

// {"rules": [{"topic", "keys", "text"}, ...]}, and with missions "missions": the cards,
// "otherwise".
nlohmann::ordered_json words_json(const risk::Variant& variant, const Wording& wording);

// The mission cards, by their numbers.
nlohmann::ordered_json missions_json(const risk::Variant& variant, const Wording& wording);

}  // namespace evorisk::app
