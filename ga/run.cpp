#include "ga/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "ga/checkpoint.hpp"
#include "ga/evolution.hpp"
#include "ga/final.hpp"
#include "ga/record.hpp"
#include "ga/run_files.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "maps/base/stopwatch.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

class Run {
 public:
  Run(const Config& config, metrics::Engine& engine, const RunOptions& options)
      : config_(config),
        options_(options),
        threads_(engine.threads()),
        writes_(options.exchange == nullptr || options.exchange->rank() == 0),
        evolution_(config, engine, options.exchange),
        timing_(options.directory / timing_file) {}

  RunOutcome execute() {
    const bool resume = options_.start == RunOptions::Start::resume;
    std::optional<DirectoryLock> lock;
    bool finished = false;
    if (writes_) {
      try {
        enter();
        lock.emplace(options_.directory);
        remove_temporary_files(options_.directory);
        finished = resume && fs::exists(file(result_file));
        if (!finished) open(resume);
      } catch (...) {
        if (options_.exchange != nullptr) options_.exchange->gather("");  // the others wait
        throw;
      }
    }
    if (options_.exchange != nullptr) finished = share_start(finished);
    if (finished) return RunOutcome::finished;
    try {
      while (!evolution_.done()) {
        if (!run_generation() || !go_on()) return interrupted();
      }
    } catch (const SearchStuck&) {
      interrupted();
      throw;
    }
    return finish() ? RunOutcome::finished : RunOutcome::interrupted;
  }

 private:
  fs::path file(std::string_view name) const { return options_.directory / name; }

  // Makes or finds the directory.
  void enter() const {
    const fs::path& directory = options_.directory;
    std::error_code error;
    if (fs::exists(directory, error) && !fs::is_directory(directory, error)) {
      throw InputError(directory.string() + ": is a file; a run needs a directory");
    }
    if (options_.start == RunOptions::Start::resume) {
      refuse_merged(directory);
      const std::vector<std::string> differing = differences(run_config(directory), config_);
      if (!differing.empty()) {
        throw InputError(
            fmt::format("{}: cannot resume with another configuration (there and here): {}",
                        file(config_file).string(), fmt::join(differing, "; ")));
      }
      return;
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
  }

  // The other processes go on from where that of rank 0 stands. True when nothing is left to do.
  bool share_start(bool finished) {
    JsonWriter writer;
    if (writes_) {
      writer.begin_object().member("finished", finished ? 1 : 0).key("state");
      if (!finished && evolution_.generation() >= 0) {
        writer.begin_object();
        evolution_.write_state(writer);
        writer.end_object();
      } else {
        writer.null();
      }
      writer.end_object();
    }
    const std::string first = options_.exchange->gather(writer.take()).front();
    if (writes_) return finished;
    if (first.empty()) throw InputError("process 0 cannot begin, and says why");
    const std::string source = "process 0";
    const Json document = parse_json(first, source);
    const JsonView view(document, source);
    if (!view.at("state").raw().is_null()) evolution_.restore(view.at("state"));
    return view.at("finished").integer(0, 1) == 1;
  }

  void open(bool resume) {
    // Requests were for another who was at work here.
    for (const std::string_view name : {stop_request, pause_request}) fs::remove(file(name));
    if (!resume) {
      for (const std::string_view name : {result_file, best_file, archive_file, explanation_file,
                                          checkpoint_file, log_file, timing_file, config_file}) {
        fs::remove(file(name));
      }
      write_file(file(config_file), config_to_json(config_).dump(2) + '\n', Flush::to_system);
    }
    configuration_ = configuration_fingerprint(options_.directory);
    if (resume && fs::exists(file(checkpoint_file))) {
      const LineLog::Mark mark = read_checkpoint(options_.directory, evolution_);
      log_.emplace(LineLog::resume(file(log_file), mark));
      history_.read(file(log_file));
      show_best();
    } else {
      log_.emplace(LineLog::create(file(log_file)));
    }
  }

  bool run_generation() {
    status_.generation = evolution_.generation() + 1;
    // What can be done beside the next generation is, where somebody else can breed or play.
    const Company company = {
        .meanwhile = [this] { write_generation(false); },
        .monitor_may_wait = [this] { return threads_ > 1 && !checkpoint_is_near(); },
        .monitored = [this] { late_monitor_ = evolution_.monitor().record; }};
    if (!evolution_.advance(control(), company)) return false;
    if (!writes_) return true;
    const bool due = evolution_.done() || (evolution_.monitored() && checkpoint_is_near());
    untold_ = true;
    unwritten_ = !due;
    if (due || threads_ == 1) write_generation(due);
    show_best();
    return true;
  }

  bool checkpoint_is_near() const { return checkpointed_.seconds() > checkpoint_seconds; }

  // Writes down the last generation, unless that is done, and its checkpoint, if that is due. Its
  // line enters the log when its monitor is known.
  void write_generation(bool checkpoint_due) {
    const Stopwatch watch;
    const Flush flush = checkpoint_due ? due_flush() : Flush::to_system;
    append_logged(flush);
    if (!untold_) return;
    untold_ = false;
    log_generation(evolution_, config_, threads_, logged_);
    history_.add(evolution_, logged_);
    unlogged_ = true;
    late_monitor_.clear();
    append_logged(flush);
    if (checkpoint_due) {
      write_checkpoint(flush);
      checkpointed_.restart();
    }
    JsonWriter times;
    times.begin_object().member("generation", evolution_.generation()).member("threads", threads_);
    times.member("breeding_seconds", evolution_.breeding_seconds());
    times.member("playing_seconds", evolution_.playing_seconds());
    time(times.member("writing_seconds", watch.seconds()).end_object());
  }

  void append_logged(Flush flush) {
    if (!unlogged_) return;
    if (!logged_.is_complete) {
      if (late_monitor_.empty()) return;
      logged_.complete(late_monitor_);
    }
    log_->append(logged_.line(), flush);
    history_.add_summary(logged_.summary());
    unlogged_ = false;
  }

  // False when the process that writes is asked to stop; all processes hear of it.
  bool go_on() {
    const bool mine = !writes_ || obey_requests();
    if (options_.exchange == nullptr || options_.exchange->ranks() == 1) return mine;
    return options_.exchange->gather(mine ? "" : "stop").front().empty();
  }

  // What others ask by files in the directory; false: to stop.
  bool obey_requests() {
    std::error_code error;
    if (fs::exists(pause_, error)) {
      catch_up();
      while (fs::exists(pause_, error) && !fs::exists(stop_, error)) {
        if (options_.stop != nullptr && *options_.stop) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    // Nearly never there; to look costs less than to take away what is not.
    return !fs::exists(stop_, error) || !fs::remove(stop_, error);
  }

  // The generation in flight is lost; those before are not.
  RunOutcome interrupted() {
    if (writes_) catch_up();
    return RunOutcome::interrupted;
  }

  void write_checkpoint(Flush flush) const {
    write_file(file(checkpoint_file), checkpoint_text(evolution_, configuration_, log_->mark()),
               flush);
  }

  // Writes the checkpoint of the last generation, if that was not due.
  void catch_up() {
    if (!unwritten_) return;
    evolution_.settle_monitor();
    if (!untold_) late_monitor_ = evolution_.monitor().record;
    write_generation(false);
    log_->flush();
    write_checkpoint(Flush::to_disk);
    unwritten_ = false;
  }

  // Once a second is often enough for a power cut; a killed process loses nothing either way. So a
  // run that takes less than a second does not wait for the disk.
  Flush due_flush() {
    if (flushed_.seconds() <= 1) return Flush::to_system;
    flushed_.restart();
    return Flush::to_disk;
  }

  bool finish() {
    status_.generation = config_.generations + 1;
    const Stopwatch watch;
    const std::optional<FinalResult> result = evolution_.finish(control());
    if (!result) return false;
    count(0);
    if (options_.on_progress) options_.on_progress(status_);
    if (!writes_) return true;
    const double playing = watch.seconds();
    write_results(options_.directory, *result, history_, config_, threads_, due_flush());
    JsonWriter times;
    times.begin_object().member("stage", "final").member("threads", threads_);
    times.member("playing_seconds", playing);
    time(times.member("writing_seconds", watch.seconds() - playing).end_object());
    return true;
  }

  void show_best() {
    const Individual& best = evolution_.best();
    if (evolution_.monitored()) {  // soon, if not
      status_.best = best.id();
      status_.best_fitness = best.fitness.mean;
      status_.monitored_fitness = evolution_.monitor().fitness.mean;
    }
    count(0);
    if (options_.on_progress) options_.on_progress(status_);
  }

  // `played`: beyond those of finished generations.
  void count(std::int64_t played) {
    status_.matches = evolution_.matches() + played;
    status_.matches_expected = evolution_.matches() + evolution_.matches_left();
  }

  metrics::PlayControl control() {
    metrics::PlayControl control{options_.stop, nullptr};
    if (options_.on_progress) {
      count(0);
      control.progress = [this, before = status_](std::int64_t played) {
        RunStatus now = before;
        now.matches += played;
        options_.on_progress(now);
      };
    }
    return control;
  }

  void time(JsonWriter& line) { timing_.append(line.end_line().str(), Flush::to_system); }

  const Config& config_;
  const RunOptions& options_;
  const int threads_;
  const bool writes_;  // one of several processes does
  Evolution evolution_;
  const fs::path pause_ = file(pause_request);
  const fs::path stop_ = file(stop_request);
  std::optional<LineLog> log_;
  GrowingFile timing_;
  LoggedGeneration logged_;
  History history_;
  std::string configuration_;  // its fingerprint
  std::string late_monitor_;   // what the last one noted in logged_ had to wait for
  bool untold_ = false;        // the last generation, in logged_
  bool unlogged_ = false;      // the line of logged_
  bool unwritten_ = false;     // the last generation's checkpoint
  Stopwatch checkpointed_;
  Stopwatch flushed_;
  RunStatus status_;
};

}  // namespace

RunOutcome run_evolution(const Config& config, metrics::Engine& engine, const RunOptions& options) {
  return Run(config, engine, options).execute();
}

bool is_merged(const fs::path& directory) {
  return fs::exists(directory / archive_file) && !fs::exists(directory / log_file);
}

void refuse_merged(const fs::path& directory) {
  if (!is_merged(directory)) return;
  throw InputError(
      directory.string() +
      ": an archive merged of several runs, not a run; evorisk gallery chooses from it");
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
