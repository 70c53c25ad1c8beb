// Minutes at the table: a model of how long people take for a match of so many turns. It times what
// people do, and takes how often they do it in a turn from matches of the plain engine.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/json.hpp"

namespace evorisk {
template <class T>
class KeyTable;  // base/key_table.hpp
}

namespace evorisk::metrics {

// Seconds that people take for each of these. Defaults: assumed, so that forty turns
// on Risk's board, usual with four players, take two hours and a quarter, and its setup a quarter
// of an hour, as publishers and players say.
struct TableSeconds {
  double unpack = 240;    // of the setup, once
  double setup = 15;      // for each territory: choosing it and placing its initial troops
  double hand_over = 10;  // of a turn: handing over, counting troops
  double place = 4;       // placing troops on one territory
  double target = 12;     // deciding on a target, or to end the attacks
  double roll = 7;        // rolling, comparing dice, removing troops, deciding whether to go on
  double fortify = 10;
  double card = 3;  // drawing one
  double exchange = 20;
  friend bool operator==(const TableSeconds&, const TableSeconds&) = default;
};
// Each 0 ... 3600. The JSON of an objective, of wishes.
const KeyTable<TableSeconds>& table_seconds_keys();

// Seconds of one turn of one player. How often each thing is done in a turn grows with the
// territories: straight lines fitted to 110 boards and tables (8 to 42 territories, 2 to 6 players,
// the agents cautious and strategist; docs/designer.md). Relative error by the counts: 12 %.
double seconds_of_turn(int territories, const TableSeconds& seconds = {});

// Minutes of a match of so many turns (of all players together), with its setup.
double minutes_of(double turns, int territories, const TableSeconds& seconds = {});
// The turns that fit into so many minutes; below 0 where the setup alone takes longer.
double turns_of(double minutes, int territories, const TableSeconds& seconds = {});

// Four of five tables are between these multiples of the model's minutes: people's pace differs
// that much (assumed: publishers say one to eight hours for the same game).
inline constexpr double quick_table = 0.6;
inline constexpr double slow_table = 1.7;

// {"mean": minutes_of(...), "quick_table", "slow_table": these multiples of it}
nlohmann::ordered_json minutes_to_json(double turns, int territories,
                                       const TableSeconds& seconds = {});

}  // namespace evorisk::metrics
