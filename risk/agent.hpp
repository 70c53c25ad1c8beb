// The players' minds: one decision per phase, made on a view they cannot change.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/base/random.hpp"
#include "risk/action.hpp"
#include "risk/variant.hpp"

namespace evorisk::risk {

class State;

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
