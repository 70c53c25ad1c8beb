// The points in which the thesis' own program does not do what its text says.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

namespace evorisk::experiments::original {

// One deviation each; behaviours.json has both sides of it in words. All on: the program that
// produced the thesis' figures. All off: the rules and criteria as the text has them (the same game
// as risk/ plays, by an independent and plain model).
enum class Behaviour : std::uint8_t {
  ties_to_attacker,      // equal dice cost the defender a troop
  max_move_vanishes,     // conquest move `max`: the moved troops never arrive
  divisor_rounds_up,     // reinforcement quotient rounded up
  exchange_from_two,     // schedule 2, 4, 6, ...; no territory bonus; at most one exchange a turn
  continent_bonus_slip,  // continent bonuses land by list position, for the owner of the place
  seats_run_on,          // an odd deal gives seat 1 the first turn; unfinished after 49 turns
  pick_by_ratio,         // picks the continent with the highest bonus per territory
  exchange_first_drawn,  // exchanges the card drawn first among those that show owned territories
  attack_always,         // attacks with 3 troops or more whatever the defender's strength
  fortify_wanders,       // troops move on over several borders, up to the first enemy neighbour
  advantage_over_all,    // advantage divides by all matches, unfinished ones too
  turns_begun_less_one,  // duration of a won match leaves the winning turn out
  moves_every_action,    // branching counts moves after every action, per seat
  drama_of_unfinished,   // drama is also taken from unfinished matches, against a move count
  killer_of_seat_0,      // killer moves: seat 0's lead only, the final record wrapped to the front
  leader_is_behind,      // lead changes only when the leader falls strictly behind
};
inline constexpr std::size_t behaviour_count = 16;

using Behaviours = std::bitset<behaviour_count>;

inline Behaviours as_text() {
  return {};
}
inline Behaviours as_program() {
  return Behaviours{}.set();
}

inline bool has(const Behaviours& set, Behaviour b) {
  return set[static_cast<std::size_t>(b)];
}

}  // namespace evorisk::experiments::original
