#include "ga/operator_rates.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "ga/mutation.hpp"

namespace evorisk::ga {
namespace {

constexpr AdaptationKind adaptation_kinds[] = {
    {"none", "Every mutation has the configured rate throughout", "thesis 4.3.4"},
    {"matching", "Probability matching: shares in proportion to the qualities, above the floor",
     "Goldberg 1990; Thierens 2005"},
    {"pursuit",
     "Adaptive pursuit: in every generation the best operator's share moves up towards all that "
     "the floors of the others leave, theirs down to the floor",
     "Thierens 2005"},
};

constexpr std::string_view rule_operator = "rule";
// Of an operator that nothing is known of: better than hardly any turns out to be, so that all are
// tried.
constexpr double first_quality = 0.5;

const Individual* parent_of(const Individual& child, std::span<const Individual> before) {
  const Individual* best = nullptr;
  for (const Individual& individual : before) {
    if (!individual.filtered.empty()) continue;
    const std::string id = individual.id();
    if (std::find(child.parents.begin(), child.parents.end(), id) == child.parents.end()) continue;
    if (best == nullptr || fitter(individual, *best)) best = &individual;
  }
  return best;
}

}  // namespace

std::span<const AdaptationKind> adaptations() {
  return adaptation_kinds;
}

std::vector<std::string_view> adaptation_names() {
  std::vector<std::string_view> names;
  for (const AdaptationKind& kind : adaptation_kinds) names.push_back(kind.name);
  return names;
}

double chance_of_improvement(const Individual& child, const Individual& parent) {
  if (!child.filtered.empty()) return 0;
  const auto apart = [](const Individual& a) { return std::tie(a.violation, a.levels); };
  if (apart(child) != apart(parent)) return apart(child) < apart(parent) ? 1 : 0;
  const double gain = parent.fitness.mean - child.fitness.mean;
  const double error = std::hypot(parent.fitness.se, child.fitness.se);
  if (error == 0) return gain > 0 ? 1 : (gain < 0 ? 0 : 0.5);
  return 0.5 * std::erfc(-gain / (error * std::sqrt(2.0)));
}

OperatorRates::OperatorRates(const Config& config) : config_(&config) {
  if (config.operator_rates.adapt == "none") return;
  if (config.search_space.map_evolves) {
    for (const MapMutation& mutation : map_mutations()) {
      const auto& used = config.map_mutations;
      if (std::find(used.begin(), used.end(), mutation.name) != used.end()) {
        names_.emplace_back(mutation.name);
      }
    }
  }
  names_.emplace_back(rule_operator);
  const std::size_t count = names_.size();
  qualities_.assign(count, first_quality);
  shares_.assign(count, 1 / static_cast<double>(count));
  children_.assign(count, 0);
  update_rates();
  used_ = rates_;
}

std::size_t OperatorRates::operator_of(std::string_view mutation) const {
  if (mutation.starts_with("rule:")) return names_.size() - 1;
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), mutation) -
                                  names_.begin());
}

void OperatorRates::learn(int generation, std::span<const Individual> before,
                          std::span<const Individual> measured) {
  if (!active()) return;
  used_ = rates_;
  std::fill(children_.begin(), children_.end(), 0);
  for (const Individual& child : measured) {
    if (child.generation != generation || child.mutations.empty()) continue;
    const Individual* const parent = parent_of(child, before);
    if (parent == nullptr) continue;
    const double credit = chance_of_improvement(child, *parent);
    std::vector<bool> made(names_.size(), false);
    for (const std::string_view mutation : child.mutations) {
      const std::size_t k = operator_of(mutation);
      if (k < names_.size()) made[k] = true;
    }
    for (std::size_t k = 0; k < names_.size(); ++k) {
      if (!made[k]) continue;
      ++children_[k];
      qualities_[k] += config_->operator_rates.learning * (credit - qualities_[k]);
    }
  }
  share_out();
  update_rates();
}

void OperatorRates::share_out() {
  const OperatorAdaptation& how = config_->operator_rates;
  const auto count = static_cast<double>(names_.size());
  const double free = 1 - count * how.floor;
  if (how.adapt == "matching") {
    const double all = std::accumulate(qualities_.begin(), qualities_.end(), 0.0);
    for (std::size_t k = 0; k < names_.size(); ++k) {
      shares_[k] = how.floor + free * (all > 0 ? qualities_[k] / all : 1 / count);
    }
    return;
  }
  const auto best = static_cast<std::size_t>(
      std::max_element(qualities_.begin(), qualities_.end()) - qualities_.begin());
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const double aim = k == best ? how.floor + free : how.floor;
    shares_[k] += how.pursuit * (aim - shares_[k]);
  }
}

void OperatorRates::update_rates() {
  rates_.clear();
  const double all = config_->mutation_rate * static_cast<double>(names_.size());
  for (const MapMutation& mutation : map_mutations()) {
    const std::size_t k = operator_of(std::string(mutation.name));
    rates_.push_back(k < names_.size() ? std::min(1.0, all * shares_[k]) : 0);
  }
  rates_.push_back(std::min(1.0, all * shares_.back()));
}

void OperatorRates::write_notes(JsonWriter& writer) const {
  if (!active()) return;
  writer.key("operators").begin_object();
  const auto registered = map_mutations();
  for (std::size_t k = 0; k < names_.size(); ++k) {
    std::size_t place = registered.size();
    for (std::size_t m = 0; m < registered.size(); ++m) {
      if (registered[m].name == names_[k]) place = m;
    }
    writer.key(names_[k]).begin_object().member("rate", used_[place]);
    writer.member("children", children_[k]).member("quality", qualities_[k]).end_object();
  }
  writer.end_object();
}

void OperatorRates::write_state(JsonWriter& writer) const {
  if (!active()) return;
  writer.key("operators").begin_object();
  for (std::size_t k = 0; k < names_.size(); ++k) {
    writer.key(names_[k]).begin_object().member("quality", qualities_[k]);
    writer.member("share", shares_[k]).end_object();
  }
  writer.end_object();
}

void OperatorRates::restore(const JsonView& state) {
  if (!active()) return;
  const JsonView operators = state.at("operators");
  operators.only(std::vector<std::string_view>(names_.begin(), names_.end()));
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const JsonView known = operators.at(names_[k]);
    qualities_[k] = known.at("quality").number(0, 1);
    shares_[k] = known.at("share").number(0, 1);
  }
  update_rates();
}

}  // namespace evorisk::ga
