// evorisk sweep status: how far a sweep is, and which nodes are at work on it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/cli/sweep/sweep_run.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/seal.hpp"

namespace evorisk::app {
namespace {

using experiments::SweepDirectory;
using experiments::SweepProcess;
using Json = nlohmann::ordered_json;

// The processes of one machine together.
struct Node {
  int done = 0;
  int at_work = 0;
  double silence = 0;  // seconds since the last sign of life
  std::vector<const SweepProcess*> alive;
};

// Of the runs that are done: a record that was damaged since is none. A run that was done again
// counts for the last of the journals.
std::map<std::string, Node> nodes_of(const SweepDirectory& directory,
                                     const experiments::SweepState& state,
                                     const std::vector<SweepProcess>& processes) {
  std::map<std::string, Node> nodes;
  std::map<int, Node*> done;
  for (const SweepProcess& process : processes) {
    const auto [place, first] = nodes.try_emplace(process.node);
    Node& node = place->second;
    node.silence = first ? process.silence : std::min(node.silence, process.silence);
    for (const experiments::RunEffort& effort : process.efforts) {
      if (effort.finished && !state.broken.contains(effort.run) &&
          directory.state(effort.run) == SweepDirectory::State::done) {
        done[effort.run] = &node;
      }
    }
    node.at_work += static_cast<int>(process.at_work.size());
    if (process.alive) node.alive.push_back(&process);
  }
  for (const auto& [run, node] : done) ++node->done;
  return nodes;
}

Json json_of(const std::string& name, const Node& node) {
  Json processes = Json::array();
  for (const SweepProcess* process : node.alive) {
    processes.push_back({{"job", process->job},
                         {"process", process->process},
                         {"threads", process->threads},
                         {"runs", process->at_work},
                         {"seconds_silent", process->silence}});
  }
  return {{"node", name},
          {"done", node.done},
          {"at_work", node.at_work},
          {"seconds_silent", node.silence},
          {"processes", processes}};
}

std::string text_of(const std::string& name, const Node& node) {
  std::string text =
      fmt::format("node       {}: {} done, {} at work, last sign of life {} ago\n", name,
                  counted(node.done, "run"), node.at_work, duration_text(node.silence));
  for (const SweepProcess* process : node.alive) {
    const std::string job = process->job.empty() ? "" : fmt::format("job {}, ", process->job);
    const std::string runs = process->at_work.empty()
                                 ? "no run"
                                 : fmt::format("{} {}", noun(std::ssize(process->at_work), "run"),
                                               fmt::join(process->at_work, ", "));
    text += fmt::format("           {}process {}: {}, {} ago\n", job, process->process, runs,
                        duration_text(process->silence));
  }
  return text;
}

class SweepStatusCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const SweepDirectory directory(directory_);
    experiments::RecordFaults faults;
    const experiments::SweepState state = experiments::state_of(directory, &faults);
    const std::vector<SweepProcess> processes = experiments::processes_of(directory);
    // From the runs that are done.
    const double hours = seconds_per_match(directory.sweep(), processes) *
                         static_cast<double>(state.matches_left) / 3600;
    const bool known = hours > 0 || state.matches_left == 0;
    Json failed = Json::array();
    for (const int run : state.failed) {
      Json& failure = failed.emplace_back(Json{{"run", run}});
      try {
        failure["error"] = read_sealed(directory.failure_file(run).string()).at("error");
      } catch (const InputError& error) {
        failure["error"] = fmt::format("{}; evorisk sweep run {} --retry-failed tries it again",
                                       error.what(), shell_word(directory_));
      }
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
    if (state.missing > 0 && known)
      text += fmt::format("still      {} on one thread\n", time_text(3600 * hours));
    Json nodes = Json::array();
    for (const auto& [node, facts] : nodes_of(directory, state, processes)) {
      nodes.push_back(json_of(node, facts));
      text += text_of(node, facts);
    }
    Json broken = Json::array();
    for (const auto& [run, fault] : state.broken) {
      broken.push_back({{"run", run}, {"error", fault}});
      text += fmt::format("broken     run {}: {}; evorisk sweep run {} does it again\n", run, fault,
                          shell_word(directory_));
    }
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
                           {"broken", broken},
                           {"nodes", nodes},
                           {"matches_done", state.matches_done},
                           {"matches_left", state.matches_left},
                           {"thread_hours_left", known ? Json(hours) : Json()}},
                          text);
  }

  static double seconds_per_match(const experiments::Sweep& sweep,
                                  const std::vector<SweepProcess>& processes) {
    double seconds = 0;
    double matches = 0;
    for (const SweepProcess& process : processes) {
      for (const experiments::RunEffort& effort : process.efforts) {
        seconds += effort.seconds;
        matches +=
            static_cast<double>(effort.finished ? sweep.matches(effort.run) : effort.matches);
      }
    }
    return matches > 0 ? seconds / matches : 0;
  }

  const std::string& directory_ = argument("DIR");
};

}  // namespace

const CommandRow sweep_status_command{"sweep status", make<SweepStatusCommand>};

}  // namespace evorisk::app
