// How a generation's matches are shared out among its candidates: the rules of racing. Knows
// nothing of games, engines or files: candidates are arms of which a mean and its error are known.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ga/config.hpp"

namespace evorisk::ga {

// What is known of a candidate; smaller means are better.
struct Arm {
  double mean = 0;
  double se = 0;             // of the mean; 0 with fewer than 2 matches
  std::int64_t matches = 0;  // that the mean rests on, those of earlier generations included
  double violation = 0;      // of constraints: any arm with less comes before one with more
};

// One policy at work on one generation: the further matches of each arm, to be played before the
// next call; empty when the budget is spent. Never more in all than the budget. The arms are the
// same each time. Deterministic: what it says follows from what it is shown.
using BudgetPolicy = std::function<std::vector<std::int64_t>(std::span<const Arm> arms)>;

// The registry.
struct BudgetPolicyKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  // `shares`: what each arm would have if all candidates had the same; the budget is their sum.
  BudgetPolicy (*make)(const Budget& budget, std::vector<std::int64_t> shares);
};
std::span<const BudgetPolicyKind> budget_policies();
// Throws InputError with the nearest name.
const BudgetPolicyKind& budget_policy(std::string_view name);

// The shares, which sum to 1, of the matches that tell the `top` best arms from the rest: OCBA for
// one (Chen and Lee 2010, theorem 3.2), OCBA-m for more (Chen, He, Fu and Lee 2008). The deviation
// of one match is se * sqrt(matches); an arm that has shown none counts with the largest there is.
// Where any arm violates nothing, those that violate something have the share 0.
std::vector<double> ocba_shares(std::span<const Arm> arms, int top);

// `total` as whole numbers in proportion to `weights` (none negative, not all 0), by largest
// remainders, the earlier first where they are equal.
std::vector<std::int64_t> apportion(std::int64_t total, std::span<const double> weights);

}  // namespace evorisk::ga
