#include "ga/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "ga/algorithm.hpp"
#include "ga/checkpoint.hpp"
#include "ga/evaluator.hpp"
#include "ga/final.hpp"
#include "ga/record.hpp"
#include "ga/run_files.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

class Stopwatch {
 public:
  // Seconds since the last call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

  // Seconds since the last lap, or since the beginning.
  double total() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Run {
 public:
  Run(const Config& config, metrics::Engine& engine, const RunOptions& options)
      : config_(config),
        options_(options),
        threads_(engine.threads()),
        evaluator_(config, engine),
        algorithm_(make_algorithm(config)) {}

  RunOutcome execute() {
    const bool resume = options_.start == RunOptions::Start::resume;
    const DirectoryLock lock = enter();
    remove_temporary_files(options_.directory);
    if (resume && fs::exists(file(result_file))) return RunOutcome::finished;
    open(resume);
    for (int generation = checkpoint_.generation + 1; generation <= config_.generations;
         ++generation) {
      if (!run_generation(generation)) return RunOutcome::interrupted;
    }
    return finish() ? RunOutcome::finished : RunOutcome::interrupted;
  }

 private:
  fs::path file(std::string_view name) const { return options_.directory / name; }

  // Makes or finds the directory, and holds it.
  DirectoryLock enter() const {
    const fs::path& directory = options_.directory;
    std::error_code error;
    if (fs::exists(directory, error) && !fs::is_directory(directory, error)) {
      throw InputError(directory.string() + ": is a file; a run needs a directory");
    }
    if (options_.start == RunOptions::Start::resume) {
      const std::vector<std::string> differing = differences(run_config(directory), config_);
      if (!differing.empty()) {
        throw InputError(
            fmt::format("{}: cannot resume with another configuration (there and here): {}",
                        file(config_file).string(), fmt::join(differing, "; ")));
      }
      return DirectoryLock(directory);
    }
    fs::create_directories(directory, error);
    if (error) {
      throw SystemError(
          fmt::format("cannot make directory {}: {}", directory.string(), error.message()));
    }
    if (options_.start == RunOptions::Start::fresh) {
      for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
        if (entry.path().filename() == ".lock") continue;
        throw InputError(fmt::format(
            "{}: is not empty ({}); --resume continues the run there, --force replaces it",
            directory.string(), entry.path().filename().string()));
      }
    }
    return DirectoryLock(directory);
  }

  void open(bool resume) {
    if (!resume) {
      for (const std::string_view name :
           {result_file, best_file, checkpoint_file, log_file, timing_file, config_file}) {
        fs::remove(file(name));
      }
      write_file(file(config_file), config_to_json(config_).dump(2) + '\n');
    }
    if (resume && fs::exists(file(checkpoint_file))) {
      checkpoint_ = read_checkpoint(options_.directory, *algorithm_, config_);
      log_.emplace(LineLog::resume(file(log_file), checkpoint_.log));
      show_best();
    } else {
      log_.emplace(LineLog::create(file(log_file)));
    }
    const std::int64_t generations = config_.generations - checkpoint_.generation;
    const std::int64_t samples = config_.final.candidates > 1 ? config_.final.candidates + 1 : 1;
    status_.matches_expected =
        generations * (config_.population * config_.matches + config_.monitor_matches) +
        samples * config_.final.matches;
  }

  bool run_generation(int generation) {
    status_.generation = generation;
    Stopwatch watch;
    BreedingTally tally;
    std::vector<Individual> individuals = algorithm_->ask(generation, tally);
    const double breeding = watch.lap();
    if (!evaluator_.measure(individuals, control())) return false;
    status_.matches += static_cast<std::int64_t>(individuals.size()) * config_.matches;
    algorithm_->tell(std::move(individuals));
    if (!monitor()) return false;
    const double playing = watch.lap();

    const std::span<const Individual> population = algorithm_->population();
    // Once a second is often enough for a power cut; a killed process loses nothing either way.
    const Flush flush = since_flush_.total() > 1 ? Flush::to_disk : Flush::to_system;
    if (flush == Flush::to_disk) since_flush_ = Stopwatch();
    log_->append(
        generation_to_json(generation, population, tally, Json::parse(checkpoint_.monitor), config_)
            .dump(),
        flush);
    checkpoint_.generation = generation;
    checkpoint_.log = log_->mark();
    update_candidates(checkpoint_.candidates, population, config_.final.candidates);
    write_checkpoint(options_.directory, checkpoint_, *algorithm_, config_, flush);
    show_best();
    time({{"generation", generation},
          {"threads", threads_},
          {"breeding_seconds", breeding},
          {"playing_seconds", playing},
          {"writing_seconds", watch.lap()}});
    return true;
  }

  const Individual& best() const {
    const std::span<const Individual> population = algorithm_->population();
    return population[static_cast<std::size_t>(ranking(population).front())];
  }

  // Measures a new best with fresh matches; an old one has been measured already.
  bool monitor() {
    if (config_.monitor_matches == 0) return true;
    const Individual* individual = &best();
    const Json last = Json::parse(checkpoint_.monitor);
    if (!last.is_null() && last["id"] == individual->id()) {
      status_.matches_expected -= config_.monitor_matches;
      return true;
    }
    metrics::CriteriaTotals totals;
    if (!evaluator_.measure_again({&individual, 1}, Sample::monitor, config_.monitor_matches,
                                  {&totals, 1}, control())) {
      return false;
    }
    status_.matches += config_.monitor_matches;
    Json record = {{"id", individual->id()}};
    record.update(evidence_to_json(totals, config_.objective));
    checkpoint_.monitor = record.dump();
    return true;
  }

  bool finish() {
    status_.generation = config_.generations + 1;
    Stopwatch watch;
    const std::optional<FinalResult> result =
        final_evaluation(finalists(algorithm_->population(), checkpoint_.candidates, config_),
                         config_, evaluator_, control());
    if (!result) return false;
    const double playing = watch.lap();
    write_results(options_.directory, *result, config_);
    time({{"stage", "final"},
          {"threads", threads_},
          {"playing_seconds", playing},
          {"writing_seconds", watch.lap()}});
    return true;
  }

  void show_best() {
    status_.best = best().id();
    status_.best_fitness = best().fitness.mean;
    const Json monitor = Json::parse(checkpoint_.monitor);
    if (!monitor.is_null()) status_.monitored_fitness = monitor["fitness"]["mean"];
    if (options_.on_progress) options_.on_progress(status_);
  }

  // Reports matches of the evaluation that is starting on top of those before.
  metrics::PlayControl control() {
    metrics::PlayControl control{options_.stop, nullptr};
    if (options_.on_progress) {
      control.progress = [this, before = status_.matches](std::int64_t played) {
        RunStatus now = status_;
        now.matches = before + played;
        options_.on_progress(now);
      };
    }
    return control;
  }

  void time(const Json& line) const { append_line(file(timing_file), line.dump()); }

  const Config& config_;
  const RunOptions& options_;
  const int threads_;
  Evaluator evaluator_;
  std::unique_ptr<Algorithm> algorithm_;
  Checkpoint checkpoint_;
  std::optional<LineLog> log_;
  Stopwatch since_flush_;
  RunStatus status_;
};

}  // namespace

RunOutcome run_evolution(const Config& config, metrics::Engine& engine, const RunOptions& options) {
  return Run(config, engine, options).execute();
}

Config run_config(const fs::path& directory) {
  const fs::path file = directory / config_file;
  if (!fs::exists(file)) {
    throw InputError(
        fmt::format("{}: holds no run (there is no {})", directory.string(), config_file));
  }
  const Json document = read_json(file.string());
  Config config = config_from_json(JsonView(document, file.string()), directory.string());
  check(config, file.string());
  return config;
}

}  // namespace evorisk::ga
