// The languages of the program's texts, and the texts of mission cards for play at a table with
// coloured troops.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/message.hpp"
#include "risk/rules/missions.hpp"

namespace evorisk::app {

enum class Language { english, portuguese };

// As on the command line and on the page, in the order of the enum.
inline constexpr std::string_view language_names[] = {"en", "pt"};

// By one of these names.
inline Language language_named(std::string_view name) {
  return static_cast<Language>(std::ranges::find(language_names, name) - language_names);
}

const Wording& wording(Language language);

// app/text/portuguese.json: by topic, from English texts to Portuguese ones.
std::string_view portuguese_text();

// The map with its names in this language where all of them are those of the classic board.
maps::Map translated(const maps::Map& map, Language language);

// app/text/portuguese_names.json: the names of the classic board, from English to Portuguese.
std::string_view portuguese_names_text();

// The text of a card: "Conquer Asia and Africa.", "Destroy the blue troops: take their last
// territory yourself." Continents by name, which the map must have; seats by the colours of the
// kit's troops.
std::string mission_card_words(const risk::Mission& mission, const maps::Map& map,
                               Language language);

// The colour of a seat's troops in kits, as a name: "Blue".
Message seat_name(int seat);

// The text below a destroying card: when the deck's `otherwise` replaces it.
std::string mission_otherwise_words(const risk::Mission& otherwise, const maps::Map& map,
                                    Language language);

}  // namespace evorisk::app
