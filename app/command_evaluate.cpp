#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/agent_list.hpp"
#include "app/cli.hpp"
#include "app/criteria_list.hpp"
#include "app/evaluation.hpp"
#include "app/variant_options.hpp"
#include "app/verdicts.hpp"
#include "maps/base/counted.hpp"
#include "maps/base/error.hpp"
#include "metrics/measure.hpp"
#include "metrics/target.hpp"

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
    metrics::EngineOptions options;
    const std::vector<std::vector<std::string>> tables =
        agents_.empty() ? std::vector<std::vector<std::string>>{{"cautious"}}
                        : split_tables(agents_);
    options.agents = tables.front();
    options.parameters = objective.parameters;
    options.engine = engine_;
    options.threads = context.threads;
    options.further = objective.further();
    options.further.add(parse_criteria(criteria_));

    std::vector<risk::Variant> variants = resolve_variants();
    if (tables.size() > 1) return judge(context, variants, tables, options, objective);
    std::vector<Evaluation> evaluations;
    for (const risk::Variant& variant : variants) {
      evaluations.push_back({&variant, nullptr, metrics::seat_agents(variant, options),
                             metrics::choose_engine(variant, options)});
    }
    const std::unique_ptr<metrics::Engine> engine = metrics::make_engine(options);
    EvaluationRun run{context.seed.value_or(default_seed), context.threads, 0, false};

    metrics::CriteriaTotals one(variants.front().players(), options.further);
    metrics::PairedTotals two(variants.front().players(), variants.back().players(),
                              options.further);
    const bool paired = variants.size() == 2;
    play(context, run, static_cast<std::int64_t>(variants.size()),
         [&](StreamKey key, std::int64_t count, const metrics::PlayControl& control) {
           if (paired) {
             return metrics::measure_pairs(*engine, variants[0], variants[1], key, count, two,
                                           control);
           }
           const metrics::Measurement measurement{&variants[0], key, count, &one};
           return metrics::measure(*engine, {&measurement, 1}, control);
         });

    evaluations.front().totals = paired ? &two.first() : &one;
    evaluations.back().totals = paired ? &two.second() : &one;
    if (evaluations.front().totals->matches() == 0) {
      context.note("interrupted before the first matches were complete");
      return Exit::interrupted;
    }
    metrics::Comparison comparison;
    if (paired) {
      comparison = two.compare(objective, metrics::target_loss(objective, variants[1]) -
                                              metrics::target_loss(objective, variants[0]));
    }
    report(context, evaluations, comparison, objective, run);
    return finish(context, evaluations, run);
  }

 private:
  // One variant under several tables of agents; each plays matches of its own.
  Exit judge(Context& context, const std::vector<risk::Variant>& variants,
             const std::vector<std::vector<std::string>>& tables,
             const metrics::EngineOptions& options, const metrics::Objective& objective) {
    if (variants.size() > 1) {
      throw InputError(
          "--agents: several tables judge one variant; two variants are compared under one table");
    }
    const risk::Variant& variant = variants.front();
    std::vector<metrics::CriteriaTotals> totals(
        tables.size(), metrics::CriteriaTotals(variant.players(), options.further));
    std::vector<Evaluation> evaluations;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      metrics::EngineOptions own = options;
      own.agents = tables[t];
      evaluations.push_back({&variant, &totals[t], metrics::seat_agents(variant, own),
                             metrics::choose_engine(variant, own)});
    }
    const std::unique_ptr<metrics::Engine> engine = metrics::make_engine(options);
    EvaluationRun run{context.seed.value_or(default_seed), context.threads, 0, false};
    play(context, run, static_cast<std::int64_t>(tables.size()),
         [&](StreamKey key, std::int64_t count, const metrics::PlayControl& control) {
           std::vector<metrics::CriteriaTotals> part = totals;
           std::vector<metrics::Measurement> work;
           for (std::size_t t = 0; t < tables.size(); ++t) {
             key.individual = static_cast<std::uint32_t>(t);
             work.push_back({&variant, key, count, &part[t], &tables[t]});
           }
           if (!metrics::measure(*engine, work, control)) return false;
           totals = std::move(part);  // all tables have as many matches
           return true;
         });
    if (totals.front().matches() == 0) {
      context.note("interrupted before the first matches were complete");
      return Exit::interrupted;
    }
    for (std::size_t t = 0; t < tables.size(); ++t) evaluations[t].totals = &totals[t];
    const Verdicts verdicts = verdicts_of(evaluations, objective);
    if (context.json) {
      context.print_json(verdicts_json(verdicts, objective, run));
    } else {
      context.print(verdicts_text(verdicts, objective, run));
    }
    return finish(context, evaluations, run);
  }

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

  // Calls measure(key, count, control) with growing counts until all matches are played: what is
  // complete when interrupted is reported, so the first parts are small.
  template <class Measure>
  void play(Context& context, EvaluationRun& run, std::int64_t variants, const Measure& measure) {
    using Clock = std::chrono::steady_clock;
    constexpr double long_enough = 0.25;  // seconds; no longer is lost by an interruption
    metrics::PlayControl control;
    control.stop = &context.interruption();
    if (matches_ >= many_matches) context.note("evaluate: interrupt to see the figures so far");
    Progress progress =
        context.progress("evaluate", static_cast<std::uint64_t>(variants * matches_), "matches");
    std::int64_t done = 0;
    control.progress = [&](std::int64_t played) {
      progress.update(static_cast<std::uint64_t>(variants * done + played));
    };
    const auto start = Clock::now();
    auto part_start = start;
    for (std::int64_t part = 1024; done < matches_;) {
      const std::int64_t count = std::min(part, matches_ - done);
      StreamKey key{run.seed, Purpose::match};
      key.match = static_cast<std::uint64_t>(done);
      if (!measure(key, count, control)) {
        run.interrupted = true;
        break;
      }
      done += count;
      const auto now = Clock::now();
      if (std::chrono::duration<double>(now - part_start).count() < long_enough) part *= 2;
      part_start = now;
    }
    run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }

  static void report(Context& context, const std::vector<Evaluation>& evaluations,
                     const metrics::Comparison& comparison, const metrics::Objective& objective,
                     const EvaluationRun& run) {
    const Evaluation& first = evaluations.front();
    const Evaluation& second = evaluations.back();
    const bool both = evaluations.size() == 2;
    if (context.json) {
      context.print_json(both ? comparison_json(first, second, comparison, objective, run)
                              : evaluation_json(first, objective, run));
    } else {
      context.print(both ? comparison_text(first, second, comparison, objective, run)
                         : evaluation_text(first, objective, run));
    }
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
    context.note("agents forfeited " +
                 counted(invalid, "match, which counts", "matches, which count") +
                 " for nobody: the figures are not to be trusted");
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
