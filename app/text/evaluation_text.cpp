#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

#include "app/text/constraints.hpp"
#include "app/text/evaluation.hpp"
#include "base/counted.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/judgement.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

using metrics::Criterion;
using metrics::CriterionInfo;
using metrics::Objective;

// "12,345,678".
std::string grouped(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

std::string estimate_text(const metrics::Estimate& estimate, std::int64_t matches) {
  return matches < 2 ? fmt::format("{:.4f}         ", estimate.mean)
                     : fmt::format("{:.4f} ± {:.4f}", estimate.mean, estimate.se);
}

std::optional<Objective::Term> term_of(const Objective& objective, Criterion criterion) {
  for (const Objective::Term& term : objective.terms) {
    if (term.criterion == criterion) return term;
  }
  return std::nullopt;
}

// At most four decimals, none that are 0.
std::string plain(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

bool has_weights(const Objective& objective) {
  for (const Objective::Term& term : objective.terms) {
    if (term.weight != 1) return true;
  }
  return false;
}

// "0.5", or "0.4 - 0.6" for a band.
std::string ideal_text(const Objective::Term& term) {
  return term.band_end ? plain(term.ideal) + " - " + plain(*term.band_end) : plain(term.ideal);
}

metrics::Likeness likeness_of(const Evaluation& evaluation, const Objective& objective) {
  if (objective.target == nullptr) return {};
  return metrics::likeness(*objective.target, evaluation.variant->rules(),
                           evaluation.variant->map());
}

// How far from the objective's target, in its three parts. Empty without one.
std::string target_text(const Evaluation& evaluation, const Objective& objective) {
  if (objective.target == nullptr) return {};
  const metrics::Target& target = *objective.target;
  const metrics::Likeness likeness = likeness_of(evaluation, objective);
  const auto line = [](std::string_view part, const std::string& value, const std::string& rest) {
    return fmt::format("{:<18} {:<16}  {}\n", part, value, rest);
  };
  const std::string bound = likeness.map == likeness.map_at_least
                                ? std::string()
                                : fmt::format(", at most; at least {:.4f}", likeness.map_at_least);
  return line("  of the criteria",
              estimate_text(metrics::fitness(*evaluation.totals, objective),
                            evaluation.totals->matches()),
              "from those of " + target.variant->name()) +
         line("  of the rules", fmt::format("{:.4f}", likeness.rules),
              fmt::format("times {:g}", target.rules.weight)) +
         line("  of the map", fmt::format("{:.4f}", likeness.map),
              fmt::format("times {:g}{}", target.map.weight, bound));
}

// Further aims and bounds of the objective: a line each. Empty for the thesis'.
std::string aims_text(const Evaluation& evaluation, const Objective& objective) {
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  std::string text;
  const metrics::Likeness likeness = likeness_of(evaluation, objective);
  const std::vector<metrics::Estimate> losses =
      metrics::judge_groups({&totals, 1}, objective, metrics::Judgement::mean, &likeness);
  for (std::size_t g = 0; g < losses.size(); ++g) {
    std::string names;
    for (const Criterion c : objective.groups[g].criteria) {
      names += (names.empty() ? "" : ", ") + std::string(metrics::criterion_info(c).name);
    }
    if (objective.groups[g].rules) names += names.empty() ? "rules" : ", rules";
    if (objective.groups[g].map) names += names.empty() ? "map" : ", map";
    text += fmt::format("{:<18} {:<16}  group of {}\n", objective.groups[g].name,
                        estimate_text(losses[g], totals.matches()), names);
  }
  for (const Demand& demand : demands(objective, evaluation.variant->map(), totals)) {
    text += fmt::format("{:<18} {:<16}  {}: {} ({})\n", demand.quantity->name,
                        demand.quantity->of_map ? plain(demand.value.mean)
                                                : estimate_text(demand.value, totals.matches()),
                        demand.holds ? "holds" : "does not hold", demand.bounds,
                        demand.quantity->summary);
  }
  return text;
}

std::string variant_line(const Evaluation& evaluation) {
  return fmt::format("{}: {} territories, {} players ({}); engine {} ({})\n",
                     evaluation.variant->name(), evaluation.variant->territories(),
                     evaluation.variant->players(), fmt::join(evaluation.agents, ", "),
                     evaluation.engine.name, evaluation.engine.reason);
}

std::string speed_line(const EvaluationRun& run, std::int64_t played) {
  const double rate = run.seconds > 0 ? static_cast<double>(played) / run.seconds : 0;
  return fmt::format("{} {} in {:.2f} s ({} a second), seed {}, {}{}\n", grouped(played),
                     noun(played, "match", "matches"), run.seconds, grouped(std::llround(rate)),
                     run.seed, counted(run.threads, "thread"),
                     run.interrupted ? "; interrupted before the rest" : "");
}

std::string outcome_lines(const metrics::CriteriaTotals& totals) {
  const metrics::Estimate turns = totals.turns();
  std::string text = fmt::format("turns    {:.2f}", turns.mean);
  if (totals.matches() >= 2) {
    text += fmt::format(" ± {:.2f} (deviation {:.2f}; {} to {})", turns.se,
                        totals.turns_deviation(), totals.fewest_turns(), totals.most_turns());
  }
  text += "\nwins     ";
  const auto n = static_cast<double>(totals.matches());
  for (int seat = 0; seat < totals.players(); ++seat) {
    text +=
        fmt::format("{}seat {}: {} ({})", seat == 0 ? "" : ", ", seat, grouped(totals.wins(seat)),
                    metrics::percent(static_cast<double>(totals.wins(seat)) / n));
  }
  text += "\nends     ";
  bool first = true;
  for (int e = 0; e < risk::end_reason_count; ++e) {
    const auto reason = static_cast<risk::EndReason>(e);
    if (totals.ends(reason) == 0) continue;
    text += fmt::format("{}{}: {} ({})", first ? "" : ", ", risk::end_reason_name(reason),
                        grouped(totals.ends(reason)),
                        metrics::percent(static_cast<double>(totals.ends(reason)) / n));
    first = false;
  }
  return text + "\n";
}

}  // namespace

std::string p_text(double p) {
  return p < 0.001 ? std::string("p < 0.001") : fmt::format("p = {:.3f}", p);
}

metrics::Estimate fitness_of(const Evaluation& evaluation, const Objective& objective) {
  const metrics::Likeness likeness = likeness_of(evaluation, objective);
  return metrics::judge({evaluation.totals, 1}, objective, metrics::Judgement::mean, &likeness);
}

std::string evaluation_text(const Evaluation& evaluation, const metrics::Objective& objective,
                            const EvaluationRun& run) {
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  const bool weights = has_weights(objective);
  std::string text = variant_line(evaluation) + "\n";
  text += fmt::format("{:<18} {:<16}  {:<6}  {:<8}  {}{}\n", "criterion", "value", "ideal",
                      "distance", weights ? "weight  " : "", "meaning");
  for (const CriterionInfo& info : metrics::all_criteria()) {
    if (!totals.measures(info.id)) continue;
    const metrics::Estimate estimate = totals.criterion(info.id);
    const auto term = term_of(objective, info.id);
    text += fmt::format("{:<18} {:<16}  {:<6}  {:<8}  ", info.title,
                        estimate_text(estimate, totals.matches()), term ? ideal_text(*term) : "-",
                        term ? fmt::format("{:.4f}", metrics::loss(*term, estimate)) : "-");
    if (weights) text += fmt::format("{:<6}  ", term ? plain(term->weight) : "-");
    text += metrics::meaning(info.id, totals, objective).text() + "\n";
  }
  text +=
      fmt::format("{:<18} {:<16}  objective {}: sum of {}distances, smaller is better\n{}\n",
                  "Fitness", estimate_text(fitness_of(evaluation, objective), totals.matches()),
                  objective.name, weights ? "weighted " : "", target_text(evaluation, objective));
  if (const std::string aims = aims_text(evaluation, objective); !aims.empty()) {
    text.pop_back();
    text += aims + "\n";
  }
  return text + outcome_lines(totals) + "speed    " + speed_line(run, totals.matches());
}

std::string comparison_text(const Evaluation& first, const Evaluation& second,
                            const metrics::Comparison& comparison,
                            const metrics::Objective& objective, const EvaluationRun& run) {
  const metrics::CriteriaTotals& a = *first.totals;
  const metrics::CriteriaTotals& b = *second.totals;
  std::string text = fmt::format("A  {}B  {}\n", variant_line(first), variant_line(second));
  text +=
      fmt::format("{:<18} {:<16}  {:<16}  {:<17}  {}\n", "criterion", "A", "B", "B - A", "verdict");
  const auto row = [&](std::string_view title, const metrics::Estimate& of_a,
                       const metrics::Estimate& of_b, const metrics::Difference& difference,
                       std::string_view verdict) {
    text += fmt::format("{:<18} {:<16}  {:<16}  {:+.4f} ± {:.4f}  {}{}\n", title,
                        estimate_text(of_a, a.matches()), estimate_text(of_b, b.matches()),
                        difference.mean, difference.se,
                        difference.significant ? "differs" : "no clear difference",
                        fmt::format(" ({}){}", p_text(difference.p_adjusted), verdict));
  };
  std::string sentences;
  for (const CriterionInfo& info : metrics::all_criteria()) {
    if (!a.measures(info.id)) continue;
    const metrics::Difference& difference = comparison.criteria[static_cast<std::size_t>(info.id)];
    const metrics::Estimate of_a = a.criterion(info.id);
    const metrics::Estimate of_b = b.criterion(info.id);
    std::string_view verdict;
    if (const auto term = term_of(objective, info.id); term && difference.significant) {
      const double closer = metrics::loss(*term, of_a) - metrics::loss(*term, of_b);
      verdict = closer > 0   ? ", B is nearer its ideal"
                : closer < 0 ? ", A is nearer its ideal"
                             : ", both within the ideal band";
    }
    row(info.title, of_a, of_b, difference, verdict);
    if (difference.significant) {
      sentences +=
          fmt::format("{}\n  A  {}\n  B  {}\n", info.title, metrics::meaning(info.id, a, objective),
                      metrics::meaning(info.id, b, objective));
    }
  }
  const metrics::Difference& fitness = comparison.fitness;
  row("Fitness", fitness_of(first, objective), fitness_of(second, objective), fitness,
      !fitness.significant ? ""
      : fitness.mean < 0   ? ", B is better"
                           : ", A is better");
  text += sentences.empty() ? "\nNo criterion differs by more than chance.\n"
                            : "\nWhat differs by more than chance:\n";
  text += sentences;
  text += fmt::format("\nA\n{}B\n{}", outcome_lines(a), outcome_lines(b));
  text += fmt::format(
      "\np-values are of paired tests of all criteria and the fitness together (Holm, level {}).\n",
      comparison.level);
  return text + speed_line(run, a.matches() + b.matches());
}

}  // namespace evorisk::app
