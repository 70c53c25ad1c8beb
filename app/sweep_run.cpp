#include "app/sweep_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "maps/base/counted.hpp"

namespace evorisk::app {

using experiments::SweepDirectory;
using experiments::SweepOutcome;
using Json = nlohmann::ordered_json;

void sweep_pass(Context& context, SweepDirectory& directory, experiments::RunSource& source,
                std::int64_t matches, const experiments::SweepOptions& options, SweepOutcome& sum) {
  experiments::SweepOptions watched = options;
  Progress progress = context.progress("sweeping", static_cast<std::uint64_t>(matches), "matches");
  watched.on_progress = [&](const experiments::SweepStatus& status) {
    progress.update(
        static_cast<std::uint64_t>(status.matches),
        fmt::format("{} done{}", counted(status.done, "run"),
                    status.failed > 0 ? fmt::format(", {} failed", status.failed) : ""));
  };
  const SweepOutcome pass = experiments::run_sweep(directory, source, watched);
  sum.efforts.insert(sum.efforts.end(), pass.efforts.begin(), pass.efforts.end());
  sum.failed.insert(sum.failed.end(), pass.failed.begin(), pass.failed.end());
  sum.elsewhere = pass.elsewhere;
  sum.seconds += pass.seconds;
  sum.interrupted = pass.interrupted;
}

Exit report_sweep_run(Context& context, const SweepDirectory& directory,
                      const SweepOutcome& outcome, int threads) {
  int done = 0;
  int failed = 0;
  int missing = 0;
  for (const SweepDirectory::State state : directory.states()) {
    done += state == SweepDirectory::State::done;
    failed += state == SweepDirectory::State::failed;
    missing += state == SweepDirectory::State::missing;
  }
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
  if (context.json) {
    context.print_json({{"directory", directory.path().string()},
                        {"runs", directory.sweep().runs()},
                        {"done", done},
                        {"failed", failed},
                        {"missing", missing},
                        {"elsewhere", outcome.elsewhere},
                        {"interrupted", outcome.interrupted},
                        {"here",
                         {{"runs", finished},
                          {"matches", matches},
                          {"seconds", outcome.seconds},
                          {"runs_per_second", finished / seconds},
                          {"matches_per_second", static_cast<double>(matches) / seconds},
                          {"not_matches", other}}}});
  } else {
    context.print(fmt::format("here       {}, {} in {}\n", counted(finished, "run"),
                              counted(matches, "match", "matches"),
                              duration_text(outcome.seconds)));
    if (matches > 0) {
      context.print(fmt::format(
          "speed      {:.2f} runs/s, {:.3g} matches/s on {}, {:.1f} % of their time not in "
          "matches\n",
          finished / seconds, static_cast<double>(matches) / seconds, counted(threads, "thread"),
          100 * other));
    }
    context.print(fmt::format("sweep      {} of {} runs done, {} failed, {} missing{}\n", done,
                              directory.sweep().runs(), failed, missing,
                              outcome.elsewhere > 0 ? fmt::format(" ({} in the hands of other "
                                                                  "processes)",
                                                                  outcome.elsewhere)
                                                    : ""));
    if (missing == 0 && failed == 0) {
      context.print(
          fmt::format("next       evorisk sweep collect {}\n", directory.path().string()));
    }
  }
  if (outcome.interrupted) {
    context.note("interrupted; continue with: evorisk sweep run " + directory.path().string());
    return Exit::interrupted;
  }
  if (failed == 0) return Exit::done;
  context.note(fmt::format("{} failed, twice each; evorisk sweep status {} lists them",
                           counted(failed, "run"), directory.path().string()));
  return Exit::failure;
}

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

}  // namespace evorisk::app
