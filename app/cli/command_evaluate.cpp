#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/lists.hpp"
#include "app/text/text_table.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/index.hpp"
#include "base/stopwatch.hpp"
#include "experiments/reproduce/profile.hpp"
#include "experiments/work.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/sample.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

constexpr const char* interrupted_early = "interrupted before the first matches were complete";
constexpr const char* interrupted_later =
    "interrupted: the figures are of the matches played so far";
constexpr std::int64_t many_matches = 10'000'000;  // more than a person likes to wait for

// Means over batches, with their standard errors.
nlohmann::ordered_json original_json(const risk::Variant& variant,
                                     std::span<const experiments::reproduce::Batch> batches,
                                     std::int64_t matches, std::uint64_t seed, bool interrupted) {
  const auto figure = [&](auto value) {
    std::vector<double> values;
    for (const experiments::reproduce::Batch& batch : batches) values.push_back(value(batch));
    const metrics::Estimate mean = metrics::mean_of(values);
    nlohmann::ordered_json json = {{"mean", mean.mean}, {"se", nullptr}};
    if (mean.se > 0) json["se"] = mean.se;  // what never varied has an error that is not known
    return json;
  };
  nlohmann::ordered_json json = {
      {"variant", variant.name()},  {"profile", "original"},
      {"matches", matches},         {"seed", seed},
      {"interrupted", interrupted}, {"fitness", figure([](const auto& b) { return b.fitness; })}};
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    json["criteria"][std::string(info.name)] =
        figure([&](const auto& b) { return b.criteria[static_cast<std::size_t>(info.id)]; });
  }
  return json;
}

std::string original_text(const nlohmann::ordered_json& json) {
  TextTable table({"by the model of the thesis' program", "mean", "standard error"},
                  TextTable::Align::right);
  const auto add = [&](const std::string& name, const nlohmann::ordered_json& figure) {
    const auto& se = figure.at("se");
    table.add({name, fixed(figure.at("mean"), 4), se.is_null() ? "" : fixed(se, 4)});
  };
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    add(std::string(info.title), json.at("criteria").at(std::string(info.name)));
  }
  add("Fitness", json.at("fitness"));
  const auto matches = json.at("matches").get<std::int64_t>();
  return fmt::format("{}: {}{}, seed {}\n{}", json.at("variant").get<std::string>(),
                     counted(matches, "match", "matches"),
                     matches > 100 ? " in batches of 100" : "",
                     json.at("seed").get<std::uint64_t>(), table.text());
}

constexpr std::string_view profiles[] = {"text", "original"};

class EvaluateCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const std::vector<risk::Variant> variants = resolve_variants();
    if (profile_ == "original") return by_original(context, variants);
    metrics::Objective objective = score_.objective(context, variants, variants_);
    objective.seconds = with_seconds(objective.seconds, seconds_);
    const auto tables =
        split_tables(agents_.empty() ? std::vector<std::string>{"cautious"} : agents_,
                     parse_agent_names(names_));
    metrics::EngineOptions options;
    options.agents = tables.front();
    options.parameters = objective.parameters;
    options.engine = engine_;
    options.threads = threads_;
    options.extended = objective.extended_criteria();
    options.extended.add(parse_criteria(criteria_));

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
    EvaluationRun run{key.seed, threads_, 0, false, matches_};
    const std::atomic<bool>& interruption = offered_interruption(context);
    const std::int64_t played = variants.size() > 1
                                    ? std::ssize(variants) * (std::ssize(variants) - 1)
                                    : std::ssize(evaluations);
    Progress progress = context.progress("evaluate", played * matches_, "matches");
    const metrics::PlayControl control{&interruption, progress.counter()};
    std::vector<metrics::CriteriaTotals> of_tables(
        tables.size(), metrics::CriteriaTotals(variants.front().players(), options.extended));
    const Stopwatch watch;
    if (variants.size() > 1) {
      return compare_alternatives(context, evaluations, *engine, options.extended, objective, run,
                                  control, progress, watch);
    }
    run.interrupted = !metrics::measure_tables_in_parts(*engine, variants[0], tables, key, matches_,
                                                        of_tables, control);
    for (std::size_t t = 0; t < tables.size(); ++t) evaluations[t].totals = &of_tables[t];
    run.seconds = watch.seconds();
    progress.finish();
    if (evaluations.front().totals->matches() == 0) {
      return context.interrupted(interrupted_early);
    }
    if (tables.size() > 1) {
      const Verdicts verdicts = verdicts_of(evaluations, objective);
      context.result(verdicts_json(verdicts, objective, run),
                     verdicts_text(verdicts, objective, run));
    } else {
      context.result(evaluation_json(evaluations[0], objective, run),
                     evaluation_text(evaluations[0], objective, run));
    }
    return finish(context, evaluations, run);
  }

  const std::atomic<bool>& offered_interruption(Context& context) const {
    const std::atomic<bool>& interruption = context.interruption();  // before it is offered
    if (matches_ >= many_matches) context.note("evaluate: interrupt to see the figures so far");
    return interruption;
  }

  // By the model of the thesis' program, as that measures: batches of 100 matches.
  Exit by_original(Context& context, const std::vector<risk::Variant>& variants) const {
    constexpr std::int64_t matches_of_batch = 100;
    if (variants.size() > 1) throw InputError("--profile original measures one variant at a time");
    if (!agents_.empty() || !names_.empty() || !criteria_.empty() || !seconds_.empty() ||
        engine_ != "auto" || score_.given()) {
      throw InputError(
          "--profile original has its own agent and criteria: --agents, --name, --criteria, "
          "--objective, --seconds and --engine do not go with it");
    }
    const std::int64_t of_batch = std::min(matches_, matches_of_batch);
    if (matches_ % of_batch != 0 || matches_ > 100'000'000) {
      throw InputError(
          "--matches: --profile original plays whole batches of {} matches, at most a million, or "
          "one smaller batch; found {} matches",
          matches_of_batch, matches_);
    }
    const experiments::reproduce::OriginalGame game(variants.front());
    const std::int64_t count = matches_ / of_batch;
    std::vector<std::optional<experiments::reproduce::Batch>> played(at(count));
    const std::atomic<bool>& interruption = offered_interruption(context);
    Progress progress = context.progress("evaluate", matches_, "matches");
    std::atomic<std::int64_t> done = 0;
    experiments::work_through(threads_, count, [&](std::int64_t batch, int) {
      if (interruption) return false;
      played[at(batch)] =
          game.play(static_cast<int>(of_batch), seed_, static_cast<std::uint32_t>(batch));
      progress.update(done += of_batch);
      return true;
    });
    progress.finish();
    std::vector<experiments::reproduce::Batch> batches;
    for (const auto& batch : played) {
      if (batch) batches.push_back(*batch);
    }
    if (batches.empty()) return context.interrupted(interrupted_early);
    const bool interrupted = std::ssize(batches) < count;
    const nlohmann::ordered_json json = original_json(
        variants.front(), batches, of_batch * std::ssize(batches), seed_, interrupted);
    context.result(json, original_text(json));
    return interrupted ? context.interrupted(interrupted_later) : Exit::done;
  }

  // Each pair of the variants by matches with common random numbers: of more than two, all against
  // the first in full, the others against each other in a line.
  static Exit compare_alternatives(Context& context, std::vector<Evaluation>& evaluations,
                                   metrics::Engine& engine, metrics::CriteriaSet extended,
                                   const metrics::Objective& objective, EvaluationRun& run,
                                   const metrics::PlayControl& control, Progress& progress,
                                   const Stopwatch& watch) {
    const StreamKey key{run.seed, Purpose::match};
    const bool two = evaluations.size() == 2;
    std::vector<metrics::PairedTotals> pairs;
    std::vector<PairVerdict> verdicts;
    pairs.reserve(evaluations.size() * evaluations.size());  // evaluations point into it
    for (std::size_t a = 0; a < evaluations.size() && !run.interrupted; ++a) {
      for (std::size_t b = a + 1; b < evaluations.size() && !run.interrupted; ++b) {
        const risk::Variant& first = *evaluations[a].variant;
        const risk::Variant& second = *evaluations[b].variant;
        metrics::PairedTotals& pair =
            pairs.emplace_back(first.players(), second.players(), extended);
        run.interrupted =
            !metrics::measure_pairs(engine, first, second, key, run.matches, pair, control);
        if (pair.first().matches() == 0) break;
        evaluations[a].totals = &pair.first();
        evaluations[b].totals = &pair.second();
        verdicts.push_back({a, b,
                            pair.compare(objective, metrics::target_loss(objective, second) -
                                                        metrics::target_loss(objective, first))});
      }
    }
    run.seconds = watch.seconds();
    progress.finish();
    // Interrupted, the last ones may have played nothing: what the others played is reported.
    std::erase_if(evaluations, [](const Evaluation& one) { return one.totals == nullptr; });
    if (verdicts.empty()) {
      return context.interrupted(interrupted_early);
    }
    if (two) {
      const metrics::Comparison& comparison = verdicts.front().comparison;
      const std::string verdict = verdict_sentence(evaluations, verdicts, objective);
      auto json = comparison_json(evaluations[0], evaluations[1], comparison, objective, run);
      json["verdict"] = verdict;
      const std::string text =
          comparison_text(evaluations[0], evaluations[1], comparison, objective, run);
      context.result(json, text + '\n' + verdict + '\n');
    } else {
      context.result(alternatives_json(evaluations, verdicts, objective, run),
                     alternatives_text(evaluations, verdicts, objective, run));
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
    for (const std::string& alternative : tries_) {
      std::vector<std::string> changes;
      boost::split(changes, alternative, boost::is_any_of(";"));
      risk::Variant changed = with_changes(variants.front(), changes, "--try");
      if (changed.rules() == variants.front().rules()) {
        throw InputError("--try: {} changes nothing: {} has it so already", alternative,
                         variants.front().name());
      }
      for (std::size_t i = 1; i < variants.size(); ++i) {
        if (changed.rules() != variants[i].rules()) continue;
        throw InputError("--try: {} is the same as an alternative before it", alternative);
      }
      variants.push_back(std::move(changed));
    }
    return variants;
  }

  static Exit finish(Context& context, const std::vector<Evaluation>& evaluations,
                     const EvaluationRun& run) {
    std::int64_t invalid = 0;
    for (const Evaluation& evaluation : evaluations) {
      invalid += evaluation.totals->ends(risk::EndReason::invalid);
    }
    if (run.interrupted) {
      return context.interrupted(interrupted_later);
    }
    return context.forfeited(invalid);
  }

  const std::vector<std::string>& variants_ = arguments("VARIANT", 0, 2);
  const VariantOptions source_{*this};
  const std::vector<std::string>& tries_ = repeatable("--try", "KEY=VALUE;...");
  const std::int64_t& matches_ = long_integer("--matches", 10'000, 1, most_matches_of_a_variant);
  const ScoreOptions score_{*this};
  const std::vector<std::string>& seconds_ = repeatable("--seconds", "KEY=N,...");
  const std::string& criteria_ = option("--criteria", "A,B");
  const std::vector<std::string>& agents_ = repeatable("--agents", "A,B");
  const std::vector<std::string>& names_ = repeatable("--name", "NAME=AGENT");
  const std::string& profile_ = choice("--profile", profiles, "text");
  const std::string& engine_ = choice("--engine", engine_names(), "auto");
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow evaluate_command{"evaluate", make<EvaluateCommand>};

}  // namespace evorisk::app
