#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/report/studies.hpp"
#include "app/text/text_table.hpp"
#include "app/view/chart.hpp"
#include "base/statistics.hpp"
#include "ga/evaluation/record.hpp"

namespace evorisk::app {
namespace {

using experiments::AgentStudy;
using experiments::StudyFigure;
using Json = nlohmann::ordered_json;

// A column for each table of agents between the first and what else there is.
TextTable table_of(const std::string& first, const std::vector<std::string>& tables,
                   std::vector<std::string> last, bool markdown) {
  last.insert(last.begin(), tables.begin(), tables.end());
  last.insert(last.begin(), first);
  return {last, markdown ? TextTable::Align::right : TextTable::Align::left};
}

}  // namespace

std::string agent_study_text(const AgentStudy& study, const std::vector<std::string>& tables,
                             bool markdown) {
  const StudyFigure& fitness = study.figures.back();
  TextTable ranking = table_of("fitness (rank)", tables, {}, markdown);
  for (std::size_t v = 0; v < study.variants.size(); ++v) {
    std::vector<std::string> row = {study.variants[v]};
    for (std::size_t t = 0; t < tables.size(); ++t) {
      const auto& [mean, se] = fitness.values[v][t];
      row.push_back(
          fmt::format("{:.2f} ± {:.2f} ({:g})", mean, rounded_up(se, 2), fitness.ranks(t)[v]));
    }
    ranking.add(std::move(row));
  }
  TextTable figures = table_of("mean over the variants; tau with " + tables.front(), tables,
                               {"depends on who plays"}, markdown);
  for (const StudyFigure& figure : study.figures) {
    std::vector<std::string> row = {figure.title};
    for (std::size_t t = 0; t < tables.size(); ++t) {
      const std::vector<double> column = figure.column(t);
      const double mean =
          std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(column.size());
      row.push_back(fmt::format("{:.3f}", mean));
      if (t == 0) continue;
      const metrics::Estimate& tau = figure.correlations[t];
      row.back() += fmt::format("; {:+.2f}", tau.mean);
      // Of fewer variants than four it has none.
      if (study.variants.size() >= 4) row.back() += fmt::format(" ± {:.2f}", rounded_up(tau.se, 2));
    }
    row.push_back(fmt::format("{} of {}", std::ranges::count(figure.depends_on_agents, true),
                              figure.depends_on_agents.size()));
    figures.add(std::move(row));
  }
  return markdown ? ranking.markdown() + "\n" + figures.markdown()
                  : ranking.text() + "\n" + figures.text();
}

void add_agent_study(Json& json, const AgentStudy& study, const std::vector<std::string>& tables) {
  json["variants"] = study.variants;
  json["agents"] = tables;
  Json& figures = json["figures"] = Json::object();
  for (const StudyFigure& figure : study.figures) {
    Json& entry = figures[figure.name] = Json::object();
    for (std::size_t v = 0; v < study.variants.size(); ++v) {
      Json row = Json::array();
      for (const metrics::Estimate& e : figure.values[v]) row.push_back(ga::estimate_to_json(e));
      entry["values"].push_back(row);
      entry["significant"].push_back(static_cast<bool>(figure.depends_on_agents[v]));
    }
    for (std::size_t t = 0; t < tables.size(); ++t) {
      entry["ranks"].push_back(figure.ranks(t));
      entry["rank_correlation"].push_back(ga::estimate_to_json(figure.correlations[t]));
    }
  }
}

std::string agent_study_picture(const AgentStudy& study, const std::vector<std::string>& tables) {
  const StudyFigure& fitness = study.figures.back();
  std::vector<BumpRow> rows;
  for (std::size_t v = 0; v < study.variants.size(); ++v) {
    BumpRow& row = rows.emplace_back(BumpRow{study.variants[v], {}, {}});
    for (std::size_t t = 0; t < tables.size(); ++t) {
      row.ranks.push_back(fitness.ranks(t)[v]);
      row.values.push_back(fmt::format("{:.2f}", fitness.values[v][t].mean));
    }
  }
  return bump_chart("Rank by fitness under each self-play agent (1 on top)", tables, rows);
}

}  // namespace evorisk::app
