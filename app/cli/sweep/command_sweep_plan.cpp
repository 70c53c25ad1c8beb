// evorisk sweep plan: check a sweep, make its directory, and foretell how long it will take.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "base/counted.hpp"
#include "experiments/sweep/pilot.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class SweepPlanCommand final : public Command {
 public:
  std::string name() const override { return "sweep plan"; }
  std::string summary() const override {
    return "Check a sweep, make its directory, and tell how long it will take";
  }
  std::string details() const override {
    return "A sweep is a file: a base configuration, and a grid (or a list) of values of any of "
           "its "
           "keys (see experiments/schema/sweep.schema.json). Every point is checked. Then a pilot: "
           "a stratified sample of the runs is done, which the sweep need not do again.";
  }
  std::vector<std::string> examples() const override {
    return {
        "echo '{\"format\": 1, \"base\": {\"format\": 1, \"matches\": 10, \"monitor_matches\": 0, "
        "\"final\": {\"matches\": 20}, \"generations\": 2, \"tournament\": 2}, \"grid\": "
        "{\"population\": [4, 8], \"mutation_rate\": [0.1, 0.5]}}' > small.json && evorisk sweep "
        "plan small.json --out small",
        "evorisk sweep plan small.json --out small --pilot 0 --json",
    };
  }

  void add_options(Options& options) override {
    options.argument("FILE", file_, "The sweep");
    options.option("--out", directory_, "DIR", "The sweep's directory [results/NAME]");
    options.integer("--pilot", pilot_, 0, 1000, "Runs of the pilot");
    options.number("--pilot-seconds", pilot_seconds_, 0.01, 1e6,
                   "A run of the pilot is left for later when it has taken longer");
    options.common({Common::threads});
  }

  Exit run(Context& context) override {
    auto sweep = experiments::load_sweep(file_);
    if (directory_.empty()) directory_ = "results/" + sweep->name();
    experiments::SweepDirectory directory(directory_, std::move(sweep));

    experiments::SweepOptions options;
    options.threads = context.threads;
    options.stop = &context.interruption();
    options.seconds_per_run = pilot_seconds_;
    const experiments::SweepOutcome pilot =
        experiments::run_sweep(directory, experiments::pilot_sample(directory, pilot_), options);
    if (pilot.interrupted) {
      context.note("interrupted; the directory stands: evorisk sweep run " + directory_);
      return Exit::interrupted;
    }
    report(context, directory, experiments::forecast(directory, pilot.efforts));
    return Exit::done;
  }

 private:
  void report(Context& context, const experiments::SweepDirectory& directory,
              const experiments::SweepForecast& forecast) const {
    const experiments::Sweep& sweep = directory.sweep();
    std::int64_t matches = 0;
    for (int run = 0; run < sweep.runs(); ++run) matches += sweep.matches(run);
    const double hours = forecast.thread_seconds / 3600 / context.threads;
    const double hours_se = forecast.thread_seconds_se / 3600 / context.threads;
    if (context.json) {
      context.print_json({{"directory", directory_},
                          {"name", sweep.name()},
                          {"points", sweep.points()},
                          {"runs", sweep.runs()},
                          {"hyperparameters", sweep.hyperparameters()},
                          {"matches", matches},
                          {"pilot_runs", forecast.runs},
                          {"matches_left", forecast.matches},
                          {"threads", context.threads},
                          {"hours_left", {{"mean", hours}, {"se", hours_se}}}});
      return;
    }
    context.print(fmt::format("sweep      {}: {}, {}, at most {}\n", sweep.name(),
                              counted(sweep.points(), "point"), counted(sweep.runs(), "run"),
                              counted(matches, "match", "matches")));
    std::string keys;
    for (const std::string& key : sweep.hyperparameters()) keys += (keys.empty() ? "" : ", ") + key;
    context.print(fmt::format("varies     {}\n", keys.empty() ? "nothing but the seed" : keys));
    if (forecast.runs > 0) {
      context.print(fmt::format("pilot      {} on {}\n", counted(forecast.runs, "run"),
                                counted(context.threads, "thread")));
      context.print(fmt::format("still      {} ± {}, {}\n", time_text(hours),
                                time_text(2 * hours_se),
                                counted(forecast.matches, "match", "matches")));
    }
    context.print(fmt::format("next       evorisk sweep run {}\n", directory_));
  }

  static std::string time_text(double hours) {
    return hours < 0.1 ? fmt::format("{:.2g} minutes", hours * 60)
                       : fmt::format("{:.3g} hours", hours);
  }

  std::string file_;
  std::string directory_;
  int pilot_ = 12;
  double pilot_seconds_ = 5;
};

}  // namespace

std::unique_ptr<Command> make_sweep_plan_command() {
  return std::make_unique<SweepPlanCommand>();
}

}  // namespace evorisk::app
