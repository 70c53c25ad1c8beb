// evorisk sweep report: what a sweep says, as a page.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/report/sweep_report.hpp"
#include "base/files.hpp"
#include "experiments/sweep/collect.hpp"

namespace evorisk::app {
namespace {

class SweepReportCommand final : public Command {
 public:
  std::string name() const override { return "sweep report"; }
  std::string summary() const override { return "Collect a sweep and write its report"; }
  std::string details() const override {
    return "DIR/report.html: minimum and mean of the final fitness by each hyperparameter, main "
           "effects and interactions, the best runs, what was better before the end, curves. Of an "
           "unfinished sweep, what is done.";
  }
  std::vector<std::string> examples() const override {
    return {
        "echo '{\"format\": 1, \"base\": {\"format\": 1, \"matches\": 10, \"monitor_matches\": 0, "
        "\"final\": {\"matches\": 20}, \"generations\": 2, \"tournament\": 2}, \"grid\": "
        "{\"population\": [4, 8]}}' > small.json && evorisk sweep plan small.json --out small "
        "--pilot 0 && evorisk sweep run small && evorisk sweep report small",
        "evorisk sweep report small --json",
    };
  }

  void add_options(Options& options) override {
    options.argument("DIR", directory_, "The sweep's directory");
  }

  Exit run(Context& context) override {
    const experiments::SweepDirectory directory(directory_);
    const std::filesystem::path file = directory.path() / "sweep.sqlite";
    const std::filesystem::path report = directory.path() / "report.html";
    experiments::collect_sweep(directory, file);
    write_file(report, sweep_report(experiments::analyse_sweep(file)));
    context.print({{"report", report.string()}, {"collected", file.string()}},
                  report.string() + '\n');
    return Exit::done;
  }

 private:
  std::string directory_;
};

}  // namespace

std::unique_ptr<Command> make_sweep_report_command() {
  return std::make_unique<SweepReportCommand>();
}

}  // namespace evorisk::app
