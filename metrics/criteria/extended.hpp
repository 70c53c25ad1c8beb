// The criteria beyond the thesis: what one match contributes to them, and what it takes to know it.
//
// They cost more than the seven (a listener of every event, a second match under other dice,
// matches of other agents), so an engine counts them only for jobs that ask.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "metrics/criteria/summary.hpp"

namespace evorisk::metrics {

// What must be looked at to know a criterion.
enum class Effort : std::uint8_t {
  winners,  // the winner alone: every engine counts it
  course,   // the course of the match, event by event
  dice,     // a second match with the same deal and the same streams of choices under other dice
  ladder,   // matches between agents of rising strength, besides the match itself
};
Effort effort(Criterion criterion);  // of an extended criterion
bool needs(const CriteriaSet& set, Effort effort);

// The ladder of depth: one agent whose errors halve from rung to rung, the weakest first. In each
// step a rung plays the one below it; one more duel is the highest against the lowest.
inline constexpr int ladder_steps = 3;
inline constexpr int ladder_duels = ladder_steps + 1;
struct LadderDuel {
  std::string_view strong, weak;  // agents
};
std::array<LadderDuel, ladder_duels> ladder();

// The substream of a match's key from which the dice of its second playing come; those below it are
// the match's own.
inline constexpr std::uint32_t other_dice = 100;

// When a player is clearly ahead, and when it has all but won: shares of the position (H, of which
// all players together have 1) by which the leader is ahead of the best other player. As fractions,
// because positions are compared exactly.
struct Fraction {
  std::int64_t numerator, denominator;
};
inline constexpr Fraction clear_lead{1, 5};
inline constexpr Fraction decisive_lead{1, 2};

// Per-match values; 0 ... 1 but for the ladder's. What was not asked for stays 0.
struct ExtendedSummary {
  double decisiveness = 0;
  double uncertainty = 0;
  double comeback = 0;     // 1: the winner was once clearly behind
  double leader_wins = 0;  // 1: the leader after a third of the match won it; 1/P without one; 0
  double stability = 0;
  double drawishness = 0;  // 1: unfinished, and no player clearly ahead
  double decision_share = 0;
  double dead_time = 0;
  double map_use = 0;
  // Per duel of ladder(): (won - 1/P) / (1 - 1/P), won = 1, 0, or 1/P without a winner.
  std::array<double, ladder_duels> ladder{};
  std::array<double, most_added_criteria> added{};  // metrics/criteria/added.hpp, in their order
  std::int8_t other_winner = -1;                    // under other dice: seat, or -1

  friend bool operator==(const ExtendedSummary&, const ExtendedSummary&) = default;
};

}  // namespace evorisk::metrics
