// Match records: everything that happened in one match, one event a line, so that the match can be
// shown again step by step, checked, and played again.
//
// A record is JSON lines. The first line is the header (format, program, rules and map in place,
// agents, random stream), then one line per event, per end of a turn with what the criteria see of
// it, and one for the end of the match. Every line ends with a checksum of itself and all lines
// before it. The schema is risk/schema/record.json. Bulk simulation writes no records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "risk/action.hpp"
#include "risk/match.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

// What one seed plays is part of the contract of a version: this number rises whenever any match of
// any key is played differently than before. Records are played again only at the same number.
inline constexpr int simulation_version = 1;

// How the agents of a header name a seat that is a person's (risk/record/open_match.hpp).
inline constexpr std::string_view person_agent = "person";

// The first line: what is needed to play the match again.
struct RecordHeader {
  std::string program;  // that wrote it, e.g. "evorisk 0.1.0"; for readers only
  int simulation = simulation_version;
  std::vector<std::string> agents;  // one per seat, as make_agent takes them
  StreamKey key;                    // of MatchPlayer::play; its substream is not recorded

  friend bool operator==(const RecordHeader&, const RecordHeader&) = default;
};

// Writes the record of each match it listens to. One per match in progress.
class RecordWriter final : public MatchListener {
 public:
  explicit RecordWriter(RecordHeader header);
  ~RecordWriter() override;
  RecordWriter(RecordWriter&&) noexcept;

  // For the next match.
  void set_key(const StreamKey& key);

  void on_start(const State& state) override;
  void on_event(const State& state, const Event& event) override;
  void on_finish(const State& state, const MatchResult& result, const Action* refused,
                 Refusal why) override;

  // Of the last match; whole once it is finished.
  const std::string& text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Plays the match of a header and returns its record. Throws InputError for an unknown agent or a
// number of agents that is not that of the seats.
std::string play_record(const Variant& variant, const RecordHeader& header);

// Where a record stops being true.
struct RecordProblem {
  int line = 0;     // from 1; one past the last line when something is missing
  Message message;  // a clause: "the checksum does not match, ..."
};

// A record read back.
struct Record {
  RecordHeader header;
  std::unique_ptr<const Variant> variant;
  // As far as the record holds:
  std::vector<Event> events;
  std::vector<int> lines;  // of each event
  MatchResult result;      // of a whole record
  std::optional<Action> refused;
  Refusal why = Refusal::none;
  std::optional<RecordProblem> problem;  // none: every line holds
  // The only problem is that the end is missing: the record of a match in progress.
  bool unfinished = false;
};

// Reads a record and checks every line of it: checksum, form, that the event is legal where it
// stands, and that everything said of its consequences (troops gained and moved, positions at the
// ends of turns, the end) is what the rules make of it. Throws InputError, naming `source`, when
// the header is not one of a record this program can read.
Record read_record(std::string_view text, const std::string& source);

// Whether playing a record's match again gives the same bytes. People's decisions are taken from
// the record.
struct PlayedAgain {
  enum class Outcome : std::uint8_t {
    same,
    different,
    other_version,  // another simulation_version wrote it: not played
    other_agents,   // one unknown to this program or outside of it: not played
  } outcome;
  std::string message;                   // a sentence that says so
  std::optional<RecordProblem> problem;  // of `different`: the first line that differs
};
PlayedAgain play_again(const Record& record, std::string_view text);

}  // namespace evorisk::risk
