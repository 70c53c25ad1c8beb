// The model of the thesis' program against what that program measured.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/reproduce/data.hpp"
#include "experiments/reproduce/run_targets.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/sample.hpp"

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
  int matches = batch_size;  // of a batch
};

// One line of a file of figures: a game, and of each criterion the values of its batches.
Recorded recorded(const JsonView& line) {
  line.only({"map", "allocation", "defence_dice", "conquest_move", "reinforcement_divisor",
             "matches_per_batch", "batches", "seconds_per_match"});
  const std::vector<std::string_view> maps = maps::library_names();
  Recorded result{std::string(maps[line.at("map").one_of(maps)]), genes_from_view(line)};
  result.matches = static_cast<int>(line.at("matches_per_batch").integer(1, 1'000'000));
  const JsonView batches = line.at("batches");
  std::vector<std::string_view> names;
  for (const metrics::CriterionInfo& info : metrics::criteria()) names.push_back(info.name);
  batches.only(names);
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    const std::vector<JsonView> values = batches.at(info.name).items();
    if (result.batches == 0) result.batches = static_cast<int>(values.size());
    if (values.empty() || std::ssize(values) != result.batches) {
      batches.fail("every criterion needs as many batches, one at least");
    }
    for (const JsonView& value : values) {
      // The program's killer moves exceed 1 at times.
      result.mean[static_cast<std::size_t>(info.id)] += value.number(0, 4096) / result.batches;
    }
  }
  return result;
}

std::vector<Recorded> figures_of_file(const std::string& file) {
  std::vector<Recorded> all;
  std::istringstream lines(read_file(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string source = fmt::format("{}: line {}", file, number);
    const nlohmann::ordered_json document = parse_json(line, source);
    all.push_back(recorded(JsonView(document, source)));
  }
  if (all.empty()) throw InputError("{}: holds no figures", file);
  return all;
}

std::vector<Recorded> recorded_figures(const Laboratory& laboratory, double scale) {
  constexpr int fewest = 4;
  if (!laboratory.options().figures.empty()) return figures_of_file(laboratory.options().figures);
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
          play_batch(Profile::original, figure.map, figure.genes, figure.matches,
                     laboratory.options().seed, static_cast<std::uint32_t>(b)));
    }
  });

  report.columns = {"model"};
  report.effort = fmt::format("{} batches of {} matches of each of {} games, seed {}", count,
                              all.front().matches, all.size(), laboratory.options().seed);
  Listing apart{"Figures further apart",
                {"map", "rules", "criterion", "program", "model", "standard errors"},
                {}};
  struct Near {
    std::string name;
    std::int64_t near = 0;
    std::int64_t figures = 0;
  };
  std::vector<Near> tallies = {{"all maps and rules"}};  // then each map
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Recorded& figure = all[i];
    auto of_map = std::ranges::find(tallies, figure.map, &Near::name);
    if (of_map == tallies.end()) of_map = tallies.insert(tallies.end(), {figure.map});
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      const auto c = static_cast<std::size_t>(info.id);
      std::vector<double> values;
      for (const Batch& batch : played[i]) values.push_back(batch.criteria[c]);
      const double least = 1 / (figure.matches * std::sqrt(count + figure.batches));
      const double error = std::max(metrics::deviation(values), least) *
                           std::sqrt(1.0 / figure.batches + 1.0 / count);
      const double ours = metrics::mean_of(values).mean;
      const double distance = (ours - figure.mean[c]) / error;
      const bool near = std::abs(distance) <= far;
      for (Near* tally : {&tallies.front(), &*of_map}) {
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
