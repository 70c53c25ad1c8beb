// The tactical view of a board: a record per continent, incomes, and the worth of territories by
// them. It computes no odds and makes no decisions.
#pragma once

#include <vector>

#include "risk/state.hpp"

namespace evorisk::risk {

// One continent as one seat sees it.
struct ContinentRecord {
  int size = 0;
  int bonus = 0;
  int borders = 0;  // territories through which others can come in
  int first = 0;    // its territory of the lowest index
  // Of the position:
  int own = 0;      // territories of the seat
  int holder = -1;  // the seat that owns all of it, or -1
};

class Appraisal {
 public:
  void begin_match(const Variant& variant, int seat);
  // Everything below describes this position.
  void look(const State& state);

  const ContinentRecord& continent(int c) const { return records_[static_cast<std::size_t>(c)]; }
  // Troops that a seat would receive at the start of a turn, without cards.
  int income(int seat) const { return incomes_[seat]; }
  // The opponent with the highest income; more troops break a tie. -1 when no opponent is left.
  int leader() const { return leader_; }
  // Troops that the seat lacks to take the rest of a continent with even odds; at least 0.
  int troops_missing(const State& state, int c) const;
  // The reinforcement that the seat gains per additional territory, on average.
  double slope(const State& state, int seat) const;

 private:
  const Variant* variant_ = nullptr;
  int seat_ = 0;
  std::vector<ContinentRecord> records_;
  int incomes_[max_players] = {};
  int leader_ = -1;
};

}  // namespace evorisk::risk
