#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/play/dialogue.hpp"
#include "app/print/kit.hpp"
#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/names.hpp"
#include "base/version.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/agent.hpp"
#include "risk/record/open_match.hpp"
#include "risk/record/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view drawings[] = {"auto", "lines", "plain", "list"};
constexpr const char* usual_opponent = "strategist";

class PlayCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override { return resume_.empty() ? begin(context) : resume(context); }

  Exit begin(Context& context) {
    // The names that print and drawings invent.
    const risk::Variant variant = with_all_names(source_.resolve(variant_));
    const risk::RecordHeader header{
        .program = fmt::format("evorisk {}", revision()),
        .agents = seats(variant),
        .key = {.seed = seed_ ? *seed_ : another_seed(), .purpose = Purpose::match}};
    risk::OpenMatch match(variant, header);
    const std::filesystem::path file = new_file(variant, header.key.seed);
    MatchSession session(match, file);
    write_new_file(file, match.record(), force_);
    return play(context, match, session);
  }

  Exit resume(Context& context) {
    if (!variant_.empty() || source_.names_map() || source_.changes_rules() || seed_ ||
        !record_.empty())
      throw InputError(
          "--resume takes variant, rules and seed from its file and goes on in it; leave out "
          "VARIANT, --map, --preset, --set, --seed and --record");
    const risk::Record record = risk::read_record(read_file(resume_), resume_);
    if (!record.problem)
      throw InputError("--resume: the match of \"{}\" is over; \"evorisk replay\" shows it",
                       resume_);
    if (!record.unfinished)
      throw InputError("{}, line {}: {}", resume_, record.problem->line, record.problem->message);
    if (record.header.simulation != risk::simulation_version)
      throw InputError(
          "--resume: \"{}\" was recorded by {} (simulation {}), this program plays simulation {}",
          resume_, record.header.program, record.header.simulation, risk::simulation_version);
    check_agents(record);
    risk::OpenMatch match(*record.variant, record.header);
    MatchSession session(match, resume_);
    session.follow(record, resume_);
    return play(context, match, session);
  }

  Exit play(Context& context, risk::OpenMatch& match, MatchSession& session) const {
    const auto drawing =
        static_cast<Drawing>(std::ranges::find(drawings, draw_) - std::begin(drawings));
    // Standard output is for the result of --json.
    const auto write = [&](std::string_view text) {
      if (context.json) return write_to_standard_error(text);
      context.print(text);
      context.flush();
    };
    StandardTerminal terminal(context.json ? STDERR_FILENO : STDOUT_FILENO, write,
                              context.interruption(), drawing);
    const DialogueEnd end = play_dialogue(match, session, terminal, context.quiet);
    const std::filesystem::path& file = session.file();
    if (context.json) context.print_json(result_json(match, file));
    if (end == DialogueEnd::over) {
      context.note(fmt::format("the record is {}; \"evorisk replay {}\" shows it", file.string(),
                               file.string()));
      return match.result().end == risk::EndReason::invalid ? Exit::failure : Exit::done;
    }
    context.note(
        fmt::format("the match is kept; go on with: evorisk play --resume {}", file.string()));
    return end == DialogueEnd::left ? Exit::done : Exit::interrupted;
  }

  std::vector<std::string> seats(const risk::Variant& variant) const {
    std::vector<std::string> agents(at(variant.players()), usual_opponent);
    agents[0] = risk::person_agent;
    if (!agents_.empty())
      agents = risk::agents_for_seats(split_agents(agents_, parse_agent_names(names_)),
                                      variant.players(), "--agents");
    require_person(agents);
    for (const std::string& agent : agents) {
      if (agent != risk::person_agent) risk::make_agent(agent);
    }
    return agents;
  }

  // What a file names must not start programs unless its reader names them too.
  void check_agents(const risk::Record& record) const {
    const std::vector<std::string>& agents = record.header.agents;
    const std::string names = fmt::format("{}", fmt::join(agents, ","));
    if (!agents_.empty()) {
      if (split_agents(agents_, parse_agent_names(names_)) == agents) return;
      throw InputError("--agents: the match to go on with is played by {}", names);
    }
    for (const std::string& agent : agents) {
      if (agent == risk::person_agent || risk::make_agent(agent)->reproducible()) continue;
      throw InputError(
          "--resume: the match has an agent outside of this program, which is started only if you "
          "name it too: --agents '{}'",
          names);
    }
  }

  std::filesystem::path new_file(const risk::Variant& variant, std::uint64_t seed) const {
    if (!record_.empty()) return record_;
    const std::filesystem::path directory = std::filesystem::path("results") / "play";
    make_directory(directory);
    const std::string name = slug(variant.name());
    for (int copy = 1;; ++copy) {
      const std::string suffix = copy == 1 ? "" : fmt::format("-{}", copy);
      std::filesystem::path file = directory / fmt::format("{}-{}{}.jsonl", name, seed, suffix);
      if (!std::filesystem::exists(file)) return file;
    }
  }

  static Json result_json(const risk::OpenMatch& match, const std::filesystem::path& file) {
    Json json = {{"variant", match.variant().name()},
                 {"agents", match.header().agents},
                 {"seed", match.header().key.seed},
                 {"record", file.string()},
                 {"over", match.over()},
                 {"turns", match.state().turn()}};
    if (match.over()) {
      const risk::MatchResult& result = match.result();
      json["end"] = risk::end_reason_name(result.end);
      json["winner"] = result.winner < 0 ? Json() : Json(result.winner);
      json["minutes"] = metrics::minutes_to_json(result.turns, match.variant().territories(),
                                                 metrics::own_seconds(match.variant()));
    }
    return json;
  }

  const std::string& variant_ = optional_argument("VARIANT");
  const VariantOptions source_{*this};
  const std::string& agents_ = option("--agents", "A,B");
  const std::vector<std::string>& names_ = repeatable("--name", "NAME=AGENT");
  const std::string& record_ = option("--record", "FILE");
  const std::string& resume_ = option("--resume", "FILE");
  const std::string& draw_ = choice("--draw", drawings, "auto");
  const std::optional<std::uint64_t>& seed_ = given_seed();
  const bool& force_ = force();
};

}  // namespace

const CommandRow play_command{"play", make<PlayCommand>};

}  // namespace evorisk::app
