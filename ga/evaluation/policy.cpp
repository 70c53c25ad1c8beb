#include "ga/evaluation/policy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index.hpp"
#include "base/registry.hpp"

namespace evorisk::ga {
namespace {

std::int64_t total_of(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

// Arms from the best to the worst, the earlier first where they are equal.
std::vector<std::size_t> order_of(std::span<const Arm> arms) {
  return ordered_numbers<std::size_t>(arms.size(), [&](std::size_t a, std::size_t b) {
    return std::pair(arms[a].violation, arms[a].mean) < std::pair(arms[b].violation, arms[b].mean);
  });
}

// Rounds of equal length; after each, the worse half is out.
class Halving {
 public:
  Halving(const Budget&, const std::vector<std::int64_t>& shares)
      : left_(total_of(shares)), alive_(numbers<std::size_t>(shares.size())) {
    for (std::size_t count = 1; count < shares.size(); count *= 2) ++rounds_;
    rounds_ = std::max<std::int64_t>(1, rounds_);
  }

  std::vector<std::int64_t> operator()(std::span<const Arm> arms) {
    if (rounds_ == 0) return {};
    if (begun_ && alive_.size() > 1) halve(arms);
    begun_ = true;
    const std::int64_t round = left_ / rounds_;
    --rounds_;
    left_ -= round;
    std::vector<std::int64_t> plan(arms.size());
    const auto count = static_cast<std::int64_t>(alive_.size());
    for (std::size_t i = 0; i < alive_.size(); ++i) {
      plan[alive_[i]] = round / count + (static_cast<std::int64_t>(i) < round % count ? 1 : 0);
    }
    return plan;
  }

 private:
  void halve(std::span<const Arm> arms) {
    std::vector<Arm> known;
    for (const std::size_t i : alive_) known.push_back(arms[i]);
    std::vector<std::size_t> kept;
    for (const std::size_t place : order_of(known)) kept.push_back(alive_[place]);
    kept.resize((kept.size() + 1) / 2);
    alive_ = std::move(kept);
  }

  std::int64_t left_;
  std::int64_t rounds_ = 0;  // still to come
  bool begun_ = false;
  std::vector<std::size_t> alive_;
};

// Every arm up to `first` matches, then in steps where they tell most.
class Ocba {
 public:
  Ocba(const Budget& budget, const std::vector<std::int64_t>& shares)
      : budget_(budget), left_(total_of(shares)), steps_(budget.rounds) {}

  std::vector<std::int64_t> operator()(std::span<const Arm> arms) {
    if (!begun_) {
      begun_ = true;
      std::vector<std::int64_t> plan = first(arms);
      if (total_of(plan) > 0) return plan;
    }
    if (left_ == 0 || steps_ == 0) return {};
    const std::int64_t step = (left_ + steps_ - 1) / steps_;
    --steps_;
    left_ -= step;
    return extended(arms, step);
  }

 private:
  std::vector<std::int64_t> first(std::span<const Arm> arms) {
    const std::int64_t least =
        std::min(budget_.first, left_ / static_cast<std::int64_t>(arms.size()));
    std::vector<std::int64_t> plan;
    for (const Arm& arm : arms) {
      plan.push_back(std::max<std::int64_t>(0, least - arm.matches));
      left_ -= plan.back();
    }
    return plan;
  }

  // Towards the shares of all matches together: an arm that has more than its share has no more.
  std::vector<std::int64_t> extended(std::span<const Arm> arms, std::int64_t step) const {
    const std::vector<double> shares = ocba_shares(arms, budget_.top);
    double all = static_cast<double>(step);
    for (std::size_t i = 0; i < arms.size(); ++i) {
      if (shares[i] > 0) all += static_cast<double>(arms[i].matches);
    }
    std::vector<double> missing;
    double sum = 0;
    for (std::size_t i = 0; i < arms.size(); ++i) {
      missing.push_back(std::max(0.0, shares[i] * all - static_cast<double>(arms[i].matches)));
      sum += missing.back();
    }
    return apportion(step, sum > 0 ? missing : shares);
  }

  Budget budget_;
  std::int64_t left_;
  std::int64_t steps_;
  bool begun_ = false;
};

template <class Policy>
BudgetPolicy make(const Budget& budget, std::vector<std::int64_t> shares) {
  return Policy(budget, shares);
}

BudgetPolicy make_equal(const Budget&, std::vector<std::int64_t> shares) {
  return [shares](std::span<const Arm>) mutable { return std::exchange(shares, {}); };
}

constexpr BudgetPolicyKind policy_kinds[] = {
    {"equal", "every candidate has the same number of matches", "thesis 4.3.4", make_equal},
    {"halving",
     "rounds of equal length; the worse half drops out after each, so the best have the most",
     "successive halving: Karnin, Koren and Somekh 2013; Jamieson and Talwalkar 2016",
     make<Halving>},
    {"ocba", "first a few matches each, then where they best tell the top candidates from the rest",
     "optimal computing budget allocation: Chen and Lee 2010; OCBA-m: Chen, He, Fu and Lee 2008",
     make<Ocba>},
};

}  // namespace

std::span<const BudgetPolicyKind> budget_policies() {
  return policy_kinds;
}

const BudgetPolicyKind& budget_policy(std::string_view name) {
  return find_named(policy_kinds, "budget policy", name);
}

std::vector<double> ocba_shares(std::span<const Arm> arms, int top) {
  std::vector<double> shares(arms.size());
  const double least_violation = std::ranges::min(arms, {}, &Arm::violation).violation;
  std::vector<std::size_t> order;
  for (const std::size_t i : order_of(arms)) {
    if (least_violation > 0 || arms[i].violation == 0) order.push_back(i);
  }
  if (order.size() == 1) {
    shares[order.front()] = 1;
    return shares;
  }
  // Where all violate something their means do not decide, but they are what can be told apart.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return arms[a].mean < arms[b].mean; });
  const auto deviation = [&](std::size_t i) {
    return arms[i].se * std::sqrt(static_cast<double>(arms[i].matches));
  };
  double largest = 0;
  for (const std::size_t i : order) largest = std::max(largest, deviation(i));
  if (largest == 0) largest = 1;
  std::vector<double> sigma;
  for (const std::size_t i : order) sigma.push_back(deviation(i) > 0 ? deviation(i) : largest);

  const auto m = std::min(static_cast<std::size_t>(top), order.size() - 1);
  const double best = arms[order[m - 1]].mean;
  const double next = arms[order[m]].mean;
  const auto error = [&](std::size_t place) {
    const std::int64_t matches = std::max<std::int64_t>(1, arms[order[place]].matches);
    return sigma[place] / std::sqrt(static_cast<double>(matches));
  };
  const double border =
      m == 1 ? best : (error(m) * best + error(m - 1) * next) / (error(m) + error(m - 1));
  // What cannot be told apart at all would take everything: no distance counts as less than this.
  const double scale = std::max(std::abs(best), largest);
  double squares = 0;
  double sum = 0;
  for (std::size_t place = m == 1 ? 1 : 0; place < order.size(); ++place) {
    const double distance = std::max(std::abs(arms[order[place]].mean - border), 1e-6 * scale);
    const double ratio = sigma[place] / distance;
    shares[order[place]] = ratio * ratio;
    squares += ratio * ratio * ratio * ratio / (sigma[place] * sigma[place]);
    sum += ratio * ratio;
  }
  if (m == 1) {
    shares[order.front()] = sigma.front() * std::sqrt(squares);
    sum += shares[order.front()];
  }
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::int64_t> counts;
  std::vector<double> rest;
  std::int64_t given = 0;
  for (const double weight : weights) {
    const double exact = static_cast<double>(total) * (weight / sum);
    counts.push_back(static_cast<std::int64_t>(exact));
    rest.push_back(weight > 0 ? exact - static_cast<double>(counts.back()) : -1);
    given += counts.back();
  }
  const auto order = ordered_numbers<std::size_t>(
      weights.size(), [&](std::size_t a, std::size_t b) { return rest[a] > rest[b]; });
  for (std::size_t i = 0; given < total; i = (i + 1) % order.size()) {
    if (weights[order[i]] <= 0) continue;
    ++counts[order[i]];
    ++given;
  }
  return counts;
}

}  // namespace evorisk::ga
