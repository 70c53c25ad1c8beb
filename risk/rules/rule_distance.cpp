#include "risk/rules/rule_distance.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace evorisk::risk {
namespace {

double apart(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  return larger == 0 ? 0 : std::min(1.0, std::abs(a - b) / larger);
}

}  // namespace

double rule_difference(const Rules& a, const Rules& b, std::string_view key) {
  const nlohmann::ordered_json x = get_rule(a, key);
  const nlohmann::ordered_json y = get_rule(b, key);
  if (x == y) return 0;
  if (x.is_number() && y.is_number()) return apart(x.get<double>(), y.get<double>());
  if (!x.is_array() || !y.is_array()) return 1;
  const std::size_t longer = std::max(x.size(), y.size());
  double sum = 0;
  for (std::size_t i = 0; i < longer; ++i) {
    sum += i < x.size() && i < y.size() ? apart(x[i].get<double>(), y[i].get<double>()) : 1;
  }
  return sum / static_cast<double>(longer);
}

double rule_distance(const Rules& a, const Rules& b, std::span<const RuleWeight> weights) {
  double sum = 0;
  double whole = 0;
  const auto add = [&](std::string_view key, double weight) {
    if (weight == 0) return;
    sum += weight * rule_difference(a, b, key);
    whole += weight;
  };
  for (const RuleWeight& weight : weights) add(weight.key, weight.weight);
  if (weights.empty()) {
    for (const RuleKey& key : rule_keys()) add(key.name, 1);
  }
  return whole == 0 ? 0 : sum / whole;
}

}  // namespace evorisk::risk
