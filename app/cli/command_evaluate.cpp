#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/lists.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

constexpr std::int64_t many_matches = 10'000'000;  // more than a person likes to wait for

class EvaluateCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const metrics::Objective objective = metrics::load_objective(objective_);
    const auto tables =
        split_tables(agents_.empty() ? std::vector<std::string>{"cautious"} : agents_);
    metrics::EngineOptions options;
    options.agents = tables.front();
    options.parameters = objective.parameters;
    options.engine = engine_;
    options.threads = threads_;
    options.extended = objective.extended_criteria();
    options.extended.add(parse_criteria(criteria_));

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
    const StreamKey key{seed_, Purpose::match};
    EvaluationRun run{key.seed, threads_, 0, false};
    const std::atomic<bool>& interruption = context.interruption();  // before it is offered
    if (matches_ >= many_matches) context.note("evaluate: interrupt to see the figures so far");
    Progress progress = context.progress("evaluate", std::ssize(evaluations) * matches_, "matches");
    const metrics::PlayControl control{&interruption, progress.counter()};
    std::vector<metrics::CriteriaTotals> of_tables(
        tables.size(), metrics::CriteriaTotals(variants.front().players(), options.extended));
    metrics::PairedTotals pair(variants.front().players(), variants.back().players(),
                               options.extended);
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
      return context.interrupted("interrupted before the first matches were complete");
    }
    if (tables.size() > 1) {
      const Verdicts verdicts = verdicts_of(evaluations, objective);
      context.result(verdicts_json(verdicts, objective, run),
                     verdicts_text(verdicts, objective, run));
    } else if (variants.size() == 2) {
      const metrics::Comparison comparison =
          pair.compare(objective, metrics::target_loss(objective, variants[1]) -
                                      metrics::target_loss(objective, variants[0]));
      context.result(comparison_json(evaluations[0], evaluations[1], comparison, objective, run),
                     comparison_text(evaluations[0], evaluations[1], comparison, objective, run));
    } else {
      context.result(evaluation_json(evaluations[0], objective, run),
                     evaluation_text(evaluations[0], objective, run));
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

  static Exit finish(Context& context, const std::vector<Evaluation>& evaluations,
                     const EvaluationRun& run) {
    std::int64_t invalid = 0;
    for (const Evaluation& evaluation : evaluations) {
      invalid += evaluation.totals->ends(risk::EndReason::invalid);
    }
    if (run.interrupted) {
      return context.interrupted("interrupted: the figures are of the matches played so far");
    }
    if (invalid == 0) return Exit::done;
    context.note(fmt::format("agents forfeited {} for no seat: the figures are not to be trusted",
                             counted(invalid, "match, which counts", "matches, which count")));
    return Exit::failure;
  }

  const std::vector<std::string>& variants_ = arguments("VARIANT", 0, 2);
  const VariantOptions source_{*this};
  const std::vector<std::string>& tries_ = repeatable("--try", "KEY=VALUE");
  const std::int64_t& matches_ = long_integer("--matches", 10'000, 1, most_matches_of_a_variant);
  const std::string& objective_ = option("--objective", "FILE", "thesis");
  const std::string& criteria_ = option("--criteria", "A,B");
  const std::vector<std::string>& agents_ = repeatable("--agents", "A,B");
  const std::string& engine_ = choice("--engine", engine_names(), "auto");
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow evaluate_command{"evaluate", make<EvaluateCommand>};

}  // namespace evorisk::app
