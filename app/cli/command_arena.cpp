// evorisk arena: agents against each other on variants.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/pages.hpp"
#include "app/text/arena_view.hpp"
#include "app/text/ladder_view.hpp"
#include "app/text/lists.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "risk/agent.hpp"

namespace evorisk::app {
namespace {

constexpr std::int64_t most_matches_of_a_pair = 1'000'000'000;
constexpr std::int64_t usual_matches = 1000;
constexpr const char* usual_anchor = "cautious";

class ArenaCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (!ladder_.empty()) return climb(context);
    experiments::Arena arena(config());
    experiments::ArenaEffort effort(arena.agents());
    const std::vector<std::int64_t> memory = experiments::agents_memory(arena);
    std::optional<experiments::ArenaDirectory> directory;
    if (!out_.empty()) directory.emplace(out_, arena, effort);

    const std::int64_t to_play = arena.matches_left();
    Progress progress = context.progress("arena", to_play, "matches");
    const bool finished = experiments::play_arena(arena, effort, directory ? &*directory : nullptr,
                                                  options(context, progress, to_play));
    progress.finish();
    if (!finished && !directory && arena_matches(arena) == 0) {
      return context.interrupted("interrupted before the first matches were complete");
    }
    arena.conclude();
    const ArenaView view{arena, effort, memory};
    if (finished && directory) {
      directory->write_result(arena);
      write_file(directory->path() / "report.html", arena_page(view, command_line(arena)));
    }
    if (finished || !directory) {
      context.result(arena_json(view), arena_text(view));
    }
    if (!finished) {
      return context.interrupted(directory ? "interrupted; the same command goes on"
                                           : "interrupted: these are the matches played so far");
    }
    note_forfeits(context, arena);
    return Exit::done;
  }

  // Adds agents to a ladder.
  Exit climb(Context& context) {
    if (tables_ || until_ > 0 || !against_.empty() || !anchor_.empty() || !out_.empty()) {
      throw InputError(
          "--ladder says who plays whom; leave out --against, --anchor, --out, --tables and "
          "--until");
    }
    if (variants_.empty() && (players_ || !changes_.empty())) {
      throw InputError("--players and --set are for the boards of a new ladder; name these, too");
    }
    const bool adds = !agents_.empty() || !variants_.empty();
    experiments::Ladder ladder(ladder_, variants(), matches_.value_or(0), seed_, adds);
    const AgentNames names = agent_names();
    std::vector<std::string> agents;
    if (adds) agents = split_agents(who());
    std::vector<std::string> notes;
    for (const std::string& agent : agents) {
      const auto name = names.find(agent);
      const std::int64_t to_play = ladder.matches_of_a_newcomer();
      const auto [before, forfeited] = ladder.played(agent);
      Progress progress = context.progress(agent, to_play, "matches");
      if (!ladder.add({agent, name == names.end() ? agent : name->second},
                      options(context, progress, to_play))) {
        return context.interrupted("interrupted; the same command goes on");
      }
      progress.finish();
      const auto [matches, forfeits] = ladder.played(agent);
      if (before > 0 && matches == before && !agents_.empty()) {
        notes.push_back(fmt::format(
            "{} is on the ladder already and played nothing; a new version takes another name",
            agent));
      }
      if (forfeits > forfeited) notes.push_back(forfeits_text(agent, forfeits - forfeited));
    }
    const Exit exit = context.result(ladder_json(ladder), ladder_text(ladder));
    for (const std::string& note : notes) context.note(note);
    return exit;
  }

  // The short names that are given, each of which an agent must have.
  AgentNames agent_names() const {
    AgentNames names = parse_agent_names(names_);
    std::vector<std::string> agents =
        agents_.empty() ? std::vector<std::string>{} : split_agents(agents_);
    if (!against_.empty()) std::ranges::copy(split_agents(against_), std::back_inserter(agents));
    for (const auto& [name, agent] : names) {
      if (std::ranges::count(agents, name) > 0) continue;
      throw InputError("--name: no agent is called \"{}\"; --agents names who plays", name);
    }
    return names;
  }

  static std::string forfeits_text(const std::string& agent, std::int64_t forfeits) {
    return fmt::format("{} forfeited {} as lost", agent,
                       counted(forfeits, "match, which counts", "matches, which count"));
  }

  experiments::ArenaOptions options(Context& context, Progress& progress,
                                    std::int64_t to_play) const {
    return {threads_, &context.interruption(),
            [&progress, to_play](std::int64_t left) { progress.update(to_play - left); }};
  }

  std::string who() const {
    return agents_.empty() ? fmt::format("{}", fmt::join(fast_agents(), ",")) : agents_;
  }

  std::vector<risk::Variant> variants() const {
    std::vector<std::string> changes = changes_;
    if (players_) changes.insert(changes.begin(), fmt::format("players={}", *players_));
    std::vector<risk::Variant> variants;
    for (const std::string& variant : variants_) {
      variants.push_back(with_changes(risk::load_variant(variant), changes,
                                      players_ ? "--players, --set" : "--set"));
    }
    return variants;
  }

  experiments::ArenaConfig config() const {
    experiments::ArenaConfig config;
    if (variants_.empty()) throw InputError("VARIANT is missing");
    config.agents = split_agents(who());
    if (!against_.empty()) {
      if (tables_) throw InputError("--tables draws among all agents; leave it out with --against");
      config.first = static_cast<int>(config.agents.size());
      for (std::string& agent : split_agents(against_)) config.agents.push_back(std::move(agent));
    }
    config.names = agent_names();
    config.variants = variants();
    config.matches = matches_.value_or(usual_matches);
    config.tables = tables_;
    if (until_ > 0) config.until = until_;
    config.seed = seed_.value_or(1);
    const std::string anchor = anchor_.empty() ? usual_anchor : anchor_;
    const auto at = std::ranges::find(config.agents, anchor);
    if (at != config.agents.end()) {
      config.anchor = static_cast<int>(at - config.agents.begin());
    } else if (!anchor_.empty()) {
      const std::vector<std::string_view> names(config.agents.begin(), config.agents.end());
      throw InputError("--anchor: {}", unknown_name("agent of this arena", anchor_, names));
    }
    return config;
  }

  std::string command_line(const experiments::Arena& arena) const {
    std::string line = "evorisk arena";
    for (const std::string& variant : variants_) line += " " + shell_word(variant);
    for (const std::string& name : names_) line += " --name " + shell_word(name);
    line += " --agents " + shell_word(who());
    if (!against_.empty()) line += " --against " + shell_word(against_);
    if (players_) line += fmt::format(" --players {}", *players_);
    for (const std::string& change : changes_) line += " --set " + shell_word(change);
    line += fmt::format(" --matches {}", arena.config().matches);
    if (tables_) line += fmt::format(" --tables {}", *tables_);
    if (until_ > 0) line += fmt::format(" --until {}", until_);
    if (!anchor_.empty()) line += " --anchor " + shell_word(anchor_);
    return line + fmt::format(" --seed {} --out {}", arena.config().seed, shell_word(out_));
  }

  static void note_forfeits(const Context& context, const experiments::Arena& arena) {
    for (int a = 0; a < arena.agents(); ++a) {
      std::int64_t forfeits = 0;
      for (int v = 0; v < arena.variants(); ++v) {
        forfeits += arena.result(v).entries[static_cast<std::size_t>(a)].forfeits();
      }
      if (forfeits > 0)
        context.note(forfeits_text(arena.config().agents[static_cast<std::size_t>(a)], forfeits));
    }
  }

  const std::vector<std::string>& variants_ = arguments("VARIANT", 0, 64);
  const std::string& agents_ = option("--agents", "A,B,...");
  const std::string& against_ = option("--against", "C,D,...");
  const std::vector<std::string>& names_ = repeatable("--name", "NAME=AGENT");
  const std::optional<std::int64_t>& players_ = optional_integer("--players", 2, risk::max_players);
  const std::vector<std::string>& changes_ = repeatable("--set", "KEY=VALUE");
  const std::optional<std::int64_t>& matches_ =
      optional_integer("--matches", 1, most_matches_of_a_pair);
  const std::optional<std::int64_t>& tables_ =
      optional_integer("--tables", 1, experiments::most_tables);
  const double& until_ = number("--until", 0, 0, 0.5);
  const std::string& anchor_ = option("--anchor", "AGENT");
  const std::string& out_ = option("--out", "DIR");
  const std::string& ladder_ = option("--ladder", "FILE");
  const std::optional<std::uint64_t>& seed_ = given_seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow arena_command{"arena", make<ArenaCommand>};

}  // namespace evorisk::app
