// Playing one match: the plain engine, for any rules, any agents, 2 to 6 players. The reference for
// every faster engine.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/random.hpp"
#include "risk/action.hpp"
#include "risk/fault.hpp"
#include "risk/legal.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

class Agent;  // risk/agent.hpp
class State;  // risk/state.hpp

enum class EndReason : std::uint8_t {
  conquest,    // one player owns every territory
  turn_limit,  // turn_limit turns were played: unfinished, no winner
  invalid,     // an agent forfeited (risk/fault.hpp says how): a win for no seat
  mission,     // one player fulfilled its mission
};
inline constexpr int end_reason_count = 4;
const char* end_reason_name(EndReason reason);

struct MatchResult {
  EndReason end = EndReason::turn_limit;
  int winner = -1;            // seat, or -1
  int turns = 0;              // T: turns begun, the winning one included
  int offender = -1;          // seat whose agent forfeited, for EndReason::invalid
  Fault fault = Fault::none;  // and how
};

// What the criteria see: called at the end of every turn, the winning one included. All spans have
// one entry per seat and are valid during the call only.
struct TurnEnd {
  int turn = 0;   // n: 1 ... T
  int mover = 0;  // the seat whose turn it was
  std::span<const int> territories;
  std::span<const int> troops;
  // M of the branching factor: moves open to the mover, counted at the start of each phase that was
  // reached (thesis 4.3.5.4).
  std::int64_t moves = 0;
};

class TurnObserver {
 public:
  virtual ~TurnObserver() = default;
  virtual void on_turn_end(const TurnEnd& /*end*/) {}
};

// What a record sees: every event of a match, chance outcomes and passes included, in order.
// Applying them to a fresh State (State::apply) repeats the match. Overrides what it wants to see.
class MatchListener {
 public:
  virtual ~MatchListener() = default;
  // Before the first event of a match.
  virtual void on_start(const State& /*state*/) {}
  // Before `event` is applied to `state`; state.seat() is whose event it is.
  virtual void on_event(const State& /*state*/, const Event& /*event*/) {}
  // After the last one. For Fault::illegal, `refused` is the illegal action, else null.
  virtual void on_finish(const State& /*state*/, const MatchResult& /*result*/,
                         const Action* /*refused*/, Refusal /*why*/) {}
};

// Whether matches of a variant can end like this at all.
bool can_end(const Variant& variant, EndReason reason);
// How a match ended whose state is over.
EndReason end_reason(const State& state);

// Whether chance is due, not a decision: phases `mission`, `deal` and `draw`.
bool is_chance(Phase phase);
// What chance does next in such a phase, of a state that knows all missions dealt so far; and what
// it answers to a legal attack. One random number each (but for rejections).
Event chance_event(const State& state, Random& dice);
Losses roll_dice(const State& state, const Attack& attack, Random& dice);
// What an action leads to: itself, or an attack with its losses; with those of its roll, where it
// is legal.
Event event_of(const Action& action, Losses losses);
Event event_of(const State& state, const Action& action, Random& dice);

// Shows an event to the agent of a seat, if it watches, as that seat sees it (risk/agent.hpp).
void show(Agent& agent, int seat, const State& before, const Event& event);

// Throws InputError when the variant has not so many seats.
void require_agents(const Variant& variant, std::size_t agents);
// The agent's decision in the current phase (which must be one that waits for a decision).
Action ask(Agent& agent, const State& state, Random& random);

// Plays matches of one variant with one fixed set of agents; reusable, so that a match allocates
// nothing. One per thread.
class MatchPlayer {
 public:
  // `agents`: one per seat, owned by the caller, not shared between players.
  MatchPlayer(const Variant& variant, std::span<Agent* const> agents);
  // With agents of its own, made of these descriptions. Throws InputError for an unknown agent or a
  // number of agents that is not that of the seats.
  MatchPlayer(const Variant& variant, std::span<const std::string> agents);
  ~MatchPlayer();
  MatchPlayer(MatchPlayer&&) noexcept;

  // Plays the match of `key` (purpose, generation, individual and match number are the caller's;
  // dice and deck use substream 0, each seat's agent its own substream 1 + seat). Exception-free as
  // far as agents, observer and listener are. A turn that an illegal action breaks off is counted
  // in MatchResult::turns but not shown to the observer.
  //
  // With `chance`, dice and deck draw from that substream of the key from the first turn on: the
  // same deal and the same streams of the agents under other dice. 0: from the stream that dealt.
  MatchResult play(const StreamKey& key, TurnObserver* observer = nullptr,
                   MatchListener* listener = nullptr, std::uint32_t chance = 0);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace evorisk::risk
