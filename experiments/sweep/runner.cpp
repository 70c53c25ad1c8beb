#include "experiments/sweep/runner.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/random.hpp"
#include "base/reading/number_in.hpp"
#include "base/seal.hpp"
#include "base/stopwatch.hpp"
#include "experiments/sweep/record.hpp"
#include "experiments/work.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/final.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

void remove_if_there(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

// One attempt at one run. `on_matches` is told how many matches were played since it was told last.
RunEffort attempt(const SweepDirectory& directory, const SweepRun& run, const SweepOptions& options,
                  const metrics::PlayControl& control,
                  const std::function<void(std::int64_t)>& on_matches) {
  const Stopwatch watch;
  const std::unique_ptr<metrics::Engine> engine = ga::engine_of(run.config, 1);
  std::optional<ga::Evolution> evolution;
  std::optional<RunRecorder> recorder;
  const auto begin = [&] {
    evolution.emplace(run.config, *engine);
    recorder.emplace(run);
  };
  begin();
  // At the checkpoint, if there is a sound one; else at the beginning, which gives the same bytes.
  const fs::path checkpoint = directory.work_file(run.run);
  if (fs::exists(checkpoint)) {
    try {
      const Json document = read_sealed(checkpoint.string(), largest_log);
      const JsonView view(document, checkpoint.string());
      view.format(1);
      evolution->restore(view.at("evolution"));
      recorder->restore(view.at("record"));
    } catch (const InputError&) {
      begin();
    }
  }
  RunEffort effort{.run = run.run};
  const auto ended = [&](bool finished) {
    effort.seconds = watch.seconds();
    effort.finished = finished;
    return effort;
  };
  const auto count_matches = [&] {
    on_matches(evolution->matches() - effort.matches);
    effort.matches = evolution->matches();
  };
  double checkpointed = 0;  // by the watch
  int kept = evolution->generation();
  const auto keep = [&] {
    if (evolution->generation() == kept) return;
    const Json work = {
        {"format", 1}, {"evolution", evolution->state()}, {"record", recorder->state()}};
    write_file(checkpoint, sealed_line(work), Flush::to_system);
    checkpointed = watch.seconds();
    kept = evolution->generation();
  };
  const auto interrupted = [&] {
    keep();
    return ended(false);
  };
  while (!evolution->done()) {
    if (!evolution->advance(control)) return interrupted();
    effort.playing_seconds += evolution->playing_seconds();
    recorder->generation(*evolution);
    count_matches();
    const double seconds = watch.seconds();
    if (seconds > options.seconds_per_run) return interrupted();
    if (seconds - checkpointed > options.checkpoint_seconds) keep();
  }
  const Stopwatch last;
  const std::optional<ga::FinalResult> result =
      ga::final_evaluation(*evolution, run.config, control);
  effort.playing_seconds += last.seconds();
  if (!result) return interrupted();
  count_matches();
  if (const std::int64_t forfeits = ga::forfeits_in(result->report); forfeits > 0) {
    throw std::runtime_error(ga::forfeits_text(forfeits).text());
  }
  const fs::path file = directory.record_file(run.run);
  make_directory(file.parent_path());
  // A record that took its time is not risked to a power cut; a short one is soon made again.
  write_file(file, recorder->finished(*evolution, *result),
             watch.seconds() > 0.1 ? Flush::to_disk : Flush::to_system);
  remove_if_there(checkpoint);
  return ended(true);
}

}  // namespace

Shard shard_from_text(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto index = number_in<int>(text.substr(0, slash));
  const auto count = number_in<int>(text.substr(std::min(slash + 1, text.size())));
  if (index && count && 1 <= *index && *index <= *count) return {*index, *count};
  throw InputError("--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"{}\"", text);
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

SweepOutcome run_sweep(SweepDirectory& directory, const std::vector<int>& runs,
                       const SweepOptions& options) {
  const Stopwatch watch;
  const std::atomic<bool>& stop = flag_or_never(options.stop);
  std::mutex mutex;  // of what follows
  SweepStatus status;
  SweepOutcome outcome;
  SweepJournal journal(directory, options.threads);
  const auto tell = [&] {
    if (options.on_progress) options.on_progress(status);
  };
  const auto played = [&](std::int64_t matches) {
    const std::lock_guard lock(mutex);
    status.matches += matches;
    tell();
  };
  const auto attempted = [&](const RunEffort& effort) {
    journal.ends(effort);
    const std::lock_guard lock(mutex);
    outcome.efforts.push_back(effort);
    if (!effort.finished) return;
    ++status.done;
    status.matches += directory.sweep().matches(effort.run) - effort.matches;
    tell();
  };
  const auto wanted = [&](int number) {
    const SweepDirectory::State state = directory.state(number);
    return state == SweepDirectory::State::missing ||
           (state == SweepDirectory::State::failed && options.retry_failed);
  };
  const metrics::PlayControl control{&stop, [&](std::int64_t) { journal.sign_of_life(); }};
  const auto look_at = [&](int number) {
    if (!wanted(number)) return;
    const auto claim = directory.claim(number);
    if (!claim) return;           // another process is at work on it
    if (!wanted(number)) return;  // another process finished it before we had it
    journal.begins(number);
    const SweepRun run = directory.sweep().run(number);
    std::string problem;
    std::int64_t reported = 0;  // of the attempt
    const auto report = [&](std::int64_t matches) {
      reported += matches;
      played(matches);
    };
    for (int tries = 0; tries < 2; ++tries) {
      try {
        attempted(attempt(directory, run, options, control, report));
        remove_if_there(directory.failure_file(number));
        return;
      } catch (const SystemError&) {
        throw;  // not the run's fault
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const ga::SearchStuck& error) {
        problem = error.what();
        tries = 2;  // it would be again
      } catch (const std::exception& error) {
        problem = error.what();
      }
      played(-std::exchange(reported, 0));  // they are played again
      remove_if_there(directory.work_file(number));
    }
    journal.ends({.run = number});
    const Json failure = {{"format", 1}, {"run", number}, {"seed", run.seed}, {"error", problem}};
    write_file(directory.failure_file(number), sealed_line(failure));
    const std::lock_guard lock(mutex);
    outcome.failed.push_back(number);
    ++status.failed;
    status.matches += directory.sweep().matches(number);  // none of them is still to come
    tell();
  };
  work_through(std::max(1, options.threads), std::ssize(runs), [&](std::int64_t i, int) {
    if (!stop) look_at(runs[static_cast<std::size_t>(i)]);
    return !stop;
  });
  outcome.interrupted = stop;
  outcome.seconds = watch.seconds();
  std::ranges::sort(outcome.efforts, {}, &RunEffort::run);
  std::ranges::sort(outcome.failed);
  return outcome;
}

std::vector<int> pilot_sample(const SweepDirectory& directory, int count) {
  const Sweep& sweep = directory.sweep();
  std::vector<int> missing;
  std::int64_t total = 0;
  for (const int run : sweep.longest_first()) {
    if (directory.state(run) != SweepDirectory::State::missing) continue;
    missing.push_back(run);
    total += sweep.matches(run);
  }
  if (static_cast<int>(missing.size()) <= count) return missing;
  Random random({sweep.seed(), Purpose::sweep, 1});
  std::vector<int> sample;
  auto run = missing.begin();
  std::int64_t end = sweep.matches(*run);  // of this run, on the line of all matches
  for (int stratum = 0; stratum < count; ++stratum) {
    const double at = (stratum + random.unit()) / count * static_cast<double>(total);
    while (run + 1 != missing.end() && static_cast<double>(end) <= at) {
      ++run;
      end += sweep.matches(*run);
    }
    if (sample.empty() || sample.back() != *run) sample.push_back(*run);
  }
  return sample;
}

SweepForecast forecast(const SweepDirectory& directory, const std::vector<RunEffort>& efforts) {
  SweepForecast result;
  for (int run = 0; run < directory.sweep().runs(); ++run) {
    if (directory.state(run) == SweepDirectory::State::missing) {
      result.matches += directory.sweep().matches(run);
    }
  }
  std::vector<double> rates;  // seconds per match of the sweep's reckoning
  for (const RunEffort& effort : efforts) {
    const std::int64_t matches =
        effort.finished ? directory.sweep().matches(effort.run) : effort.matches;
    if (matches > 0) rates.push_back(effort.seconds / static_cast<double>(matches));
  }
  result.runs = static_cast<int>(rates.size());
  if (rates.empty()) return result;
  const metrics::Estimate rate = metrics::mean_of(rates);
  const auto matches = static_cast<double>(result.matches);
  result.thread_seconds = matches * rate.mean;
  result.thread_seconds_se = matches * rate.se;
  return result;
}

}  // namespace evorisk::experiments
