#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/agent_list.hpp"
#include "app/text/simulation.hpp"
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
 public:
  std::string name() const override { return "simulate"; }

  std::string summary() const override { return "Play matches and count their outcomes"; }

  std::string details() const override {
    return "VARIANT is a variant file or the name of a library map, which stands for that map with "
           "its usual rules. Shares of wins come with their 95 % interval (Wilson). The same seed "
           "gives the same outcomes at any number of threads.\n\n"
           "--record writes a match down event by event, for \"evorisk replay\": the first one to "
           "a file, or with --record-matches K the first K into a directory.";
  }

  std::vector<std::string> examples() const override {
    return {"evorisk simulate thesis-9 --matches 2000 --agents cautious,random --seed 7",
            "evorisk simulate --map risk --preset war --set players=3 --matches 200 --json",
            "evorisk simulate thesis-10 --matches 100 --record matches --record-matches 3"};
  }

  void add_options(Options& options) override {
    options.optional_argument("VARIANT", variant_, "Variant file or library map");
    source_.declare(options);
    options.integer("--matches", matches_, 1, most_matches_of_a_variant, "Matches to play");
    options.option("--agents", agents_, "A,B",
                   "Who plays: one agent per seat, or one for all seats");
    options.option("--record", record_, "PATH",
                   "Write records of matches to this file or directory");
    options.integer("--record-matches", record_matches_, 1, 1'000'000,
                    "Write the records of this many matches into the directory of --record");
    options.common({Common::seed, Common::threads, Common::force});
  }

  Exit run(Context& context) override {
    const risk::Variant variant = source_.resolve(variant_);
    const std::vector<std::string> agents = seats(variant);
    if (record_matches_ && record_.empty())
      throw InputError("--record-matches needs --record DIRECTORY, where the records go");
    if (record_matches_.value_or(1) > matches_)
      throw InputError("--record-matches is {}, but only {} are played; see --matches",
                       *record_matches_, matches_);
    const std::uint64_t seed = context.seed.value_or(default_seed);
    const StreamKey key{.seed = seed, .purpose = Purpose::match};

    // Before the long work: what is wrong with the path shows at once.
    write_records(context, variant, agents, key);

    const Stopwatch watch;
    const std::atomic<bool>& stop = context.interruption();
    const risk::SimulationCounts counts = [&] {
      Progress progress = context.progress("simulate", matches_, "matches");
      return risk::simulate(variant, agents, key, matches_, context.threads, progress.counter(),
                            &stop);
    }();
    const double seconds = watch.seconds();
    const bool interrupted = counts.matches < matches_;
    if (counts.matches > 0) {
      const Simulation simulation{variant, agents, counts, interrupted, seed, seconds};
      context.print(simulation_json(simulation), simulation_text(simulation));
    }
    if (interrupted) {
      context.note("interrupted: the counts are of the matches played so far");
      return Exit::interrupted;
    }
    const std::int64_t invalid = counts.ends[static_cast<int>(risk::EndReason::invalid)];
    if (invalid == 0) return Exit::done;
    context.note(fmt::format("agents forfeited {} for nobody",
                             counted(invalid, "match, which counts", "matches, which count")));
    return Exit::failure;
  }

 private:
  std::vector<std::string> seats(const risk::Variant& variant) const {
    std::vector<std::string> agents = split_agents(agents_);
    const auto players = static_cast<std::size_t>(variant.players());
    if (agents.size() == 1) agents.resize(players, agents.front());
    if (agents.size() != players)
      throw InputError(
          "--agents: found {} agents for {} players; name one for each, or one for all",
          agents.size(), players);
    for (const std::string& agent : agents) risk::make_agent(agent);
    return agents;
  }

  void write_records(Context& context, const risk::Variant& variant,
                     const std::vector<std::string>& agents, StreamKey key) const {
    if (record_.empty()) return;
    const auto write = [&](const std::filesystem::path& file) {
      const risk::RecordHeader header{
          .program = fmt::format("evorisk {}", revision()), .agents = agents, .key = key};
      write_new_file(file, risk::play_record(variant, header), context.force);
    };
    if (!record_matches_) {
      if (std::filesystem::is_directory(record_))
        throw InputError(
            "--record: \"{}\" is a directory; name a file, or say with --record-matches how many",
            record_);
      return write(record_);
    }
    make_directory(record_);
    for (; key.match < static_cast<std::uint64_t>(*record_matches_); ++key.match) {
      if (context.interruption().load()) return;
      write(std::filesystem::path(record_) / fmt::format("match-{}.jsonl", key.match));
    }
  }

  std::string variant_;
  VariantOptions source_;
  std::int64_t matches_ = 10'000;
  std::string agents_ = "cautious";
  std::string record_;
  std::optional<std::int64_t> record_matches_;
};

}  // namespace

std::unique_ptr<Command> make_simulate_command() {
  return std::make_unique<SimulateCommand>();
}

}  // namespace evorisk::app
