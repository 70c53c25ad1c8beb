// The draft (allocation `pick`): what claiming a free territory is worth to a seat.
#pragma once

#include <vector>

#include "risk/state.hpp"

namespace evorisk::risk {

// The free territory with the highest worth(t); ties go to the lowest index.
template <class F>
int most_wanted(const State& state, F&& worth) {
  int best = -1;
  double most = 0;
  bits::for_each(state.free_territories().data(), state.variant().words(), [&](int t) {
    const double here = worth(t);
    if (best >= 0 && here <= most) return;
    best = t;
    most = here;
  });
  return best;
}

// For the seat that picks. What a continent promises a seat is its bonus, less for every door,
// falling exponentially with the territories of it that others have or will have: those are to be
// conquered first. A claim is worth what it adds to the own promise and takes from those of rivals,
// less what its borders will cost. The form and its constants were chosen by play over 360
// generated boards, among a few forms.
//
// For one match at a time. Allocates only in begin_match.
class Draft {
 public:
  void begin_match(const Variant& variant);
  // The free territory that is worth most, with what `more` adds to its worth, in troops a turn.
  template <class F>
  int best(const State& state, F&& more) {
    look(state);
    return most_wanted(state, [&](int t) { return worth(state, t) + more(t); });
  }
  int best(const State& state) {
    return best(state, [](int) { return 0; });
  }

 private:
  // The position for which worth() is asked.
  void look(const State& state);
  double worth(const State& state, int t) const;

  const Variant* variant_ = nullptr;
  std::vector<int> continent_;  // of each territory
  std::vector<int> size_;       // of each continent
  std::vector<double> gain_;    // of a claim in each continent, borders aside
  // What is left of a promise once others have so many of its territories; while so many are free.
  std::vector<double> taken_;
  std::vector<double> free_;
};

}  // namespace evorisk::risk
