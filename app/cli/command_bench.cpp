#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/bench/cases.hpp"
#include "app/cli/bench/measure.hpp"
#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "metrics/bulk/instructions.hpp"
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
    return "Speeds are of this machine at this moment: compare ratios within one run. Everything "
           "is measured in rounds, one measurement after the other in each; told is the median of "
           "the rounds, and the slowest and the fastest of them. A speed-up is the median of the "
           "rounds' own. That of an evolution stands beside what as many evolutions at the same "
           "time, each on one thread, have together: more is not to be had from the "
           "machine.\n\nThe signature is one integer per engine that depends on every outcome "
           "of a fixed sample of matches; with --check nothing is timed, and a signature that is "
           "not the recorded one ends with exit code 3.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk bench --check", "evorisk bench --check --instructions none",
            "evorisk bench --only thesis-9 --seconds 0.01 --json"};
  }

  void add_options(Options& options) override {
    options.common({Common::threads});
    options.flag("--check", check_, "Only compare the signatures with the recorded ones");
    options.number("--seconds", seconds_, 0.001, 600, "Time for each measurement of a round");
    options.integer("--rounds", rounds_, 1, 1000, "How often everything is measured");
    options.flag("--no-evolution", no_evolution_, "Leave the evolutions out");
    options.option("--only", only_, "TEXT", "Measure only what has this in its name");
    options.option("--instructions", instructions_, "SET",
                   "Use no better vector instructions than these: " +
                       fmt::format("{}", fmt::join(metrics::instruction_sets(), ", ")));
    options.integer("--memory", memory_matches_, 1, 1'000'000'000,
                    "First play this many matches on thesis-9 and tell the peak memory");
  }

  Exit run(Context& context) override {
    std::optional<metrics::InstructionLimit> limit;
    if (!instructions_.empty()) limit.emplace(instructions_);
    const std::string instructions = metrics::instruction_sets().front();
    Json document = Json::object();
    document["processor"] = processor_name();
    document["instructions"] = instructions;
    document["threads"] = context.threads;
    if (!context.json) {
      context.print(fmt::format("{}, {}, {}\n\n", processor_name(), instructions,
                                counted(context.threads, "thread")));
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

  // Of two lists of the same length, by place.
  static std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result;
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] / b[i]);
    return result;
  }

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
    context.print(fmt::format("{} of {} in {:.2f} s: {:.1f} MB at the peak\n\n",
                              counted(*memory_matches_, "match", "matches"), bench_case.name,
                              seconds, megabytes));
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
    const std::vector<BenchCase> cases = bench_cases();
    std::vector<EngineMeter> meters;
    for (const BenchCase& bench_case : cases) {
      if (!wanted(bench_case.name)) continue;
      for (const metrics::EngineKind& kind : metrics::engine_kinds()) {
        if (!kind.refusal(bench_case.variant, {}).empty()) continue;
        for (const int threads : thread_counts(context)) {
          meters.emplace_back(bench_case, std::string(kind.name), threads);
        }
      }
    }
    for (int round = 0; round < rounds_; ++round) {
      for (EngineMeter& meter : meters) meter.measure(seconds_);
    }
    Json list = Json::array();
    TextTable table({{"case"},
                     {"engine"},
                     {"threads", TextTable::Align::right},
                     {"matches/s", TextTable::Align::right},
                     {"slowest", TextTable::Align::right},
                     {"fastest", TextTable::Align::right},
                     {"speed-up", TextTable::Align::right},
                     {"ns/match", TextTable::Align::right},
                     {"turns", TextTable::Align::right},
                     {"ns/turn", TextTable::Align::right}});
    const EngineMeter* alone = nullptr;  // the same on one thread
    for (const EngineMeter& meter : meters) {
      if (meter.threads() == 1) alone = &meter;
      const std::vector<double>& rates = meter.rates();
      const double speed_up = median(ratios(rates, alone->rates()));
      const std::string& name = meter.bench_case().name;
      list.push_back({{"case", name},
                      {"territories", meter.bench_case().variant.territories()},
                      {"engine", meter.engine()},
                      {"threads", meter.threads()},
                      {"matches", meter.matches()},
                      {"mean_turns", meter.mean_turns()},
                      {"matches_per_second", meter.matches_per_second()},
                      {"matches_per_second_by_round", rates},
                      {"speed_up", speed_up},
                      {"ns_per_match", meter.nanoseconds_per_match()},
                      {"ns_per_turn", meter.nanoseconds_per_turn()}});
      table.add({name, meter.engine(), std::to_string(meter.threads()),
                 fmt::format("{:.0f}", meter.matches_per_second()),
                 fmt::format("{:.0f}", *std::min_element(rates.begin(), rates.end())),
                 fmt::format("{:.0f}", *std::max_element(rates.begin(), rates.end())),
                 fmt::format("{:.2f}", speed_up),
                 fmt::format("{:.1f}", meter.nanoseconds_per_match()),
                 fmt::format("{:.1f}", meter.mean_turns()),
                 fmt::format("{:.1f}", meter.nanoseconds_per_turn())});
    }
    document["rounds"] = rounds_;
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
                     {"side by side", TextTable::Align::right},
                     {"not in matches", TextTable::Align::right},
                     {"report", TextTable::Align::right}});
    for (const auto& [name, settings] : rows) {
      if (!wanted(name)) continue;
      const std::vector<int> counts = thread_counts(context);
      std::vector<std::vector<EvolutionSpeed>> runs(counts.size());  // by threads, then round
      std::vector<double> side_by_side;                              // as many as most threads
      for (int round = 0; round < rounds_; ++round) {
        for (std::size_t i = 0; i < counts.size(); ++i) {
          runs[i].push_back(measure_evolution(settings, counts[i], scratch.path()));
        }
        if (counts.size() == 1) continue;
        side_by_side.push_back(measure_side_by_side(settings, context.threads, scratch.path()));
      }
      const auto column = [](const std::vector<EvolutionSpeed>& of, auto figure) {
        std::vector<double> values;
        for (const EvolutionSpeed& run : of) values.push_back(std::invoke(figure, run));
        return values;
      };
      const std::vector<double> alone = column(runs[0], &EvolutionSpeed::seconds);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::vector<double> seconds = column(runs[i], &EvolutionSpeed::seconds);
        const double speed_up = median(ratios(alone, seconds));
        const double possible =
            counts[i] == 1 ? 1 : counts[i] * median(ratios(alone, side_by_side));
        const double other = median(column(runs[i], &EvolutionSpeed::share_not_in_matches));
        const double report = median(column(runs[i], &EvolutionSpeed::report_seconds));
        const EvolutionSpeed& run = runs[i].front();
        list.push_back({{"evolution", name},
                        {"generations", run.generations},
                        {"population", run.population},
                        {"threads", counts[i]},
                        {"matches", run.matches},
                        {"seconds", median(seconds)},
                        {"seconds_by_round", seconds},
                        {"speed_up", speed_up},
                        {"speed_up_side_by_side", possible},
                        {"share_not_in_matches", other},
                        {"report_seconds", report}});
        table.add({name, std::to_string(counts[i]), std::to_string(run.matches),
                   fmt::format("{:.3f}", median(seconds)), fmt::format("{:.2f}", speed_up),
                   fmt::format("{:.2f}", possible), fmt::format("{:.1f} %", 100 * other),
                   fmt::format("{:.3f}", report)});
      }
    }
    document["evolutions"] = list;
    if (!context.json && !list.empty()) context.print('\n' + table.text());
  }

  bool check_ = false;
  bool no_evolution_ = false;
  double seconds_ = 0.3;
  int rounds_ = 5;
  std::string only_;
  std::string instructions_;
  std::optional<std::int64_t> memory_matches_;
};

}  // namespace

std::unique_ptr<Command> make_bench_command() {
  return std::make_unique<BenchCommand>();
}

}  // namespace evorisk::app
