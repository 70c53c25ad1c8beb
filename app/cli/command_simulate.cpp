#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/lists.hpp"
#include "app/text/matches.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "base/version.hpp"
#include "risk/agent.hpp"
#include "risk/record/record.hpp"
#include "risk/simulation.hpp"

namespace evorisk::app {
namespace {

class SimulateCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const risk::Variant variant = source_.resolve(variant_);
    const std::vector<std::string> agents = seats(variant);
    const metrics::TableSeconds pace = with_seconds(metrics::own_seconds(variant), seconds_);
    if (record_matches_ && record_.empty())
      throw InputError("--record-matches needs --record DIRECTORY, where the records go");
    if (record_matches_.value_or(1) > matches_)
      throw InputError("--record-matches is {}, but only {} are played; see --matches",
                       *record_matches_, matches_);
    const StreamKey key{.seed = seed_, .purpose = Purpose::match};

    // Before the long work: what is wrong with the path shows at once.
    write_records(context, variant, agents, key);

    const Stopwatch watch;
    Progress progress = context.progress("simulate", matches_, "matches");
    const risk::SimulationCounts counts = risk::simulate(
        variant, agents, key, matches_, threads_, progress.counter(), &context.interruption());
    progress.finish();
    const double seconds = watch.seconds();
    const bool interrupted = counts.matches < matches_;
    if (counts.matches > 0) {
      const Simulation simulation{variant, agents, counts, interrupted, seed_, seconds, pace};
      context.result(simulation_json(simulation), simulation_text(simulation));
    }
    if (interrupted) {
      return context.interrupted("interrupted: the counts are of the matches played so far");
    }
    const std::int64_t invalid = counts.ends[static_cast<int>(risk::EndReason::invalid)];
    if (invalid == 0) return Exit::done;
    context.note(fmt::format("agents forfeited {} for no seat",
                             counted(invalid, "match, which counts", "matches, which count")));
    return Exit::failure;
  }

  std::vector<std::string> seats(const risk::Variant& variant) const {
    const std::vector<std::string> agents = risk::agents_for_seats(
        split_agents(agents_, parse_agent_names(names_)), variant.players(), "--agents");
    for (const std::string& agent : agents) risk::make_agent(agent);
    return agents;
  }

  void write_records(Context& context, const risk::Variant& variant,
                     const std::vector<std::string>& agents, StreamKey key) const {
    if (record_.empty()) return;
    NewFiles made;
    const auto write = [&](const std::filesystem::path& file) {
      const risk::RecordHeader header{
          .program = fmt::format("evorisk {}", revision()), .agents = agents, .key = key};
      refuse_existing(file, force_);
      made.write(file, risk::play_record(variant, header));
    };
    if (!record_matches_) {
      if (std::filesystem::is_directory(record_))
        throw InputError(
            "--record: \"{}\" is a directory; name a file, or say with --record-matches how many",
            record_);
      write(record_);
      return made.keep();
    }
    made.make_directory(record_);
    for (; key.match < static_cast<std::uint64_t>(*record_matches_); ++key.match) {
      if (context.interruption().load()) break;
      write(std::filesystem::path(record_) / fmt::format("match-{}.jsonl", key.match));
    }
    made.keep();
  }

  const std::string& variant_ = optional_argument("VARIANT");
  const VariantOptions source_{*this};
  const std::int64_t& matches_ = long_integer("--matches", 10'000, 1, most_matches_of_a_variant);
  const std::string& agents_ = option("--agents", "A,B", "cautious");
  const std::vector<std::string>& names_ = repeatable("--name", "NAME=AGENT");
  const std::vector<std::string>& seconds_ = repeatable("--seconds", "KEY=N,...");
  const std::string& record_ = option("--record", "PATH");
  const std::optional<std::int64_t>& record_matches_ =
      optional_integer("--record-matches", 1, 1'000'000);
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow simulate_command{"simulate", make<SimulateCommand>};

}  // namespace evorisk::app
