// What the program writes in order to read it again. A changed file is given sums that hold, so
// that changes get past them; what reads it refuses it, or goes on.
#include "base/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "app/report/studies.hpp"
#include "app/studio/runs/run_log.hpp"
#include "base/error.hpp"
#include "base/seal.hpp"
#include "experiments/arena/ladder.hpp"
#include "experiments/arena/play.hpp"
#include "experiments/explain/archive.hpp"
#include "experiments/explain/effects.hpp"
#include "experiments/gallery/choice.hpp"
#include "experiments/playtest/played.hpp"
#include "experiments/reproduce/run_store.hpp"
#include "experiments/search_study/study.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "experiments/sweep/analysis.hpp"
#include "experiments/sweep/collect.hpp"
#include "experiments/sweep/processes.hpp"
#include "experiments/train/train.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/io.hpp"
#include "tests/fuzz/kept_files.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// What reads a file, in the directory that the file's path begins at.
struct Kept {
  std::string_view file;
  void (*read)();
};

void resume(const fs::path& run) {
  fs::remove(run / ga::result_file);
  const ga::Config config = ga::run_config(run);
  const auto engine = ga::engine_of(config, 1);
  ga::RunOptions options;
  options.directory = run;
  options.start = ga::RunOptions::Start::resume;
  ga::run_evolution(config, *engine, options);
}

void read_log() {
  const fs::path run = "run/run";
  const ga::Config config = ga::run_config(run);
  accepts([&] { app::write_run_report(run); });
  accepts([&] { ga::likes_of_run(run, config); });
  accepts([&] {
    app::RunLog log(run);
    log.refresh();
    const Json all = log.summaries(0, 100);
    if (log.generations() == 0) return;
    const std::string best = log.generation(log.generations() - 1).at("best");
    log.individual(best);
    log.ancestry(best, 10);
  });
  const experiments::Archive archive = experiments::read_archive(run, config);
  experiments::operator_effects(archive);
  experiments::gene_effects(archive);
}

void collect() {
  const experiments::SweepDirectory directory("sweep");
  experiments::collect_sweep(directory, "sweep/sweep.sqlite");
  app::sweep_report(experiments::analyse_sweep("sweep/sweep.sqlite"), directory.sweep());
}

void read_arena() {
  experiments::ArenaConfig config;
  config.agents = {"random", "cautious"};
  config.variants = {risk::load_variant("thesis-8")};
  config.matches = 300;
  config.anchor = 1;
  experiments::Arena arena(config);
  experiments::ArenaEffort effort(arena.agents());
  experiments::ArenaDirectory directory("arena", arena, effort);
  experiments::play_arena(arena, effort, nullptr, {});
  arena.conclude();
  directory.write_result(arena);
}

void read_study() {
  const auto design = experiments::load_study_design("study/design.json");
  experiments::StudyJournal journal("study/study", *design);
  journal.sort(*design);
  app::search_study_report(*design, journal.records());
}

void read_training() {
  experiments::TrainConfig config;
  config.variants = {risk::load_variant("two")};
  config.from_shipped = true;
  config.rounds = 1;
  experiments::Training training(config);
  std::string source;
  const Json state = ga::read_checkpoint("training/training/state.json", source);
  training.restore(JsonView(state, source));
  training.state_json();
}

constexpr Kept kinds[] = {
    {"run/run/generations.jsonl", read_log},
    {"run/run/result.json", [] { app::write_run_report("run/run"); }},
    {"run/run/explanation.json", [] { app::write_run_report("run/run"); }},
    {"run/run/best.json", [] { app::write_run_report("run/run"); }},
    {"run/run/config.json", [] { app::write_run_report("run/run"); }},
    {"run/run/checkpoint.json", [] { resume("run/run"); }},
    {"run/run/timing.jsonl", [] { resume("run/run"); }},
    {"elites/elites/checkpoint.json", [] { ga::read_shard("elites/elites"); }},
    {"elites/elites/archive.json",
     [] {
       accepts([] { app::write_run_report("elites/elites"); });
       experiments::gallery_candidates("elites/elites");
     }},
    {"elites/elites/result.json", [] { experiments::gallery_candidates("elites/elites"); }},
    {"shortlist/shortlist/shortlist.json",
     [] {
       app::write_collection_report("shortlist",
                                    experiments::read_collection("shortlist/shortlist"));
     }},
    {"shortlist/shortlist/1-one/winner.json",
     [] {
       app::write_collection_report("shortlist",
                                    experiments::read_collection("shortlist/shortlist"));
     }},
    {"sweep/runs/000/000001.json", collect},
    {"sweep/processes/journal.jsonl",
     [] { experiments::processes_of(experiments::SweepDirectory("sweep")); }},
    {"arena/matches.jsonl", read_arena},
    {"arena/timing.json", read_arena},
    {"ladder/ladder.json",
     [] {
       const experiments::Ladder ladder("ladder/ladder.json", {}, 0, {});
       ladder.ratings();
       ladder.ratings(0);
       ladder.played(0);
     }},
    {"study/study/runs.jsonl", read_study},
    {"training/training/state.json", read_training},
    {"playtest/m.answers.json", [] { experiments::read_playtests("playtest", 4, 1, 1, {}); }},
    {"store/runs.jsonl",
     [] {
       const experiments::reproduce::RunStore store("store", 1, 20, std::nullopt);
       for (const auto study :
            {experiments::reproduce::Study::grid, experiments::reproduce::Study::repeat,
             experiments::reproduce::Study::war})
         store.all(study, experiments::reproduce::Profile::text);
     }},
};

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream words(command);
  return {std::istream_iterator<std::string>(words), {}};
}

// The whole files, and as the working directory a copy of them.
const fs::path& whole_files() {
  static const fs::path directory = [] {
    fs::path whole = work_directory() / "whole";
    test::make_kept_files(whole, [](const fs::path& in, const std::string& command) {
      const fs::path before = fs::current_path();
      fs::current_path(in);
      require(app::run_program(words_of(command)) == 0, "a file that cannot be made");
      fs::current_path(before);
    });
    // Its name is the process'.
    for (const auto& entry : fs::directory_iterator(whole / "sweep/processes"))
      fs::rename(entry.path(), whole / "sweep/processes/journal.jsonl");
    // A store of a run as the laboratory writes it.
    make_directory(whole / "store");
    experiments::reproduce::RunStore store(whole / "store", 1, 20, "");
    experiments::reproduce::RunSummary run;
    run.criteria.fill(0.5);
    run.genes = {false, 2, true, 3};
    run.territories = 10;
    run.last_generation_size = 10;
    run.best_by_generation = {1.5, 1};
    run.map = maps::library_map("cycle-4");
    store.add({}, run);
    return whole;
  }();
  return directory;
}

// The document, or each of its lines that is an object, with a sum that holds where it has one.
std::string with_sums(std::string_view text) {
  const auto sum_anew = [](Json& object) {
    if (object.erase("sum") > 0) seal(object);
  };
  if (Json whole = json_or_discarded(text); whole.is_object()) {
    sum_anew(whole);
    return whole.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  }
  std::string all;
  while (!text.empty()) {
    const bool ended = text.find('\n') != text.npos;
    const auto [line, rest] = first_line(text);
    text = rest;
    Json json = json_or_discarded(line);
    if (json.is_object()) sum_anew(json);
    all += json.is_object() ? json.dump(-1, ' ', false, Json::error_handler_t::replace)
                            : std::string(line);
    if (ended) all += '\n';
  }
  return all;
}

}  // namespace

void fuzz_files(std::string_view input) {
  const auto [name, text] = first_line(input);
  const auto* const kept = std::ranges::find(kinds, name, &Kept::file);
  if (kept == std::end(kinds)) return;
  const fs::path top = *fs::path(name).begin();
  const fs::path work = work_directory() / "work";
  fs::remove_all(work);
  fs::create_directories(work);
  copy_folder(whole_files() / top, work / top);
  write_file(work / name, with_sums(text), Flush::to_system);
  const fs::path before = fs::current_path();
  fs::current_path(work);
  accepts(kept->read);
  fs::current_path(before);
}

void prepare_files() {
  whole_files();
}

void write_file_seeds(const fs::path& directory) {
  for (const Kept& kept : kinds) {
    std::string name(kept.file);
    std::ranges::replace(name, '/', '-');
    std::string text = read_file(whole_files() / kept.file);
    if (const Json whole = json_or_discarded(text); whole.is_object()) text = whole.dump() + '\n';
    write_file(directory / name, fmt::format("{}\n{}", kept.file, text), Flush::to_system);
  }
}

}  // namespace evorisk::fuzz
