// Analysis of variance of unbalanced sweeps, by least squares on indicators.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/statistics.hpp"
#include "experiments/sweep/analysis.hpp"

namespace evorisk::experiments {
namespace {

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

bool contains(const std::vector<int>& whole, const std::vector<int>& part) {
  return std::all_of(part.begin(), part.end(), [&](int h) {
    return std::find(whole.begin(), whole.end(), h) != whole.end();
  });
}

}  // namespace

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
      return other != t && contains(terms[other].of, terms[t].of);
    };
    const Residuals with = model.fit(wider);
    const Residuals without =
        model.fit([&](std::size_t other) { return other == t || wider(other); });
    Effect effect{terms[t].of, with.rank - without.rank, 0, 0, 1};
    if (effect.degrees > 0) {
      const double squares = std::max(0.0, without.squares - with.squares);
      const double d1 = effect.degrees;
      const double d2 = analysis.residual_degrees;
      if (residual > 0) {
        effect.f = squares / d1 / residual;
        effect.p = f_p(effect.f, d1, d2);
      }
      const double excess = squares - d1 * residual;
      effect.share = std::max(0.0, excess / (squares + (runs - d1) * residual));
    }
    analysis.effects.push_back(std::move(effect));
  }
  std::vector<double> p;
  for (const Effect& effect : analysis.effects) p.push_back(effect.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) analysis.effects[i].p = adjusted[i];
}

}  // namespace evorisk::experiments
