#include "experiments/search_study/record.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "maps/base/json_writer.hpp"

namespace evorisk::experiments {
namespace {

constexpr std::int64_t any_study_count = std::numeric_limits<std::int64_t>::max();
constexpr double any_study_number = 1e300;

JsonWriter& write_study_flag(JsonWriter& writer, std::string_view key, bool value) {
  return writer.key(key).json(value ? "true" : "false");
}

void write_study_estimate(JsonWriter& writer, std::string_view key,
                          const metrics::Estimate& estimate) {
  writer.key(key).begin_object().member("mean", estimate.mean).member("se", estimate.se);
  writer.end_object();
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
  JsonWriter writer;
  writer.begin_object().member("budget", record.run.budget).member("search", record.run.search);
  writer.member("repetition", record.run.repetition).member("seed", record.seed);
  writer.member("spent", record.spent).member("generations", record.generations);
  write_study_flag(writer, "stuck", record.stuck);
  writer.key("classes").begin_array();
  for (const std::optional<StudyRecord::Best>& best : record.classes) {
    if (!best) {
      writer.null();
      continue;
    }
    writer.begin_object().member("id", best->id).member("territories", best->territories);
    writer.member("continents", best->continents).member("matches", best->matches);
    writer.member("believed", best->believed);
    write_study_estimate(writer, "fitness", best->fitness);
    writer.member("turns", best->turns);
    write_study_flag(writer, "playable", best->playable).end_object();
  }
  writer.end_array().key("overall");
  if (record.overall) {
    writer.integer(static_cast<std::int64_t>(*record.overall));
  } else {
    writer.null();
  }
  writer.key("niches").begin_object().member("held", record.niches);
  writer.member("playable", record.playable_niches).end_object();
  writer.member("playable_classes", record.playable_classes);
  writer.key("best_changes").begin_object().member("count", record.changes);
  writer.member("measured", record.changes_measured);
  writer.member("for_worse", record.changes_for_worse);
  write_study_estimate(writer, "difference", record.change);
  writer.end_object().end_object();
  return writer.take();
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
