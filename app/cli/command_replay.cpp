#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/print/kit.hpp"
#include "app/text/matches.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class ReplayCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (verify_ + step_ + turn_.has_value() > 1)
      throw InputError("--verify, --step and --turn exclude each other; give one of them");
    const std::string text = read_file(record_);
    risk::Record record = risk::read_record(text, record_);
    if (verify_) return verify(context, record, text);
    record.variant = std::make_unique<const risk::Variant>(with_all_names(*record.variant));
    return tell(context, record);
  }

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
    context.result(json, out + "\n");
    return good ? Exit::done : Exit::check_failed;
  }

  Exit tell(Context& context, const risk::Record& record) const {
    if (const int last = last_turn(record); turn_ && *turn_ > last)
      throw InputError("--turn: the record has turns 0 (the set-up) to {}, not {}", last, *turn_);
    const ReplayOptions options{step_, turn_};
    context.result(replay_json(record, options), replay_text(record, options));
    if (!record.problem) return Exit::done;
    context.note((record.unfinished
                      ? "the match is not over; play --resume goes on with one of people: "
                      : "the record does not hold: ") +
                 problem_text(*record.problem));
    return Exit::check_failed;
  }

  const std::string& record_ = argument("RECORD");
  const bool& verify_ = flag("--verify");
  const bool& step_ = flag("--step");
  const std::optional<std::int64_t>& turn_ = optional_integer("--turn", 0, 1'000'000);
};

}  // namespace

const CommandRow replay_command{"replay", make<ReplayCommand>};

}  // namespace evorisk::app
