// What missions make of a position: how far each card is from fulfilled, what one's own is worth
// going for, and a plain guess at what the others are after. Sees the own card only, in whatever
// state it is given.
//
// The guess: of the cards that a seat may hold (all but one's own and those ruled out), each is as
// likely as any other, and the more to be feared the fewer conquests it still takes.
#pragma once

#include <vector>

#include "risk/state.hpp"

namespace evorisk::risk {

// Conquests that the seat is short of what the card asks of it; a troop that is missing counts as
// a third of one. 0 when it is fulfilled, and only then.
double conquests_missing(const State& state, int seat, int card);

// One seat's, for one match at a time. Allocates in begin_match only.
class Aims {
 public:
  // How much the own mission counts, and the guessed ones of others; 0: not at all.
  struct Weights {
    double own = 1;
    double guess = 1;
  };

  explicit Aims(const Weights& weights) : weights_(weights) {}
  void begin_match(const Variant& variant, int seat);
  // Adds to what territories are worth, in troops: to conquer, and to keep.
  void add(const State& state, std::vector<double>& worth, std::vector<double>& keep);
  // A territory that lacks troops for the own mission, where placing what is to be placed now
  // fulfils it, with how many it lacks; or none.
  Placement finishing(const State& state, const bits::Word* where) const;

 private:
  void pursue(const State& state, std::vector<double>& worth, std::vector<double>& keep);
  void deny(const State& state, int rival, std::vector<double>& worth, std::vector<double>& keep);
  // Of the continents that a task asks for, those of choice being the nearest ones: their union.
  void find_wanted(const State& state, int seat, int task);

  Weights weights_;
  int seat_ = 0;
  std::vector<bits::Word> wanted_;
};

// Cards for all seats whose mission the state does not know, drawn uniformly of those that they may
// hold: neither held by others nor ruled out. Where a seat is left without any, its mission stays
// unknown.
void guess_missions(State& state, Random& random);

}  // namespace evorisk::risk
