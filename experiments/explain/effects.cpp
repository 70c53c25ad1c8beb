#include "experiments/explain/effects.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "experiments/reproduce/statistics.hpp"
#include "metrics/compare.hpp"

namespace evorisk::experiments {
namespace {

// A child with its parents in the archive.
struct Family {
  const ArchiveIndividual* child;
  std::vector<const ArchiveIndividual*> parents;
};

std::vector<Family> families_of(const Archive& archive) {
  std::unordered_map<std::string, const ArchiveIndividual*> by_id;
  for (const ArchiveIndividual& one : archive.individuals) by_id.emplace(one.id, &one);
  std::vector<Family> families;
  for (const ArchiveIndividual& one : archive.individuals) {
    if (one.crossover == ga::migration_name) continue;  // a copy, not a child
    Family family{&one, {}};
    for (const std::string& id : one.parents) {
      const auto found = by_id.find(id);
      if (found != by_id.end()) family.parents.push_back(found->second);
    }
    if (!family.parents.empty() && family.parents.size() == one.parents.size()) {
      families.push_back(std::move(family));
    }
  }
  return families;
}

template <class Value>
double change(const Family& family, const Value& value) {
  double before = 0;
  for (const ArchiveIndividual* parent : family.parents) before += value(*parent);
  return value(*family.child) - before / static_cast<double>(family.parents.size());
}

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

EffectTable regress(const Archive& archive, const std::vector<Family>& families,
                    std::vector<Column> columns) {
  const auto rows = static_cast<Eigen::Index>(families.size());
  columns = usable(std::move(columns), rows);
  EffectTable table;
  table.children = static_cast<int>(families.size());
  std::map<std::string, int> number;
  std::vector<int> family_of;
  for (const Family& family : families) {
    const int next = static_cast<int>(number.size());
    family_of.push_back(number.emplace(family.parents.front()->id, next).first->second);
  }
  table.families = static_cast<int>(number.size());
  for (const metrics::Criterion c : archive.criteria) {
    table.columns.emplace_back(metrics::criterion_info(c).name);
  }
  table.columns.emplace_back("fitness");
  const auto k = static_cast<Eigen::Index>(columns.size()) + 1;
  if (columns.empty() || table.families < fewest_families || rows <= k + 1) return table;

  Eigen::MatrixXd x(rows, k);
  x.col(0).setOnes();
  for (Eigen::Index c = 1; c < k; ++c) x.col(c) = columns[static_cast<std::size_t>(c - 1)].values;
  const Eigen::MatrixXd inverse = (x.transpose() * x).inverse();
  const double degrees = table.families - 1;
  const double t95 = reproduce::student_bound(0.05, degrees);
  const double correction = static_cast<double>(table.families) / degrees *
                            static_cast<double>(rows - 1) / static_cast<double>(rows - k);
  for (const Column& column : columns) {
    table.factors.push_back(column.factor);
    table.effects.emplace_back(table.columns.size());
  }
  std::vector<double> p;
  for (std::size_t y_at = 0; y_at < table.columns.size(); ++y_at) {
    Eigen::VectorXd y(rows);
    for (Eigen::Index r = 0; r < rows; ++r) {
      y[r] = change(families[static_cast<std::size_t>(r)], [&](const ArchiveIndividual& one) {
        return y_at < one.criteria.size() ? one.criteria[y_at].mean : one.fitness;
      });
    }
    const Eigen::VectorXd beta = inverse * (x.transpose() * y);
    const Eigen::VectorXd rest = y - x * beta;
    Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(table.families, k);
    for (Eigen::Index r = 0; r < rows; ++r) {
      scores.row(family_of[static_cast<std::size_t>(r)]) += rest[r] * x.row(r);
    }
    const Eigen::MatrixXd variance = correction * inverse * (scores.transpose() * scores) * inverse;
    for (Eigen::Index c = 1; c < k; ++c) {
      FactorEffect& effect = table.effects[static_cast<std::size_t>(c - 1)][y_at];
      effect.mean = beta[c];
      effect.se = std::sqrt(std::max(0.0, variance(c, c)));
      effect.low = effect.mean - t95 * effect.se;
      effect.high = effect.mean + t95 * effect.se;
      // What does not vary at all is no evidence of an effect without error.
      effect.p = effect.se > 1e-12 ? reproduce::student_p(effect.mean / effect.se, degrees) : 1;
    }
  }
  for (const std::vector<FactorEffect>& row : table.effects) {
    for (const FactorEffect& effect : row) p.push_back(effect.p);
  }
  const std::vector<double> adjusted = metrics::holm(p);
  std::size_t next = 0;
  for (std::vector<FactorEffect>& row : table.effects) {
    for (FactorEffect& effect : row) {
      effect.p_adjusted = adjusted[next++];
      effect.clear = effect.p_adjusted < level_of_effects;
    }
  }
  return table;
}

// 1 for the children of which `has` says so.
template <class Has>
Column indicator(std::string name, const std::vector<Family>& families, const Has& has) {
  Column column{{std::move(name), {}, 0},
                Eigen::VectorXd::Zero(static_cast<Eigen::Index>(families.size()))};
  for (std::size_t i = 0; i < families.size(); ++i) {
    if (!has(*families[i].child)) continue;
    column.values[static_cast<Eigen::Index>(i)] = 1;
    ++column.factor.count;
  }
  return column;
}

// The change of a number from parents to child.
template <class Value>
Column changed(std::string name, const std::vector<Family>& families, const Value& value) {
  Column column{{std::move(name), {}, 0},
                Eigen::VectorXd::Zero(static_cast<Eigen::Index>(families.size()))};
  for (std::size_t i = 0; i < families.size(); ++i) {
    const double step = change(families[i], value);
    column.values[static_cast<Eigen::Index>(i)] = step;
    column.factor.count += step != 0 ? 1 : 0;
  }
  return column;
}

std::string bare(std::string json) {
  if (json.size() > 1 && json.front() == '"') json = json.substr(1, json.size() - 2);
  return json;
}

}  // namespace

EffectTable operator_effects(const Archive& archive) {
  const std::vector<Family> families = families_of(archive);
  std::set<std::string> crossovers;
  std::set<std::string> mutations;
  for (const Family& family : families) {
    crossovers.insert(family.child->crossover);
    mutations.insert(family.child->mutations.begin(), family.child->mutations.end());
  }
  std::vector<Column> columns;
  for (const std::string& name : mutations) {
    columns.push_back(indicator(name, families, [&](const ArchiveIndividual& child) {
      return std::find(child.mutations.begin(), child.mutations.end(), name) !=
             child.mutations.end();
    }));
  }
  // Of several kinds of crossover all but the first stand beside the first.
  for (const std::string& name : crossovers) {
    if (name == *crossovers.begin()) continue;
    columns.push_back(indicator("crossover " + name, families, [&](const ArchiveIndividual& child) {
      return child.crossover == name;
    }));
    columns.back().factor.against = *crossovers.begin();
  }
  return regress(archive, families, std::move(columns));
}

EffectTable gene_effects(const Archive& archive) {
  const std::vector<Family> families = families_of(archive);
  std::vector<Column> columns;
  for (std::size_t g = 0; g < archive.genes.size(); ++g) {
    std::map<std::string, int> values;
    for (const ArchiveIndividual& one : archive.individuals) ++values[one.genes[g]];
    const auto usual =
        std::max_element(values.begin(), values.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [value, times] : values) {
      if (value == usual->first) continue;
      columns.push_back(changed(archive.genes[g] + ' ' + bare(value), families,
                                [&, &value = value](const ArchiveIndividual& one) {
                                  return one.genes[g] == value ? 1.0 : 0.0;
                                }));
      columns.back().factor.against = bare(usual->first);
    }
  }
  columns.push_back(changed("territories +1", families,
                            [](const ArchiveIndividual& one) { return one.territories; }));
  columns.push_back(changed("borders per territory +1", families, [](const ArchiveIndividual& one) {
    return one.borders / one.territories;
  }));
  columns.push_back(changed("continents +1", families,
                            [](const ArchiveIndividual& one) { return one.continents; }));
  return regress(archive, families, std::move(columns));
}

}  // namespace evorisk::experiments
