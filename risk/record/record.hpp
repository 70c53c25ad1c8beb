// Match records: everything that happened in one match, one event a line, so that the match can be
// shown again step by step, checked, and played again.
//
// A record is JSON lines. The first line is the header (format, program, rules and map in place,
// agents, random stream), then one line per event, per end of a turn with what the criteria see of
// it, and one for the end of the match. Every line ends with a checksum of itself and all lines
// before it. The schema is risk/schema/record.schema.json. Bulk simulation writes no records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
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
inline constexpr int simulation_version = 8;

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

// An event as it is recorded, of a state before it: whose it is, what was decided or drawn, the
// troops of an exchange, and those that a conquest moves in.
nlohmann::ordered_json event_to_json(const State& state, const Event& event);
// The event of this name, legal or not; nothing for an unknown name. What `line` says besides
// (phase, moved, ...) is not looked at. Throws InputError for what has not the form.
std::optional<Event> read_event(const std::string& name, const JsonView& line);

// What all see of a position: phase, turn, owners, troops, hands, exchanges, conquered, to_place.
nlohmann::ordered_json position_to_json(const State& state);

// The lines of a record as they are written; shared by writing and checking, so that a record holds
// exactly when it is what would be written.
//
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

// Writes the record of each match it listens to. One per match in progress.
class RecordWriter final : public MatchListener {
 public:
  explicit RecordWriter(RecordHeader header) : header_(std::move(header)) {}

  void on_start(const State& state) override;
  void on_event(const State& state, const Event& event) override;
  void on_finish(const State& state, const MatchResult& result, const Action* refused,
                 Refusal why) override;

  // Of the last match; whole once it is finished.
  const std::string& text() const { return text_; }

 private:
  void write(const std::string& body);

  RecordHeader header_;
  RecordLines lines_;
  RecordSum sum_;
  std::string text_;
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
