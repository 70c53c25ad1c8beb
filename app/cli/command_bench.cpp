#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/bench/measure.hpp"
#include "app/cli/commands.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "metrics/bulk/instructions.hpp"

namespace evorisk::app {

namespace {

using Json = nlohmann::ordered_json;

// What /proc/cpuinfo calls the processor, or "unknown".
std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return "unknown";
}

class BenchCommand final : public Command {
  using Command::Command;

  std::string listed() const override {
    return fmt::format("{}", fmt::join(metrics::instruction_sets(), ", "));
  }

  Exit run(Context& context) override {
    if (check_ && (memory_matches_ || !only_.empty() || no_evolution_)) {
      throw InputError(
          "--check compares signatures and measures nothing: without --memory, --only and "
          "--no-evolution");
    }
    std::optional<metrics::InstructionLimit> limit;
    if (!instructions_.empty()) limit.emplace(instructions_);
    const std::string instructions = metrics::instruction_sets().front();
    if (!check_) context.note("bench: an interruption ends it, and nothing is kept");
    Json document = {
        {"processor", processor_name()}, {"instructions", instructions}, {"threads", threads_}};
    if (!context.json) {
      context.print(fmt::format("{}, {}, {}\n\n", processor_name(), instructions,
                                counted(threads_, "thread")));
    }
    // Before everything else: what the process has needed cannot be forgotten.
    if (memory_matches_ && !check_) memory(context, document);
    const bool good = signatures(context, document);
    if (!check_) measure(context, document);
    if (context.json) context.print_json(document);
    return good ? Exit::done : Exit::check_failed;
  }

  void memory(Context& context, Json& document) const {
    const Json memory = document["memory"] = bench_memory(*memory_matches_, threads_);
    if (context.json) return;
    context.print(fmt::format("{} of {} in {:.2f} s: {:.1f} MB at the peak\n\n",
                              counted(*memory_matches_, "match", "matches"),
                              memory["case"].get<std::string>(), memory["seconds"].get<double>(),
                              memory["peak_megabytes"].get<double>()));
  }

  // False when a signature must be as recorded and is not.
  bool signatures(Context& context, Json& document) const {
    bool good = true;
    TextTable table({{"engine"}, {"signature", TextTable::Align::right}, {"as recorded"}});
    for (const auto& [engine, recorded, found] : bench_signatures()) {
      good = good && found == recorded;
      document["signatures"][std::string(engine)] = {{"signature", found}, {"recorded", recorded}};
      table.add({std::string(engine), std::to_string(found),
                 found == recorded ? "yes" : fmt::format("no: {}", recorded)});
    }
    if (!context.json) context.print(table.text());
    return good || !check_;
  }

  void measure(Context& context, Json& document) const {
    const BenchOptions options{seconds_, rounds_, threads_, only_};
    bool measured = false;
    const auto add = [&](const char* name, const Json& list,
                         const std::vector<JsonColumn>& columns) {
      document[name] = list;
      measured = measured || !list.empty();
      if (!context.json && !list.empty()) context.print('\n' + table_text(list, columns));
    };
    document["rounds"] = rounds_;
    add("engines", bench_engines(options),
        {{"case", "case"},
         {"engine", "engine"},
         {"threads", "threads"},
         {"matches/s", "matches_per_second", "{:.0f}"},
         {"slowest", "slowest", "{:.0f}"},
         {"fastest", "fastest", "{:.0f}"},
         {"speed-up", "speed_up", "{:.2f}"},
         {"ns/match", "ns_per_match", "{:.1f}"},
         {"turns", "mean_turns", "{:.1f}"},
         {"ns/turn", "ns_per_turn", "{:.1f}"}});
    add("operations", bench_operations(options),
        {{"operation", "operation"}, {"microseconds", "microseconds", "{:.1f}"}});
    add("evolutions", no_evolution_ ? Json::array() : bench_evolutions(options),
        {{"evolution", "evolution"},
         {"threads", "threads"},
         {"matches", "matches"},
         {"seconds", "seconds", "{:.3f}"},
         {"speed-up", "speed_up", "{:.2f}"},
         {"side by side", "speed_up_side_by_side", "{:.2f}"},
         {"not in matches", "share_not_in_matches", "{:.1f} %", "", 100},
         {"report", "report_seconds", "{:.3f}"}});
    if (!measured) throw InputError("--only: no case has \"{}\" in its name", only_);
  }

  const int& threads_ = threads();
  const bool& check_ = flag("--check");
  const double& seconds_ = number("--seconds", 0.3, 0.001, 600);
  const int& rounds_ = integer("--rounds", 5, 1, 1000);
  const bool& no_evolution_ = flag("--no-evolution");
  const std::string& only_ = option("--only", "TEXT");
  const std::string& instructions_ = option("--instructions", "SET");
  const std::optional<std::int64_t>& memory_matches_ =
      optional_integer("--memory", 1, 1'000'000'000);
};

}  // namespace

const CommandRow bench_command{"bench", make<BenchCommand>};

}  // namespace evorisk::app
