#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/agent_list.hpp"
#include "app/cli.hpp"
#include "app/variant_options.hpp"
#include "maps/base/counted.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "maps/base/version.hpp"
#include "risk/agent.hpp"
#include "risk/record.hpp"
#include "risk/simulation.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

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
      throw InputError(fmt::format("--record-matches is {}, but only {} are played; see --matches",
                                   *record_matches_, matches_));
    const std::uint64_t seed = context.seed.value_or(default_seed);
    const StreamKey key{.seed = seed, .purpose = Purpose::match};

    // Before the long work: what is wrong with the path shows at once.
    write_records(context, variant, agents, key);

    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const std::atomic<bool>& stop = context.interruption();
    const risk::SimulationCounts counts = [&] {
      Progress progress =
          context.progress("simulate", static_cast<std::uint64_t>(matches_), "matches");
      return risk::simulate(
          variant, agents, key, matches_, context.threads,
          [&](std::int64_t played) { progress.update(static_cast<std::uint64_t>(played)); }, &stop);
    }();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const bool interrupted = counts.matches < matches_;
    if (counts.matches > 0) {
      if (context.json) {
        context.print_json(result_json(variant, agents, counts, interrupted, seed, seconds));
      } else {
        context.print(result_text(variant, agents, counts, seed, seconds));
      }
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
          fmt::format("--agents: found {} agents for {} players; name one for each, or one for all",
                      agents.size(), players));
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
        throw InputError(fmt::format(
            "--record: \"{}\" is a directory; name a file, or say with --record-matches how many",
            record_));
      return write(record_);
    }
    std::error_code error;
    std::filesystem::create_directories(record_, error);
    if (error)
      throw SystemError(
          fmt::format("cannot create the directory \"{}\": {}", record_, error.message()));
    for (; key.match < static_cast<std::uint64_t>(*record_matches_); ++key.match) {
      if (context.interruption().load()) return;
      write(std::filesystem::path(record_) / fmt::format("match-{}.jsonl", key.match));
    }
  }

  static Json faults_json(const std::array<std::int64_t, risk::fault_count>& faults) {
    Json json = Json::object();
    for (int fault = 1; fault < risk::fault_count; ++fault) {
      json[risk::fault_name(static_cast<risk::Fault>(fault))] =
          faults[static_cast<std::size_t>(fault)];
    }
    return json;
  }

  static Json result_json(const risk::Variant& variant, const std::vector<std::string>& agents,
                          const risk::SimulationCounts& counts, bool interrupted,
                          std::uint64_t seed, double seconds) {
    Json json = {{"variant", variant.name()},
                 {"rules", risk::rules_to_json(variant.rules())},
                 {"territories", variant.territories()},
                 {"matches", counts.matches},
                 {"interrupted", interrupted},
                 {"seed", seed}};
    Json seats = Json::array();
    for (std::size_t s = 0; s < agents.size(); ++s) {
      const risk::Share share = risk::wilson_interval(counts.wins[s], counts.matches);
      seats.push_back({{"seat", s},
                       {"agent", agents[s]},
                       {"wins", counts.wins[s]},
                       {"share", share.share},
                       {"low", share.low},
                       {"high", share.high},
                       {"forfeits", counts.offences[s]},
                       {"faults", faults_json(counts.faults[s])}});
    }
    json["seats"] = std::move(seats);
    for (int end = 0; end < risk::end_reason_count; ++end)
      if (risk::can_end(variant, static_cast<risk::EndReason>(end)))
        json["ends"][risk::end_reason_name(static_cast<risk::EndReason>(end))] = counts.ends[end];
    Json turn_quantiles = Json::object();
    for (const double q : quantiles)
      turn_quantiles[fmt::format("{}", q)] = counts.quantile_turns(q);
    json["turns"] = {{"mean", counts.mean_turns()},
                     {"sd", counts.sd_turns()},
                     {"quantiles", std::move(turn_quantiles)}};
    json["seconds"] = seconds;
    json["matches_per_second"] = static_cast<double>(counts.matches) / seconds;
    return json;
  }

  static std::string result_text(const risk::Variant& variant,
                                 const std::vector<std::string>& agents,
                                 const risk::SimulationCounts& counts, std::uint64_t seed,
                                 double seconds) {
    std::string text = fmt::format("{}: {} territories, {} players; {}, seed {}\n\n",
                                   variant.name(), variant.territories(), variant.players(),
                                   counted(counts.matches, "match", "matches"), seed);
    std::size_t width = 5;
    for (const std::string& agent : agents) width = std::max(width, agent.size());
    text += fmt::format("seat  {:<{}}  {:>12}  {:>7}  95 % interval\n", "agent", width, "wins",
                        "share");
    for (std::size_t s = 0; s < agents.size(); ++s) {
      const risk::Share share = risk::wilson_interval(counts.wins[s], counts.matches);
      text +=
          fmt::format("{:>4}  {:<{}}  {:>12}  {:>5.1f} %  {:.1f} to {:.1f} %\n", s, agents[s],
                      width, counts.wins[s], 100 * share.share, 100 * share.low, 100 * share.high);
    }
    text += "\nends: ";
    constexpr const char* ends[] = {"conquest", "turn limit", "forfeit", "mission fulfilled"};
    for (int end = 0; end < risk::end_reason_count; ++end) {
      if (counts.ends[end] == 0) continue;
      if (!text.ends_with("ends: ")) text += ", ";
      text += fmt::format(
          "{} {} ({:.1f} %)", ends[end], counts.ends[end],
          100 * static_cast<double>(counts.ends[end]) / static_cast<double>(counts.matches));
    }
    for (std::size_t s = 0; s < agents.size(); ++s) {
      for (int fault = 1; fault < risk::fault_count; ++fault) {
        const std::int64_t count = counts.faults[s][static_cast<std::size_t>(fault)];
        if (count == 0) continue;
        const auto kind = static_cast<risk::Fault>(fault);
        text += fmt::format("\nseat {} forfeited {} by {}: {}", s, count, risk::fault_name(kind),
                            risk::fault_text(kind));
      }
    }
    text += fmt::format("\nturns: mean {:.2f}, standard deviation {:.2f}", counts.mean_turns(),
                        counts.sd_turns());
    for (const double q : quantiles)
      text += fmt::format("{} {:.0f} %: {}", q == quantiles[0] ? "; quantiles" : ",", 100 * q,
                          counts.quantile_turns(q));
    return text + fmt::format("\n{:.1f} s, {:.0f} matches/s\n", seconds,
                              static_cast<double>(counts.matches) / seconds);
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
