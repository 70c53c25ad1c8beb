#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/report/run_report.hpp"
#include "app/text/explanation.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/explain/explanation.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;

class ExplainCommand final : public Command {
 public:
  std::string name() const override { return "explain"; }
  std::string summary() const override {
    return "Say why: what operators, genes and single changes do, and what pulls where";
  }
  std::string details() const override {
    return "Of a run directory: what each operator and each gene did to each criterion of the "
           "children that were bred, what every single-step change of the best does, which "
           "criteria pull the same way and which cannot be improved together; and where the "
           "objective has a target, which part of the best keeps it from being the target. Kept "
           "there as explanation.json, and shown in the report.\n\n"
           "Of a variant (a file, or a library map's name): the single steps, and what pulls which "
           "way by them.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk explain thesis-8 --matches 300",
            "evorisk evolve --set generations=2 --set population=6 --set tournament=2 --set "
            "'search_space.initial_maps=[\"thesis-8\"]' --set matches=20 --set final.matches=50 "
            "--set final.candidates=1 --quiet --out run && evorisk explain run --matches 100"};
  }

  void add_options(Options& options) override {
    options.argument("DIR|VARIANT", subject_, "A run directory, a variant file, a library map");
    options.integer("--matches", matches_, 2, 1'000'000,
                    "Matches of the variant and of each single step");
    options.integer("--most", most_, 1, 100'000, "Effects and steps shown of each kind");
    options.option("--objective", objective_, "FILE",
                   "Of a variant: ideals, weights and parameters of the criteria, and a target");
    options.common({Common::seed, Common::threads});
  }

  Exit run(Context& context) override {
    const bool of_run = fs::is_directory(subject_);
    if (of_run && !objective_.empty()) {
      throw InputError("--objective: a run is explained by its own");
    }
    experiments::Explanation explanation;
    ga::Config config;
    std::optional<experiments::Archive> archive;
    if (of_run) {
      config = ga::run_config(subject_);
      ga::refuse_merged(subject_);
      const fs::path best = fs::path(subject_) / ga::best_file;
      if (!fs::exists(fs::path(subject_) / ga::result_file)) {
        throw InputError(
            "{}: the run there is not finished; evorisk evolve --out {} --resume "
            "continues it",
            subject_, subject_);
      }
      archive = experiments::read_archive(subject_, config);
      explanation.operators = experiments::operator_effects(*archive);
      explanation.genes = experiments::gene_effects(*archive);
      subject_variant_.emplace(risk::load_variant(best.string()));
    } else {
      if (!objective_.empty()) config.objective = metrics::load_objective(objective_);
      subject_variant_.emplace(risk::load_variant(subject_));
    }
    explanation.variant = subject_variant_->name();
    if (!config.judges.empty()) config.agents = {config.judges.front()};
    if (!play(context, config, explanation)) {
      context.note("interrupted; nothing was written");
      return Exit::interrupted;
    }
    explanation.trade_offs = experiments::trade_offs(
        config.objective, archive ? &*archive : nullptr, &*explanation.steps);
    const nlohmann::ordered_json json =
        experiments::explanation_to_json(explanation, config.objective);
    if (of_run) {
      write_file(fs::path(subject_) / ga::explanation_file, json.dump(1) + '\n');
      write_run_report(subject_);
    }
    context.print(json, explanation_text(json, most_));
    return Exit::done;
  }

 private:
  bool play(Context& context, const ga::Config& config, experiments::Explanation& explanation) {
    const auto engine = ga::engine_of(config, context.threads);
    const auto steps = std::ssize(experiments::single_steps(*subject_variant_)) + 1;
    Progress progress = context.progress("explaining", matches_ * steps, "matches");
    const metrics::PlayControl control{&context.interruption(), progress.counter()};
    const StreamKey key{.seed = context.seed.value_or(default_seed), .purpose = Purpose::match};
    explanation.steps = experiments::sensitivity(*subject_variant_, config.objective, *engine, key,
                                                 matches_, control);
    if (!explanation.steps) return false;
    if (config.objective.target == nullptr) return true;
    // Few variants with small differences: more matches.
    StreamKey other = key;
    other.generation = 1;
    explanation.target =
        experiments::target_parts(*subject_variant_, config.objective, *engine, other,
                                  10 * matches_, {&context.interruption(), nullptr});
    return explanation.target.has_value();
  }

  std::string subject_;
  std::optional<risk::Variant> subject_variant_;
  std::int64_t matches_ = 2000;
  int most_ = 12;
  std::string objective_;
};

}  // namespace

std::unique_ptr<Command> make_explain_command() {
  return std::make_unique<ExplainCommand>();
}

}  // namespace evorisk::app
