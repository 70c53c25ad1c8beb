#include "ga/run/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/final.hpp"
#include "ga/run/history.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run_files.hpp"
#include "risk/agent.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

constexpr int checkpoint_format = 4;

class Run {
 public:
  Run(const Config& config, metrics::Engine& engine, const RunOptions& options)
      : config_(config),
        options_(options),
        threads_(engine.threads()),
        writes_(options.communicator == nullptr || options.communicator->rank() == 0),
        evolution_(config, engine, options.communicator),
        listener_(options.directory, config, options.on_problem) {}

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
        if (options_.communicator != nullptr) options_.communicator->gather("");  // the others wait
        throw;
      }
    }
    if (options_.communicator != nullptr) finished = share_start(finished);
    if (finished) return RunOutcome::finished;
    try {
      while (!evolution_.done()) {
        if (run_generation() && go_on()) continue;
        catch_up();  // the generation in flight is lost; those before are not
        return RunOutcome::interrupted;
      }
    } catch (const SearchStuck&) {
      catch_up();
      throw;
    }
    return finish() ? RunOutcome::finished : RunOutcome::interrupted;
  }

 private:
  fs::path file(std::string_view name) const { return options_.directory / name; }

  // Makes or finds the directory.
  void enter() const {
    enter_directory(options_.directory, options_.start);
    if (options_.start != RunOptions::Start::resume) return;
    refuse_merged(options_.directory);
    const std::vector<std::string> differing = differences(run_config(options_.directory), config_);
    if (differing.empty()) return;
    throw InputError("{}: cannot resume with another configuration (there and here): {}",
                     file(config_file).string(), fmt::join(differing, "; "));
  }

  // The other processes go on from where that of rank 0 stands. True when nothing is left to do.
  bool share_start(bool finished) {
    std::string own;
    if (writes_) {
      const bool begun = !finished && evolution_.generation() >= 0;
      own = Json{{"finished", finished}, {"state", begun ? evolution_.state() : Json()}}.dump();
    }
    const std::string first = options_.communicator->gather(own).front();
    if (writes_) return finished;
    if (first.empty()) throw InputError("process 0 cannot begin, and says why");
    const std::string source = "process 0";
    const Json document = parse_json(first, source);
    const JsonView view(document, source);
    if (!view.at("state").raw().is_null()) evolution_.restore(view.at("state"));
    return view.at("finished").boolean();
  }

  void open(bool resume) {
    // Requests that are still there were for another process.
    for (const std::string_view name : {stop_request, pause_request}) fs::remove(file(name));
    if (!resume) {
      remove_run_files(options_.directory);
      // What can be resumed, because it has its configuration, has its likes.
      if (options_.likes.empty()) {
        fs::remove(file(likes_file));
      } else {
        write_file(file(likes_file), likes_text(options_.likes), Flush::to_system);
      }
      write_file(file(config_file), config_to_json(config_).dump(2) + '\n', Flush::to_system);
    }
    configuration_ = fingerprint();
    std::string source;
    const Json checkpoint = resume ? read_checkpoint(file(checkpoint_file), source) : Json();
    if (!checkpoint.is_null()) {
      log_.emplace(file(log_file), restore(JsonView(checkpoint, source)));
      history_.read(file(log_file));
      show_best();
    } else {
      log_.emplace(file(log_file));
    }
  }

  // Of the configuration, and of the files that its agents are read from.
  std::string fingerprint() const {
    std::string text = file_hash(file(config_file));
    std::vector<std::string> agents = config_.agents;
    agents.insert(agents.end(), config_.judges.begin(), config_.judges.end());
    for (const PlayabilityStage& stage : config_.playability) {
      if (!stage.agent.empty()) agents.push_back(stage.agent);
    }
    for (const std::string& agent : agents) {
      const std::uint64_t hash = risk::make_agent(agent)->files_hash();
      if (hash != 0) text += fmt::format("-{:016x}", hash);
    }
    return text;
  }

  bool run_generation() {
    status_.generation = evolution_.generation() + 1;
    if (status_.generation > 0) hear();
    if (!evolution_.advance(control())) return false;
    if (!writes_) return true;
    const Stopwatch watch;
    const Flush flush = due_flush();
    log_->append(history_.add(evolution_, config_, threads_), flush);
    has_checkpoint_ = false;
    if (flush == Flush::to_disk || evolution_.done()) write_checkpoint(flush);
    if (flush == Flush::to_disk) checkpointed_.restart();
    time({{"generation", evolution_.generation()},
          {"threads", threads_},
          {"breeding_seconds", evolution_.breeding_seconds()},
          {"playing_seconds", evolution_.playing_seconds()},
          {"writing_seconds", watch.seconds()}});
    show_best();
    return true;
  }

  // What is said before the generation that is due; the process that writes tells the others.
  void hear() {
    std::vector<Judgement> heard;
    try {
      if (writes_ && options_.before_likes) options_.before_likes();
      if (writes_) heard = listener_.before(status_.generation);
    } catch (const MessageError& error) {  // a file that cannot be read ends no run
      if (options_.on_problem) options_.on_problem(error.message());
    }
    if (is_shared(options_.communicator)) {
      Json list = Json::array();
      for (const Judgement& judgement : heard) list.push_back(judgement.to_json());
      const std::string source = "process 0";
      const Json all = parse_json(options_.communicator->gather(list.dump()).front(), source);
      if (!writes_) {
        for (const JsonView& item : JsonView(all, source).items()) {
          heard.push_back(Judgement::from_json(item));
        }
      }
    }
    evolution_.hear(std::move(heard));
    status_.judged = static_cast<int>(evolution_.likes().judged().size());
  }

  // False when the process that writes is asked to stop; all processes hear of it.
  bool go_on() {
    const bool mine = !writes_ || obey_requests();
    if (!is_shared(options_.communicator)) return mine;
    return options_.communicator->gather(mine ? "" : "stop").front().empty();
  }

  // What others ask by files in the directory; false: to stop.
  bool obey_requests() {
    std::error_code error;
    const auto asked = [&](std::string_view name) {
      return fs::exists(file(name), error) ||
             (!options_.requests.empty() && fs::exists(options_.requests / name, error));
    };
    if (asked(pause_request)) {
      catch_up();
      while (asked(pause_request) && !asked(stop_request)) {
        if (options_.stop != nullptr && *options_.stop) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    if (!asked(stop_request)) return true;
    // Only what is obeyed is removed: a request may come at any moment.
    fs::remove(file(stop_request), error);
    if (!options_.requests.empty()) fs::remove(options_.requests / stop_request, error);
    return false;
  }

  // What the run needs to go on after the last finished generation.
  void write_checkpoint(Flush flush) {
    const LineLog::Mark log = log_->mark();
    Json json = {{"format", checkpoint_format},
                 {"configuration", configuration_},
                 {"log", {{"bytes", log.bytes}, {"hash", log.hash}}}};
    Json state = evolution_.state();
    for (const auto& member : state.items()) json[member.key()] = std::move(member.value());
    ga::write_checkpoint(file(checkpoint_file), sealed_line(json), flush);
    has_checkpoint_ = true;
  }

  // Whether a checkpoint is due. A kill or a power cut loses what came after the last one,
  // which a resumed run repeats. So a short run does not wait for the disk.
  Flush due_flush() const {
    return checkpointed_.seconds() > checkpoint_seconds ? Flush::to_disk : Flush::to_system;
  }

  // Puts the evolution where it was, and returns the log's mark. Throws InputError for a checkpoint
  // that is of another format, or of another configuration.
  LineLog::Mark restore(const JsonView& view) {
    view.only({"format", "configuration", "generation", "log", "monitor", "candidates", "state",
               "spent", "evidence", "likes"});
    view.format(checkpoint_format);
    const JsonView configuration = view.at("configuration");
    if (configuration.text() != configuration_) {
      configuration.fail(
          "this checkpoint is of another configuration than {}, or the files of its "
          "agents have changed",
          file(config_file).string());
    }
    evolution_.restore(view);
    const JsonView log = view.at("log");
    log.only({"bytes", "hash"});
    return {log.at("bytes").count(), log.at("hash").text()};
  }

  // Writes the checkpoint of the last generation, if that was not due.
  void catch_up() {
    if (has_checkpoint_ || !writes_) return;
    log_->flush();
    write_checkpoint(Flush::to_disk);
  }

  bool finish() {
    status_.generation = config_.generations + 1;
    const Stopwatch watch;
    const std::optional<FinalResult> result = final_evaluation(evolution_, config_, control());
    if (!result) return false;
    show();
    if (!writes_) return true;
    const double playing = watch.seconds();
    write_results(options_.directory, *result, history_, config_, due_flush());
    fs::remove(checkpoint_before(file(checkpoint_file)));
    time({{"stage", "final"},
          {"threads", threads_},
          {"playing_seconds", playing},
          {"writing_seconds", watch.seconds() - playing}});
    return true;
  }

  void show_best() {
    const Individual& best = evolution_.best();
    status_.best = best.id();
    status_.best_fitness = best.fitness.mean;
    status_.monitored_fitness = evolution_.monitor().fitness.mean;
    show();
  }

  void show() {
    count();
    if (options_.on_progress) options_.on_progress(status_);
  }

  void count() {
    status_.matches = evolution_.matches();
    status_.matches_expected = evolution_.matches() + evolution_.matches_left();
  }

  metrics::PlayControl control() {
    metrics::PlayControl control{options_.stop, nullptr};
    if (options_.on_progress) {
      count();
      control.progress = [this, before = status_](std::int64_t played) {
        RunStatus now = before;
        now.matches += played;
        options_.on_progress(now);
      };
    }
    return control;
  }

  void time(const Json& line) const {
    append_file(file(timing_file), line.dump() + '\n', Flush::to_system);
  }

  const Config& config_;
  const RunOptions& options_;
  const int threads_;
  const bool writes_;  // one of several processes does
  Evolution evolution_;
  LikesListener listener_;
  std::optional<LineLog> log_;
  History history_;
  std::string configuration_;   // its fingerprint
  bool has_checkpoint_ = true;  // the last generation
  Stopwatch checkpointed_;
  RunStatus status_;
};

}  // namespace

void enter_directory(const fs::path& directory, RunOptions::Start start) {
  std::error_code error;
  if (fs::exists(directory, error) && !fs::is_directory(directory, error)) {
    throw InputError("{}: is a file; a run needs a directory", directory.string());
  }
  if (start == RunOptions::Start::resume) return;
  make_directory(directory);
  if (start == RunOptions::Start::force) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().filename() == ".lock") continue;
    throw InputError("{}: is not empty ({}); --resume continues the run there, --force replaces it",
                     directory.string(), entry.path().filename().string());
  }
}

RunOutcome run_evolution(const Config& config, metrics::Engine& engine, const RunOptions& options) {
  return Run(config, engine, options).execute();
}

bool is_merged(const fs::path& directory) {
  return fs::exists(directory / archive_file) && !fs::exists(directory / log_file);
}

void refuse_merged(const fs::path& directory) {
  if (!is_merged(directory)) return;
  throw InputError(
      "{}: an archive merged of several runs, not a run; evorisk gallery chooses from it",
      directory.string());
}

Config run_config(const fs::path& directory) {
  const fs::path file = directory / config_file;
  if (!fs::exists(file)) {
    // The entries of a shortlist are runs.
    std::error_code error;
    std::string entry;  // the first by name
    for (const fs::directory_entry& there : fs::directory_iterator(directory, error)) {
      const std::string path = there.path().string();
      if (fs::exists(there.path() / config_file, error) && (entry.empty() || path < entry))
        entry = path;
    }
    if (!entry.empty())
      throw InputError("{}: holds runs; name one of them, as {}", directory.string(), entry);
    throw InputError("{}: holds no run (there is no {})", directory.string(), config_file);
  }
  const Json document = read_json(file.string());
  Config config = config_from_json(JsonView(document, file.string()), directory.string());
  check(config, file.string());
  return config;
}

}  // namespace evorisk::ga
