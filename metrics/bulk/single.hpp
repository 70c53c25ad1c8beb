// One match at a time, without any limit on troops, cards or territories: the path of matches that
// outgrow a lane (lanes.hpp), and of variants that lanes cannot hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/bulk/match_queue.hpp"
#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/tally.hpp"
#include "risk/action.hpp"

namespace evorisk::metrics::bulk {

// Plays the same match from the same stream as a lane would. Reusable; memory is allocated by the
// first match, which most never have, and not again.
class SingleMatch {
 public:
  explicit SingleMatch(const Plan& plan) : plan_(plan) {}

  MatchSummary play(Words words);

 private:
  struct Board;  // as the attack scan reads it

  bool owns(int t) const { return owner_[static_cast<std::size_t>(t)] == mover_; }
  std::span<const std::uint16_t> neighbours(int t) const;

  void prepare();
  void allocate();
  void begin_turn(bool first);  // the first of the match?
  int exchange();
  bool attack();  // true when everything is conquered
  void conquer(const risk::Attack& attack, int won, int rolled);
  void fortify();
  void draw_card();
  void hand_out(int troops);  // to candidates_, where there are fewest

  const Plan& plan_;
  Words words_;
  Tally tally_;
  int mover_ = 0;
  bool conquered_ = false;
  int exchanges_ = 0;
  int territories_[2] = {0, 0};
  std::int64_t troops_of_[2] = {0, 0};
  std::vector<std::int8_t> owner_;
  std::vector<int> troops_;
  std::vector<int> enemies_;  // neighbours of the other owner
  std::vector<bool> held_;    // cards
  std::vector<int> hands_[2];
  std::vector<int> bonus_territories_;
  std::vector<risk::Placement> candidates_;  // territories that may get troops, ascending
  std::vector<int> component_;               // of own territories, for FortifyMode::connected
};

// All matches of the queue.
void play_alone(MatchQueue& queue, SingleMatch& single);

}  // namespace evorisk::metrics::bulk
