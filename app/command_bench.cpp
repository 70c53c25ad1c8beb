#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/cases.hpp"
#include "app/bench/measure.hpp"
#include "app/cli.hpp"
#include "app/commands.hpp"
#include "app/text_table.hpp"
#include "metrics/engine.hpp"

namespace evorisk::app {

namespace {

using Json = nlohmann::ordered_json;

// A directory that goes with the object.
class ScratchDirectory {
 public:
  ScratchDirectory()
      : path_(std::filesystem::temp_directory_path() / fmt::format("evorisk-bench-{}", getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class BenchCommand : public Command {
 public:
  std::string name() const override { return "bench"; }
  std::string summary() const override {
    return "Measure the speed of matches and evolutions, and check their signature";
  }
  std::string details() const override {
    return "Speeds are of this machine at this moment: compare ratios within one run. The "
           "signature is one integer per engine that depends on every outcome of a fixed sample of "
           "matches; with --check nothing is timed, and a signature that is not the recorded one "
           "ends with exit code 3.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk bench --check", "evorisk bench --only thesis-9 --seconds 0.01 --json"};
  }

  void add_options(Options& options) override {
    options.common({Common::threads});
    options.flag("--check", check_, "Only compare the signatures with the recorded ones");
    options.number("--seconds", seconds_, 0.001, 600, "Time for each measurement");
    options.flag("--no-evolution", no_evolution_, "Leave the evolutions out");
    options.option("--only", only_, "TEXT", "Measure only what has this in its name");
    options.integer("--memory", memory_matches_, 1, 1'000'000'000,
                    "First play this many matches on thesis-9 and tell the peak memory");
  }

  Exit run(Context& context) override {
    Json document = Json::object();
    document["processor"] = processor_name();
    document["threads"] = context.threads;
    if (!context.json) {
      context.print(fmt::format("{}, {} threads\n\n", processor_name(), context.threads));
    }
    if (memory_matches_ && !check_) memory(context, document);
    const bool good = signatures(context, document);
    if (!check_) {
      engines(context, document);
      operations(context, document);
      if (!no_evolution_) evolutions(context, document);
    }
    if (context.json) context.print_json(document);
    return good ? Exit::done : Exit::check_failed;
  }

 private:
  bool wanted(std::string_view name) const { return name.find(only_) != std::string_view::npos; }

  // One, and as many as allowed.
  static std::vector<int> thread_counts(const Context& context) {
    return context.threads > 1 ? std::vector<int>{1, context.threads} : std::vector<int>{1};
  }

  // Before everything else: what the process has needed cannot be forgotten.
  void memory(Context& context, Json& document) const {
    const BenchCase bench_case = bench_cases()[2];
    const double seconds = measure_many(bench_case, *memory_matches_, context.threads);
    const double megabytes = static_cast<double>(peak_memory()) / 1e6;
    document["memory"] = {{"case", bench_case.name},
                          {"matches", *memory_matches_},
                          {"threads", context.threads},
                          {"seconds", seconds},
                          {"peak_megabytes", megabytes}};
    if (context.json) return;
    context.print(fmt::format("{} matches of {} in {:.2f} s: {:.1f} MB at the peak\n\n",
                              *memory_matches_, bench_case.name, seconds, megabytes));
  }

  // False when a signature must be as recorded and is not.
  bool signatures(Context& context, Json& document) const {
    bool good = true;
    Json list = Json::object();
    TextTable table({{"engine"}, {"signature", TextTable::Align::right}, {"as recorded"}});
    for (const RecordedSignature& recorded : recorded_signatures()) {
      const std::uint64_t signature = bench_signature(recorded.engine);
      const bool same = signature == recorded.signature;
      good = good && same;
      list[std::string(recorded.engine)] = {{"signature", signature},
                                            {"recorded", recorded.signature}};
      table.add({std::string(recorded.engine), std::to_string(signature),
                 same ? "yes" : fmt::format("no: {}", recorded.signature)});
    }
    document["signatures"] = list;
    if (!context.json) context.print(table.text());
    return good || !check_;
  }

  void engines(Context& context, Json& document) const {
    Json list = Json::array();
    TextTable table({{"case"},
                     {"engine"},
                     {"threads", TextTable::Align::right},
                     {"matches/s", TextTable::Align::right},
                     {"speed-up", TextTable::Align::right},
                     {"ns/match", TextTable::Align::right},
                     {"turns", TextTable::Align::right},
                     {"ns/turn", TextTable::Align::right}});
    for (const BenchCase& bench_case : bench_cases()) {
      if (!wanted(bench_case.name)) continue;
      for (const metrics::EngineKind& kind : metrics::engine_kinds()) {
        if (!kind.refusal(bench_case.variant, {}).empty()) continue;
        double alone = 0;  // matches a second on one thread
        for (const int threads : thread_counts(context)) {
          const EngineSpeed speed =
              measure_engine(bench_case, std::string(kind.name), threads, seconds_);
          if (threads == 1) alone = speed.matches_per_second();
          list.push_back({{"case", bench_case.name},
                          {"territories", bench_case.variant.territories()},
                          {"engine", speed.engine},
                          {"threads", threads},
                          {"matches", speed.matches},
                          {"seconds", speed.seconds},
                          {"mean_turns", speed.mean_turns},
                          {"matches_per_second", speed.matches_per_second()},
                          {"ns_per_match", speed.nanoseconds_per_match()},
                          {"ns_per_turn", speed.nanoseconds_per_turn()}});
          table.add({bench_case.name, speed.engine, std::to_string(threads),
                     fmt::format("{:.0f}", speed.matches_per_second()),
                     fmt::format("{:.2f}", speed.matches_per_second() / alone),
                     fmt::format("{:.1f}", speed.nanoseconds_per_match()),
                     fmt::format("{:.1f}", speed.mean_turns),
                     fmt::format("{:.1f}", speed.nanoseconds_per_turn())});
        }
      }
    }
    document["engines"] = list;
    if (!context.json && !list.empty()) context.print('\n' + table.text());
  }

  void operations(Context& context, Json& document) const {
    Json list = Json::array();
    TextTable table({{"operation"}, {"microseconds", TextTable::Align::right}});
    for (const OperationSpeed& speed : measure_operations(seconds_, only_)) {
      list.push_back({{"operation", speed.name}, {"microseconds", speed.microseconds}});
      table.add({speed.name, fmt::format("{:.1f}", speed.microseconds)});
    }
    document["operations"] = list;
    if (!context.json && !list.empty()) context.print('\n' + table.text());
  }

  void evolutions(Context& context, Json& document) const {
    // The first two rows of the thesis' table 5.1.
    const std::vector<std::pair<std::string, std::vector<std::string>>> rows = {
        {"table 5.1, row 1",
         {"generations=10", "population=50", "tournament=22", "mutation_rate=0.6"}},
        {"table 5.1, row 2",
         {"generations=150", "population=30", "tournament=12", "mutation_rate=0.1"}}};
    const ScratchDirectory scratch;
    Json list = Json::array();
    TextTable table({{"evolution"},
                     {"threads", TextTable::Align::right},
                     {"matches", TextTable::Align::right},
                     {"seconds", TextTable::Align::right},
                     {"speed-up", TextTable::Align::right},
                     {"not in matches", TextTable::Align::right},
                     {"report", TextTable::Align::right}});
    for (const auto& [name, settings] : rows) {
      if (!wanted(name)) continue;
      double alone = 0;  // seconds on one thread
      for (const int threads : thread_counts(context)) {
        const EvolutionSpeed speed =
            measure_evolution(name, settings, threads, scratch.path(), seconds_);
        if (threads == 1) alone = speed.seconds;
        const double other = 1 - speed.seconds_playing / speed.seconds;
        list.push_back({{"evolution", name},
                        {"generations", speed.generations},
                        {"population", speed.population},
                        {"threads", threads},
                        {"matches", speed.matches},
                        {"seconds", speed.seconds},
                        {"share_not_in_matches", other},
                        {"report_seconds", speed.report_seconds}});
        table.add(
            {name, std::to_string(threads), std::to_string(speed.matches),
             fmt::format("{:.3f}", speed.seconds), fmt::format("{:.2f}", alone / speed.seconds),
             fmt::format("{:.1f} %", 100 * other), fmt::format("{:.3f}", speed.report_seconds)});
      }
    }
    document["evolutions"] = list;
    if (!context.json && !list.empty()) context.print('\n' + table.text());
  }

  bool check_ = false;
  bool no_evolution_ = false;
  double seconds_ = 0.5;
  std::string only_;
  std::optional<std::int64_t> memory_matches_;
};

}  // namespace

std::unique_ptr<Command> make_bench_command() {
  return std::make_unique<BenchCommand>();
}

}  // namespace evorisk::app
