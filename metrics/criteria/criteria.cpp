#include "metrics/criteria/criteria.hpp"

#include <array>

namespace evorisk::metrics {
namespace {

constexpr std::array<CriterionInfo, all_criterion_count> criterion_table = {{
    {Criterion::completeness, "completeness", "Completeness", 1, 1,
     "share of the matches that end with a winner", "4.3.5.1"},
    {Criterion::duration, "duration", "Duration", 0, 4096,
     "mean distance of a match's length from the ideal length, as a share of the ideal", "4.3.5.2"},
    {Criterion::advantage, "advantage", "Advantage", 0, 1,
     "how far the seats' shares of the wins are from equal: 0 fair, 1 always the same seat",
     "4.3.5.3"},
    {Criterion::branching_factor, "branching_factor", "Branching factor", 0.5, 1,
     "moves open to the player on turn, on a logarithmic scale: 0.5 is 9 moves, 1 is 99 or more",
     "4.3.5.4"},
    {Criterion::drama, "drama", "Drama", 0.5, 1,
     "how far behind the later winner was in the turns spent behind", "4.3.5.5"},
    {Criterion::killer_moves, "killer_moves", "Killer moves", 0.5, 1,
     "largest gain of a player over the best opponent in one turn of a match", "4.3.5.6"},
    {Criterion::lead_change, "lead_change", "Lead change", 0.5, 1,
     "share of the turns in which another player takes the lead", "4.3.5.7"},
    {Criterion::unbiased_advantage, "unbiased_advantage", "Unbiased advantage", 0, 1,
     "the seats' imbalance squared (two seats: advantage squared), free of bias: 0 on average in a "
     "fair game, however few the matches",
     "unbiased estimate of a concentration, error: Simpson 1949"},
    {Criterion::seat_balance, "seat_balance", "Seat balance", 1, 1,
     "what the seat that wins least wins of its fair share: 1 all seats alike, 0 one never wins",
     "own, for 3 and more seats, where advantage looks at one seat alone"},
    {Criterion::decisiveness, "decisiveness", "Decisiveness", 1, 1,
     "how late the winner's last decisive lead (half of the position) comes: 1 is the last turn, a "
     "small value a long end after the decision; 0 without a winner",
     "after Browne 2008"},
    {Criterion::uncertainty, "uncertainty", "Uncertainty", 1, 1,
     "how close the two best players are at the ends of the turns before the last: 1 even, 0 one "
     "has everything",
     "after Browne 2008"},
    {Criterion::comeback, "comeback", "Comeback", 0.5, 1,
     "share of the matches won by a player who was once clearly behind (by a fifth of the "
     "position)",
     "after drama, Browne 2008"},
    {Criterion::snowball, "snowball", "Snowball", 0.5, 1,
     "what the lead after a third of the match is worth in decided matches: 1 the leader always "
     "wins, 0 as often as chance, below 0 less often",
     "after snowball and catch-up in Elias, Garfield and Gutschera 2012"},
    {Criterion::stability, "stability", "Stability", 0.5, 1,
     "1 minus the share of the position that changes hands in a turn, on average: 1 nothing moves, "
     "0 everything does",
     "after Browne 2008"},
    {Criterion::drawishness, "drawishness", "Drawishness", 0, 1,
     "share of the matches that reach the turn limit with nobody clearly ahead",
     "after Browne 2008"},
    {Criterion::duration_spread, "duration_spread", "Duration spread", 0.25, 128,
     "standard deviation of a match's length as a share of its mean", "own"},
    {Criterion::decision_share, "decision_share", "Decision share", 1, 1,
     "share of the turns with a real choice: two or more legal attacks when the attack begins",
     "own, after Sid Meier's interesting decisions"},
    {Criterion::dead_time, "dead_time", "Dead time", 0, 1,
     "decisions of others that a player waits for between two turns, on branching factor's scale: "
     "0.5 is 9 decisions, 1 is 99 or more; who is out waits for the end",
     "own, after downtime in Elias, Garfield and Gutschera 2012"},
    {Criterion::map_use, "map_use", "Map use", 1, 1,
     "share of the territories that are attacked at least once in a match", "own"},
    {Criterion::luck_share, "luck_share", "Luck share", 0.5, 1,
     "share of the variance of who wins that dice and cards bring in, the deal and the agents' "
     "random streams being the same: 1 all, 0 nothing",
     "one-way variance components; luck and skill: Elias, Garfield and Gutschera 2012"},
    {Criterion::strategic_depth, "strategic_depth", "Strategic depth", 0.5, 1,
     "how much more than its share an agent wins of the next weaker one, over a ladder of four: 0 "
     "strength is worth nothing, 1 the stronger always wins",
     "after Lantz et al. 2017"},
}};

}  // namespace

std::span<const CriterionInfo> criteria() {
  return std::span<const CriterionInfo>(criterion_table).first<criterion_count>();
}

std::span<const CriterionInfo> all_criteria() {
  return criterion_table;
}

const CriterionInfo& criterion_info(Criterion criterion) {
  return criterion_table[static_cast<std::size_t>(criterion)];
}

}  // namespace evorisk::metrics
