#include "experiments/sweep/analysis.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/statistics.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

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
    const Json point = parse_json(settings.getColumn(0).getString(), "settings of a run");
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
  const Json point = parse_json(settings, "settings of a run");
  std::vector<int> levels;
  for (const Hyperparameter& key : keys) {
    const auto value = point.find(key.key);
    const auto found =
        value == point.end() ? key.values.end() : std::ranges::find(key.values, written(*value));
    levels.push_back(found == key.values.end() ? -1 : static_cast<int>(found - key.values.begin()));
  }
  return levels;
}

// Of the runs whose hyperparameter h has this value.
void summarise(const SweepAnalysis& analysis, std::size_t h, std::size_t value,
               LevelSummary& summary) {
  std::vector<double> final;
  std::vector<double> fresh;
  for (const AnalysedRun& run : analysis.runs) {
    if (run.levels[h] != static_cast<int>(value)) continue;
    if (final.empty() || run.final.mean < summary.least.mean) {
      summary.least = run.final;
      summary.fresh_of_least = run.fresh;
    }
    final.push_back(run.final.mean);
    fresh.push_back(run.fresh.mean);
  }
  summary.runs = static_cast<int>(final.size());
  summary.mean = metrics::mean_of(final);
  summary.fresh_mean = metrics::mean_of(fresh);
  for (std::size_t c = 0; c < analysis.criteria.size(); ++c) {
    std::vector<double> measured;
    for (const AnalysedRun& run : analysis.runs) {
      if (run.levels[h] != static_cast<int>(value) || std::isnan(run.criteria[c])) continue;
      measured.push_back(run.criteria[c]);
    }
    summary.criteria.push_back(measured.empty() ? metrics::Estimate{not_measured, 0}
                                                : metrics::mean_of(measured));
  }
}

// Of the best of each run, in the order of the criteria's list. Needs the runs.
void read_criteria(SQLite::Database& database, SweepAnalysis& analysis) {
  std::map<std::string, std::map<int, double>> means;
  SQLite::Statement rows(database,
                         "SELECT criterion, run, mean FROM criteria WHERE sample = 'report'");
  while (rows.executeStep()) {
    means[rows.getColumn(0).getString()][rows.getColumn(1).getInt()] =
        rows.getColumn(2).getDouble();
  }
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    const auto found = means.find(std::string(info.name));
    if (found == means.end()) continue;
    analysis.criteria.push_back(found->first);
    for (AnalysedRun& run : analysis.runs) {
      const auto mean = found->second.find(run.run);
      run.criteria.push_back(mean == found->second.end() ? not_measured : mean->second);
    }
  }
}

// Whether fitness measures another thing when this configuration key has another value.
bool is_of_the_measure(const std::string& key) {
  const std::string member = key.substr(0, key.find('.'));
  return member == "objective" || member == "agents" || member == "judges" || member == "judgement";
}

void read_runs(SQLite::Database& database, SweepAnalysis& analysis) {
  for (const Hyperparameter& key : analysis.hyperparameters) {
    analysis.levels.emplace_back(key.values.size());
  }
  SQLite::Statement rows(
      database,
      "SELECT r.run, r.status, r.settings, r.error, r.final_fitness, r.final_se, "
      "r.reported_fitness, r.reported_se, r.least_fitness, r.least_generation, "
      "r.final_pooled_fitness, r.least_pooled_fitness, r.matches_played, i.genes, "
      "i.territories, i.turns, coalesce(i.map, c.map) FROM runs r "
      "LEFT JOIN individuals i ON i.run = r.run AND i.sample = 'report' AND i.place = 0 "
      "LEFT JOIN individuals c ON c.run = r.run AND c.sample = 'choice' AND c.place = 0 "
      "ORDER BY r.run");
  const auto number = [&](int column) { return rows.getColumn(column).getDouble(); };
  const auto text = [&](int column) { return rows.getColumn(column).getString(); };
  double error_squares = 0;
  while (rows.executeStep()) {
    ++analysis.planned;
    const int run = rows.getColumn(0).getInt();
    std::vector<int> levels = levels_of(text(2), analysis.hyperparameters);
    if (text(1) == "failed") {
      ++analysis.failed;
      for (std::size_t h = 0; h < levels.size(); ++h) {
        if (levels[h] >= 0) ++analysis.levels[h][static_cast<std::size_t>(levels[h])].failed;
      }
      if (analysis.failures.size() < 20) analysis.failures.push_back({run, text(2), text(3)});
    }
    if (text(1) != "done") continue;
    const AnalysedRun& done =
        analysis.runs.emplace_back(AnalysedRun{.run = run,
                                               .levels = std::move(levels),
                                               .final = {number(4), number(5)},
                                               .fresh = {number(6), number(7)},
                                               .genes = text(13),
                                               .map = text(16),
                                               .territories = rows.getColumn(14).getInt(),
                                               .turns = number(15),
                                               .least = number(8),
                                               .least_generation = rows.getColumn(9).getInt(),
                                               .final_pooled = number(10),
                                               .least_pooled = number(11),
                                               .criteria = {}});
    analysis.matches += rows.getColumn(12).getInt64();
    analysis.better_before += done.least < done.final.mean ? 1 : 0;
    analysis.better_before_pooled += done.least_pooled < done.final_pooled ? 1 : 0;
    error_squares += done.final.se * done.final.se;
  }
  if (!analysis.runs.empty()) {
    analysis.measurement_deviation =
        std::sqrt(error_squares / static_cast<double>(analysis.runs.size()));
  }
  read_criteria(database, analysis);
  for (std::size_t h = 0; h < analysis.levels.size(); ++h) {
    if (is_of_the_measure(analysis.hyperparameters[h].key)) {
      analysis.measures.push_back(static_cast<int>(h));
    }
    for (std::size_t v = 0; v < analysis.levels[h].size(); ++v) {
      summarise(analysis, h, v, analysis.levels[h][v]);
    }
  }
}

// The fittest of the last generation against the other candidate, by the fresh matches of the
// choice. Of more candidates the best is taken, and others than the matches that chose it judge it;
// where that is not the fittest of the last generation, these favour it all the same: by them it
// was unlucky.
void compare_fresh(SQLite::Database& database, SweepAnalysis& analysis) {
  SQLite::Statement rows(
      database,
      "SELECT last.fitness, last.fitness_se, best.fitness, best.fitness_se, last.id = best.id "
      "FROM runs r "
      "JOIN individuals last ON last.run = r.run AND last.sample = 'choice' AND "
      "last.id = r.final_id JOIN individuals best ON best.run = r.run AND CASE WHEN EXISTS "
      "(SELECT * FROM individuals third WHERE third.run = r.run AND third.sample = 'choice' AND "
      "third.place = 2) THEN best.sample = 'report' AND best.place = 0 "
      "ELSE best.sample = 'choice' AND best.id <> last.id END");
  while (rows.executeStep()) {
    const double gain = rows.getColumn(0).getDouble() - rows.getColumn(2).getDouble();
    ++analysis.compared;
    if (gain <= 0 || rows.getColumn(4).getInt() != 0) continue;
    ++analysis.better_before_fresh;
    if (gain > z95 * std::hypot(rows.getColumn(1).getDouble(), rows.getColumn(3).getDouble())) {
      ++analysis.better_before_fresh_clearly;
    }
  }
}

Curve read_curve(SQLite::Database& database, const std::string& column, int longest) {
  Curve curve;
  const auto size = static_cast<std::size_t>(longest) + 1;
  curve.mean.assign(size, not_measured);
  curve.se.assign(size, 0);
  curve.runs.assign(size, 0);
  SQLite::Statement rows(database,
                         fmt::format("SELECT generation, count({0}), avg({0}), avg({0} * {0}) FROM "
                                     "generations WHERE {0} IS NOT NULL GROUP BY generation",
                                     column));
  while (rows.executeStep()) {
    const auto g = static_cast<std::size_t>(rows.getColumn(0).getInt64());
    curve.runs[g] = rows.getColumn(1).getInt();
    const double n = curve.runs[g];
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
                           "SELECT sum(elite_rank > 0), count(elite_rank), max(generation) FROM "
                           "generations GROUP BY run");
  std::vector<double> lost;
  std::vector<double> generations;
  while (elites.executeStep()) {
    analysis.longest = std::max(analysis.longest, elites.getColumn(2).getInt());
    if (elites.getColumn(1).getInt() == 0) continue;
    lost.push_back(elites.getColumn(0).getDouble());
    generations.push_back(elites.getColumn(1).getDouble());
  }
  if (!lost.empty()) analysis.elites_lost = metrics::ratio_of(lost, generations);
  const auto curve = [&](const char* column) {
    return read_curve(database, column, analysis.longest);
  };
  analysis.best = curve("best_fitness");
  analysis.pooled = curve("pooled_fitness");
  analysis.monitor = curve("monitor_fitness");
  analysis.mean = curve("mean_fitness");
  analysis.best_territories = curve("best_territories");
  analysis.mean_territories = curve("mean_territories");
}

// One term of the model: an indicator column for every combination of values that occurs.
struct Term {
  std::vector<int> of;
  std::vector<int> column;  // per run: the number of its combination
  int columns = 0;
};

Term make_term(const SweepAnalysis& analysis, std::vector<int> of) {
  Term term{std::move(of), {}, 0};
  std::map<std::vector<int>, int> numbers;
  for (const AnalysedRun& run : analysis.runs) {
    std::vector<int> combination;
    for (const int h : term.of) combination.push_back(run.levels[static_cast<std::size_t>(h)]);
    const auto [found, added] = numbers.emplace(std::move(combination), term.columns);
    term.columns += added ? 1 : 0;
    term.column.push_back(found->second);
  }
  return term;
}

struct Residuals {
  double squares = 0;  // residual sum of squares
  int rank = 0;
};

// Least squares on the indicators of `terms` and a constant. Indicators are redundant among each
// other (and combinations that no run has are missing): the rank tells how much they really say.
class Model {
 public:
  Model(const SweepAnalysis& analysis, const std::vector<Term>& terms) : terms_(terms) {
    double sum = 0;
    for (const AnalysedRun& run : analysis.runs) sum += run.final.mean;
    mean_ = sum / static_cast<double>(analysis.runs.size());
    for (const AnalysedRun& run : analysis.runs) {
      values_.push_back(run.final.mean - mean_);
      squares_ += values_.back() * values_.back();
    }
    int columns = 1;
    for (const Term& term : terms) {
      first_.push_back(columns);
      columns += term.columns;
    }
    gram_ = Eigen::MatrixXd::Zero(columns, columns);
    right_ = Eigen::VectorXd::Zero(columns);
    std::vector<int> at;
    for (std::size_t r = 0; r < values_.size(); ++r) {
      at.assign(1, 0);
      for (std::size_t t = 0; t < terms.size(); ++t) at.push_back(first_[t] + terms[t].column[r]);
      for (const int a : at) {
        right_(a) += values_[r];
        for (const int b : at) gram_(a, b) += 1;
      }
    }
  }

  // Without the terms for which `out` says so.
  template <class Out>
  Residuals fit(Out out) const {
    std::vector<int> columns = {0};
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      if (out(t)) continue;
      for (int c = 0; c < terms_[t].columns; ++c) columns.push_back(first_[t] + c);
    }
    const Eigen::MatrixXd gram = gram_(columns, columns);
    const Eigen::VectorXd right = right_(columns);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(gram.rows(), gram.cols());
    solver.setThreshold(1e-10);
    solver.compute(gram);
    return {std::max(0.0, squares_ - right.dot(solver.solve(right))),
            static_cast<int>(solver.rank())};
  }

 private:
  const std::vector<Term>& terms_;
  std::vector<int> first_;  // column of each term
  std::vector<double> values_;
  double mean_ = 0;
  double squares_ = 0;
  Eigen::MatrixXd gram_;
  Eigen::VectorXd right_;
};

}  // namespace

// By least squares on indicators, because sweeps may be unbalanced.
void analyse_variance(SweepAnalysis& analysis) {
  const auto count = static_cast<int>(analysis.hyperparameters.size());
  const auto runs = static_cast<int>(analysis.runs.size());
  std::vector<Term> terms;
  int columns = 1;
  const auto add = [&](std::vector<int> of) {
    Term term = make_term(analysis, std::move(of));
    columns += term.columns;
    if (columns > 2000) return;  // a table too large to be read
    terms.push_back(std::move(term));
  };
  for (int a = 0; a < count; ++a) add({a});
  const std::vector<Term> main_effects = terms;
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b) add({a, b});
  }
  if (runs < 3 || terms.empty()) return;
  const auto nothing_out = [](std::size_t) { return false; };
  Residuals full = Model(analysis, terms).fit(nothing_out);
  // With hardly a run beyond the combinations there is nothing to measure interactions by.
  if (runs - full.rank < std::max(10, full.rank / 10)) terms = main_effects;
  const Model model(analysis, terms);
  full = model.fit(nothing_out);
  analysis.residual_degrees = runs - full.rank;
  if (analysis.residual_degrees <= 0) return;
  const double residual = full.squares / analysis.residual_degrees;
  analysis.residual_deviation = std::sqrt(residual);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    // What a term adds to all terms that do not contain it (the squares of type II).
    const auto wider = [&](std::size_t other) {
      return other != t && std::ranges::includes(terms[other].of, terms[t].of);
    };
    const Residuals with = model.fit(wider);
    const Residuals without =
        model.fit([&](std::size_t other) { return other == t || wider(other); });
    Effect effect{terms[t].of, with.rank - without.rank, 0, 0, 1};
    if (effect.degrees <= 0) {  // the plan does not tell it from the others
      if (terms[t].of.size() == 1 && terms[t].columns > 1) {
        analysis.together.push_back(terms[t].of.front());
      }
      continue;
    }
    const double squares = std::max(0.0, without.squares - with.squares);
    const double d1 = effect.degrees;
    const double d2 = analysis.residual_degrees;
    if (residual > 0) {
      effect.f = squares / d1 / residual;
      effect.p = f_p(effect.f, d1, d2);
    }
    const double excess = squares - d1 * residual;
    effect.share = std::max(0.0, excess / (squares + (runs - d1) * residual));
    analysis.effects.push_back(std::move(effect));
  }
  std::vector<double> p;
  for (const Effect& effect : analysis.effects) p.push_back(effect.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) analysis.effects[i].p = adjusted[i];
}

SweepAnalysis analyse_sweep(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw InputError("{}: there is no such file; evorisk sweep collect makes one", file.string());
  }
  SweepAnalysis analysis;
  with_database(file, SQLite::OPEN_READONLY,
                [&](SQLite::Database& database) { read_sweep(database, file.string(), analysis); });
  if (analysis.measures.empty()) analyse_variance(analysis);
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
