// evorisk sweep collect: everything a sweep has measured, in one SQLite file.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "base/files.hpp"
#include "experiments/sweep/collect.hpp"

namespace evorisk::app {
namespace {

class SweepCollectCommand final : public Command {
 public:
  std::string name() const override { return "sweep collect"; }
  std::string summary() const override {
    return "Put everything a sweep has measured into one SQLite file";
  }
  std::string details() const override {
    return "Tables sweep, hyperparameters, runs, generations, individuals, criteria and "
           "initial_maps; docs/sweep.md explains them. The same runs give the same bytes, however "
           "many processes made them. An unfinished sweep may be collected too.";
  }
  std::vector<std::string> examples() const override {
    return {
        "echo '{\"format\": 1, \"base\": {\"format\": 1, \"matches\": 10, \"monitor_matches\": 0, "
        "\"final\": {\"matches\": 20}, \"generations\": 2, \"tournament\": 2}, \"grid\": "
        "{\"population\": [4, 8]}}' > small.json && evorisk sweep plan small.json --out small "
        "--pilot 0 && evorisk sweep run small && evorisk sweep collect small",
        "evorisk sweep collect small --out again.sqlite --json",
    };
  }

  void add_options(Options& options) override {
    options.argument("DIR", directory_, "The sweep's directory");
    options.option("--out", file_, "FILE", "The file [DIR/sweep.sqlite]");
    options.common({Common::force});
  }

  Exit run(Context& context) override {
    const experiments::SweepDirectory directory(directory_);
    const std::filesystem::path file = file_.empty()
                                           ? std::filesystem::path(directory_) / "sweep.sqlite"
                                           : std::filesystem::path(file_);
    if (!file_.empty()) refuse_existing(file, context.force);
    const experiments::Collected counts = experiments::collect_sweep(directory, file);
    if (context.json) {
      context.print_json({{"file", file.string()},
                          {"done", counts.done},
                          {"failed", counts.failed},
                          {"missing", counts.missing},
                          {"bytes", std::filesystem::file_size(file)}});
    } else {
      if (counts.missing > 0) {
        context.note(
            fmt::format("{} of {} runs are missing", counts.missing, directory.sweep().runs()));
      }
      context.print(file.string() + '\n');
    }
    return Exit::done;
  }

 private:
  std::string directory_;
  std::string file_;
};

}  // namespace

std::unique_ptr<Command> make_sweep_collect_command() {
  return std::make_unique<SweepCollectCommand>();
}

}  // namespace evorisk::app
