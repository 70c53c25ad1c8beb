// evorisk sweep status: how far a sweep is.
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "base/counted.hpp"
#include "base/json.hpp"
#include "experiments/sweep/directory.hpp"

namespace evorisk::app {
namespace {

using experiments::SweepDirectory;
using Json = nlohmann::ordered_json;

class SweepStatusCommand final : public Command {
 public:
  std::string name() const override { return "sweep status"; }
  std::string summary() const override {
    return "Tell how far a sweep is, what is at work and what failed";
  }
  std::vector<std::string> examples() const override {
    return {
        "echo '{\"format\": 1, \"base\": {\"format\": 1, \"matches\": 10, \"monitor_matches\": 0, "
        "\"final\": {\"matches\": 20}, \"generations\": 2, \"tournament\": 2}, \"grid\": "
        "{\"population\": [4, 8]}}' > small.json && evorisk sweep plan small.json --out small "
        "--pilot 1 && evorisk sweep status small",
        "evorisk sweep status small --json",
    };
  }

  void add_options(Options& options) override {
    options.argument("DIR", directory_, "The sweep's directory");
  }

  Exit run(Context& context) override {
    const SweepDirectory directory(directory_);
    const Status status = look(directory);
    if (context.json) {
      print_json(context, directory, status);
    } else {
      print_text(context, directory, status);
    }
    return Exit::done;
  }

 private:
  struct Status {
    int done = 0;
    int missing = 0;
    int at_work = 0;  // of the missing
    std::int64_t matches_done = 0;
    std::int64_t matches_left = 0;
    double thread_seconds_left = 0;  // from the runs that are done; 0 when none is
    Json failed = Json::array();
  };

  static Status look(const SweepDirectory& directory) {
    const experiments::Sweep& sweep = directory.sweep();
    Status status;
    for (int run = 0; run < sweep.runs(); ++run) {
      switch (directory.state(run)) {
        case SweepDirectory::State::done:
          ++status.done;
          status.matches_done += sweep.matches(run);
          break;
        case SweepDirectory::State::failed: {
          const Json record = read_json(directory.failure_file(run).string());
          status.failed.push_back({{"run", run}, {"error", record.at("error")}});
          break;
        }
        case SweepDirectory::State::missing:
          ++status.missing;
          status.matches_left += sweep.matches(run);
          status.at_work += directory.claimed_elsewhere(run) ? 1 : 0;
          break;
      }
    }
    const double rate = seconds_per_match(directory);
    status.thread_seconds_left = rate * static_cast<double>(status.matches_left);
    return status;
  }

  // From timing.jsonl; a line that is not whole (a process was killed) is passed over.
  static double seconds_per_match(const SweepDirectory& directory) {
    std::ifstream in(directory.path() / "timing.jsonl");
    double seconds = 0;
    double matches = 0;
    for (std::string line; std::getline(in, line);) {
      const Json effort = Json::parse(line, nullptr, false);
      if (effort.is_discarded() || !effort.is_object() || !effort.contains("finished")) continue;
      const int run = effort.value("run", -1);
      if (run < 0 || run >= directory.sweep().runs()) continue;
      seconds += effort.value("seconds", 0.0);
      matches += effort["finished"] == true ? static_cast<double>(directory.sweep().matches(run))
                                            : effort.value("matches", 0.0);
    }
    return matches > 0 ? seconds / matches : 0;
  }

  void print_json(Context& context, const SweepDirectory& directory, const Status& status) const {
    context.print_json({{"directory", directory_},
                        {"name", directory.sweep().name()},
                        {"runs", directory.sweep().runs()},
                        {"done", status.done},
                        {"missing", status.missing},
                        {"at_work", status.at_work},
                        {"failed", status.failed},
                        {"matches_done", status.matches_done},
                        {"matches_left", status.matches_left},
                        {"thread_hours_left", status.thread_seconds_left / 3600}});
  }

  void print_text(Context& context, const SweepDirectory& directory, const Status& status) const {
    const double share = static_cast<double>(status.matches_done) /
                         std::max(1.0, static_cast<double>(status.matches_done) +
                                           static_cast<double>(status.matches_left));
    context.print(
        fmt::format("sweep      {}: {} of {} runs done ({:.1f} % of the matches), {} "
                    "missing, {} failed\n",
                    directory.sweep().name(), status.done, directory.sweep().runs(), 100 * share,
                    status.missing, status.failed.size()));
    context.print(fmt::format("at work    {}\n", counted(status.at_work, "run")));
    if (status.missing > 0 && status.thread_seconds_left > 0) {
      context.print(
          fmt::format("still      {:.2g} thread hours\n", status.thread_seconds_left / 3600));
    }
    for (const Json& failure : status.failed) {
      context.print(fmt::format("failed     run {}: {}\n", failure["run"].get<int>(),
                                failure["error"].get<std::string>()));
    }
  }

  std::string directory_;
};

}  // namespace

std::unique_ptr<Command> make_sweep_status_command() {
  return std::make_unique<SweepStatusCommand>();
}

}  // namespace evorisk::app
