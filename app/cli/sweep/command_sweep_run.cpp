// evorisk sweep run: do what is missing of a sweep.
#include <memory>
#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/sweep/sweep_run.hpp"

namespace evorisk::app {
namespace {

class SweepRunCommand final : public Command {
 public:
  std::string name() const override { return "sweep run"; }
  std::string summary() const override { return "Do the runs of a sweep that are missing"; }
  std::string details() const override {
    return "Every thread does one run at a time, the longest first. Several processes may work in "
           "the same directory: each run is held by one of them, and let go however that process "
           "ends. Stopped at any moment (ctrl-C, kill -9), nothing but runs in flight is lost, and "
           "of long runs the last seconds only; the same command goes on. A run that fails is "
           "tried once more, then listed, and the rest is done.";
  }
  std::vector<std::string> examples() const override {
    return {
        "echo '{\"format\": 1, \"base\": {\"format\": 1, \"matches\": 10, \"monitor_matches\": 0, "
        "\"final\": {\"matches\": 20}, \"generations\": 2, \"tournament\": 2}, \"grid\": "
        "{\"population\": [4, 8]}}' > small.json && evorisk sweep plan small.json --out small "
        "--pilot 0 && evorisk sweep run small",
        "evorisk sweep run small --shard 1/4 --json",
    };
  }

  void add_options(Options& options) override {
    options.argument("DIR", directory_, "The sweep's directory, made by sweep plan");
    options.option("--shard", shard_, "I/N", "Only every N-th run, from the I-th on [1/1]");
    options.flag("--retry-failed", retry_failed_, "Try runs again that failed before");
    options.common({Common::threads});
  }

  Exit run(Context& context) override {
    const experiments::Shard shard =
        shard_.empty() ? experiments::Shard{} : experiments::shard_from_text(shard_);
    experiments::SweepDirectory directory(directory_);
    const experiments::SweepOutcome outcome = run_missing(context, directory, shard, retry_failed_);
    return report_sweep_run(context, directory, outcome, context.threads);
  }

 private:
  std::string directory_;
  std::string shard_;
  bool retry_failed_ = false;
};

}  // namespace

std::unique_ptr<Command> make_sweep_run_command() {
  return std::make_unique<SweepRunCommand>();
}

}  // namespace evorisk::app
