#include "experiments/agent_study/study.hpp"

#include <algorithm>

#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/panel.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::experiments {
namespace {

using Totals = std::vector<std::vector<metrics::CriteriaTotals>>;  // by variant and table

AgentStudy study_of(const std::vector<risk::Variant>& variants, const Totals& totals,
                    const std::vector<metrics::Objective>& objectives) {
  AgentStudy study;
  for (const risk::Variant& variant : variants) study.variants.push_back(variant.name());
  std::vector<metrics::Disagreements> disagreements;
  for (std::size_t v = 0; v < totals.size(); ++v) {
    disagreements.push_back(metrics::disagreements(totals[v], objectives[v]));
    for (const metrics::CriteriaTotals& table : totals[v])
      study.forfeits += table.ends(risk::EndReason::invalid);
  }
  const auto add = [&](std::string_view name, std::string_view title, const auto& value,
                       const auto& disagreement) {
    StudyFigure figure{std::string(name), std::string(title), {}, {}, {}};
    for (std::size_t v = 0; v < totals.size(); ++v) {
      auto& row = figure.values.emplace_back();
      for (const metrics::CriteriaTotals& table : totals[v]) row.push_back(value(table, v));
      figure.depends_on_agents.push_back(disagreement(disagreements[v]).significant);
    }
    for (std::size_t t = 0; t < totals.front().size(); ++t) {
      figure.correlations.push_back(metrics::rank_correlation(figure.column(0), figure.column(t)));
    }
    study.figures.push_back(std::move(figure));
  };
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    const bool of_all = std::ranges::all_of(
        totals, [&](const auto& tables) { return tables.front().measures(info.id); });
    if (!of_all) continue;
    add(
        info.name, info.title,
        [&](const metrics::CriteriaTotals& table, std::size_t) { return table.criterion(info.id); },
        [&](const metrics::Disagreements& d) {
          return d.criteria[static_cast<std::size_t>(info.id)];
        });
  }
  add(
      "fitness", "Fitness",
      [&](const metrics::CriteriaTotals& table, std::size_t v) {
        metrics::Estimate fitness = metrics::fitness(table, objectives[v]);
        fitness.mean += metrics::target_loss(objectives[v], variants[v]);  // of rules and board
        return fitness;
      },
      [](const metrics::Disagreements& d) { return d.fitness; });
  return study;
}

}  // namespace

std::vector<double> StudyFigure::column(std::size_t table) const {
  std::vector<double> column;
  for (const auto& row : values) column.push_back(row[table].mean);
  return column;
}

std::vector<double> StudyFigure::ranks(std::size_t table) const {
  std::vector<double> ranks = mean_ranks(column(table));
  for (double& rank : ranks) rank += 1;
  return ranks;
}

std::optional<AgentStudy> study_agents(const std::vector<risk::Variant>& variants,
                                       const std::vector<std::vector<std::string>>& tables,
                                       const std::vector<metrics::Objective>& objectives,
                                       std::int64_t matches, std::uint64_t seed, int threads,
                                       const metrics::PlayControl& control) {
  metrics::EngineOptions options;
  options.threads = threads;
  Totals totals;
  for (std::size_t v = 0; v < variants.size(); ++v) {
    const risk::Variant& variant = variants[v];
    options.extended = objectives[v].extended_criteria();
    for (const auto& table : tables) {
      metrics::EngineOptions own = options;
      own.agents = table;
      static_cast<void>(metrics::seat_agents(variant, own));  // refuses what does not fit
    }
    totals.emplace_back(tables.size(),
                        metrics::CriteriaTotals(variant.players(), options.extended));
  }
  for (std::size_t v = 0; v < variants.size(); ++v) {
    std::vector<metrics::Measurement> work;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      StreamKey key{seed, Purpose::match};
      key.individual = static_cast<std::uint32_t>(t);
      work.push_back({&variants[v], key, matches, &totals[v][t], &tables[t]});
    }
    const auto before = static_cast<std::int64_t>(v * tables.size()) * matches;
    options.parameters = objectives[v].parameters;
    options.extended = objectives[v].extended_criteria();
    if (!metrics::measure(*metrics::make_engine(options), work,
                          metrics::reporting_after(control, before))) {
      return std::nullopt;
    }
  }
  return study_of(variants, totals, objectives);
}

}  // namespace evorisk::experiments
