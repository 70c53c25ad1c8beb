// How far apart two sets of rules are.
#pragma once

#include <span>
#include <string>

#include "risk/rules/rules.hpp"

namespace evorisk::risk {

// How much a rule key counts, at least 0.
struct RuleWeight {
  std::string key;
  double weight = 1;
  friend bool operator==(const RuleWeight&, const RuleWeight&) = default;
};

// One key: 0 the same; two numbers the difference as a share of the larger; two choices 1; two
// lists of numbers the mean of their entries, an entry that only one has being 1. Symmetric, 0
// ... 1. Throws InputError for an unknown key.
double rule_difference(const Rules& a, const Rules& b, std::string_view key);

// The mean over keys by their weights; of all keys with weight 1 where `weights` is empty. 0 where
// no weight is above 0.
double rule_distance(const Rules& a, const Rules& b, std::span<const RuleWeight> weights = {});

}  // namespace evorisk::risk
