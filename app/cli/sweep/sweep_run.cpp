#include "app/cli/sweep/sweep_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/statistics.hpp"

namespace evorisk::app {

using experiments::SweepDirectory;
using experiments::SweepOutcome;
using Json = nlohmann::ordered_json;

namespace {

// The runs to do: the missing ones that no other process holds.
std::vector<int> missing_runs(const SweepDirectory& directory, experiments::Shard shard,
                              bool failed_too) {
  std::vector<int> runs = experiments::runs_of(directory.sweep(), shard);
  std::erase_if(runs, [&](int run) {
    const SweepDirectory::State state = directory.state(run);
    return state == SweepDirectory::State::done ||
           (state == SweepDirectory::State::failed && !failed_too) ||
           directory.claimed_elsewhere(run);
  });
  return runs;
}

// So that their runs are missing.
void remove_broken_records(const Context& context, SweepDirectory& directory,
                           experiments::Shard shard) {
  for (const int run : experiments::runs_of(directory.sweep(), shard)) {
    if (directory.fault(run).empty()) continue;
    const auto claim = directory.claim(run);
    // Another process may have done the run again meanwhile.
    const std::string fault = claim ? directory.fault(run) : "";
    if (fault.empty()) continue;
    std::filesystem::remove(directory.record_file(run));
    context.note(fmt::format("{}; run {} is done again", fault, run));
  }
}

}  // namespace

SweepOutcome run_missing(Context& context, SweepDirectory& directory, experiments::Shard shard,
                         bool retry_failed, int threads) {
  remove_broken_records(context, directory, shard);
  SweepOutcome sum;
  experiments::SweepOptions options;
  options.threads = threads;
  options.stop = &context.interruption();
  options.retry_failed = retry_failed;
  // Again as long as a run is left that no living process holds: others may have been killed.
  for (std::vector<int> left = missing_runs(directory, shard, retry_failed); !left.empty();
       left = missing_runs(directory, shard, false)) {
    std::int64_t matches = 0;
    for (const int run : left) matches += directory.sweep().matches(run);
    Progress progress = context.progress("sweeping", matches, "matches");
    options.on_progress = [&](const experiments::SweepStatus& status) {
      progress.update(
          status.matches,
          fmt::format("{} done{}", counted(status.done, "run"),
                      status.failed > 0 ? fmt::format(", {} failed", status.failed) : ""));
    };
    const SweepOutcome pass = experiments::run_sweep(directory, std::move(left), options);
    sum.efforts.insert(sum.efforts.end(), pass.efforts.begin(), pass.efforts.end());
    sum.failed.insert(sum.failed.end(), pass.failed.begin(), pass.failed.end());
    sum.seconds += pass.seconds;
    sum.interrupted = pass.interrupted;
    if (sum.interrupted) break;
  }
  return sum;
}

Exit report_sweep_run(Context& context, const SweepDirectory& directory,
                      const SweepOutcome& outcome, int threads) {
  const experiments::SweepState state = experiments::state_of(directory);
  int finished = 0;
  std::int64_t matches = 0;
  double playing = 0;
  for (const experiments::RunEffort& effort : outcome.efforts) {
    finished += effort.finished;
    matches += effort.matches;
    playing += effort.playing_seconds;
  }
  const double seconds = std::max(outcome.seconds, 1e-9);
  // Of the threads' time: breeding, records, and waiting at the end.
  const double other = 1 - playing / (seconds * threads);
  std::string text =
      fmt::format("here       {}, {} in {}\n", counted(finished, "run"),
                  counted(matches, "match", "matches"), duration_text(outcome.seconds));
  if (matches > 0) {
    text += fmt::format(
        "speed      {:.2f} runs/s, {:.3g} matches/s on {}, {:.1f} % of their time not in "
        "matches\n",
        finished / seconds, static_cast<double>(matches) / seconds, counted(threads, "thread"),
        100 * other);
  }
  text += fmt::format(
      "sweep      {} of {} runs done, {} failed, {} missing{}\n", state.done,
      directory.sweep().runs(), state.failed.size(), state.missing,
      state.at_work > 0 ? fmt::format(" ({} in the hands of other processes)", state.at_work) : "");
  if (state.missing == 0 && state.failed.empty()) {
    text += fmt::format("next       evorisk sweep collect {}\n", directory.path().string());
  }
  context.result({{"directory", directory.path().string()},
                  {"runs", directory.sweep().runs()},
                  {"done", state.done},
                  {"failed", state.failed.size()},
                  {"missing", state.missing},
                  {"elsewhere", state.at_work},
                  {"interrupted", outcome.interrupted},
                  {"here",
                   {{"runs", finished},
                    {"matches", matches},
                    {"seconds", outcome.seconds},
                    {"runs_per_second", finished / seconds},
                    {"matches_per_second", static_cast<double>(matches) / seconds},
                    {"share_not_in_matches", other}}}},
                 text);
  if (outcome.interrupted) {
    return context.interrupted("interrupted; continue with: evorisk sweep run " +
                               directory.path().string());
  }
  if (state.failed.empty()) return Exit::done;
  context.note(fmt::format("{} failed; evorisk sweep status {} lists them",
                           counted(std::ssize(state.failed), "run"), directory.path().string()));
  return Exit::failure;
}

std::string time_text(double seconds, double error) {
  constexpr double shortest = 0.1;  // what is below is of no interest
  if (seconds < shortest) return fmt::format("less than {} seconds", shortest);
  const auto [unit, name] = seconds < 60    ? std::pair(1, "second")
                            : seconds < 360 ? std::pair(60, "minute")
                                            : std::pair(3600, "hour");
  std::string text = fmt::format("{:.3g}", seconds / unit);
  if (error > 0) {  // two digits of it
    const int decimals = 1 - static_cast<int>(std::floor(std::log10(error / unit)));
    text += fmt::format(" ± {:.2g}", rounded_up(error / unit, decimals));
  }
  return fmt::format("{} {}{}", text, name, text == "1" ? "" : "s");
}

}  // namespace evorisk::app
