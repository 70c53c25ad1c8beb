#include "experiments/reproduce/run_store.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "experiments/journal.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"

namespace evorisk::experiments::reproduce {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view study_names[] = {"grid", "repeat", "war"};
constexpr std::string_view profile_names[] = {"text", "original"};
constexpr int most = std::numeric_limits<int>::max();
constexpr double largest = std::numeric_limits<double>::max();

// Every runs.jsonl of a store.
std::vector<fs::path> files_of(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().filename() == "runs.jsonl") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

int whole(const JsonView& view, int least = 0) {
  return static_cast<int>(view.integer(least, most));
}

// With what only lines of some studies have.
Json all_members(const RunKey& key, const RunSummary& run) {
  const Hyperparameters& p = key.parameters;
  return {{"study", study_names[static_cast<std::size_t>(key.study)]},
          {"profile", profile_name(key.profile)},
          {"generations", p.generations},
          {"population", p.population},
          {"tournament", p.tournament},
          {"mutation_rate", p.mutation_rate},
          {"number", key.number},
          {"fitness", run.final_fitness},
          {"criteria", run.criteria},
          {"allocation", gene_value(run.genes, "allocation")},
          {"defence_dice", run.genes.defence_dice},
          {"conquest_move", gene_value(run.genes, "conquest_move")},
          {"reinforcement_divisor", run.genes.divisor},
          {"territories", run.territories},
          {"least_fitness", run.least_fitness},
          {"least_generation", run.least_generation},
          {"last_generation_is", run.last_generation_is},
          {"last_generation_size", run.last_generation_size},
          {"replaced", run.replaced},
          {"bred", run.bred},
          {"with_war_rules", run.with_wanted_genes},
          {"with_war_map", run.with_wanted_map},
          {"course", run.best_by_generation},
          {"map", run.map ? maps::map_to_json(*run.map) : Json(nullptr)}};
}

}  // namespace

std::string line_of(const RunKey& key, const RunSummary& run) {
  Json json = all_members(key, run);
  if (key.study != Study::war) {
    for (const char* name : {"bred", "with_war_rules", "with_war_map"}) json.erase(name);
  }
  if (key.study != Study::repeat) json.erase("course");
  if (key.study != Study::repeat || !run.map) json.erase("map");
  return sealed_line(json);
}

std::pair<RunKey, RunSummary> run_from_line(const JsonView& line) {
  static const Json known = all_members({}, {});
  std::vector<std::string_view> names;
  for (const auto& member : known.items()) names.push_back(member.key());
  line.only(names);
  RunKey key;
  key.study = static_cast<Study>(line.at("study").one_of(study_names));
  key.profile = static_cast<Profile>(line.at("profile").one_of(profile_names));
  key.parameters = {whole(line.at("generations"), 1), whole(line.at("population"), 1),
                    whole(line.at("tournament"), 1), line.at("mutation_rate").number(0, 1)};
  key.number = whole(line.at("number"));
  RunSummary run;
  run.parameters = key.parameters;
  run.final_fitness = line.at("fitness").number(0, largest);
  if (const auto criteria = line.find("criteria")) {
    const auto values = criteria->items();
    if (values.size() != run.criteria.size()) {
      criteria->fail("expected {} numbers, found {}", run.criteria.size(), values.size());
    }
    for (std::size_t i = 0; i < values.size(); ++i) run.criteria[i] = values[i].number(0, largest);
  }
  run.genes = genes_from_view(line);
  run.territories = whole(line.at("territories"), 1);
  run.least_fitness = line.at("least_fitness").number(0, largest);
  run.least_generation = whole(line.at("least_generation"));
  run.last_generation_is = static_cast<int>(line.at("last_generation_is").integer(0, 10));
  run.last_generation_size = whole(line.at("last_generation_size"), 1);
  run.replaced = whole(line.at("replaced"));
  if (key.study == Study::war) {
    run.bred = whole(line.at("bred"), 1);
    run.with_wanted_genes = whole(line.at("with_war_rules"));
    run.with_wanted_map = whole(line.at("with_war_map"));
  }
  if (const auto course = line.find("course")) {
    for (const JsonView& best : course->items()) {
      run.best_by_generation.push_back(best.number(0, largest));
    }
    const auto expected = static_cast<std::size_t>(key.parameters.generations) + 1;
    if (!run.best_by_generation.empty() && run.best_by_generation.size() != expected) {
      course->fail("expected {} numbers, found {}", expected, run.best_by_generation.size());
    }
  }
  if (const auto map = line.find("map")) run.map = maps::resolve_map(*map, ".");
  return {key, std::move(run)};
}

RunStore::RunStore(const fs::path& directory, std::uint64_t seed, int matches,
                   const std::optional<std::string>& part) {
  const Json terms = {{"format", 1}, {"seed", seed}, {"matches", matches}};
  if (!part && !file_exists(directory / "runs.json")) {
    throw InputError("{}: holds no store of runs", directory.string());
  }
  open_experiment(directory, "a store of runs", "runs.json", terms.dump(1) + '\n');
  if (part) {
    make_directory(directory / *part);
    lock_ = std::make_unique<ga::DirectoryLock>(directory / *part);
    file_ = directory / *part / "runs.jsonl";
  }
  for (const fs::path& file : files_of(directory)) {
    read_journal(
        file, [&](const JsonView& line) { runs_.insert(run_from_line(line)); },
        file == file_ ? Unfinished::cut : Unfinished::leave);
  }
}

bool RunStore::has(const RunKey& key) const {
  const std::scoped_lock lock(mutex_);
  return runs_.contains(key);
}

const RunSummary& RunStore::at(const RunKey& key) const {
  const std::scoped_lock lock(mutex_);
  return runs_.at(key);
}

std::vector<RunSummary> RunStore::all(Study study, Profile profile) const {
  const std::scoped_lock lock(mutex_);
  std::vector<RunSummary> found;
  for (const auto& [key, run] : runs_) {
    if (key.study == study && key.profile == profile) found.push_back(run);
  }
  return found;
}

void RunStore::add(const RunKey& key, const RunSummary& run) {
  const std::scoped_lock lock(mutex_);
  if (!file_.empty()) append_file(file_, line_of(key, run), Flush::to_system);
  runs_.emplace(key, run);
}

}  // namespace evorisk::experiments::reproduce
