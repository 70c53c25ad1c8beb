#include "app/report/agent_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/text/text_table.hpp"
#include "app/view/bump_chart.hpp"

namespace evorisk::app {
namespace {

using experiments::AgentStudy;
using experiments::StudyFigure;
using Json = nlohmann::ordered_json;

std::string rank_text(double rank) {
  return rank == std::floor(rank) ? fmt::format("{:.0f}", rank) : fmt::format("{:.1f}", rank);
}

std::string rows_text(const std::vector<std::string>& head,
                      const std::vector<std::vector<std::string>>& rows, bool markdown) {
  if (markdown) {
    std::string text = fmt::format("| {} |\n|---|", fmt::join(head, " | "));
    for (std::size_t i = 1; i < head.size(); ++i) text += "---:|";
    text += "\n";
    for (const auto& row : rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
    return text;
  }
  std::vector<TextTable::Column> columns;
  for (const std::string& title : head) columns.push_back({title});
  TextTable table(columns);
  for (const auto& row : rows) table.add(row);
  return table.text();
}

}  // namespace

std::string agent_study_text(const AgentStudy& study, const std::vector<std::string>& tables,
                             bool markdown) {
  const StudyFigure& fitness = study.figures.back();
  std::vector<std::string> head = {"fitness (rank)"};
  head.insert(head.end(), tables.begin(), tables.end());
  std::vector<std::vector<std::string>> rows;
  for (const std::string& variant : study.variants) rows.push_back({variant});
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const std::vector<double> ranks = fitness.ranks(t);
    for (std::size_t v = 0; v < rows.size(); ++v) {
      const metrics::Estimate& e = fitness.values[v][t];
      rows[v].push_back(fmt::format("{:.2f} ± {:.2f} ({})", e.mean, e.se, rank_text(ranks[v])));
    }
  }
  const std::string text = rows_text(head, rows, markdown) + "\n";

  head = {"mean over the variants; tau with " + tables.front()};
  head.insert(head.end(), tables.begin(), tables.end());
  head.emplace_back("depends on who plays");
  rows.clear();
  for (const StudyFigure& figure : study.figures) {
    std::vector<std::string> row = {figure.title};
    for (std::size_t t = 0; t < tables.size(); ++t) {
      const std::vector<double> column = figure.column(t);
      const double mean =
          std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(column.size());
      row.push_back(fmt::format("{:.3f}", mean));
      if (t == 0) continue;
      const metrics::Estimate& tau = figure.correlations[t];
      row.back() += fmt::format("; {:+.2f} ± {:.2f}", tau.mean, tau.se);
    }
    row.push_back(fmt::format("{} of {}", std::ranges::count(figure.depends_on_agents, true),
                              figure.depends_on_agents.size()));
    rows.push_back(std::move(row));
  }
  return text + rows_text(head, rows, markdown);
}

void add_agent_study(Json& json, const AgentStudy& study, const std::vector<std::string>& tables) {
  json["variants"] = study.variants;
  json["agents"] = tables;
  const auto estimate = [](const metrics::Estimate& e) {
    return Json{{"mean", e.mean}, {"se", e.se}};
  };
  Json& figures = json["figures"] = Json::object();
  for (const StudyFigure& figure : study.figures) {
    Json& entry = figures[figure.name] = Json::object();
    for (std::size_t v = 0; v < study.variants.size(); ++v) {
      Json row = Json::array();
      for (const metrics::Estimate& e : figure.values[v]) row.push_back(estimate(e));
      entry["values"].push_back(row);
      entry["depends_on_agent"].push_back(static_cast<bool>(figure.depends_on_agents[v]));
    }
    for (std::size_t t = 0; t < tables.size(); ++t) {
      entry["ranks"].push_back(figure.ranks(t));
      entry["rank_correlation"].push_back(estimate(figure.correlations[t]));
    }
  }
}

std::string agent_study_picture(const AgentStudy& study, const std::vector<std::string>& tables) {
  const StudyFigure& fitness = study.figures.back();
  std::vector<BumpRow> rows;
  for (const std::string& variant : study.variants) rows.push_back({variant, {}, {}});
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const std::vector<double> ranks = fitness.ranks(t);
    for (std::size_t v = 0; v < rows.size(); ++v) {
      rows[v].ranks.push_back(ranks[v]);
      rows[v].values.push_back(fmt::format("{:.2f}", fitness.values[v][t].mean));
    }
  }
  return bump_chart("Rank by fitness under each self-play agent (1 on top)", tables, rows);
}

}  // namespace evorisk::app
