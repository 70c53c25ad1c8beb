#include "app/text/verdicts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using metrics::CriterionInfo;

std::string value_and_error(const metrics::Estimate& e) {
  return fmt::format("{:.3f} ± {:.3f}", e.mean, e.se);
}

Json disagreement_json(const metrics::Disagreement& d, std::span<const Evaluation> tables) {
  return {{"q", d.q},
          {"p", d.p},
          {"p_adjusted", d.p_adjusted},
          {"significant", d.significant},
          {"lowest", table_name(tables[d.lowest].agents)},
          {"highest", table_name(tables[d.highest].agents)}};
}

}  // namespace

std::string table_name(const std::vector<std::string>& agents) {
  const bool alike = std::all_of(agents.begin(), agents.end(),
                                 [&](const std::string& agent) { return agent == agents.front(); });
  return alike ? agents.front() : fmt::format("{}", fmt::join(agents, ","));
}

Verdicts verdicts_of(std::span<const Evaluation> tables, const metrics::Objective& objective) {
  Verdicts verdicts;
  verdicts.tables = tables;
  for (const Evaluation& table : tables) verdicts.totals.push_back(*table.totals);
  verdicts.disagreements = metrics::disagreements(verdicts.totals, objective);
  verdicts.apart = metrics::target_loss(objective, *tables.front().variant);
  verdicts.mean = metrics::judge(verdicts.totals, objective, metrics::Judgement::mean);
  verdicts.worst = metrics::judge(verdicts.totals, objective, metrics::Judgement::worst);
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
  std::vector<TextTable::Column> columns = {{"criterion"}};
  for (const Evaluation& table : tables) columns.push_back({table_name(table.agents)});
  columns.push_back({"who plays"});
  TextTable rows(columns);
  std::string sentences;
  const auto row = [&](std::string_view title, const metrics::Disagreement& d, const auto& value) {
    std::vector<std::string> cells = {std::string(title)};
    for (const auto& totals : verdicts.totals) cells.push_back(value_and_error(value(totals)));
    cells.push_back(fmt::format("{} ({})", d.significant ? "matters" : "no clear difference",
                                p_text(d.p_adjusted)));
    rows.add(cells);
    if (!d.significant) return;
    sentences +=
        fmt::format("  {}: from {:.3f} ({}) to {:.3f} ({})\n", title,
                    value(verdicts.totals[d.lowest]).mean, table_name(tables[d.lowest].agents),
                    value(verdicts.totals[d.highest]).mean, table_name(tables[d.highest].agents));
  };
  for (const CriterionInfo& info : metrics::all_criteria()) {
    if (!verdicts.totals.front().measures(info.id)) continue;
    row(info.title, verdicts.disagreements.criteria[static_cast<std::size_t>(info.id)],
        [&](const metrics::CriteriaTotals& totals) { return totals.criterion(info.id); });
  }
  row("Fitness", verdicts.disagreements.fitness, [&](const metrics::CriteriaTotals& totals) {
    metrics::Estimate own = metrics::fitness(totals, objective);
    own.mean += verdicts.apart;
    return own;
  });
  text += rows.text();
  text += sentences.empty() ? "\nNo criterion depends on who plays by more than chance.\n"
                            : "\nWhat depends on who plays:\n" + sentences;
  text += fmt::format(
      "\nfitness  mean {} over the tables, worst {} ({}); objective {}, smaller is better\n",
      value_and_error(verdicts.mean), value_and_error(verdicts.worst),
      table_name(tables[verdicts.disagreements.fitness.highest].agents), objective.name);
  text += fmt::format(
      "p-values are of Cochran's tests of all criteria and the fitness together (Holm, level "
      "{}).\n",
      verdicts.disagreements.level);
  text += fmt::format("{} of each table in {:.2f} s, seed {}, {}{}\n",
                      counted(verdicts.totals.front().matches(), "match", "matches"), run.seconds,
                      run.seed, counted(run.threads, "thread"),
                      run.interrupted ? "; interrupted before the rest" : "");
  std::vector<std::string> slow;
  for (const Evaluation& table : tables) {
    slow.push_back(fmt::format("{} {}", table_name(table.agents), table.engine.name));
  }
  return text + fmt::format("engines: {}\n", fmt::join(slow, ", "));
}

Json verdicts_json(const Verdicts& verdicts, const metrics::Objective& objective,
                   const EvaluationRun& run) {
  Json json;
  std::int64_t played = 0;
  Json& tables = json["tables"] = Json::array();
  for (const Evaluation& table : verdicts.tables) {
    tables.push_back(variant_json(table, objective));
    played += table.totals->matches();
  }
  const metrics::Disagreements& d = verdicts.disagreements;
  Json& disagreement = json["disagreement"] = {{"level", d.level}, {"criteria", Json::object()}};
  for (const CriterionInfo& info : metrics::all_criteria()) {
    if (!verdicts.totals.front().measures(info.id)) continue;
    disagreement["criteria"][std::string(info.name)] =
        disagreement_json(d.criteria[static_cast<std::size_t>(info.id)], verdicts.tables);
  }
  disagreement["fitness"] = disagreement_json(d.fitness, verdicts.tables);
  json["fitness"] = {{"mean", {{"mean", verdicts.mean.mean}, {"se", verdicts.mean.se}}},
                     {"worst",
                      {{"mean", verdicts.worst.mean},
                       {"se", verdicts.worst.se},
                       {"agents", table_name(verdicts.tables[d.fitness.highest].agents)}}}};
  add_run(json, run, played);
  return json;
}

}  // namespace evorisk::app
