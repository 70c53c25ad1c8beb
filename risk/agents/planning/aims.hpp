// Missions in an agent's plans: the distance of each card from fulfilment, the worth of pursuing
// the own card, and a simple guess at rivals' cards. Uses only the own card, even in a state that
// shows others.
//
// The guess: every card that a rival may hold (not the own card, not ruled out) is equally likely.
// The fewer conquests it still takes, the greater its danger.
#pragma once

#include <vector>

#include "risk/state.hpp"

namespace evorisk::risk {

// Conquests that the seat still needs to fulfil the card; a missing troop counts as a third of a
// conquest. 0 exactly when the card is fulfilled.
double conquests_missing(const State& state, int seat, int card);

// The aims of one seat, for one match at a time. Allocates only in begin_match.
class Aims {
 public:
  // The weights of the own mission and of the guessed missions of rivals; 0 ignores them.
  struct Weights {
    double own = 1;
    double guess = 1;
  };

  explicit Aims(const Weights& weights) : weights_(weights) {}
  void begin_match(const Variant& variant, int seat);
  // Adds to what conquering (`worth`) and keeping (`keep`) territories is worth, in troops.
  void add(const State& state, std::vector<double>& worth, std::vector<double>& keep);
  // If the troops to place can fulfil the own mission: the territory in `where` that lacks the
  // fewest troops, and how many. Else none.
  Placement finishing(const State& state, const bits::Word* where) const;

 private:
  void pursue(const State& state, std::vector<double>& worth, std::vector<double>& keep);
  void deny(const State& state, int rival, std::vector<double>& worth, std::vector<double>& keep);
  // Sets wanted_ to the continents that a task asks for; those of free choice are the nearest ones.
  void find_wanted(const State& state, int seat, int task);

  Weights weights_;
  int seat_ = 0;
  std::vector<bits::Word> wanted_;
};

// Assumes a mission for every seat whose mission the state does not know, drawn uniformly from the
// cards that are neither held by others nor ruled out for it. If no card is left for a seat, its
// mission stays unknown.
void guess_missions(State& state, Random& random);

}  // namespace evorisk::risk
