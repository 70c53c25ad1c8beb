#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/agent_list.hpp"
#include "app/text/criteria_list.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/verdicts.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

constexpr std::int64_t many_matches = 10'000'000;  // more than a person likes to wait for

class EvaluateCommand final : public Command {
 public:
  std::string name() const override { return "evaluate"; }

  std::string summary() const override {
    return "Measure a variant by the criteria, or compare two";
  }

  std::string details() const override {
    return "VARIANT is a variant file or the name of a library map, which stands for that map with "
           "its usual rules. Each criterion is shown with its standard error, its ideal, and what "
           "it means.\n\n"
           "Two variants are compared with common random numbers, and so is one variant with "
           "itself under other rules: --set changes the rules of what is evaluated, --try keeps "
           "the variant and sets the changed one beside it. What differs by more than chance is "
           "said.\n\n"
           "Several tables of agents (--agents 'cautious;strategist', --agents all) judge one "
           "variant: which criteria depend on who plays is said, and the mean and the worst of "
           "their fitnesses.\n\n"
           "The same seed gives the same result at any number of threads. When interrupted, it "
           "reports the matches played so far and exits with 130.";
  }

  std::vector<std::string> examples() const override {
    return {"evorisk evaluate --map thesis-9 --matches 2000 --seed 1",
            "evorisk evaluate thesis-4 --try defence_dice=2 --matches 2000",
            "evorisk evaluate thesis-9 --agents all --matches 200",
            "evorisk evaluate thesis-9 --criteria luck_share,comeback --matches 500",
            "evorisk evaluate thesis-5 --set allocation=pick --matches 1000 --json"};
  }

  void add_options(Options& options) override {
    options.arguments("VARIANT", variants_, "Variant file or library map; two are compared", 0, 2);
    source_.declare(options);
    options.repeatable("--try", tries_, "KEY=VALUE",
                       "Compare with the same variant under this rule; may be repeated");
    options.integer("--matches", matches_, 1, most_matches_of_a_variant,
                    "Matches to play of each variant");
    options.option("--objective", objective_, "FILE",
                   "Ideals, weights and parameters of the criteria; \"thesis\" are the thesis'");
    options.option("--criteria", criteria_, "A,B",
                   "Further criteria to measure besides the seven and the objective's, or \"all\"");
    options.repeatable("--agents", agents_, "A,B",
                       "Who plays: one agent per seat, or one for all seats; with A;B, \"all\" or "
                       "repeated, several tables judge the variant");
    options.choice("--engine", engine_, engine_names(), "Who plays the matches");
    options.common({Common::seed, Common::threads});
  }

  Exit run(Context& context) override {
    const metrics::Objective objective = metrics::load_objective(objective_);
    const std::vector<std::vector<std::string>> tables =
        agents_.empty() ? std::vector<std::vector<std::string>>{{"cautious"}}
                        : split_tables(agents_);
    metrics::EngineOptions options;
    options.agents = tables.front();
    options.parameters = objective.parameters;
    options.engine = engine_;
    options.threads = context.threads;
    options.further = objective.further();
    options.further.add(parse_criteria(criteria_));

    const std::vector<risk::Variant> variants = resolve_variants();
    if (tables.size() > 1 && variants.size() > 1) {
      throw InputError(
          "--agents: several tables judge one variant; two variants are compared under one table");
    }
    std::vector<Evaluation> evaluations;
    for (const auto& table : tables) {
      metrics::EngineOptions own = options;
      own.agents = table;
      for (const risk::Variant& variant : variants) {
        evaluations.push_back({&variant, nullptr, metrics::seat_agents(variant, own),
                               metrics::choose_engine(variant, own)});
      }
    }
    const std::unique_ptr<metrics::Engine> engine = metrics::make_engine(options);
    const StreamKey key{context.seed.value_or(default_seed), Purpose::match};
    EvaluationRun run{key.seed, context.threads, 0, false};
    const std::atomic<bool>& interruption = context.interruption();
    if (matches_ >= many_matches) context.note("evaluate: interrupt to see the figures so far");
    Progress progress = context.progress("evaluate", std::ssize(evaluations) * matches_, "matches");
    const metrics::PlayControl control{&interruption, progress.counter()};
    std::vector<metrics::CriteriaTotals> of_tables(
        tables.size(), metrics::CriteriaTotals(variants.front().players(), options.further));
    metrics::PairedTotals pair(variants.front().players(), variants.back().players(),
                               options.further);
    const Stopwatch watch;
    if (variants.size() == 2) {
      run.interrupted = !metrics::measure_pairs_in_parts(*engine, variants[0], variants[1], key,
                                                         matches_, pair, control);
      evaluations[0].totals = &pair.first();
      evaluations[1].totals = &pair.second();
    } else {
      run.interrupted = !metrics::measure_tables_in_parts(*engine, variants[0], tables, key,
                                                          matches_, of_tables, control);
      for (std::size_t t = 0; t < tables.size(); ++t) evaluations[t].totals = &of_tables[t];
    }
    run.seconds = watch.seconds();
    progress.finish();
    if (evaluations.front().totals->matches() == 0) {
      context.note("interrupted before the first matches were complete");
      return Exit::interrupted;
    }
    if (tables.size() > 1) {
      const Verdicts verdicts = verdicts_of(evaluations, objective);
      context.print(verdicts_json(verdicts, objective, run),
                    verdicts_text(verdicts, objective, run));
    } else if (variants.size() == 2) {
      const metrics::Comparison comparison =
          pair.compare(objective, metrics::target_loss(objective, variants[1]) -
                                      metrics::target_loss(objective, variants[0]));
      context.print(comparison_json(evaluations[0], evaluations[1], comparison, objective, run),
                    comparison_text(evaluations[0], evaluations[1], comparison, objective, run));
    } else {
      context.print(evaluation_json(evaluations[0], objective, run),
                    evaluation_text(evaluations[0], objective, run));
    }
    return finish(context, evaluations, run);
  }

 private:
  static std::vector<std::string_view> engine_names() {
    std::vector<std::string_view> names = {"auto"};
    for (const metrics::EngineKind& kind : metrics::engine_kinds()) names.push_back(kind.name);
    return names;
  }

  std::vector<risk::Variant> resolve_variants() const {
    if (variants_.size() == 2) {
      if (source_.names_map()) throw InputError("give either two variants or --map, not both");
      if (!tries_.empty()) throw InputError("--try compares one variant with itself; give one");
    }
    std::vector<risk::Variant> variants;
    for (const std::string& variant : variants_) variants.push_back(source_.resolve(variant));
    if (variants.empty()) variants.push_back(source_.resolve(""));
    if (!tries_.empty()) variants.push_back(with_changes(variants.front(), tries_, "--try"));
    return variants;
  }

  static Exit finish(Context& context, const std::vector<Evaluation>& evaluations,
                     const EvaluationRun& run) {
    std::int64_t invalid = 0;
    for (const Evaluation& evaluation : evaluations) {
      invalid += evaluation.totals->ends(risk::EndReason::invalid);
    }
    if (run.interrupted) {
      context.note("interrupted: the figures are of the matches played so far");
      return Exit::interrupted;
    }
    if (invalid == 0) return Exit::done;
    context.note(fmt::format("agents forfeited {} for nobody: the figures are not to be trusted",
                             counted(invalid, "match, which counts", "matches, which count")));
    return Exit::failure;
  }

  std::vector<std::string> variants_;
  VariantOptions source_;
  std::vector<std::string> tries_;
  std::int64_t matches_ = 10'000;
  std::string objective_ = "thesis";
  std::string criteria_;
  std::vector<std::string> agents_;
  std::string engine_ = "auto";
};

}  // namespace

std::unique_ptr<Command> make_evaluate_command() {
  return std::make_unique<EvaluateCommand>();
}

}  // namespace evorisk::app
