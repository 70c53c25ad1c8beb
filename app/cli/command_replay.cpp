#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/text/replay.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class ReplayCommand final : public Command {
 public:
  std::string name() const override { return "replay"; }

  std::string summary() const override { return "Check a match record, or follow it step by step"; }

  std::string details() const override {
    return "Every line of the record is checked against the rules. Without options, a line per "
           "turn is printed: the mover, its attacks and conquests, and each seat's territories, "
           "troops and evaluation at the end of the turn. --step tells every event; --turn N the "
           "events of one turn with the position before and after it (0 is the set-up). --verify "
           "only checks, and also plays the match again with the recorded agents (and the "
           "decisions "
           "of people) and random stream, which must give the same bytes.\n\n"
           "Exits with 3 when the record does not hold; what holds is printed first.";
  }

  std::vector<std::string> examples() const override {
    return {"evorisk simulate two --matches 1 --record match.jsonl && evorisk replay match.jsonl",
            "evorisk replay match.jsonl --verify", "evorisk replay match.jsonl --turn 1 --json"};
  }

  void add_options(Options& options) override {
    options.argument("RECORD", record_, "Record of a match, as simulate --record writes it");
    options.flag("--verify", verify_,
                 "Check the record and play the match again; tell nothing else");
    options.flag("--step", step_, "Tell every event");
    options.integer("--turn", turn_, 0, 1'000'000, "Tell the events of this turn");
  }

  Exit run(Context& context) override {
    if (verify_ + step_ + turn_.has_value() > 1)
      throw InputError("--verify, --step and --turn exclude each other; give one of them");
    const std::string text = read_file(record_);
    const risk::Record record = risk::read_record(text, record_);
    return verify_ ? verify(context, record, text) : tell(context, record);
  }

 private:
  static std::string problem_text(const risk::RecordProblem& problem) {
    return fmt::format("line {}: {}", problem.line, problem.message);
  }

  static Exit verify(Context& context, const risk::Record& record, const std::string& text) {
    Json json = {{"holds", !record.problem}};
    std::string out = record.problem ? "The record does not hold: " + problem_text(*record.problem)
                                     : fmt::format("The record holds: {} in {}.",
                                                   counted(std::ssize(record.events), "event"),
                                                   counted(record.result.turns, "turn"));
    bool good = !record.problem;
    if (record.problem) {
      json["line"] = record.problem->line;
      json["problem"] = record.problem->message;
    } else {
      const risk::PlayedAgain again = risk::play_again(record, text);
      constexpr const char* outcomes[] = {"same", "different", "other version", "other agents"};
      json["played_again"] = outcomes[static_cast<int>(again.outcome)];
      if (again.problem) json["line"] = again.problem->line;
      json["message"] = again.message;
      out += "\n" + again.message;
      good = again.outcome != risk::PlayedAgain::Outcome::different;
    }
    context.print(json, out + "\n");
    return good ? Exit::done : Exit::check_failed;
  }

  Exit tell(Context& context, const risk::Record& record) const {
    if (const int last = last_turn(record); turn_ && *turn_ > last)
      throw InputError("--turn: the record has turns 0 (the set-up) to {}, not {}", last, *turn_);
    const ReplayOptions options{step_, turn_};
    context.print(replay_json(record, options), replay_text(record, options));
    if (!record.problem) return Exit::done;
    context.note("the record does not hold: " + problem_text(*record.problem));
    return Exit::check_failed;
  }

  std::string record_;
  bool verify_ = false;
  bool step_ = false;
  std::optional<std::int64_t> turn_;
};

}  // namespace

std::unique_ptr<Command> make_replay_command() {
  return std::make_unique<ReplayCommand>();
}

}  // namespace evorisk::app
