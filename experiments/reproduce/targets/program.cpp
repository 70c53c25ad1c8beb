// The model of the thesis' program against what that program measured.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "experiments/original/criteria.hpp"
#include "experiments/reproduce/data.hpp"
#include "experiments/reproduce/profiles.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr double far = 4;  // standard errors
constexpr double least_share = 0.95;
constexpr int batch_size = 100;  // of the recorded figures

struct Recorded {
  std::string map;
  Genes genes;
  int batches = 0;
  CriteriaValues mean{};
};

// All of them, or evenly chosen ones where the scale asks for less than two batches of each.
std::vector<Recorded> recorded_figures(const Laboratory& laboratory) {
  constexpr int fewest = 4;
  const auto document = parse_json(program_figures_text(), "program_figures.json");
  std::vector<Recorded> all;
  for (const auto& figure : document.at("figures")) {
    const auto& g = figure.at("genes");
    all.push_back({figure.at("map"),
                   {g.at(0) == "pick", g.at(1), g.at(2) == "max", g.at(3)},
                   figure.at("batches"),
                   figure.at("mean").get<CriteriaValues>()});
  }
  const int wanted =
      laboratory.scaled(50 * static_cast<int>(all.size()), target("program").default_scale, fewest);
  if (wanted >= static_cast<int>(all.size())) return all;
  std::vector<Recorded> some;
  for (int i = 0; i < wanted; ++i) {
    some.push_back(
        all[all.size() * static_cast<std::size_t>(i) / static_cast<std::size_t>(wanted)]);
  }
  return some;
}

}  // namespace

Report check_program(Laboratory& laboratory) {
  const int count = laboratory.scaled(100, target("program").default_scale, 2);
  const std::vector<Recorded> all = recorded_figures(laboratory);
  std::vector<std::vector<Batch>> played(all.size());
  laboratory.parallel("recorded games", static_cast<std::int64_t>(all.size()), [&](std::int64_t i) {
    const Recorded& figure = all[static_cast<std::size_t>(i)];
    for (int b = 0; b < count; ++b) {
      played[static_cast<std::size_t>(i)].push_back(
          program::play_batch(figure.map, figure.genes, batch_size, laboratory.options().seed,
                              static_cast<std::uint32_t>(b)));
    }
  });

  Report report;
  report.columns = {"model"};
  report.effort = fmt::format("{} batches of {} matches of each of {} games, seed {}", count,
                              batch_size, all.size(), laboratory.options().seed);
  report.judged_by = fmt::format(
      "A figure is far when model and program differ by more than {:g} standard errors (the "
      "deviation between the model's batches, but at least that of one event in all matches of "
      "both). Agreement: at least {:.0f} % of the figures are not far.",
      far, 100 * least_share);
  Listing apart{"Figures further apart",
                {"map", "rules", "criterion", "program", "model", "standard errors"},
                {}};
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> near_by_map;
  std::vector<std::string> maps_in_order;
  std::int64_t near = 0;
  std::int64_t figures = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Recorded& figure = all[i];
    if (!near_by_map.contains(figure.map)) maps_in_order.push_back(figure.map);
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      const auto c = static_cast<std::size_t>(info.id);
      std::vector<double> values;
      for (const Batch& batch : played[i]) values.push_back(batch.criteria[c]);
      const double least = 1 / (batch_size * std::sqrt(count + figure.batches));
      const double error =
          std::max(deviation(values), least) * std::sqrt(1.0 / figure.batches + 1.0 / count);
      const double ours = mean_of(values).mean;
      const double distance = (ours - figure.mean[c]) / error;
      ++figures;
      auto& [near_here, figures_here] = near_by_map[figure.map];
      ++figures_here;
      if (std::abs(distance) <= far) {
        ++near;
        ++near_here;
        continue;
      }
      apart.rows.push_back(
          {figure.map,
           fmt::format("{}, {} dice, {}, divisor {}", gene_value(figure.genes, "allocation"),
                       figure.genes.defence_dice, gene_value(figure.genes, "conquest_move"),
                       figure.genes.divisor),
           std::string(info.title), fmt::format("{:.4f}", figure.mean[c]),
           fmt::format("{:.4f}", ours), fmt::format("{:+.1f}", distance)});
    }
  }
  const auto row = [](const std::string& name, std::int64_t near_figures, std::int64_t n,
                      bool judged) {
    Cell cell = shown(static_cast<double>(near_figures) / static_cast<double>(n),
                      fmt::format("{} of {}", near_figures, n));
    if (judged) cell.verdict = cell.ours.mean >= least_share ? Verdict::agree : Verdict::differ;
    return Row{.name = name, .thesis_text = "at least 0.95", .decimals = 4, .cells = {cell}};
  };
  Section section{"Share of figures within 4 standard errors"};
  section.rows.push_back(row("all maps and rules", near, figures, true));
  for (const std::string& map : maps_in_order) {
    section.rows.push_back(row(map, near_by_map[map].first, near_by_map[map].second, false));
  }
  if (!apart.rows.empty()) section.listings.push_back(std::move(apart));
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace evorisk::experiments::reproduce
