#include "metrics/criteria/added.hpp"

#include <string_view>

#include "base/error.hpp"

namespace evorisk::metrics {
namespace {

std::vector<std::function<std::unique_ptr<MatchMeasure>()>>& makers() {
  static std::vector<std::function<std::unique_ptr<MatchMeasure>()>> all;
  return all;
}

}  // namespace

Criterion add_criterion(AddedCriterion criterion) {
  if (!(criterion.ideal >= 0 && criterion.ideal <= 1)) {
    throw InputError("criterion \"{}\" needs an ideal from 0 to 1, found {}", criterion.name,
                     criterion.ideal);
  }
  for (const std::string_view reserved : {"all", "fitness", "map", "rules"}) {
    if (criterion.name == reserved) {
      throw InputError("criterion \"{}\": this name has another meaning; choose another one",
                       criterion.name);
    }
  }
  if (!criterion.make) {
    throw InputError("criterion \"{}\" has no function that makes it", criterion.name);
  }
  const Criterion id = add_criterion_info(
      {{}, criterion.name, criterion.title, criterion.ideal, 1, criterion.meaning, "added"});
  makers().push_back(std::move(criterion.make));
  return id;
}

AddedMeasures::AddedMeasures(const CriteriaSet& wanted) {
  for (const CriterionInfo& info : added_criteria()) {
    if (!wanted.has(info.id)) continue;
    const auto place = static_cast<std::size_t>(info.id) - all_criterion_count;
    measures_.push_back({place, makers()[place]()});
    if (!measures_.back().second) {
      throw InputError("criterion \"{}\": its function made none", info.name);
    }
  }
}

void AddedMeasures::begin_match(const risk::Variant& variant) {
  for (const auto& [place, measure] : measures_) measure->begin_match(variant);
}

void AddedMeasures::values(const risk::MatchResult& result, ExtendedSummary& summary) {
  for (const auto& [place, measure] : measures_) {
    const double value = measure->value(result);
    if (!(value >= 0 && value <= 1)) {
      throw InputError("criterion \"{}\" gave {} for a match (valid: 0 to 1)",
                       added_criteria()[place].name, value);
    }
    summary.added[place] = value;
  }
}

void AddedMeasures::on_turn_end(const risk::TurnEnd& end) {
  course->on_turn_end(end);
  for (const auto& [place, measure] : measures_) measure->on_turn_end(end);
}

void AddedMeasures::on_start(const risk::State& state) {
  for (const auto& [place, measure] : measures_) measure->on_start(state);
}

void AddedMeasures::on_event(const risk::State& state, const risk::Event& event) {
  course->on_event(state, event);
  for (const auto& [place, measure] : measures_) measure->on_event(state, event);
}

void AddedMeasures::on_finish(const risk::State& state, const risk::MatchResult& result,
                              const risk::Action* refused, risk::Refusal why) {
  for (const auto& [place, measure] : measures_) measure->on_finish(state, result, refused, why);
}

}  // namespace evorisk::metrics
