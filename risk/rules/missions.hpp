// Missions: secret objective cards, as in War. What cards there are, in files and in words; who
// holds which and whether it is fulfilled is the State's (risk/state.hpp).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "base/json.hpp"
#include "maps/map.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::risk {

// What one card asks of its holder.
struct Mission {
  enum class Kind : std::uint8_t {
    continents,   // own each of `continents`, and `more` others of one's choice
    territories,  // own `territories`, each with at least `troops` troops
    destroy,      // take the last territory of `seat` oneself
  } kind = Kind::territories;
  std::vector<int> continents = {};
  int more = 0;
  int territories = 0;
  int troops = 1;
  int seat = -1;  // 0 ... max_players - 1; it need not be in the match

  friend bool operator==(const Mission&, const Mission&) = default;
};

// The cards of a variant: each seat is dealt one, at random, before anything else; the others stay
// hidden.
struct MissionDeck {
  std::vector<Mission> cards;
  // What a `destroy` card asks for when its seat is the holder's, is not in the match, or was
  // destroyed by another. Not itself of that kind.
  Mission otherwise;

  friend bool operator==(const MissionDeck&, const MissionDeck&) = default;
};
inline constexpr int most_missions = 64;  // cards of a deck

// The deck of a map without one of its own. The board of War (by the names of its continents) has
// War's fourteen cards; any other board a deck of like proportions: destroying each seat (with
// three players or more), 4/7 of the territories, 3/7 of them with two troops each, and up to six
// cards of one or two continents (and others of choice) that take about 3/8 of the board.
MissionDeck built_in_missions(const maps::Map& map, int players);

// The first thing wrong with a deck on this map for so many players, as a sentence that starts with
// the path inside it ("cards[3].territories ..."), or nothing.
std::optional<Message> broken_missions(const MissionDeck& deck, const maps::Map& map, int players);

// "conquer Europe, Oceania and a third continent", "conquer 18 territories with at least 2 troops
// each", "destroy seat 2".
Message mission_text(const Mission& mission, const maps::Map& map);

// {"otherwise": {"territories": 24}, "cards": [{"continents": ["Asia", 3], "more": 1},
// {"territories": 18, "troops": 2}, {"destroy": 2}, ...]}; continents by name or index. Throws
// InputError, also for what broken_missions() says.
MissionDeck missions_from_json(const JsonView& view, const maps::Map& map, int players);
// Continents by name, where all names of the map are different.
nlohmann::ordered_json missions_to_json(const MissionDeck& deck, const maps::Map& map);

}  // namespace evorisk::risk
