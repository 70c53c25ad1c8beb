#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/text/evaluation.hpp"
#include "app/text/matches.hpp"
#include "app/text/minutes.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/message.hpp"
#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/panel.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

using metrics::Criterion;
using metrics::CriterionInfo;
using metrics::Objective;

// "12,345,678".
std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, ",");
  return text;
}

std::string estimate_text(const metrics::Estimate& estimate, std::int64_t matches) {
  return matches < 2 ? fmt::format("{:.4f}         ", estimate.mean)
                     : fmt::format("{:.4f} ± {:.4f}", estimate.mean, rounded_up(estimate.se, 4));
}

// At most four decimals, none that are 0.
std::string plain(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// "0.5", or "0.4 - 0.6" for a band.
template <class Term>
std::string ideal_text(const Term& term) {
  return term.band_end ? plain(term.ideal) + " - " + plain(*term.band_end) : plain(term.ideal);
}

// A single match has none.
std::string interval_text(const metrics::Interval& interval, std::int64_t matches) {
  return matches < 2 ? "–" : fmt::format("{:.4f} to {:.4f}", interval.low, interval.high);
}

std::string line_of(std::string_view what, const std::string& value, std::string_view rest,
                    std::size_t width = 18) {
  return fmt::format("{:<{}} {:<16}  {}\n", what, width, value, rest);
}

// How far from the objective's target, in its three parts. Empty without one.
std::string target_text(const Evaluation& evaluation, const Objective& objective) {
  if (objective.target == nullptr) return {};
  const metrics::Target& target = *objective.target;
  const metrics::TargetDistance target_distance = target_distance_of(evaluation, objective);
  const std::string bound =
      target_distance.map == target_distance.map_at_least
          ? std::string()
          : fmt::format(", at most; at least {:.4f}", target_distance.map_at_least);
  return line_of("  of the criteria",
                 estimate_text(metrics::fitness(*evaluation.totals, objective),
                               evaluation.totals->matches()),
                 "from those of " + target.variant->name()) +
         line_of("  of the rules", fmt::format("{:.4f}", target_distance.rules),
                 fmt::format("times {:g}", target.rules.weight)) +
         line_of("  of the map", fmt::format("{:.4f}", target_distance.map),
                 fmt::format("times {:g}{}", target.map.weight, bound));
}

// Extended aims and bounds of the objective: a line each. Empty for the thesis'.
std::string aims_text(const Evaluation& evaluation, const Objective& objective) {
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  std::string text;
  const std::vector<metrics::Estimate> losses = losses_of(evaluation, objective);
  for (std::size_t g = 0; g < losses.size(); ++g) {
    const Objective::Group& group = objective.groups[g];
    std::vector<std::string_view> names;
    for (const Criterion c : group.criteria) names.push_back(metrics::criterion_info(c).name);
    for (const std::string& name : group.quantities) names.emplace_back(name);
    if (group.rules) names.emplace_back("rules");
    if (group.map) names.emplace_back("map");
    text += line_of(group.name, estimate_text(losses[g], totals.matches()),
                    fmt::format("group of {}", fmt::join(names, ", ")));
  }
  for (const metrics::MeasuredQuantity& measured :
       metrics::measured_quantities(objective, evaluation.variant->map(), {&totals, 1})) {
    const metrics::QuantityInfo& info = metrics::quantity_info(measured.term->quantity);
    text += line_of(
        info.name,
        info.of_map ? plain(measured.value.mean) : estimate_text(measured.value, totals.matches()),
        fmt::format("ideal {}, distance {:.4f}, weight {:g} ({})", ideal_text(*measured.term),
                    measured.loss, measured.term->weight, info.summary));
  }
  const std::vector<Demand> bounds = demands(objective, evaluation.variant->map(), {&totals, 1});
  std::size_t width = 18;
  for (const Demand& demand : bounds) width = std::max(width, demand.quantity->name.size());
  if (!bounds.empty()) text += "\nBounds\n";
  for (const Demand& demand : bounds) {
    text += line_of(demand.quantity->name,
                    demand.quantity->of_map ? plain(demand.value.mean)
                                            : estimate_text(demand.value, totals.matches()),
                    fmt::format("{}: {} ({})", demand.violation == 0 ? "holds" : "does not hold",
                                demand.bounds, demand.quantity->summary),
                    width);
  }
  return text;
}

std::string p_text(double p) {
  return p < 0.001 ? std::string("p < 0.001") : fmt::format("p = {:.3f}", p);
}

// What a test says; with too few matches there is none.
template <class Test>
std::string test_text(const Test& test, std::string_view significant, std::int64_t matches) {
  if (matches < metrics::fewest_for_a_test) return too_few_to_test();
  return fmt::format("{} ({})", test.significant ? significant : "no clear difference",
                     p_text(test.p_adjusted));
}

// What stands in place of findings where there are none.
std::string nothing_found(std::string sentence, std::int64_t matches) {
  if (matches >= metrics::fewest_for_a_test) return sentence;
  sentence = too_few_to_test();
  sentence.front() = 'T';
  return fmt::format("\n{}.\n", sentence);
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

std::string outcome_lines(const Evaluation& evaluation, const Objective& objective) {
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  const auto n = static_cast<double>(totals.matches());
  const auto share = [&](const std::string& what, std::int64_t count) {
    return fmt::format("{}: {} ({})", what, grouped(count),
                       metrics::percent(static_cast<double>(count) / n));
  };
  std::vector<std::string> wins;
  for (int seat = 0; seat < totals.players(); ++seat) {
    wins.push_back(share(fmt::format("seat {}", SeatNumber{seat}), totals.wins(seat)));
  }
  std::vector<std::string> ends;
  for (int e = 0; e < risk::end_reason_count; ++e) {
    const auto reason = static_cast<risk::EndReason>(e);
    if (totals.ends(reason) == 0) continue;
    ends.push_back(share(std::string(end_text(reason)), totals.ends(reason)));
  }
  const metrics::Estimate turns = totals.turns();
  std::string text = fmt::format("turns    {:.2f}", turns.mean);
  if (turns.se > 0) {
    text += fmt::format(" ± {:.2f} (deviation {:.2f}; {} to {})", rounded_up(turns.se, 2),
                        totals.turns_deviation(), totals.fewest_turns(), totals.most_turns());
  } else if (totals.matches() >= 2) {
    text += " in every match";
  }
  return text +
         fmt::format("\nlength   {}\nwins     {}\nends     {}\n",
                     minutes_text(turns.mean, evaluation.variant->territories(), objective.seconds),
                     fmt::join(wins, ", "), fmt::join(ends, ", "));
}

}  // namespace

std::string value_and_error(const metrics::Estimate& e, std::int64_t matches, int digits) {
  if (matches < 2 || e.se == 0) return fmt::format("{:.{}f}", e.mean, digits);
  return fmt::format("{:.{}f} ± {:.{}f}", e.mean, digits, rounded_up(e.se, digits), digits);
}

std::string bounds_in_words(const Objective::Constraint& constraint) {
  std::vector<std::string> bounds;
  if (constraint.at_least) bounds.push_back(fmt::format("at least {:g}", *constraint.at_least));
  if (constraint.at_most) bounds.push_back(fmt::format("at most {:g}", *constraint.at_most));
  return fmt::format("{}", fmt::join(bounds, ", "));
}

std::vector<Demand> demands(const Objective& objective, const maps::Map& map,
                            std::span<const metrics::CriteriaTotals> tables) {
  std::vector<Demand> all;
  for (const Objective::Constraint& constraint : objective.constraints) {
    const metrics::QuantityInfo& info = metrics::quantity_info(constraint.quantity);
    Demand demand{&info, metrics::quantity(info, map, tables, objective.seconds),
                  bounds_in_words(constraint), 0};
    for (const metrics::CriteriaTotals& table : tables) {
      const metrics::Estimate own = metrics::quantity(info, map, table, objective.seconds);
      const double violation = metrics::violation(constraint, own.mean);
      if (violation > demand.violation) {
        demand.value = own;
        demand.violation = violation;
      }
    }
    all.push_back(std::move(demand));
  }
  return all;
}

std::string too_few_to_test() {
  return fmt::format("too few matches to test ({} at least)", metrics::fewest_for_a_test);
}

std::string_view nearness(const Objective::Term& term, double a, double b) {
  const double end = term.band_end.value_or(term.ideal);
  const auto within = [&](double x) { return term.ideal <= x && x <= end; };
  if (within(a) && within(b)) return ", both within the ideal band";
  if (within(a) || within(b) || (a < term.ideal) == (b < term.ideal)) {
    return within(a) || (!within(b) && (a < b) == (a > end)) ? ", A is nearer its ideal"
                                                             : ", B is nearer its ideal";
  }
  return "";
}

std::optional<Objective::Term> term_of(const Objective& objective, Criterion criterion) {
  const auto term = std::ranges::find(objective.terms, criterion, &Objective::Term::criterion);
  return term == objective.terms.end() ? std::nullopt : std::optional(*term);
}

metrics::TargetDistance target_distance_of(const Evaluation& evaluation,
                                           const Objective& objective) {
  if (objective.target == nullptr) return {};
  const risk::Variant& variant = *evaluation.variant;
  return metrics::target_distance(*objective.target, variant.rules(), variant.map());
}

metrics::Estimate fitness_of(const Evaluation& evaluation, const Objective& objective) {
  const metrics::TargetDistance target_distance = target_distance_of(evaluation, objective);
  return metrics::judge({evaluation.totals, 1}, objective, metrics::PanelAggregation::mean,
                        &target_distance, &evaluation.variant->map());
}

metrics::Interval fitness_interval_of(const Evaluation& evaluation, const Objective& objective) {
  metrics::Interval interval =
      metrics::fitness_interval(*evaluation.totals, objective, metrics::Coverage::two_errors);
  // What rules and board lose is free of error.
  const double apart =
      fitness_of(evaluation, objective).mean - metrics::fitness(*evaluation.totals, objective).mean;
  return {interval.middle + apart, interval.low + apart, interval.high + apart};
}

std::vector<metrics::Estimate> losses_of(const Evaluation& evaluation, const Objective& objective) {
  const metrics::TargetDistance target_distance = target_distance_of(evaluation, objective);
  return metrics::judge_groups({evaluation.totals, 1}, objective, metrics::PanelAggregation::mean,
                               &target_distance, &evaluation.variant->map());
}

std::string evaluation_text(const Evaluation& evaluation, const metrics::Objective& objective,
                            const EvaluationRun& run) {
  const metrics::CriteriaTotals& totals = *evaluation.totals;
  const bool weights = !std::ranges::all_of(
      objective.terms, [](const Objective::Term& term) { return term.weight == 1; });
  const auto plainly = [](double weight) { return weight == 0 || weight == 1; };
  const auto& target = objective.target;
  const bool weighted =
      weights || (target && !(plainly(target->rules.weight) && plainly(target->map.weight))) ||
      !std::ranges::all_of(objective.quantities, plainly, &Objective::QuantityTerm::weight);
  std::string text = variant_line(evaluation) + "\n";
  text += fmt::format("{:<18} {:<16}  {:<16}  {:<6}  {:<8}  {}{}\n", "criterion", "value",
                      "95 % interval", "ideal", "distance", weights ? "weight  " : "", "meaning");
  for (const CriterionInfo& info : totals.measured()) {
    const metrics::Estimate estimate = totals.criterion(info.id);
    const auto term = term_of(objective, info.id);
    text += fmt::format("{:<18} {:<16}  {:<16}  {:<6}  {:<8}  ", info.title,
                        estimate_text(estimate, totals.matches()),
                        interval_text(totals.shown_interval(info.id), totals.matches()),
                        term ? ideal_text(*term) : "-",
                        term ? fmt::format("{:.4f}", metrics::loss(*term, estimate)) : "-");
    if (weights) text += fmt::format("{:<6}  ", term ? plain(term->weight) : "-");
    text += metrics::meaning(info.id, totals, objective).text() + "\n";
  }
  text += line_of(
      "Fitness", estimate_text(fitness_of(evaluation, objective), totals.matches()),
      fmt::format("{:<16}  objective {}: sum of {}distances, smaller is better",
                  interval_text(fitness_interval_of(evaluation, objective), totals.matches()),
                  objective.name, weighted ? "weighted " : ""));
  text += target_text(evaluation, objective);
  text += aims_text(evaluation, objective) + "\n";
  return text + outcome_lines(evaluation, objective) + "speed    " +
         speed_line(run, totals.matches());
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
    const std::int64_t matches = std::min(a.matches(), b.matches());
    text += fmt::format("{:<18} {:<16}  {:<16}  {:+.4f}{}  {}{}\n", title,
                        estimate_text(of_a, a.matches()), estimate_text(of_b, b.matches()),
                        difference.mean,
                        matches < 2 ? "" : fmt::format(" ± {:.4f}", rounded_up(difference.se, 4)),
                        test_text(difference, "differs", matches), verdict);
  };
  std::string sentences;
  for (const CriterionInfo& info : a.measured()) {
    const metrics::Difference& difference = comparison.criteria[at(static_cast<int>(info.id))];
    const metrics::Estimate of_a = a.criterion(info.id);
    const metrics::Estimate of_b = b.criterion(info.id);
    std::string_view verdict;
    if (const auto term = term_of(objective, info.id); term && difference.significant) {
      verdict = nearness(*term, of_a.mean, of_b.mean);
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
  text += sentences.empty()
              ? nothing_found("\nNo criterion differs by more than chance.\n", a.matches())
              : "\nWhat differs by more than chance:\n" + sentences;
  return text + fmt::format(
                    "\nA\n{}B\n{}\np-values are of paired tests of all criteria and the fitness "
                    "together (Holm, level {}).\n{}",
                    outcome_lines(first, objective), outcome_lines(second, objective),
                    metrics::test_level, speed_line(run, a.matches() + b.matches()));
}

std::string table_name(const std::vector<std::string>& agents) {
  const bool alike = std::ranges::count(agents, agents.front()) == std::ssize(agents);
  return alike ? agents.front() : fmt::format("{}", fmt::join(agents, ","));
}

Verdicts verdicts_of(std::span<const Evaluation> tables, const metrics::Objective& objective) {
  Verdicts verdicts{.tables = tables};
  for (const Evaluation& table : tables) verdicts.totals.push_back(*table.totals);
  verdicts.disagreements = metrics::disagreements(verdicts.totals, objective);
  verdicts.apart = metrics::target_loss(objective, *tables.front().variant);
  verdicts.mean = metrics::judge(verdicts.totals, objective, metrics::PanelAggregation::mean);
  verdicts.worst = metrics::judge(verdicts.totals, objective, metrics::PanelAggregation::worst);
  verdicts.mean.mean += verdicts.apart;
  verdicts.worst.mean += verdicts.apart;
  return verdicts;
}

std::string verdicts_text(const Verdicts& verdicts, const metrics::Objective& objective,
                          const EvaluationRun& run) {
  const auto& tables = verdicts.tables;
  const risk::Variant& variant = *tables.front().variant;
  std::string text =
      fmt::format("{}: {} territories, {} players; judged by {} of agents\n\n", variant.name(),
                  variant.territories(), variant.players(), counted(std::ssize(tables), "table"));
  std::vector<std::string> titles = {"criterion"};
  for (const Evaluation& table : tables) titles.push_back(table_name(table.agents));
  titles.emplace_back("who plays");
  TextTable rows(titles, TextTable::Align::left);
  const std::int64_t matches = verdicts.totals.front().matches();
  std::string sentences;
  const auto row = [&](std::string_view title, const metrics::Disagreement& d, const auto& value) {
    std::vector<std::string> cells = {std::string(title)};
    for (const auto& totals : verdicts.totals)
      cells.push_back(value_and_error(value(totals), matches));
    cells.push_back(test_text(d, "matters", matches));
    rows.add(cells);
    if (!d.significant) return;
    sentences +=
        fmt::format("  {}: from {:.3f} ({}) to {:.3f} ({})\n", title,
                    value(verdicts.totals[d.lowest]).mean, table_name(tables[d.lowest].agents),
                    value(verdicts.totals[d.highest]).mean, table_name(tables[d.highest].agents));
  };
  for (const CriterionInfo& info : verdicts.totals.front().measured()) {
    row(info.title, verdicts.disagreements.criteria[static_cast<std::size_t>(info.id)],
        [&](const metrics::CriteriaTotals& totals) { return totals.criterion(info.id); });
  }
  row("Fitness", verdicts.disagreements.fitness, [&](const metrics::CriteriaTotals& totals) {
    metrics::Estimate own = metrics::fitness(totals, objective);
    own.mean += verdicts.apart;
    return own;
  });
  std::vector<std::string> lengths = {"Turns"};
  std::vector<std::string> minutes = {"Minutes"};
  for (const metrics::CriteriaTotals& totals : verdicts.totals) {
    const metrics::Estimate turns = totals.turns();
    lengths.push_back(value_and_error(turns, matches, 1));
    minutes.push_back(minutes_cell(turns.mean, variant.territories(), objective.seconds));
  }
  lengths.emplace_back();
  minutes.emplace_back();
  rows.add(lengths);
  rows.add(minutes);
  std::vector<std::string> engines;
  for (const Evaluation& table : tables) {
    engines.push_back(fmt::format("{} {}", table_name(table.agents), table.engine.name));
  }
  return text + rows.text() +
         (sentences.empty()
              ? nothing_found("\nNo criterion depends on who plays by more than chance.\n", matches)
              : "\nWhat depends on who plays:\n" + sentences) +
         fmt::format(
             "\nfitness  mean {} over the tables, worst {} ({}); objective {}, smaller is "
             "better\np-values are of Cochran's tests of all criteria and the fitness "
             "together (Holm, level {}).\n{} of each table in {:.2f} s, seed {}, {}{}\n"
             "engines: {}\n",
             value_and_error(verdicts.mean, matches), value_and_error(verdicts.worst, matches),
             table_name(tables[verdicts.disagreements.fitness.highest].agents), objective.name,
             metrics::test_level, counted(verdicts.totals.front().matches(), "match", "matches"),
             run.seconds, run.seed, counted(run.threads, "thread"),
             run.interrupted ? "; interrupted before the rest" : "", fmt::join(engines, ", "));
}

}  // namespace evorisk::app
