// The players' minds: one decision per phase, made on a view they cannot change.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/base/random.hpp"
#include "risk/variant.hpp"

namespace evorisk::risk {

class State;

// Actions, one type per decision. `none`-like answers end the phase where ending is legal.
struct Placement {  // put `troops` of the troops to be placed on `territory`
  int territory = -1;
  int troops = 1;
};
struct Exchange {  // three cards (territory indices); first < 0: keep them
  int cards[3] = {-1, -1, -1};
  int bonus_territory =
      -1;  // owned territory on one of them that gets the territory bonus; -1 none
};
struct Attack {  // one roll; from < 0 ends the phase
  int from = -1;
  int to = -1;
};
struct Fortify {  // move `troops`; from < 0 ends the phase
  int from = -1;
  int to = -1;
  int troops = 1;
};

// An agent sits in one seat of one match at a time. It sees a const State (open hands, the dice and
// the deck hidden), draws only from the stream it is given, and may keep notes between decisions of
// a match (reset in begin_match). Not thread-safe: one object per seat and thread. Decisions must
// be legal (risk/legal.hpp); an illegal one ends the match as `invalid`.
class Agent {
 public:
  virtual ~Agent() = default;

  virtual void begin_match(const Variant& variant, int seat) = 0;
  // A free territory (allocation `pick`).
  virtual int pick(const State& state, Random& random) = 0;
  // Asked again until it keeps its cards or has fewer than three.
  virtual Exchange exchange(const State& state, Random& random) = 0;
  // Some of the troops to be placed now (initial troops, a continent's bonus, or reinforcement:
  // state says which); asked again until all are placed.
  virtual Placement place(const State& state, Random& random) = 0;
  virtual Attack attack(const State& state, Random& random) = 0;
  virtual Fortify fortify(const State& state, Random& random) = 0;
};

// The registry: one line per kind of agent.
struct AgentKind {
  std::string_view name;
  std::string_view summary;  // one line: idea and source
  std::unique_ptr<Agent> (*make)(const JsonView& parameters);
};
std::span<const AgentKind> agent_kinds();

// From "cautious" or "name:{json parameters}". Throws InputError with the nearest name.
std::unique_ptr<Agent> make_agent(const std::string& description);

}  // namespace evorisk::risk
