// A match played one event at a time, some of its seats held by people: for programs that
// cannot wait inside an agent's decision. Plays what MatchPlayer plays from the same key, and
// writes the same record. Allocates: not for bulk.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "risk/agent.hpp"
#include "risk/match.hpp"
#include "risk/record/record.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// The decision that an event holds: of a battle its attack; none of chance.
std::optional<Action> decision_in(const Event& event);

class OpenMatch {
 public:
  // The agents of the header (person_agent for a person) and its key. Throws InputError for an
  // unknown agent or a number of agents that is not that of the seats.
  OpenMatch(const Variant& variant, RecordHeader header);

  const Variant& variant() const { return *variant_; }
  // All of it, the missions of every seat included: not for players.
  const State& state() const { return state_; }
  // What one seat may see of it (-1: a spectator).
  State view(int seat) const;
  const RecordHeader& header() const { return header_; }
  const std::vector<Event>& events() const { return events_; }
  const Agent* agent(int seat) const { return agents_[static_cast<std::size_t>(seat)].get(); }
  bool is_person(int seat) const { return agent(seat) == nullptr; }
  int people() const;  // how many seats are people's

  // Also after a forfeit.
  bool over() const { return over_; }
  const MatchResult& result() const { return result_; }  // of a match that is over
  // Whether a person's decision is due; else, until the match is over, step() goes on.
  bool waits() const;

  // Does what chance or an agent does next. Nothing when an agent forfeits by it: the match is over
  // then.
  std::optional<Event> step();
  // The decision of the person on turn, together with the roll of an attack. Requires that it is
  // legal.
  Event play(const Action& action);

  // Takes the last decision of a person back, as long as neither chance nor another seat has
  // followed it.
  bool can_undo() const { return !undoable_.empty(); }
  void undo();

  // Called after each event with the state before it.
  using Watch = std::function<void(const State& before, const Event& event)>;
  // Plays the events of a record of the same header, from the start of the match: people's
  // decisions, and those of agents that are not reproducible, are taken from it; chance and all
  // other agents must do the same again. The first line that comes out differently, or nothing.
  // Ends where the record ends.
  std::optional<RecordProblem> follow(const Record& record, const Watch& watch = {});

  // As far as it was played; whole when the match is over.
  const std::string& record() const { return writer_.text(); }

 private:
  struct Before {  // a person's decision
    State state;
    std::size_t events;
  };

  void apply(const Event& event);
  void decide(const Event& event);  // as apply(), of a decision, which may be taken back
  // What agents that watch have not seen yet. Only when one is asked: until then a person may have
  // taken it back.
  void show_events();
  void finish(const Action* refused, Refusal why);
  void write_again();

  const Variant* variant_;
  RecordHeader header_;
  std::array<std::unique_ptr<Agent>, max_players> agents_;
  std::vector<Random> randoms_;  // of the seats' agents
  Random dice_;
  State state_;
  std::vector<Event> events_;
  State shown_;  // after the events that agents have seen
  RecordWriter writer_;
  std::vector<Before> undoable_;
  bool over_ = false;
  MatchResult result_;
};

}  // namespace evorisk::risk
