// From the course of a match, event by event, to its contribution to the extended criteria.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "metrics/criteria/extended.hpp"
#include "risk/match.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::metrics {

// Watches one match at a time, after `players` and the sizes of a variant, allocation-free in a
// match. Leading means the same as in MatchCriteria: on equality the previous leader stays.
//
// Its parts can be told by hand (tests), or by the engine as observer and listener of a match.
class MatchCourse final : public risk::TurnObserver, public risk::MatchListener {
 public:
  // Throws InputError for parameters out of range.
  MatchCourse(const CriteriaParameters& parameters, const risk::Variant& variant);
  MatchCourse(const CriteriaParameters& parameters, int players, int territories, int most_turns);

  void begin_match();

  // What happened, in order: decisions (passes included) of turn 1 and later; an attack's target;
  // how many legal attacks there are when the mover's attack begins; the end of a turn.
  void decision() { ++decisions_; }
  void attacked(int territory);
  void attack_begins(int legal_attacks) { real_choices_ += legal_attacks >= 2 ? 1 : 0; }
  void on_turn_end(const risk::TurnEnd& end) override;

  // After the match's last turn: everything but the other winner and the ladder.
  ExtendedSummary summary(const risk::MatchResult& result) const;

  void on_event(const risk::State& state, const risk::Event& event) override;

  // Passed every turn's end first, when set.
  risk::TurnObserver* next = nullptr;

 private:
  EvaluationWeights weights_;
  std::size_t players_;
  int territories_;
  std::vector<std::uint64_t> targets_;  // set of territories
  std::vector<std::int8_t> leaders_;    // after each turn; -1: no seat has led yet

  int turns_ = 0;
  int last_mover_ = -1;
  std::int64_t decisions_ = 0;
  std::int64_t waits_ = 0;
  int real_choices_ = 0;
  int begun_attack_ = 0;  // the last turn whose attack has begun
  int leader_ = -1;
  int decided_by_ = -1;    // the seat with a decisive lead after the last turn, or -1
  int decided_since_ = 0;  // the turn of its beginning
  bool clear_ = false;     // whether a seat is clearly ahead after the last turn
  double closeness_ = 0;   // sum over the turns but the last
  double last_closeness_ = 0;
  double moved_ = 0;  // sum over turns 2 ...
  std::array<double, max_seats> share_{};
  std::array<bool, max_seats> was_behind_{};  // clearly
};

// Attacks the seat on turn may make now, in the attack phase: pairs of territories.
int legal_attacks(const risk::State& state);

}  // namespace evorisk::metrics
