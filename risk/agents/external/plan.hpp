// Decisions that an agent outside of the program made in advance: the attacks of a turn and how
// long each goes on, all placements, or all fortifications.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// Lasts while decisions of its kind are due in the same turn (the set-up is turn 0), and are
// played: an agent that wraps another may decide otherwise. An attack goes on until its target is
// conquered; then the next one follows. When it stops short of that, the plan ends.
class Plan {
 public:
  // A list of actions of this decision. Attacks may have `keep`, the troops in the attacking
  // territory at which to stop (1), and `rolls`, how many at most. Throws InputError for what has
  // not its form, an empty list, and a decision that has no plans.
  void read(std::string_view decision, const State& state, const JsonView& list);

  // The next action, legal or not; nothing when the plan has ended. The first one always comes.
  std::optional<Action> next(std::string_view decision, const State& state);
  // What the seat has done; another action than that of next() ends the plan.
  void played(const Action& action) {
    if (action != given_) clear();
  }

  void clear() { steps_.clear(); }

 private:
  struct Step {
    Action action;
    int keep = 1;
    int rolls = std::numeric_limits<int>::max();
  };
  Action give(const Action& action) { return given_ = action; }
  bool stops_short(const State& state, const Step& step) const;

  std::vector<Step> steps_;
  std::size_t step_ = 0;  // the present one
  int rolled_ = 0;        // by it
  std::string_view decision_;
  int turn_ = 0;
  Action given_;
};

}  // namespace evorisk::risk
