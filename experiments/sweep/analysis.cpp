#include "experiments/sweep/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/sweep/schema.hpp"
#include "experiments/sweep/sqlite.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

std::string written(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// The hyperparameters with all values that occur, done or not.
std::vector<Hyperparameter> read_hyperparameters(SQLite::Database& database) {
  std::vector<Hyperparameter> all;
  SQLite::Statement keys(database, "SELECT key FROM hyperparameters ORDER BY position");
  while (keys.executeStep()) all.push_back({keys.getColumn(0).getString(), {}, true});
  std::vector<std::vector<Json>> values(all.size());
  SQLite::Statement settings(database,
                             "SELECT settings FROM runs GROUP BY settings ORDER BY min(run)");
  while (settings.executeStep()) {
    const Json point = Json::parse(settings.getColumn(0).getString());
    for (std::size_t h = 0; h < all.size(); ++h) {
      const auto value = point.find(all[h].key);
      if (value == point.end()) continue;
      all[h].numeric = all[h].numeric && value->is_number();
      if (std::find(values[h].begin(), values[h].end(), *value) == values[h].end()) {
        values[h].push_back(*value);
      }
    }
  }
  for (std::size_t h = 0; h < all.size(); ++h) {
    if (all[h].numeric) {
      std::sort(values[h].begin(), values[h].end(),
                [](const Json& a, const Json& b) { return a.get<double>() < b.get<double>(); });
    }
    for (const Json& value : values[h]) all[h].values.push_back(written(value));
  }
  return all;
}

std::vector<int> levels_of(const std::string& settings, const std::vector<Hyperparameter>& keys) {
  const Json point = Json::parse(settings);
  std::vector<int> levels;
  for (const Hyperparameter& key : keys) {
    const auto value = point.find(key.key);
    int level = -1;
    if (value != point.end()) {
      const auto found = std::find(key.values.begin(), key.values.end(), written(*value));
      level = static_cast<int>(found - key.values.begin());
    }
    levels.push_back(level);
  }
  return levels;
}

LevelSummary summary_of(const std::vector<const AnalysedRun*>& runs, int failed) {
  LevelSummary summary;
  summary.runs = static_cast<int>(runs.size());
  summary.failed = failed;
  if (runs.empty()) return summary;
  std::vector<double> final;
  std::vector<double> fresh;
  const AnalysedRun* least = runs.front();
  const AnalysedRun* fresh_least = runs.front();
  for (const AnalysedRun* run : runs) {
    final.push_back(run->final.mean);
    fresh.push_back(run->fresh.mean);
    if (run->final.mean < least->final.mean) least = run;
    if (run->fresh.mean < fresh_least->fresh.mean) fresh_least = run;
  }
  summary.mean = reproduce::mean_of(final);
  summary.least = least->final;
  summary.fresh_of_least = least->fresh;
  summary.fresh_mean = reproduce::mean_of(fresh);
  summary.fresh_least = fresh_least->fresh;
  return summary;
}

void read_runs(SQLite::Database& database, SweepAnalysis& analysis) {
  std::vector<std::vector<int>> failed(analysis.hyperparameters.size());
  for (std::size_t h = 0; h < failed.size(); ++h) {
    failed[h].assign(analysis.hyperparameters[h].values.size(), 0);
  }
  SQLite::Statement rows(
      database,
      "SELECT r.run, r.status, r.settings, r.error, r.final_fitness, r.final_se, "
      "r.reported_fitness, r.reported_se, r.least_fitness, r.least_generation, "
      "r.final_pooled_fitness, r.least_pooled_fitness, r.matches_played, i.genes, "
      "i.territories FROM runs r LEFT JOIN individuals i ON i.run = r.run AND "
      "i.sample = 'report' AND i.place = 0 ORDER BY r.run");
  double error_squares = 0;
  while (rows.executeStep()) {
    ++analysis.planned;
    const std::string status = rows.getColumn(1).getString();
    std::vector<int> levels = levels_of(rows.getColumn(2).getString(), analysis.hyperparameters);
    if (status == "failed") {
      ++analysis.failed;
      for (std::size_t h = 0; h < levels.size(); ++h) {
        if (levels[h] >= 0) ++failed[h][static_cast<std::size_t>(levels[h])];
      }
      if (analysis.failures.size() < 20) {
        analysis.failures.push_back({rows.getColumn(0).getInt(), rows.getColumn(2).getString(),
                                     rows.getColumn(3).getString()});
      }
    }
    if (status != "done") continue;
    AnalysedRun run;
    run.run = rows.getColumn(0).getInt();
    run.levels = std::move(levels);
    run.final = {rows.getColumn(4).getDouble(), rows.getColumn(5).getDouble()};
    run.fresh = {rows.getColumn(6).getDouble(), rows.getColumn(7).getDouble()};
    run.least = rows.getColumn(8).getDouble();
    run.least_generation = rows.getColumn(9).getInt();
    run.final_pooled = rows.getColumn(10).getDouble();
    run.least_pooled = rows.getColumn(11).getDouble();
    run.genes = rows.getColumn(13).getString();
    run.territories = rows.getColumn(14).getInt();
    analysis.matches += rows.getColumn(12).getInt64();
    analysis.better_before += run.least < run.final.mean ? 1 : 0;
    analysis.better_before_pooled += run.least_pooled < run.final_pooled ? 1 : 0;
    error_squares += run.final.se * run.final.se;
    analysis.runs.push_back(std::move(run));
  }
  if (!analysis.runs.empty()) {
    analysis.measurement_deviation =
        std::sqrt(error_squares / static_cast<double>(analysis.runs.size()));
  }
  for (std::size_t h = 0; h < failed.size(); ++h) {
    std::vector<std::vector<const AnalysedRun*>> by_level(failed[h].size());
    for (const AnalysedRun& run : analysis.runs) {
      if (run.levels[h] >= 0) by_level[static_cast<std::size_t>(run.levels[h])].push_back(&run);
    }
    analysis.levels.emplace_back();
    for (std::size_t v = 0; v < by_level.size(); ++v) {
      analysis.levels.back().push_back(summary_of(by_level[v], failed[h][v]));
    }
  }
}

// The fittest of the last generation against the best candidate, both by the same fresh matches.
void compare_fresh(SQLite::Database& database, SweepAnalysis& analysis) {
  SQLite::Statement rows(
      database,
      "SELECT last.fitness, last.fitness_se, best.fitness, best.fitness_se FROM runs r "
      "JOIN individuals last ON last.run = r.run AND last.sample = 'choice' AND "
      "last.id = r.final_id JOIN individuals best ON best.run = r.run AND "
      "best.sample = 'choice' AND best.place = 0");
  while (rows.executeStep()) {
    const double gain = rows.getColumn(0).getDouble() - rows.getColumn(2).getDouble();
    ++analysis.compared;
    if (gain <= 0) continue;
    ++analysis.better_before_fresh;
    if (gain > 1.96 * std::hypot(rows.getColumn(1).getDouble(), rows.getColumn(3).getDouble())) {
      ++analysis.better_before_fresh_clearly;
    }
  }
}

Curve read_curve(SQLite::Database& database, const std::string& column, int longest) {
  Curve curve;
  const auto size = static_cast<std::size_t>(longest) + 1;
  curve.mean.assign(size, std::numeric_limits<double>::quiet_NaN());
  curve.se.assign(size, 0);
  SQLite::Statement rows(database,
                         fmt::format("SELECT generation, count({0}), avg({0}), avg({0} * {0}) FROM "
                                     "generations WHERE {0} IS NOT NULL GROUP BY generation",
                                     column));
  while (rows.executeStep()) {
    const auto g = static_cast<std::size_t>(rows.getColumn(0).getInt64());
    const auto n = static_cast<double>(rows.getColumn(1).getInt64());
    const double mean = rows.getColumn(2).getDouble();
    curve.mean[g] = mean;
    if (n > 1)
      curve.se[g] = std::sqrt(std::max(0.0, rows.getColumn(3).getDouble() - mean * mean) / (n - 1));
  }
  return curve;
}

void read_sweep(SQLite::Database& database, const std::string& file, SweepAnalysis& analysis) {
  try {
    SQLite::Statement about(database,
                            "SELECT value FROM sweep WHERE key IN ('format', 'name') ORDER BY key");
    about.executeStep();
    if (about.getColumn(0).getString() != std::to_string(collection_format)) {
      throw InputError("{}: is of format {}; this program reads format {}", file,
                       about.getColumn(0).getString(), collection_format);
    }
    about.executeStep();
    analysis.name = about.getColumn(0).getString();
  } catch (const SQLite::Exception&) {
    throw InputError("{}: is no collected sweep", file);
  }
  analysis.hyperparameters = read_hyperparameters(database);
  read_runs(database, analysis);
  compare_fresh(database, analysis);
  SQLite::Statement elites(database,
                           "SELECT avg(elite_rank > 0), max(generation) FROM generations");
  elites.executeStep();
  analysis.elites_lost = elites.getColumn(0).getDouble();
  analysis.longest = elites.getColumn(1).getInt();
  analysis.best = read_curve(database, "best_fitness", analysis.longest);
  analysis.pooled = read_curve(database, "pooled_fitness", analysis.longest);
  analysis.monitor = read_curve(database, "monitor_fitness", analysis.longest);
  analysis.mean = read_curve(database, "mean_fitness", analysis.longest);
  analysis.best_territories = read_curve(database, "best_territories", analysis.longest);
  analysis.mean_territories = read_curve(database, "mean_territories", analysis.longest);
}

}  // namespace

SweepAnalysis analyse_sweep(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw InputError("{}: there is no such file; evorisk sweep collect makes one", file.string());
  }
  SweepAnalysis analysis;
  with_database(file, SQLite::OPEN_READONLY,
                [&](SQLite::Database& database) { read_sweep(database, file.string(), analysis); });
  analyse_variance(analysis);
  return analysis;
}

std::vector<std::vector<Cell>> cells(const SweepAnalysis& analysis, int rows, int columns) {
  const auto r = static_cast<std::size_t>(rows);
  const auto c = static_cast<std::size_t>(columns);
  std::vector<std::vector<Cell>> table(
      analysis.hyperparameters[r].values.size(),
      std::vector<Cell>(analysis.hyperparameters[c].values.size()));
  for (const AnalysedRun& run : analysis.runs) {
    if (run.levels[r] < 0 || run.levels[c] < 0) continue;
    Cell& cell =
        table[static_cast<std::size_t>(run.levels[r])][static_cast<std::size_t>(run.levels[c])];
    cell.mean += run.final.mean;
    ++cell.runs;
  }
  for (std::vector<Cell>& line : table) {
    for (Cell& cell : line) {
      if (cell.runs > 0) cell.mean /= cell.runs;
    }
  }
  return table;
}

}  // namespace evorisk::experiments
