#include "experiments/search_study/record.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t any_study_count = std::numeric_limits<std::int64_t>::max();
constexpr double any_study_number = 1e300;

Json study_estimate_to_json(const metrics::Estimate& estimate) {
  return {{"mean", estimate.mean}, {"se", estimate.se}};
}

Json best_to_json(const std::optional<StudyRecord::Best>& best) {
  if (!best) return nullptr;
  return {{"id", best->id},
          {"territories", best->territories},
          {"continents", best->continents},
          {"matches", best->matches},
          {"believed", best->believed},
          {"fitness", study_estimate_to_json(best->fitness)},
          {"turns", best->turns},
          {"playable", best->playable}};
}

metrics::Estimate estimate_from_json(const JsonView& view) {
  return {view.at("mean").number(-any_study_number, any_study_number),
          view.at("se").number(0, any_study_number)};
}

int count_from_json(const JsonView& view) {
  return static_cast<int>(view.integer(0, std::numeric_limits<int>::max()));
}

}  // namespace

std::optional<double> StudyRecord::gap() const {
  const Best* const chosen = best();
  if (chosen == nullptr) return std::nullopt;
  return chosen->fitness.mean - chosen->believed;
}

std::optional<double> StudyRecord::elites_lost() const {
  if (changes == 0) return 0.0;
  if (changes_measured == 0) return std::nullopt;
  return static_cast<double>(changes) * changes_for_worse / changes_measured;
}

std::string record_to_line(const StudyRecord& record) {
  Json classes = Json::array();
  for (const auto& best : record.classes) classes.push_back(best_to_json(best));
  const Json line = {{"budget", record.run.budget},
                     {"search", record.run.search},
                     {"repetition", record.run.repetition},
                     {"seed", record.seed},
                     {"spent", record.spent},
                     {"generations", record.generations},
                     {"stuck", record.stuck},
                     {"classes", std::move(classes)},
                     {"overall", record.overall ? Json(*record.overall) : Json(nullptr)},
                     {"niches", {{"held", record.niches}, {"playable", record.playable_niches}}},
                     {"playable_classes", record.playable_classes},
                     {"best_changes",
                      {{"count", record.changes},
                       {"measured", record.changes_measured},
                       {"for_worse", record.changes_for_worse},
                       {"difference", study_estimate_to_json(record.change)}}}};
  return line.dump();
}

StudyRecord record_from_json(const JsonView& view) {
  StudyRecord record;
  record.run.budget = view.at("budget").integer(1, any_study_count);
  record.run.search = view.at("search").text();
  record.run.repetition = count_from_json(view.at("repetition"));
  record.seed = static_cast<std::uint64_t>(view.at("seed").integer(0, any_study_count));
  record.spent = view.at("spent").integer(0, any_study_count);
  record.generations = count_from_json(view.at("generations"));
  record.stuck = view.at("stuck").boolean();
  const JsonView classes = view.at("classes");
  for (const JsonView& item : classes.items()) {
    std::optional<StudyRecord::Best>& best = record.classes.emplace_back();
    if (item.raw().is_null()) continue;
    best.emplace();
    best->id = item.at("id").text();
    best->territories = count_from_json(item.at("territories"));
    best->continents = count_from_json(item.at("continents"));
    best->matches = item.at("matches").integer(0, any_study_count);
    best->believed = item.at("believed").number(-any_study_number, any_study_number);
    best->fitness = estimate_from_json(item.at("fitness"));
    best->turns = item.at("turns").number(0, any_study_number);
    best->playable = item.at("playable").boolean();
  }
  const JsonView overall = view.at("overall");
  if (!overall.raw().is_null()) {
    const auto last = static_cast<std::int64_t>(record.classes.size()) - 1;
    record.overall = static_cast<std::size_t>(overall.integer(0, last));
    if (!record.classes[*record.overall]) overall.fail("there is nothing in that class");
  }
  record.niches = count_from_json(view.at("niches").at("held"));
  record.playable_niches = count_from_json(view.at("niches").at("playable"));
  record.playable_classes = count_from_json(view.at("playable_classes"));
  const JsonView changes = view.at("best_changes");
  record.changes = changes.at("count").integer(0, any_study_count);
  record.changes_measured = count_from_json(changes.at("measured"));
  record.changes_for_worse = count_from_json(changes.at("for_worse"));
  record.change = estimate_from_json(changes.at("difference"));
  return record;
}

}  // namespace evorisk::experiments
