// evorisk evolve: breed variants, in a run directory.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/report/run_report.hpp"
#include "app/text/constraints.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class EvolveCommand final : public Command {
 public:
  explicit EvolveCommand(Communicator* communicator = nullptr) : communicator_(communicator) {}

  std::string name() const override { return "evolve"; }
  std::string summary() const override { return "Breed variants of Risk and War"; }
  std::string details() const override {
    return "A configuration says what is bred and how: rules and maps, the objective, sizes and "
           "rates (see ga/schema/config.schema.json); without one, the thesis' best configuration "
           "is used. The run is kept in a directory: config.json (as used), generations.jsonl (a "
           "line per generation), checkpoint.json, best.json and best.svg (the best variant), "
           "result.json and report.html. "
           "The same configuration and seed give the same bytes in each of them.\n\n"
           "An interrupted run loses the generation in flight; --resume --out DIR continues it. "
           "The last line printed is the path of the report.";
  }
  std::vector<std::string> examples() const override {
    if (communicator_ != nullptr) {
      return {"mpirun -n 4 evorisk-mpi evolve experiments/islands.json --out islands",
              "mpirun -n 2 --map-by node evorisk-mpi evolve --resume --out islands --threads 64"};
    }
    return {
        "evorisk evolve --set generations=2 --set population=4 --set tournament=2 --set "
        "'search_space.initial_maps=[\"thesis-8\"]' --set matches=20 --set monitor_matches=0 --set "
        "final.matches=100 --set name=tiny --seed 3",
        "evorisk evolve --resume --out results/tiny-3 --json",
    };
  }

  void add_options(Options& options) override {
    options.optional_argument("CONFIG", file_, "The configuration file");
    options.repeatable("--set", settings_, "KEY=VALUE",
                       "Change a member of the configuration (\"final.matches=20000\")");
    options.option("--out", directory_, "DIR", "The run directory [results/NAME-SEED]");
    options.flag("--resume", resume_, "Continue the run in the directory");
    options.common({Common::seed, Common::threads, Common::force});
  }

  Exit run(Context& context) override {
    if (resume_ && context.force) {
      throw InputError("--resume and --force: one continues the run there, the other replaces it");
    }
    const ga::Config config = configuration(context);
    if (directory_.empty()) directory_ = fmt::format("results/{}-{}", config.name, config.seed);

    ga::RunOptions options;
    options.directory = directory_;
    options.start = resume_         ? ga::RunOptions::Start::resume
                    : context.force ? ga::RunOptions::Start::force
                                    : ga::RunOptions::Start::fresh;
    options.stop = &context.interruption();
    options.communicator = communicator_;
    if (play(config, options, context) == ga::RunOutcome::interrupted) {
      context.note(
          fmt::format("interrupted; continue with: evorisk evolve --resume --out {}", directory_));
      return Exit::interrupted;
    }
    if (communicator_ == nullptr || communicator_->rank() == 0) report(context);
    return Exit::done;
  }

 private:
  ga::Config configuration(const Context& context) const {
    std::vector<std::string> settings = settings_;
    if (context.seed) settings.push_back(fmt::format("seed={}", *context.seed));
    if (!resume_ || !file_.empty() || directory_.empty()) return ga::load_config(file_, settings);
    // The run's own configuration; settings that change it will be refused by name.
    ga::Config config = ga::run_config(directory_);
    for (const std::string& setting : settings) ga::apply_setting(config, setting);
    ga::check(config, "configuration");
    return config;
  }

  ga::RunOutcome play(const ga::Config& config, ga::RunOptions& options, Context& context) const {
    std::unique_ptr<Progress> progress;  // starts when it is known how much there is to do
    options.on_progress = [&](const ga::RunStatus& status) {
      if (!progress) {
        progress = std::make_unique<Progress>(
            context.progress("evolving", status.matches_expected, "matches"));
      }
      progress->update(status.matches, note(status, config));
    };
    const auto engine = ga::engine_of(config, context.threads);
    return ga::run_evolution(config, *engine, options);
  }

  static std::string note(const ga::RunStatus& status, const ga::Config& config) {
    const std::string stage =
        status.generation > config.generations
            ? "final evaluation"
            : fmt::format("generation {}/{}", status.generation, config.generations);
    if (status.best.empty()) return stage;
    return fmt::format("{}, best {} {:.3f}", stage, status.best,
                       config.monitor_matches > 0 ? status.monitored_fitness : status.best_fitness);
  }

  void report(Context& context) const {
    const fs::path directory(directory_);
    const std::string result_path = (directory / ga::result_file).string();
    const std::string report_path = write_run_report(directory).string();
    const Json result = read_json(result_path);
    Json best = result["best"];
    best.erase("totals");
    if (context.json) {
      context.print_json({{"directory", directory_},
                          {"result", result_path},
                          {"variant", (directory / ga::best_file).string()},
                          {"report", report_path},
                          {"best", best}});
      return;
    }
    std::string genes;
    for (const auto& [key, value] : best["genes"].items()) {
      genes += fmt::format("{}{} {}", genes.empty() ? "" : ", ", key,
                           value.is_string() ? value.get<std::string>() : value.dump());
    }
    const auto count = [&](const char* what) { return best[what].get<std::int64_t>(); };
    context.print(fmt::format("best       {} of generation {}: {}\n", best["id"].get<std::string>(),
                              count("born"), (directory / ga::best_file).string()));
    context.print(fmt::format(
        "map        {}, {}, {}\n", counted(count("territories"), "territory", "territories"),
        counted(count("borders"), "border"), counted(count("continents"), "continent")));
    if (!genes.empty()) context.print(fmt::format("rules      {}\n", genes));
    context.print(fmt::format("fitness    {:.4f} ± {:.4f} from {} (0 is ideal)\n",
                              best["fitness"]["mean"].get<double>(),
                              best["fitness"]["se"].get<double>(),
                              counted(count("matches"), "fresh match", "fresh matches")));
    if (best.contains("filtered")) {
      context.print(
          fmt::format("unplayable the filter took out every candidate, this one too: {}\n",
                      best["filtered"].get<std::string>()));
    }
    const ga::Config config = ga::run_config(directory);
    const auto totals =
        metrics::CriteriaTotals::from_json(JsonView(result, result_path).at("best").at("totals"));
    const risk::Variant variant = risk::load_variant((directory / ga::best_file).string());
    for (const Demand& demand : demands(config.objective, variant.map(), totals)) {
      if (demand.holds) continue;
      context.print(fmt::format("broken     {} {:g}, asked for: {}\n", demand.quantity->name,
                                demand.value.mean, demand.bounds));
    }
    context.print(report_path + '\n');
  }

  Communicator* communicator_;
  std::string file_;
  std::string directory_;
  std::vector<std::string> settings_;
  bool resume_ = false;
};

}  // namespace

std::unique_ptr<Command> make_evolve_command() {
  return std::make_unique<EvolveCommand>();
}

std::unique_ptr<Command> make_shared_evolve_command(Communicator& communicator) {
  return std::make_unique<EvolveCommand>(&communicator);
}

}  // namespace evorisk::app
