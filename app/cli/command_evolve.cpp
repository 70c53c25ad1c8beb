// evorisk evolve: breed variants, in a run directory.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "app/text/evaluation.hpp"
#include "base/communicator.hpp"
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
  using Command::Command;

  Exit run(Context& context) override {
    if (resume_ && force_) {
      throw InputError("--resume and --force: one continues the run there, the other replaces it");
    }
    const ga::Config config = configuration();
    if (directory_.empty()) directory_ = fmt::format("results/{}-{}", config.name, config.seed);

    ga::RunOptions options;
    options.directory = directory_;
    options.start = resume_  ? ga::RunOptions::Start::resume
                    : force_ ? ga::RunOptions::Start::force
                             : ga::RunOptions::Start::fresh;
    options.stop = &context.interruption();
    options.communicator = context.communicator;
    if (play(config, options, context) == ga::RunOutcome::interrupted) {
      return context.interrupted(
          fmt::format("interrupted; continue with: evorisk evolve --resume --out {}", directory_));
    }
    const bool first = context.communicator == nullptr || context.communicator->rank() == 0;
    return first ? report(context) : Exit::done;
  }

  ga::Config configuration() const {
    std::vector<std::string> settings = settings_;
    if (seed_) settings.push_back(fmt::format("seed={}", *seed_));
    if (!resume_ || !file_.empty() || directory_.empty()) return ga::load_config(file_, settings);
    // The run's own configuration; settings that change it will be refused by name.
    ga::Config config = ga::run_config(directory_);
    for (const std::string& setting : settings) ga::apply_setting(config, setting);
    ga::check(config, "configuration");
    return config;
  }

  ga::RunOutcome play(const ga::Config& config, ga::RunOptions& options, Context& context) const {
    std::optional<Progress> progress;  // starts when it is known how much there is to do
    options.on_progress = [&](const ga::RunStatus& status) {
      if (!progress) {
        progress.emplace("evolving", status.matches_expected, "matches", context.progress_style());
      }
      progress->update(status.matches, note(status, config));
    };
    const auto engine = ga::engine_of(config, threads_);
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

  Exit report(Context& context) const {
    const fs::path directory(directory_);
    const std::string result_path = (directory / ga::result_file).string();
    const std::string best_path = (directory / ga::best_file).string();
    const std::string report_path = write_run_report(directory).string();
    const Json result = read_json(result_path);
    Json best = result["best"];
    best.erase("totals");
    const auto count = [&](const char* what) { return best[what].get<std::int64_t>(); };
    std::string text = fmt::format("best       {} of generation {}: {}\n",
                                   best["id"].get<std::string>(), count("born"), best_path);
    text += fmt::format(
        "map        {}, {}, {}\n", counted(count("territories"), "territory", "territories"),
        counted(count("borders"), "border"), counted(count("continents"), "continent"));
    std::vector<std::string> genes;
    for (const auto& [key, value] : best["genes"].items()) {
      genes.push_back(key + " " + (value.is_string() ? value.get<std::string>() : value.dump()));
    }
    if (!genes.empty()) text += fmt::format("rules      {}\n", fmt::join(genes, ", "));
    text += fmt::format("fitness    {:.4f} ± {:.4f} from {} (0 is ideal)\n",
                        best["fitness"]["mean"].get<double>(), best["fitness"]["se"].get<double>(),
                        counted(count("matches"), "fresh match", "fresh matches"));
    if (best.contains("filtered")) {
      text += fmt::format("unplayable the filter took out every candidate, this one too: {}\n",
                          best["filtered"].get<std::string>());
    }
    const ga::Config config = ga::run_config(directory);
    const auto totals =
        metrics::CriteriaTotals::from_json(JsonView(result, result_path).at("best").at("totals"));
    const risk::Variant variant = risk::load_variant(best_path);
    for (const Demand& demand : demands(config.objective, variant.map(), totals)) {
      if (demand.violation == 0) continue;
      text += fmt::format("broken     {} {:g}, asked for: {}\n", demand.quantity->name,
                          demand.value.mean, demand.bounds);
    }
    return context.result({{"directory", directory_},
                           {"result", result_path},
                           {"variant", best_path},
                           {"report", report_path},
                           {"best", best}},
                          text + report_path + '\n');
  }

  const std::string& file_ = optional_argument("CONFIG");
  const std::vector<std::string>& settings_ = repeatable("--set", "KEY=VALUE");
  std::string& directory_ = option("--out", "DIR");
  const bool& resume_ = flag("--resume");
  const std::optional<std::uint64_t>& seed_ = given_seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow evolve_command{"evolve", make<EvolveCommand>};

}  // namespace evorisk::app
