#include "experiments/sweep/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/stopwatch.hpp"
#include "experiments/sweep/record.hpp"
#include "experiments/work.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/final.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

// One attempt at one run.
class Attempt {
 public:
  Attempt(SweepDirectory& directory, const SweepRun& run, const SweepOptions& options,
          const std::atomic<bool>& stop, std::function<void(std::int64_t)> on_matches)
      : directory_(directory),
        run_(run),
        options_(options),
        control_{&stop, nullptr},
        on_matches_(std::move(on_matches)),
        engine_(ga::engine_of(run.config, 1)) {
    begin();
  }

  RunEffort execute() {
    while (!evolution_->done()) {
      if (!evolution_->advance(control_)) return effort(false);
      playing_ += evolution_->playing_seconds();
      recorder_->generation(*evolution_);
      report_matches();
      const double seconds = watch_.seconds();
      if (seconds - checkpointed_ > options_.checkpoint_seconds) write_checkpoint();
      if (seconds > options_.seconds_per_run) {
        write_checkpoint();
        return effort(false);
      }
    }
    const Stopwatch last;
    const std::optional<ga::FinalResult> result =
        ga::final_evaluation(*evolution_, run_.config, control_);
    playing_ += last.seconds();
    if (!result) return effort(false);
    report_matches();
    // A record that took its time is not risked to a power cut; a short one is soon made again.
    directory_.write_record(run_.run, recorder_->finished(*evolution_, *result),
                            watch_.seconds() > 0.1);
    if (on_disk_) directory_.remove_work(run_.run);
    return effort(true);
  }

 private:
  // At the checkpoint, if there is a sound one; else at the beginning, which gives the same bytes.
  void begin() {
    fresh();
    const std::filesystem::path file = directory_.work_file(run_.run);
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return;
    on_disk_ = true;
    try {
      const Json document = read_json(file.string());
      const JsonView view(document, file.string());
      view.format(1);
      evolution_->restore(view.at("evolution"));
      recorder_->restore(view.at("record"));
    } catch (const InputError&) {
      fresh();
    }
  }

  void fresh() {
    evolution_.emplace(run_.config, *engine_);
    recorder_.emplace(run_);
  }

  void write_checkpoint() {
    checkpointed_ = watch_.seconds();
    const Json work = {
        {"format", 1}, {"evolution", evolution_->state()}, {"record", recorder_->state()}};
    directory_.write_work(run_.run, work.dump() + '\n');
    on_disk_ = true;
  }

  void report_matches() {
    on_matches_(evolution_->matches() - reported_);
    reported_ = evolution_->matches();
  }

  RunEffort effort(bool finished) const {
    return {run_.run, evolution_->matches(), watch_.seconds(), playing_, finished};
  }

  SweepDirectory& directory_;
  const SweepRun& run_;
  const SweepOptions& options_;
  const metrics::PlayControl control_;
  const std::function<void(std::int64_t)> on_matches_;
  const std::unique_ptr<metrics::Engine> engine_;
  std::optional<ga::Evolution> evolution_;
  std::optional<RunRecorder> recorder_;
  const Stopwatch watch_;
  double checkpointed_ = 0;
  double playing_ = 0;
  bool on_disk_ = false;
  std::int64_t reported_ = 0;
};

// All threads of a process at work on a sweep.
class Crew {
 public:
  Crew(SweepDirectory& directory, std::vector<int> runs, const SweepOptions& options)
      : directory_(directory), runs_(std::move(runs)), options_(options) {}

  SweepOutcome execute() {
    work_through(std::max(1, options_.threads), std::ssize(runs_), [&](std::int64_t i, int) {
      if (stop_) return false;
      look_at(runs_[static_cast<std::size_t>(i)]);
      return true;
    });
    outcome_.interrupted = stop_;
    outcome_.seconds = watch_.seconds();
    std::sort(outcome_.efforts.begin(), outcome_.efforts.end(),
              [](const RunEffort& a, const RunEffort& b) { return a.run < b.run; });
    std::sort(outcome_.failed.begin(), outcome_.failed.end());
    return std::move(outcome_);
  }

 private:
  void look_at(int number) {
    if (!wanted(number)) return;
    const auto claim = directory_.claim(number);
    if (!claim) return;           // another process is at work on it
    if (!wanted(number)) return;  // another process finished it before we had it
    const SweepRun run = directory_.sweep().run(number);
    std::string problem;
    for (int attempt = 0; attempt < 2; ++attempt) {
      try {
        record(Attempt(directory_, run, options_, stop_, [this](std::int64_t matches) {
                 played(matches);
               }).execute());
        directory_.remove_failure(number);
        return;
      } catch (const SystemError&) {
        throw;  // not the run's fault
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const ga::SearchStuck& error) {
        problem = error.what();
        break;  // it would be again
      } catch (const std::exception& error) {
        problem = error.what();
      }
      directory_.remove_work(number);
    }
    directory_.remove_work(number);
    directory_.write_failure(number, failure_record(run, problem));
    const std::lock_guard lock(mutex_);
    outcome_.failed.push_back(number);
    ++status_.failed;
    if (options_.on_progress) options_.on_progress(status_);
  }

  bool wanted(int number) const {
    const SweepDirectory::State state = directory_.state(number);
    return state == SweepDirectory::State::missing ||
           (state == SweepDirectory::State::failed && options_.retry_failed);
  }

  void played(std::int64_t matches) {
    const std::lock_guard lock(mutex_);
    status_.matches += matches;
    if (options_.on_progress) options_.on_progress(status_);
  }

  void record(const RunEffort& effort) {
    const Json line = {{"run", effort.run},           {"matches", effort.matches},
                       {"seconds", effort.seconds},   {"playing_seconds", effort.playing_seconds},
                       {"threads", options_.threads}, {"finished", effort.finished}};
    directory_.append_timing(line.dump());
    const std::lock_guard lock(mutex_);
    outcome_.efforts.push_back(effort);
    if (!effort.finished) return;
    ++status_.done;
    status_.matches += directory_.sweep().matches(effort.run) - effort.matches;
    if (options_.on_progress) options_.on_progress(status_);
  }

  SweepDirectory& directory_;
  const std::vector<int> runs_;
  const SweepOptions& options_;
  const Stopwatch watch_;
  const std::atomic<bool>& stop_ = flag_or_never(options_.stop);
  std::mutex mutex_;
  SweepStatus status_;
  SweepOutcome outcome_;
};

}  // namespace

Shard shard_from_text(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (!slash || count.ec != std::errc() || count.ptr != end || shard.index < 1 ||
      shard.count < shard.index) {
    throw InputError("--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"{}\"",
                     text);
  }
  return shard;
}

std::vector<int> runs_of(const Sweep& sweep, Shard shard) {
  const std::vector<int> all = sweep.longest_first();
  std::vector<int> runs;
  for (std::size_t i = static_cast<std::size_t>(shard.index - 1); i < all.size();
       i += static_cast<std::size_t>(shard.count)) {
    runs.push_back(all[i]);
  }
  return runs;
}

SweepOutcome run_sweep(SweepDirectory& directory, std::vector<int> runs,
                       const SweepOptions& options) {
  return Crew(directory, std::move(runs), options).execute();
}

}  // namespace evorisk::experiments
