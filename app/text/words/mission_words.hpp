// Mission cards in words, for people at a table with coloured troops.
#pragma once

#include <string>

#include "app/text/words/language.hpp"
#include "risk/rules/missions.hpp"

namespace evorisk::app {

// What a card says: "Conquer Asia and Africa.", "Destroy the blue troops: take their last territory
// yourself." Continents by name, which the map must have; seats by the colours of the kit's troops.
std::string mission_card_words(const risk::Mission& mission, const maps::Map& map,
                               Language language);

// What stands below a destroying card: when the deck's `otherwise` takes its place.
std::string mission_otherwise_words(const risk::Mission& otherwise, const maps::Map& map,
                                    Language language);

}  // namespace evorisk::app
