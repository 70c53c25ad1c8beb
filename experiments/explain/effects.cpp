#include "experiments/explain/effects.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/statistics.hpp"
#include "metrics/estimates/compare.hpp"

namespace evorisk::experiments {
namespace {

// A candidate for a column of the regression.
struct Column {
  EffectTable::Factor factor;
  Eigen::VectorXd values;
};

// The columns that vary in enough children and are no sum of those before, besides a constant.
std::vector<Column> usable(std::vector<Column> columns, Eigen::Index rows) {
  constexpr double nothing = 1e-9;
  std::vector<Column> kept;
  std::vector<Eigen::VectorXd> directions;
  if (rows == 0) return kept;
  directions.push_back(Eigen::VectorXd::Constant(rows, 1 / std::sqrt(static_cast<double>(rows))));
  for (Column& column : columns) {
    if (column.factor.count < fewest_children) continue;
    Eigen::VectorXd rest = column.values;
    for (int twice = 0; twice < 2; ++twice) {
      for (const Eigen::VectorXd& direction : directions) rest -= direction.dot(rest) * direction;
    }
    if (rest.norm() <= nothing * (1 + column.values.norm())) continue;
    directions.push_back(rest.normalized());
    kept.push_back(std::move(column));
  }
  return kept;
}

// A least-squares fit of several quantities on the same columns.
struct Fit {
  Eigen::MatrixXd x;        // column by row of the data, so that a row lies together; 0 is constant
  Eigen::MatrixXd y;        // quantity by row
  Eigen::MatrixXd squares;  // X'X
  Eigen::MatrixXd products;  // X'Y
  Eigen::MatrixXd beta;      // column by quantity
  Eigen::MatrixXd moves;     // column by row: by how much a coefficient goes with the row's y
};

// What the data say nothing of is 0: a ridge too low to be seen anywhere else.
Eigen::MatrixXd solve(Eigen::MatrixXd squares, const Eigen::MatrixXd& scale,
                      const Eigen::MatrixXd& products) {
  constexpr double ridge = 1e-10;
  for (Eigen::Index c = 0; c < squares.rows(); ++c) squares(c, c) += ridge * scale(c, c);
  return Eigen::LDLT<Eigen::MatrixXd>(squares).solve(products);
}

Fit fit(Eigen::MatrixXd x, Eigen::MatrixXd y) {
  Fit made{std::move(x), std::move(y), {}, {}, {}, {}};
  made.squares = made.x * made.x.transpose();
  made.products = made.x * made.y.transpose();
  made.beta = solve(made.squares, made.squares, made.products);
  made.moves = solve(made.squares, made.squares, made.x);
  return made;
}

Eigen::MatrixXd beta_without(const Fit& all, const std::vector<int>& rows) {
  Eigen::MatrixXd squares = all.squares;
  Eigen::MatrixXd products = all.products;
  for (const int r : rows) {
    squares -= all.x.col(r) * all.x.col(r).transpose();
    products -= all.x.col(r) * all.y.col(r).transpose();
  }
  return solve(std::move(squares), all.squares, products);
}

// Row r's part of the error of every coefficient, by the residuals from `beta`.
Eigen::MatrixXd score(const Fit& all, const Eigen::MatrixXd& beta, int r) {
  const Eigen::VectorXd rest = all.y.col(r) - beta.transpose() * all.x.col(r);
  return all.moves.col(r) * rest.transpose();
}

// The variances of the coefficients, column by quantity: the largest of three.
// - Leaving out one game after the other with all its rows, as child or parent (the jackknife over
//   the vertices of a network, Snijders and Borgatti 1999). What rows have each to itself would
//   count once for every game of theirs, so all but one time is taken off again.
// - The scores of each child's game, by the residuals from the fit without it (HC3, MacKinnon and
//   White 1985).
// - The scores of each first parent's game (Liang and Zeger 1986).
// The second and third stand by where the first has become small by what was taken off.
Eigen::MatrixXd variances(const Families& families, const Fit& all) {
  const Eigen::MatrixXd nothing = Eigen::MatrixXd::Zero(all.x.rows(), all.y.rows());
  Eigen::MatrixXd again = nothing;
  std::map<int, std::vector<int>> rows_of;         // by game
  std::map<int, Eigen::MatrixXd> of_first_parent;  // sums of scores, by game
  for (int r = 0; r < static_cast<int>(families.all.size()); ++r) {
    const Family& family = families.all[static_cast<std::size_t>(r)];
    for (const int game : family.games) rows_of[game].push_back(r);
    const Eigen::MatrixXd own = score(all, all.beta, r);
    again += static_cast<double>(family.games.size() - 1) * own.cwiseAbs2();
    of_first_parent.try_emplace(family.first_game, nothing).first->second += own;
  }
  Eigen::MatrixXd left_out = nothing;
  Eigen::MatrixXd by_child = nothing;
  for (const auto& [game, rows] : rows_of) {
    const Eigen::MatrixXd without = beta_without(all, rows);
    left_out += (without - all.beta).cwiseAbs2();
    Eigen::MatrixXd of_children = nothing;
    for (const int r : rows) {
      if (families.all[static_cast<std::size_t>(r)].game == game) {
        of_children += score(all, without, r);
      }
    }
    by_child += of_children.cwiseAbs2();
  }
  Eigen::MatrixXd by_parent = nothing;
  for (const auto& [game, sum] : of_first_parent) by_parent += sum.cwiseAbs2();
  const auto games = static_cast<double>(rows_of.size());
  const auto firsts = static_cast<double>(families.first_games);
  const auto rows = static_cast<double>(all.x.cols());
  left_out = left_out * ((games - 1) / games) - again;
  by_parent *= firsts / (firsts - 1) * (rows - 1) / (rows - static_cast<double>(all.x.rows()));
  return left_out.cwiseMax(by_child).cwiseMax(by_parent);
}

EffectTable regress(const Archive& archive, const Families& families, std::vector<Column> columns) {
  const auto rows = static_cast<Eigen::Index>(families.all.size());
  columns = usable(std::move(columns), rows);
  EffectTable table;
  table.children = static_cast<int>(rows);
  table.games = families.independent();
  for (const metrics::Criterion c : archive.criteria) {
    table.columns.emplace_back(metrics::criterion_info(c).name);
  }
  table.columns.emplace_back("fitness");
  const auto k = static_cast<Eigen::Index>(columns.size()) + 1;
  if (columns.empty() || table.games < fewest_games || families.child_games <= k + 1) return table;

  Eigen::MatrixXd x(k, rows);
  Eigen::MatrixXd y(static_cast<Eigen::Index>(table.columns.size()), rows);
  for (Eigen::Index r = 0; r < rows; ++r) {
    x(0, r) = 1;
    for (Eigen::Index c = 1; c < k; ++c)
      x(c, r) = columns[static_cast<std::size_t>(c - 1)].values[r];
    for (Eigen::Index q = 0; q < y.rows(); ++q) {
      const auto at = static_cast<std::size_t>(q);
      y(q, r) =
          change(families.all[static_cast<std::size_t>(r)], [&](const ArchiveIndividual& one) {
            return at < one.criteria.size() ? one.criteria[at].mean : one.fitness;
          });
    }
  }
  const Fit all = fit(std::move(x), std::move(y));
  const Eigen::MatrixXd variance = variances(families, all);
  // A game has one value of each gene, so the coefficients are fitted to games, not to rows.
  const double degrees =
      std::min(families.child_games - static_cast<double>(k), families.first_games - 1.0);
  const double t95 = student_bound(0.05, degrees);
  for (Eigen::Index c = 1; c < k; ++c) {
    table.factors.push_back(columns[static_cast<std::size_t>(c - 1)].factor);
    std::vector<FactorEffect>& row = table.effects.emplace_back();
    for (Eigen::Index q = 0; q < all.y.rows(); ++q) {
      FactorEffect& effect = row.emplace_back();
      effect.mean = all.beta(c, q);
      effect.se = std::sqrt(variance(c, q));
      effect.low = effect.mean - t95 * effect.se;
      effect.high = effect.mean + t95 * effect.se;
      // What does not vary at all is no evidence of an effect without error.
      effect.p = effect.se > 1e-12 ? student_p(effect.mean / effect.se, degrees) : 1;
    }
  }
  std::vector<FactorEffect*> tested;
  for (std::vector<FactorEffect>& row : table.effects) {
    for (FactorEffect& effect : row) tested.push_back(&effect);
  }
  metrics::adjust_together(tested);
  return table;
}

// What `value` is of each family.
template <class Value>
Column column_of(std::string name, std::string against, const Families& families,
                 const Value& value) {
  Column column{{std::move(name), std::move(against), 0},
                Eigen::VectorXd::Zero(static_cast<Eigen::Index>(families.all.size()))};
  for (std::size_t i = 0; i < families.all.size(); ++i) {
    const double x = value(families.all[i]);
    column.values[static_cast<Eigen::Index>(i)] = x;
    column.factor.count += x != 0 ? 1 : 0;
  }
  return column;
}

std::string bare(std::string json) {
  if (json.size() > 1 && json.front() == '"') json = json.substr(1, json.size() - 2);
  return json;
}

}  // namespace

EffectTable operator_effects(const Archive& archive) {
  const Families families = families_of(archive);
  std::set<std::string> crossovers;
  std::set<std::string> mutations;
  for (const Family& family : families.all) {
    crossovers.insert(family.child->crossover);
    mutations.insert(family.child->mutations.begin(), family.child->mutations.end());
  }
  std::vector<Column> columns;
  for (const std::string& name : mutations) {
    columns.push_back(column_of(name, "", families, [&](const Family& family) {
      return std::ranges::count(family.child->mutations, name) > 0 ? 1.0 : 0.0;
    }));
  }
  // Of several kinds of crossover all but the first stand beside the first.
  for (const std::string& name : crossovers) {
    if (name == *crossovers.begin()) continue;
    columns.push_back(column_of(
        "crossover " + name, *crossovers.begin(), families,
        [&](const Family& family) { return family.child->crossover == name ? 1.0 : 0.0; }));
  }
  return regress(archive, families, std::move(columns));
}

EffectTable gene_effects(const Archive& archive) {
  const Families families = families_of(archive);
  std::vector<Column> columns;
  // The change of a number from parents to child.
  const auto add = [&](std::string name, std::string against, const auto& value) {
    columns.push_back(column_of(std::move(name), std::move(against), families,
                                [&](const Family& family) { return change(family, value); }));
  };
  for (std::size_t g = 0; g < archive.genes.size(); ++g) {
    std::map<std::string, int> values;
    for (const ArchiveIndividual& one : archive.individuals) ++values[one.genes[g]];
    const auto usual =
        std::max_element(values.begin(), values.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [value, times] : values) {
      if (value == usual->first) continue;
      add(archive.genes[g] + ' ' + bare(value), bare(usual->first),
          [&, &value = value](const ArchiveIndividual& one) {
            return one.genes[g] == value ? 1.0 : 0.0;
          });
    }
  }
  add("territories +1", "", [](const ArchiveIndividual& one) { return one.territories; });
  add("borders per territory +1", "",
      [](const ArchiveIndividual& one) { return one.borders / one.territories; });
  add("continents +1", "", [](const ArchiveIndividual& one) { return one.continents; });
  return regress(archive, families, std::move(columns));
}

}  // namespace evorisk::experiments
