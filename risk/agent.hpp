// The players' minds: one decision per phase, made on a view they cannot change.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/random.hpp"
#include "risk/action.hpp"
#include "risk/fault.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

class State;

// What an agent weighed at its last decision, for people. Values are in the agent's own unit, which
// `reason` names where it matters.
struct Explanation {
  struct Option {
    Action action;
    double value = 0;
  };
  Message reason;               // sentences; empty: the agent has nothing to say
  std::vector<Option> options;  // best first; the one it played need not be the first
};

// An agent sits in one seat of one match at a time. It sees a const State (open hands, the dice and
// the deck hidden, of the missions only its own), draws only from the stream it is given, and may
// keep notes between decisions of a match (reset in begin_match). Not thread-safe: one object per
// seat and thread. Decisions must be legal (risk/legal.hpp); an illegal one ends the match as
// `invalid`.
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

  // Optional. Whether it is shown every event of this match; asked after begin_match. Then `watch`
  // gets each one before it happens, as its seat sees it: no mission of another seat, and the cards
  // that others draw face down (Draw of -1).
  virtual bool watches() const { return false; }
  virtual void watch(const State& /*before*/, const Event& /*event*/) {}

  // Optional. Of the last decision, in the state it was made in; may allocate. Nothing that plays
  // in bulk asks.
  virtual Explanation explain(const State& state) const;
  // Why the last answer, which was illegal, was none: asked by what plays a match then and only
  // then.
  virtual Fault fault() const { return Fault::illegal; }
  // Whether the same stream always gives the same decisions, and nothing outside of the program is
  // started: only then may the matches of a record be played again.
  virtual bool reproducible() const { return true; }
  // A hash of the files that it was read from; 0 where there are none. With another one it is
  // another agent, though it be described by the same text.
  virtual std::uint64_t files_hash() const { return 0; }
};

// The registry: one per kind of agent (risk/agents/agents.json).
struct AgentKind {
  std::string_view name;
  std::string_view summary;  // idea and source
  // One clause per parameter: name (range, default): meaning. Empty: it has none.
  std::string parameters;
  // Whether it is fast enough to play matches by the ten thousand.
  bool bulk;
  // Parameters of an example that plays quickly: {} but where a parameter is required or the
  // default is slow.
  std::string example;
  std::function<std::unique_ptr<Agent>(const JsonView& parameters)> make;
};
std::span<const AgentKind> agent_kinds();

// Adds a kind of their own for programs that use the rooms as a library; up to 256. Its name then
// serves wherever an agent is named. Its parameters reach `make` as they are given. `name` and
// `summary` must outlive the program's last use. Not thread-safe: call it before matches are
// played. Throws InputError for a name that is taken or holds a colon, a comma or a blank.
void add_agent_kind(AgentKind kind);

// From "cautious" or "name:{json parameters}". Throws InputError with the nearest name.
std::unique_ptr<Agent> make_agent(const std::string& description);
// An agent inside the parameters of another: a text as above, or an object with one member, its
// name, whose value is its parameters: {"strategist": {"caution": 0.3}}.
std::unique_ptr<Agent> make_agent(const JsonView& view);

// The description of an agent for each seat, from one for all or one for each. Throws InputError,
// which begins with `source`, for another number.
std::vector<std::string> agents_for_seats(std::vector<std::string> agents, int seats,
                                          std::string_view source);

}  // namespace evorisk::risk
