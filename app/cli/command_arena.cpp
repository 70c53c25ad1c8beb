// evorisk arena: agents against each other on variants.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/arena_report.hpp"
#include "app/text/agent_list.hpp"
#include "app/text/arena_view.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "risk/agent.hpp"

namespace evorisk::app {
namespace {

constexpr std::int64_t most_matches_of_a_pair = 1'000'000'000;
constexpr const char* usual_anchor = "cautious";

// The agents that need no parameters and play quickly.
std::string usual_agents() {
  std::string names;
  for (const risk::AgentKind& kind : risk::agent_kinds()) {
    if (!kind.bulk || kind.example != "{}") continue;
    names += (names.empty() ? "" : ",") + std::string(kind.name);
  }
  return names;
}

// A word of a command line as a shell takes it.
std::string quoted(const std::string& word) {
  const bool plain = std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./=,+").find(c) != std::string_view::npos;
  });
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

class ArenaCommand final : public Command {
 public:
  std::string name() const override { return "arena"; }

  std::string summary() const override { return "Let agents play each other, and rate them"; }

  std::string details() const override {
    return "Every pair of agents meets on every VARIANT (a variant file or a library map); with "
           "more than two players every group of as many agents. Each deal is played once in "
           "every rotation of the seats, with the same dice. --tables draws some of the groups; "
           "--until LEVEL ends the matches of a pair when its difference is significant "
           "(group-sequential test; LEVEL is the chance of one false alarm among all pairs).\n\n"
           "With --out DIR, what is played is kept in DIR, with result.json and report.html at the "
           "end; interrupted at any moment, the same command goes on. The same command gives the "
           "same results at any number of threads. An agent that forfeits a match loses it.";
  }

  std::vector<std::string> examples() const override {
    return {"evorisk arena thesis-9 --agents random,cautious,strategist --matches 100",
            "evorisk arena thesis-8 two --players 2 --agents cautious,random --until 0.01 --json",
            "evorisk arena thesis-9 --players 3 --agents random,cautious,builder,breaker --matches "
            "30 --tables 2 --out arena"};
  }

  void add_options(Options& options) override {
    options.arguments("VARIANT", variants_, "Variant files or library maps", 1, 64);
    options.option("--agents", agents_, "A,B,...", "Who plays");
    options.integer("--players", players_, 2, risk::max_players,
                    "Players of each match, instead of the variant's");
    options.repeatable("--set", changes_, "KEY=VALUE", "Change a rule; may be repeated");
    options.integer("--matches", matches_, 1, most_matches_of_a_pair,
                    "Matches of each pair or group; rounded up to whole deals");
    options.integer("--tables", tables_, 1, experiments::most_tables,
                    "Draw so many pairs or groups instead of taking all");
    options.number("--until", until_, 0, 0.5,
                   "Stop a pair at a significant difference of this level; 0: never");
    options.option("--anchor", anchor_, "AGENT",
                   "Whose rating is 0 [cautious if it plays, else the first]");
    options.option("--out", out_, "DIR", "Keep matches, results and a report in this directory");
    options.common({Common::seed, Common::threads});
  }

  Exit run(Context& context) override {
    experiments::Arena arena(config(context));
    experiments::ArenaEffort effort(arena.agents());
    const std::vector<std::int64_t> memory = experiments::agents_memory(arena);
    std::optional<experiments::ArenaDirectory> directory;
    if (!out_.empty()) directory.emplace(out_, arena, effort);

    const std::int64_t to_play = arena.matches_left();
    const bool finished = [&] {
      Progress progress = context.progress("arena", to_play, "matches");
      experiments::ArenaOptions options;
      options.threads = context.threads;
      options.stop = &context.interruption();
      options.on_left = [&](std::int64_t now) { progress.update(to_play - now); };
      return experiments::play_arena(arena, effort, directory ? &*directory : nullptr, options);
    }();
    arena.conclude();
    const ArenaView view{arena, effort, memory};
    if (finished && directory) {
      directory->write_result(arena);
      write_file(directory->path() / "report.html", arena_page(view, command_line(arena)));
    }
    if (finished || !directory) {
      context.print(arena_json(view), arena_text(view));
    }
    if (!finished) {
      context.note(directory ? "interrupted; the same command goes on"
                             : "interrupted: these are the matches played so far");
      return Exit::interrupted;
    }
    note_forfeits(context, arena);
    return Exit::done;
  }

 private:
  experiments::ArenaConfig config(const Context& context) const {
    experiments::ArenaConfig config;
    config.agents = split_agents(agents_);
    std::vector<std::string> changes = changes_;
    if (players_) changes.insert(changes.begin(), fmt::format("players={}", *players_));
    for (const std::string& variant : variants_) {
      config.variants.push_back(with_changes(risk::load_variant(variant), changes,
                                             players_ ? "--players, --set" : "--set"));
    }
    config.matches = matches_;
    config.tables = tables_;
    if (until_ > 0) config.until = until_;
    config.seed = context.seed.value_or(default_seed);
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
    for (const std::string& variant : variants_) line += " " + quoted(variant);
    line += " --agents " + quoted(agents_);
    if (players_) line += fmt::format(" --players {}", *players_);
    for (const std::string& change : changes_) line += " --set " + quoted(change);
    line += fmt::format(" --matches {}", matches_);
    if (tables_) line += fmt::format(" --tables {}", *tables_);
    if (until_ > 0) line += fmt::format(" --until {}", until_);
    if (!anchor_.empty()) line += " --anchor " + quoted(anchor_);
    return line + fmt::format(" --seed {} --out {}", arena.config().seed, quoted(out_));
  }

  static void note_forfeits(const Context& context, const experiments::Arena& arena) {
    for (int a = 0; a < arena.agents(); ++a) {
      std::int64_t forfeits = 0;
      for (int v = 0; v < arena.variants(); ++v) {
        forfeits += arena.result(v).entries[static_cast<std::size_t>(a)].forfeits();
      }
      if (forfeits == 0) continue;
      context.note(fmt::format("{} forfeited {} as lost",
                               arena.config().agents[static_cast<std::size_t>(a)],
                               counted(forfeits, "match, which counts", "matches, which count")));
    }
  }

  std::vector<std::string> variants_;
  std::string agents_ = usual_agents();
  std::optional<std::int64_t> players_;
  std::vector<std::string> changes_;
  std::int64_t matches_ = 1000;
  std::optional<std::int64_t> tables_;
  double until_ = 0;
  std::string anchor_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_arena_command() {
  return std::make_unique<ArenaCommand>();
}

}  // namespace evorisk::app
