// evorisk sweep status: how far a sweep is.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/sweep/sweep_run.hpp"
#include "base/counted.hpp"
#include "base/json.hpp"

namespace evorisk::app {
namespace {

using experiments::SweepDirectory;
using Json = nlohmann::ordered_json;

class SweepStatusCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const SweepDirectory directory(directory_);
    const SweepState state = state_of(directory);
    // From the runs that are done; 0 when none is.
    const double hours =
        seconds_per_match(directory) * static_cast<double>(state.matches_left) / 3600;
    Json failed = Json::array();
    for (const int run : state.failed) {
      const Json record = read_json(directory.failure_file(run).string());
      failed.push_back({{"run", run}, {"error", record.at("error")}});
    }
    const std::string& name = directory.sweep().name();
    const int runs = directory.sweep().runs();
    const double share =
        static_cast<double>(state.matches_done) /
        static_cast<double>(std::max<std::int64_t>(1, state.matches_done + state.matches_left));
    std::string text = fmt::format(
        "sweep      {}: {} of {} runs done ({:.1f} % of the matches), {} missing, {} failed\n",
        name, state.done, runs, 100 * share, state.missing, failed.size());
    text += fmt::format("at work    {}\n", counted(state.at_work, "run"));
    if (state.missing > 0 && hours > 0)
      text += fmt::format("still      {:.2g} thread hours\n", hours);
    for (const Json& failure : failed) {
      text += fmt::format("failed     run {}: {}\n", failure["run"].get<int>(),
                          failure["error"].get<std::string>());
    }
    return context.result({{"directory", directory_},
                           {"name", name},
                           {"runs", runs},
                           {"done", state.done},
                           {"missing", state.missing},
                           {"at_work", state.at_work},
                           {"failed", failed},
                           {"matches_done", state.matches_done},
                           {"matches_left", state.matches_left},
                           {"thread_hours_left", hours}},
                          text);
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

  const std::string& directory_ = argument("DIR");
};

}  // namespace

const CommandRow sweep_status_command{"sweep status", make<SweepStatusCommand>};

}  // namespace evorisk::app
