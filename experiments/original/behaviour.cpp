#include "experiments/original/behaviour.hpp"

namespace evorisk::experiments::original {

namespace {

using enum Behaviour;

constexpr std::array<BehaviourInfo, behaviour_count> infos = {{
    {ties_to_attacker, "ties_to_attacker", "equal dice cost the attacker a troop",
     "equal dice cost the defender a troop"},
    {max_move_vanishes, "max_move_vanishes",
     "with `max`, all troops but one enter the conquered territory",
     "with `max`, the attacker keeps one troop and the conquered territory holds none; a territory "
     "without troops rolls no die and falls to any attack"},
    {divisor_rounds_up, "divisor_rounds_up", "territories / divisor is rounded down",
     "territories / divisor is rounded up"},
    {exchange_from_two, "exchange_from_two",
     "exchanges pay 4, 6, 8, ... and 2 more on an owned territory shown, as often as wanted",
     "exchanges pay 2, 4, 6, ..., never the 2 more, and at most one is made a turn"},
    {continent_bonus_slip, "continent_bonus_slip",
     "a continent's bonus is placed inside that continent by its owner",
     "a continent's bonus may slip to a lower continent number, and is placed there whoever owns "
     "it"},
    {seats_run_on, "seats_run_on", "seat 0 takes the first turn; a match ends after 48 turns",
     "with an odd number of territories seat 1 takes the first turn; a match ends after 49 turns"},
    {pick_by_ratio, "pick_by_ratio", "the free continent with the highest bonus is started first",
     "the free continent with the highest bonus per territory is started first"},
    {exchange_first_drawn, "exchange_first_drawn",
     "the owned card of the lowest territory is exchanged",
     "the owned card that was drawn first is exchanged"},
    {attack_always, "attack_always", "attacks only a neighbour with strictly fewer troops",
     "attacks the weakest neighbour whatever its strength, with 3 troops or more"},
    {fortify_wanders, "fortify_wanders",
     "spare troops of inner territories move to the weakest border neighbour",
     "single troops move from any territory to the first border neighbour met before an enemy, and "
     "on again"},
    {advantage_over_all, "advantage_over_all", "advantage is of the won matches",
     "advantage is of all matches, as if seat 1 had won the unfinished ones"},
    {turns_begun_less_one, "turns_begun_less_one", "duration counts the winning turn",
     "duration leaves the winning turn out, and counts 49 for an unfinished match"},
    {moves_every_action, "moves_every_action", "moves are counted at the start of each phase",
     "moves are counted after every action and averaged by seat, the last two turns left out"},
    {drama_of_unfinished, "drama_of_unfinished", "unfinished matches have no drama",
     "an unfinished match adds the root of seat 0's evaluation"},
    {killer_of_seat_0, "killer_of_seat_0", "the largest swing of the mover's lead, 0 to 1",
     "the largest swing of seat 0's lead, the end counted as coming before the beginning"},
    {leader_is_behind, "leader_is_behind",
     "a lead change is any turn with another leader than the turn before",
     "the end is counted once more, and seat 1 leads at first on equality"},
}};

}  // namespace

std::span<const BehaviourInfo, behaviour_count> behaviour_infos() {
  return infos;
}

}  // namespace evorisk::experiments::original
