// The lines of a match record, as they are written; shared by writing and checking, so that a
// record holds exactly when it is what would be written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "risk/match.hpp"
#include "risk/record/record.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// Follows a match from its start and says what each line is, without checksum and line end. Takes
// every event in order, each with the state before it.
class RecordLines {
 public:
  static std::string header(const RecordHeader& header, const Variant& variant);

  // Whether a turn has ended since the last line and its line is due before any other.
  bool turn_end_due(const State& state) const;
  std::string turn_end(const State& state);

  // Of a legal event; no turn end may be due.
  std::string event(const State& state, const Event& event);

  static std::string refused(const State& state, const Action& action, Refusal why);
  // The offender of a result forfeited otherwise than by an illegal action.
  static std::string forfeit(const MatchResult& result);
  static std::string end(const MatchResult& result);

 private:
  int turn_ = 0;  // whose end is to be written next; 0 during the set-up
  int mover_ = 0;
  std::int64_t moves_ = 0;
  bool attacked_ = false;   // this turn's attack phase has been counted
  bool fortified_ = false;  // and its fortify phase
};

// The running checksum: FNV-1a with 64 bits over the bytes of all lines, so that a changed byte, a
// missing, added or moved line shows at its line. Against slips, not against forgery: a forged
// record shows when it is played again.
class RecordSum {
 public:
  // Adds the line `body` and returns it with its checksum and line end.
  std::string seal(std::string_view body);
  // Takes the checksum off a line (without line end), or returns nothing when it does not match.
  std::optional<std::string_view> open(std::string_view line);

 private:
  void add(std::string_view body);
  std::uint64_t sum_ = 0xcbf29ce484222325u;
};

}  // namespace evorisk::risk
