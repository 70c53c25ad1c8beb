#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "app/agent_list.hpp"
#include "app/cli.hpp"
#include "app/report/gallery_page.hpp"
#include "ga/gallery.hpp"
#include "ga/run.hpp"
#include "maps/base/counted.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "maps/layout.hpp"
#include "metrics/measure.hpp"
#include "risk/agent.hpp"
#include "risk/narration.hpp"
#include "risk/open_match.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Matches of a gallery: of the screening, of the report, and those that are told.
constexpr std::uint32_t screening = 1;
constexpr std::uint32_t reporting = 2;
constexpr std::uint32_t telling = 3;
constexpr std::uint64_t told_from = 200;  // matches from which a typical one is chosen

// Syllables that make a pronounceable name.
class Names {
 public:
  explicit Names(Random random) : random_(random) {}

  std::string take() {
    for (;;) {
      std::string name = syllables(2 + static_cast<int>(random_.below(2)));
      name[0] = static_cast<char>(name[0] - 'a' + 'A');
      if (taken_.insert(name).second) return name;
    }
  }
  void keep(const std::string& name) { taken_.insert(name); }

 private:
  std::string syllables(int count) {
    static constexpr const char* starts[] = {"b", "br", "c", "d", "dr", "f", "g",  "gl", "h",  "k",
                                             "l", "m",  "n", "p", "r",  "s", "st", "t",  "tr", "v"};
    static constexpr const char* vowels[] = {"a", "e", "i", "o", "u", "a", "e", "o", "ia", "ei"};
    static constexpr const char* ends[] = {"", "", "", "n", "r", "l", "s", "nd", "th", "m"};
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += starts[random_.below(std::size(starts))];
      text += vowels[random_.below(std::size(vowels))];
      if (i + 1 == count) text += ends[random_.below(std::size(ends))];
    }
    return text;
  }

  Random random_;
  std::set<std::string> taken_;
};

// The same game with a name, with names for what has none, and laid out for drawing.
risk::Variant dressed(const risk::Variant& bare, Random random) {
  Names names(random);
  maps::MapData data = bare.map().data();
  for (const maps::Territory& t : data.territories) names.keep(t.name);
  const std::string name = names.take();
  data.name = name;
  for (maps::Continent& continent : data.continents) {
    if (continent.name.empty()) continent.name = names.take();
  }
  for (maps::Territory& territory : data.territories) {
    if (territory.name.empty()) territory.name = names.take();
  }
  std::vector<std::optional<maps::Point>> hint;
  for (const maps::Territory& territory : data.territories) hint.push_back(territory.position);
  const std::vector<maps::Point> positions = maps::layout(bare.map(), hint);
  for (std::size_t t = 0; t < positions.size(); ++t) {
    data.territories[t].position = {std::round(positions[t].x * 1e4) / 1e4,
                                    std::round(positions[t].y * 1e4) / 1e4};
  }
  return {name, bare.rules(), std::make_shared<const maps::Map>(std::move(data))};
}

// A match, turn by turn.
std::vector<std::string> told(const risk::Variant& variant, const std::string& agent,
                              const StreamKey& key) {
  risk::OpenMatch match(variant, {.program = "evorisk",
                                  .agents = std::vector<std::string>(
                                      static_cast<std::size_t>(variant.players()), agent),
                                  .key = key});
  const maps::Map& map = variant.map();
  std::vector<std::string> lines;
  int turn = 0;
  int mover = 0;
  std::vector<std::string> taken;
  std::vector<int> owners;
  const auto close = [&](const risk::State& state) {
    if (turn == 0) return;
    std::string line = fmt::format("Seat {} ", mover);
    if (taken.empty()) {
      line += "takes nothing";
    } else {
      line += "takes " + taken.front();
      for (std::size_t i = 1; i < taken.size() && i < 3; ++i) line += ", " + taken[i];
      if (taken.size() > 3) line += fmt::format(" and {} more", taken.size() - 3);
    }
    std::string whole;
    for (const maps::Continent& continent : map.continents()) {
      const bool all = std::all_of(continent.territories.begin(), continent.territories.end(),
                                   [&](int t) { return state.owner(t) == mover; });
      if (all) whole += (whole.empty() ? "" : ", ") + continent.name;
    }
    line +=
        fmt::format("; has {} of {} territories and {} of {} troops", state.territories_of(mover),
                    variant.territories(), state.troops_of(mover), [&] {
                      int all = 0;
                      for (int s = 0; s < variant.players(); ++s) all += state.troops_of(s);
                      return all;
                    }());
    if (!whole.empty()) line += ", holds " + whole;
    lines.push_back(line + ".");
    taken.clear();
  };
  while (!match.over()) {
    const risk::State& state = match.state();
    if (state.turn() != turn) {
      close(state);
      turn = state.turn();
      mover = state.seat();
    }
    owners.clear();
    for (int t = 0; t < variant.territories(); ++t) owners.push_back(state.owner(t));
    match.step();
    for (int t = 0; t < variant.territories() && turn > 0; ++t) {
      if (match.state().owner(t) != owners[static_cast<std::size_t>(t)]) {
        taken.push_back(map.territory(t).name);
      }
    }
  }
  close(match.state());
  lines.push_back(risk::describe_end(match.result()));
  return lines;
}

class GalleryCommand final : public Command {
 public:
  std::string name() const override { return "gallery"; }
  std::string summary() const override {
    return "Choose many good, different variants from finished runs, and show them";
  }
  std::string details() const override {
    return "Looks at every occupant of the archives of runs with algorithm map_elites (of other "
           "runs at the best), measures each under several agents, leaves out what any of them "
           "finds unfair, and chooses by quality and novelty, size class by size class; no two "
           "maps "
           "are isomorphic. Writes index.html, gallery.json, and a file per variant that evaluate "
           "and play take. Exits with 3 when fewer than --count are fair and different.";
  }
  std::vector<std::string> examples() const override {
    return {
        "evorisk evolve --set algorithm=map_elites --set generations=2 --set population=12 --set "
        "tournament=2 --set matches=20 --set monitor_matches=0 --set final.matches=100 --set "
        "map_elites.fresh_matches=50 --quiet --out many && evorisk gallery many --count 2 "
        "--matches 100 --screen 20 --fairness 1 --out shown",
        "evorisk gallery many --count 2 --matches 50 --screen 20 --fairness 1 --out again --json"};
  }
  void add_options(Options& options) override {
    options.common({Common::seed, Common::threads, Common::force});
    options.arguments("DIR", runs_, "Directories of finished runs", 1);
    options.option("--out", out_, "DIR", "Where the gallery goes");
    options.integer("--count", count_, 1, 1000, "How many variants to show");
    options.integer("--matches", matches_, 2, 1'000'000,
                    "Fresh matches of each chosen variant under each agent");
    options.integer("--screen", screen_, 2, 1'000'000,
                    "Matches of each candidate under each agent, by which the unfair are left out");
    options.option("--agents", agents_, "A,B,C", "Who plays, each in all seats of its own matches");
    options.number("--fairness", fairness_, 0, 1,
                   "The largest advantage of a seat, under any agent, that is fair");
    options.number("--quality", quality_, 0, 100, "What quality counts beside novelty");
    options.option("--title", title_, "TEXT", "Title of the page");
  }

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the gallery goes");
    const std::vector<std::string> agents = split_agents(agents_);
    for (const std::string& agent : agents) risk::make_agent(agent);
    seed_ = context.seed.value_or(default_seed);
    prepare(context);

    Gallery gallery;
    gallery.title = title_;
    gallery.agents = agents;
    gallery.objective = ga::run_config(runs_.front()).objective;
    gallery.objective.terms = metrics::thesis_objective().terms;
    gallery.objective.groups.clear();
    gallery.objective.constraints.clear();
    gallery.fairness = fairness_;
    std::vector<ga::GalleryCandidate> all;
    for (const std::string& directory : runs_) {
      for (ga::GalleryCandidate& c : ga::gallery_candidates(directory)) all.push_back(std::move(c));
    }
    gallery.candidates = static_cast<int>(all.size());
    metrics::EngineOptions engine_options;
    engine_options.parameters = gallery.objective.parameters;
    engine_options.threads = context.threads;
    engine_ = metrics::make_engine(engine_options);

    std::vector<const risk::Variant*> variants;
    for (const ga::GalleryCandidate& candidate : all) variants.push_back(&candidate.variant);
    Tables tables;
    if (!measure(context, "screening", variants, agents, screening, screen_, tables)) {
      return Exit::interrupted;
    }
    std::vector<ga::GalleryCandidate> fair;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_fair(tables[i], true)) fair.push_back(std::move(all[i]));
    }
    gallery.unfair = gallery.candidates - static_cast<int>(fair.size());
    if (!fill(context, gallery, std::move(fair))) return Exit::interrupted;
    return finish(context, gallery);
  }

 private:
  using Tables = std::vector<std::vector<metrics::CriteriaTotals>>;

  void prepare(const Context& context) const {
    const fs::path index = fs::path(out_) / "index.html";
    if (fs::exists(index) && !context.force) {
      throw InputError(fmt::format("{}: exists; --force replaces it", index.string()));
    }
    std::error_code error;
    fs::create_directories(fs::path(out_) / "variants", error);
    if (error) throw SystemError(fmt::format("cannot make {}: {}", out_, error.message()));
  }

  // Of each variant under each agent; false when interrupted.
  bool measure(Context& context, const std::string& label,
               const std::vector<const risk::Variant*>& variants,
               const std::vector<std::string>& agents, std::uint32_t purpose, std::int64_t matches,
               Tables& tables) {
    std::vector<std::vector<std::string>> seats;
    for (const std::string& agent : agents) seats.push_back({agent});
    std::vector<metrics::Measurement> measurements;
    tables.clear();
    for (const risk::Variant* variant : variants) {
      tables.emplace_back(agents.size(), metrics::CriteriaTotals(variant->players()));
    }
    for (std::size_t i = 0; i < variants.size(); ++i) {
      for (std::size_t a = 0; a < agents.size(); ++a) {
        const StreamKey key{.seed = seed_,
                            .purpose = Purpose::match,
                            .generation = purpose,
                            .individual = static_cast<std::uint32_t>(i),
                            .match = static_cast<std::uint64_t>(a) << 40};
        measurements.push_back({variants[i], key, matches, &tables[i][a], &seats[a]});
      }
    }
    Progress progress = context.progress(
        label, measurements.size() * static_cast<std::uint64_t>(matches), "matches");
    metrics::PlayControl control{&context.interruption(), [&](std::int64_t played) {
                                   progress.update(static_cast<std::uint64_t>(played));
                                 }};
    return metrics::measure(*engine_, measurements, control);
  }

  // In a screening with the benefit of the doubt of one standard error.
  bool is_fair(const std::vector<metrics::CriteriaTotals>& tables, bool doubt) const {
    return std::all_of(tables.begin(), tables.end(), [&](const metrics::CriteriaTotals& table) {
      const metrics::Estimate advantage = table.criterion(metrics::Criterion::advantage);
      return advantage.mean - (doubt ? advantage.se : 0) <= fairness_;
    });
  }

  // Chooses, measures the chosen, and chooses again without those that turn out unfair.
  bool fill(Context& context, Gallery& gallery, std::vector<ga::GalleryCandidate> fair) {
    std::map<std::string, std::vector<metrics::CriteriaTotals>> known;  // by source
    ga::GalleryChoice choice;
    for (;;) {
      choice = ga::choose(fair, static_cast<std::size_t>(count_), quality_);
      std::vector<const risk::Variant*> variants;
      std::vector<std::size_t> measured;
      for (const std::size_t i : choice.chosen) {
        if (known.contains(fair[i].source)) continue;
        measured.push_back(i);
        variants.push_back(&fair[i].variant);
      }
      Tables tables;
      if (!measure(context, "measuring", variants, gallery.agents,
                   reporting + 16 * static_cast<std::uint32_t>(known.size()), matches_, tables)) {
        return false;
      }
      std::set<std::size_t> unfair;
      for (std::size_t m = 0; m < measured.size(); ++m) {
        if (!is_fair(tables[m], false)) unfair.insert(measured[m]);
        known[fair[measured[m]].source] = std::move(tables[m]);
      }
      if (unfair.empty()) break;
      std::vector<ga::GalleryCandidate> left;
      for (std::size_t i = 0; i < fair.size(); ++i) {
        if (!unfair.contains(i)) left.push_back(std::move(fair[i]));
      }
      fair = std::move(left);
      gallery.unfair += static_cast<int>(unfair.size());
    }
    std::vector<ga::GalleryCandidate> shown;
    for (const std::size_t i : choice.chosen) shown.push_back(fair[i]);
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i);
      risk::Variant variant =
          dressed(shown[i].variant, Random({seed_, Purpose::map_generation, telling, number}));
      std::string file = fmt::format("variants/{:02}-{}.json", i + 1, lower(variant.name()));
      std::vector<std::string> story = typical(variant, gallery.agents.front(), number);
      gallery.exhibits.push_back({std::move(file), shown[i].source, std::move(variant),
                                  choice.novelty[i], ga::what_is_different(shown, i),
                                  std::move(story), known.at(shown[i].source)});
    }
    return true;
  }

  static std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
  }

  // The first of the matches whose length and lead changes are nearest to the mean of all.
  std::vector<std::string> typical(const risk::Variant& variant, const std::string& agent,
                                   std::uint32_t number) {
    StreamKey key{
        .seed = seed_, .purpose = Purpose::match, .generation = telling, .individual = number};
    // The plain engine, because a story is of a match that it can play again.
    std::vector<metrics::MatchSummary> out(told_from);
    metrics::EngineOptions options;
    options.engine = "plain";
    options.agents = {agent};
    metrics::MatchJob job;
    job.variant = &variant;
    job.key = key;
    job.out = out;
    metrics::make_engine(options)->play({&job, 1});
    double turns = 0;
    double leads = 0;
    for (const metrics::MatchSummary& match : out) {
      turns += match.turns / static_cast<double>(told_from);
      leads += match.lead_change / static_cast<double>(told_from);
    }
    double nearest = 1e300;
    for (std::uint64_t m = 0; m < told_from; ++m) {
      const double distance =
          std::abs(out[m].turns - turns) / turns + std::abs(out[m].lead_change - leads);
      if (out[m].winner < 0 || distance >= nearest) continue;
      nearest = distance;
      key.match = m;
    }
    return told(variant, agent, key);
  }

  Exit finish(Context& context, const Gallery& gallery) const {
    const fs::path out(out_);
    for (const fs::directory_entry& entry : fs::directory_iterator(out / "variants")) {
      if (entry.path().extension() == ".json") fs::remove(entry.path());
    }
    for (const Exhibit& exhibit : gallery.exhibits) {
      write_file(out / exhibit.file, risk::variant_to_json(exhibit.variant).dump() + '\n');
    }
    const Json json = gallery_json(gallery);
    write_file(out / "gallery.json", json.dump(1) + '\n');
    write_file(out / "index.html", gallery_page(gallery));
    if (context.json) {
      context.print_json(json);
    } else {
      context.print(fmt::format(
          "{} of {} ({} unfair): {}\n", counted(std::ssize(gallery.exhibits), "variant"),
          counted(gallery.candidates, "candidate"), gallery.unfair, (out / "index.html").string()));
    }
    if (static_cast<int>(gallery.exhibits.size()) >= count_) return Exit::done;
    context.note(fmt::format("only {} of the {} asked for are fair and different",
                             gallery.exhibits.size(), count_));
    return Exit::check_failed;
  }

  std::vector<std::string> runs_;
  std::string out_;
  int count_ = 30;
  std::int64_t matches_ = 2000;
  std::int64_t screen_ = 300;
  std::string agents_ = "cautious,aggressive,strategist";
  double fairness_ = 0.1;
  double quality_ = 1;
  std::string title_ = "A gallery of variants";
  std::uint64_t seed_ = 1;
  std::unique_ptr<metrics::Engine> engine_;
};

}  // namespace

std::unique_ptr<Command> make_gallery_command() {
  return std::make_unique<GalleryCommand>();
}

}  // namespace evorisk::app
