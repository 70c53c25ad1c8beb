// evorisk sweep plan: check a sweep, make its directory, and foretell how long it will take.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/sweep/sweep_run.hpp"
#include "base/counted.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::app {
namespace {

class SweepPlanCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    auto sweep = experiments::load_sweep(file_);
    if (directory_.empty()) directory_ = "results/" + sweep->name();
    experiments::SweepDirectory directory(directory_, std::move(sweep));

    experiments::SweepOptions options;
    options.threads = threads_;
    options.stop = &context.interruption();
    options.seconds_per_run = pilot_seconds_;
    const experiments::SweepOutcome pilot =
        experiments::run_sweep(directory, experiments::pilot_sample(directory, pilot_), options);
    if (pilot.interrupted) {
      return context.interrupted("interrupted; the directory stands: evorisk sweep run " +
                                 directory_);
    }
    return report(context, directory, experiments::forecast(directory, pilot.efforts));
  }

  Exit report(Context& context, const experiments::SweepDirectory& directory,
              const experiments::SweepForecast& forecast) const {
    const experiments::Sweep& sweep = directory.sweep();
    std::int64_t matches = 0;
    for (int run = 0; run < sweep.runs(); ++run) matches += sweep.matches(run);
    const double seconds = forecast.thread_seconds / threads_;
    const double seconds_se = forecast.thread_seconds_se / threads_;
    std::string text = fmt::format("sweep      {}: {}, {}, at most {}\n", sweep.name(),
                                   counted(sweep.points(), "point"), counted(sweep.runs(), "run"),
                                   counted(matches, "match", "matches"));
    const std::string keys = fmt::format("{}", fmt::join(sweep.hyperparameters(), ", "));
    text += fmt::format("varies     {}\n", keys.empty() ? "nothing but the seed" : keys);
    if (forecast.runs > 0) {
      text += fmt::format("pilot      {} on {}\n", counted(forecast.runs, "run"),
                          counted(threads_, "thread"));
      text += fmt::format("still      {}, {}\n", time_text(seconds, seconds_se),
                          counted(forecast.matches, "match", "matches"));
    }
    text += fmt::format("next       evorisk sweep run {}\n", directory_);
    nlohmann::ordered_json hours;  // null where no run of the pilot tells
    if (forecast.runs > 0 || forecast.matches == 0) hours["mean"] = seconds / 3600;
    if (!hours.is_null()) {
      hours["se"] = seconds_se > 0 ? nlohmann::ordered_json(seconds_se / 3600) : nullptr;
    }
    return context.result({{"directory", directory_},
                           {"name", sweep.name()},
                           {"points", sweep.points()},
                           {"runs", sweep.runs()},
                           {"hyperparameters", sweep.hyperparameters()},
                           {"matches", matches},
                           {"pilot_runs", forecast.runs},
                           {"matches_left", forecast.matches},
                           {"threads", threads_},
                           {"hours_left", hours}},
                          text);
  }

  const std::string& file_ = argument("FILE");
  std::string& directory_ = option("--out", "DIR");
  const int& pilot_ = integer("--pilot", 12, 0, 1000);
  const double& pilot_seconds_ = number("--pilot-seconds", 5, 0.01, 1e6);
  const int& threads_ = threads();
};

}  // namespace

const CommandRow sweep_plan_command{"sweep plan", make<SweepPlanCommand>};

}  // namespace evorisk::app
