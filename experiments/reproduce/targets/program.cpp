// The model of the thesis' program against what that program measured.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "experiments/reproduce/data.hpp"
#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
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

std::vector<Recorded> recorded_figures(const Laboratory& laboratory, double scale) {
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
  // Evenly chosen ones where the scale asks for less than two batches of each.
  const std::size_t n = all.size();
  const int wanted = laboratory.scaled(50 * static_cast<int>(n), scale, fewest);
  const std::size_t count = std::min(n, static_cast<std::size_t>(wanted));
  std::vector<Recorded> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[n * i / count]);
  return some;
}

}  // namespace

void check_program(Laboratory& laboratory, const Target& target, int count, Report& report) {
  const std::vector<Recorded> all = recorded_figures(laboratory, target.default_scale);
  std::vector<std::vector<Batch>> played(all.size());
  laboratory.parallel("recorded games", static_cast<std::int64_t>(all.size()), [&](std::int64_t i) {
    const Recorded& figure = all[static_cast<std::size_t>(i)];
    for (int b = 0; b < count; ++b) {
      played[static_cast<std::size_t>(i)].push_back(
          play_batch(Profile::original, figure.map, figure.genes, batch_size,
                     laboratory.options().seed, static_cast<std::uint32_t>(b)));
    }
  });

  report.columns = {"model"};
  report.effort = fmt::format("{} batches of {} matches of each of {} games, seed {}", count,
                              batch_size, all.size(), laboratory.options().seed);
  Listing apart{"Figures further apart",
                {"map", "rules", "criterion", "program", "model", "standard errors"},
                {}};
  struct Near {
    std::string name;
    std::int64_t near = 0;
    std::int64_t figures = 0;
  };
  std::vector<Near> tallies = {{"all maps and rules"}};  // then map by map
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Recorded& figure = all[i];
    if (tallies.back().name != figure.map) tallies.push_back({figure.map});
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      const auto c = static_cast<std::size_t>(info.id);
      std::vector<double> values;
      for (const Batch& batch : played[i]) values.push_back(batch.criteria[c]);
      const double least = 1 / (batch_size * std::sqrt(count + figure.batches));
      const double error =
          std::max(deviation(values), least) * std::sqrt(1.0 / figure.batches + 1.0 / count);
      const double ours = mean_of(values).mean;
      const double distance = (ours - figure.mean[c]) / error;
      const bool near = std::abs(distance) <= far;
      for (Near* tally : {&tallies.front(), &tallies.back()}) {
        ++tally->figures;
        tally->near += near;
      }
      if (near) continue;
      apart.rows.push_back(
          {figure.map,
           fmt::format("{}, {} dice, {}, divisor {}", gene_value(figure.genes, "allocation"),
                       figure.genes.defence_dice, gene_value(figure.genes, "conquest_move"),
                       figure.genes.divisor),
           std::string(info.title), fmt::format("{:.4f}", figure.mean[c]),
           fmt::format("{:.4f}", ours), fmt::format("{:+.1f}", distance)});
    }
  }
  Section& section = report.sections.emplace_back(target.section);
  for (const Near& tally : tallies) {
    Cell cell = shown(static_cast<double>(tally.near) / static_cast<double>(tally.figures),
                      fmt::format("{} of {}", tally.near, tally.figures));
    if (&tally == &tallies.front()) {
      cell.verdict = cell.ours.mean >= least_share ? Verdict::agree : Verdict::differ;
    }
    section.rows.push_back(
        {.name = tally.name, .thesis_text = "at least 0.95", .decimals = 4, .cells = {cell}});
  }
  if (!apart.rows.empty()) section.listings.push_back(std::move(apart));
}

}  // namespace evorisk::experiments::reproduce
