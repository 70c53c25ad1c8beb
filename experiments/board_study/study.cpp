#include "experiments/board_study/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/random.hpp"
#include "experiments/board_study/logistic.hpp"
#include "metrics/estimates/interval.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments {
namespace {

using maps::Feature;
using maps::Features;

constexpr int study_folds = 5;
constexpr int study_repeats = 20;
constexpr int study_bootstraps = 200;
constexpr std::size_t least_human = 20;

double board_size(const Features& board) {
  return feature(board, Feature::n);
}

std::vector<Features> human_of_like_size(const std::vector<Features>& boards) {
  const auto [least_board, largest_board] = std::ranges::minmax_element(boards, {}, board_size);
  const double low = std::log(board_size(*least_board));
  const double high = std::log(board_size(*largest_board));
  const auto beyond = [&](const Features& board) {
    const double size = std::log(board_size(board));
    return std::max({0.0, low - size, size - high});
  };
  const auto all = maps::human_boards();
  std::vector<Features> nearest(all.begin(), all.end());
  std::stable_sort(nearest.begin(), nearest.end(),
                   [&](const Features& a, const Features& b) { return beyond(a) < beyond(b); });
  const auto inside = std::count_if(nearest.begin(), nearest.end(),
                                    [&](const Features& board) { return beyond(board) == 0; });
  nearest.resize(std::max(least_human, static_cast<std::size_t>(inside)));
  return nearest;
}

// Boards and boards of people in one list, with what the study needs of them.
class BoardComparison {
 public:
  BoardComparison(const std::vector<Features>& boards, const std::vector<Features>& human,
                  std::uint64_t seed)
      : boards_(boards), seed_(seed) {
    classes_.assign(boards.size(), 1);
    boards_.insert(boards_.end(), human.begin(), human.end());
    classes_.resize(boards_.size(), 0);
  }

  metrics::Estimate auc() const {
    std::vector<double> placement(boards_.size(), 0);
    for (int repeat = 0; repeat < study_repeats; ++repeat) {
      const std::vector<int> fold = stratified_folds(repeat);
      for (int f = 0; f < study_folds; ++f) add_placements(fold, f, placement);
    }
    std::vector<double> of[2];
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      of[at(classes_[i])].push_back(placement[i] / study_repeats);
    }
    const metrics::Estimate own = metrics::mean_of(of[1]);
    const metrics::Estimate human = metrics::mean_of(of[0]);
    return {own.mean, std::hypot(own.se, human.se)};
  }

  std::vector<BoardStudy::Coefficient> coefficients() const {
    const Logistic model = fit_logistic(boards_, classes_);
    std::vector<std::vector<double>> samples(maps::feature_count);
    for (int b = 0; b < study_bootstraps; ++b) {
      Random random({.seed = seed_, .purpose = Purpose::sweep, .individual = 1, .match = at(b)});
      std::vector<Features> drawn;
      for (const int kind : {1, 0}) {
        const auto first = static_cast<std::size_t>(
            std::find(classes_.begin(), classes_.end(), kind) - classes_.begin());
        const auto count = std::count(classes_.begin(), classes_.end(), kind);
        for (std::ptrdiff_t i = 0; i < count; ++i) {
          drawn.push_back(boards_[first + at(random.index(static_cast<int>(count)))]);
        }
      }
      const Logistic other = fit_logistic(drawn, classes_);
      for (std::size_t f = 0; f < maps::feature_count; ++f) {
        samples[f].push_back(other.coefficients(static_cast<Eigen::Index>(f)));
      }
    }
    std::vector<BoardStudy::Coefficient> list;
    for (std::size_t f = 0; f < maps::feature_count; ++f) {
      BoardStudy::Coefficient& row = list.emplace_back();
      row.feature = static_cast<Feature>(f);
      // The deviation of the samples is the error of the coefficient, not of their mean.
      row.logit = {model.coefficients(static_cast<Eigen::Index>(f)),
                   metrics::mean_of(samples[f]).se * std::sqrt(study_bootstraps)};
      row.mean = class_mean(f, 1);
      row.human_mean = class_mean(f, 0);
    }
    const auto certainty = [](const BoardStudy::Coefficient& row) {
      return row.logit.se > 0 ? std::abs(row.logit.mean) / row.logit.se : 0;
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const auto& a, const auto& b) { return certainty(a) > certainty(b); });
    return list;
  }

 private:
  // The fold of each board; each fold has as many of a class as the others, give or take one.
  std::vector<int> stratified_folds(int repeat) const {
    Random random({.seed = seed_, .purpose = Purpose::sweep, .match = at(repeat)});
    std::vector<int> fold(boards_.size());
    for (const int kind : {1, 0}) {
      std::vector<std::size_t> members;
      for (std::size_t i = 0; i < boards_.size(); ++i) {
        if (classes_[i] == kind) members.push_back(i);
      }
      random.shuffle(members.begin(), members.end());
      for (std::size_t i = 0; i < members.size(); ++i)
        fold[members[i]] = static_cast<int>(i) % study_folds;
    }
    return fold;
  }

  // Adds to each board of a fold its placement there: of a board the share of the boards of people
  // that score lower, of a board of people the share of the boards that score higher.
  void add_placements(const std::vector<int>& fold, int held_out,
                      std::vector<double>& placement) const {
    std::vector<Features> training;
    std::vector<int> kinds;
    std::vector<std::size_t> tested[2];
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      if (fold[i] == held_out) {
        tested[at(classes_[i])].push_back(i);
      } else {
        training.push_back(boards_[i]);
        kinds.push_back(classes_[i]);
      }
    }
    const Logistic model = fit_logistic(training, kinds);
    std::vector<double> score(boards_.size());
    for (const auto& group : tested) {
      for (const std::size_t i : group) score[i] = model.score(boards_[i]);
    }
    for (const std::size_t own : tested[1]) {
      for (const std::size_t human : tested[0]) {
        const double won = score[own] > score[human] ? 1 : (score[own] == score[human] ? 0.5 : 0);
        placement[own] += won / static_cast<double>(tested[0].size());
        placement[human] += won / static_cast<double>(tested[1].size());
      }
    }
  }

  double class_mean(std::size_t f, int kind) const {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < boards_.size(); ++i) {
      if (classes_[i] != kind || std::isnan(boards_[i][f])) continue;
      sum += boards_[i][f];
      ++count;
    }
    return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count;
  }

  std::vector<Features> boards_;
  std::vector<int> classes_;  // 1: of the boards; 0: of people
  std::uint64_t seed_;
};

template <class Value>
metrics::Estimate mean_over_boards(const std::vector<Features>& boards, Value value) {
  std::vector<double> values;
  for (const Features& board : boards) values.push_back(static_cast<double>(value(board)));
  return metrics::mean_of(values);
}

// Of what a board has or has not; where all are alike, its error is of those that were not seen.
template <class Has>
metrics::Estimate share_of_boards(const std::vector<Features>& boards, Has has) {
  metrics::Estimate share = mean_over_boards(boards, has);
  if (!(share.se > 0)) {
    share.se = metrics::share_interval(share.mean, 0, static_cast<double>(boards.size()),
                                       metrics::Coverage::one_error)
                   .half_length();
  }
  return share;
}

}  // namespace

BoardStudy study_boards(const std::vector<Features>& boards, std::uint64_t seed) {
  if (boards.size() < static_cast<std::size_t>(least_boards_to_study)) {
    throw InputError("too few boards to study: {}, {} or more are needed", boards.size(),
                     least_boards_to_study);
  }
  const std::vector<Features> human = human_of_like_size(boards);
  const auto [smallest, largest] = std::ranges::minmax_element(human, {}, board_size);
  BoardStudy result;
  result.boards = static_cast<int>(boards.size());
  result.human = static_cast<int>(human.size());
  result.smallest = static_cast<int>(board_size(*smallest));
  result.largest = static_cast<int>(board_size(*largest));
  result.repeats = study_repeats;
  const BoardComparison study(boards, human, seed);
  result.auc = study.auc();
  result.coefficients = study.coefficients();
  for (const maps::HumanBound& bound : maps::human_bounds()) {
    const auto broken = [&](const Features& board) { return bound.broken(board) ? 1 : 0; };
    result.bounds.push_back(
        {bound.name, share_of_boards(boards, broken), share_of_boards(human, broken)});
  }
  result.broken = mean_over_boards(boards, maps::human_bounds_broken);
  result.human_broken = mean_over_boards(human, maps::human_bounds_broken);
  result.distance = mean_over_boards(boards, maps::human_distance);
  return result;
}

}  // namespace evorisk::experiments
