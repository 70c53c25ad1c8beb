#include "experiments/search_study/study.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/files.hpp"
#include "base/seal.hpp"
#include "experiments/journal.hpp"
#include "ga/evaluation/record.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json best_to_json(const StudyRecord::Best& best) {
  return {{"id", best.id},
          {"territories", best.territories},
          {"continents", best.continents},
          {"matches", best.matches},
          {"believed", best.believed},
          {"fitness", ga::estimate_to_json(best.fitness)},
          {"turns", best.turns},
          {"playable", best.playable}};
}

std::string line_of(const StudyRecord& record) {
  Json classes = Json::array();
  for (const auto& best : record.classes) {
    classes.push_back(best ? best_to_json(*best) : Json(nullptr));
  }
  return sealed_line({{"budget", record.run.budget},
                      {"search", record.run.search},
                      {"repetition", record.run.repetition},
                      {"seed", record.seed},
                      {"spent", record.spent},
                      {"generations", record.generations},
                      {"stuck", record.stuck},
                      {"classes", classes},
                      {"overall", record.overall ? Json(*record.overall) : Json(nullptr)},
                      {"niches", {{"held", record.niches}, {"playable", record.playable_niches}}},
                      {"playable_classes", record.playable_classes},
                      {"best_changes",
                       {{"count", record.changes},
                        {"measured", record.changes_measured},
                        {"for_worse", record.changes_for_worse},
                        {"difference", ga::estimate_to_json(record.change)}}}});
}

metrics::Estimate estimate_of(const Json& json) {
  return {json.at("mean"), json.at("se")};
}

StudyRecord record_of(const Json& line) {
  StudyRecord record;
  record.run = {line.at("budget"), line.at("search"), line.at("repetition")};
  line.at("seed").get_to(record.seed);
  line.at("spent").get_to(record.spent);
  line.at("generations").get_to(record.generations);
  line.at("stuck").get_to(record.stuck);
  for (const Json& best : line.at("classes")) {
    auto& own = record.classes.emplace_back();
    if (best.is_null()) continue;
    own = {best.at("id"),      best.at("territories"), best.at("continents"),
           best.at("matches"), best.at("believed"),    estimate_of(best.at("fitness")),
           best.at("turns"),   best.at("playable")};
  }
  if (const Json& overall = line.at("overall"); !overall.is_null()) {
    record.overall = overall.get<std::size_t>();
    line.at("classes").at(*record.overall).at("id");  // there is a best in that class
  }
  line.at("niches").at("held").get_to(record.niches);
  line.at("niches").at("playable").get_to(record.playable_niches);
  line.at("playable_classes").get_to(record.playable_classes);
  const Json& changes = line.at("best_changes");
  changes.at("count").get_to(record.changes);
  changes.at("measured").get_to(record.changes_measured);
  changes.at("for_worse").get_to(record.changes_for_worse);
  record.change = estimate_of(changes.at("difference"));
  return record;
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

StudyJournal::StudyJournal(const fs::path& directory, const StudyDesign& design)
    : file_(directory / "runs.jsonl") {
  open_experiment(directory, "a study", "design.json", design.identity() + '\n');
  lock_ = std::make_unique<ga::DirectoryLock>(directory);
  read_journal(file_, [&](const JsonView& line) {
    StudyRecord record;
    read_as_written(line.source(), [&] { record = record_of(line.raw()); });
    if (record.classes.size() != design.classes().size()) {
      line.at("classes").fail("{} classes of sizes, but the study has {}", record.classes.size(),
                              design.classes().size());
    }
    if (has(record.run)) line.fail("this run has a line already");
    records_.push_back(std::move(record));
  });
}

bool StudyJournal::has(const StudyRun& run) const {
  return std::any_of(records_.begin(), records_.end(),
                     [&](const StudyRecord& record) { return record.run == run; });
}

void StudyJournal::add(const StudyRecord& record) {
  append_file(file_, line_of(record), Flush::to_disk);
  records_.push_back(record);
}

void StudyJournal::sort(const StudyDesign& design) {
  const auto place = [&](const StudyRecord& record) {
    std::size_t s = 0;
    while (s < design.searches().size() && design.searches()[s].name != record.run.search) ++s;
    return std::tuple(record.run.budget, record.run.repetition, s, record.run.search);
  };
  std::sort(records_.begin(), records_.end(),
            [&](const StudyRecord& a, const StudyRecord& b) { return place(a) < place(b); });
  std::string content;
  for (const StudyRecord& record : records_) content += line_of(record);
  write_file(file_, content);
}

std::int64_t matches_missing(const StudyDesign& design, const StudyJournal& journal) {
  std::int64_t matches = 0;
  for (const StudyRun& run : design.runs()) matches += journal.has(run) ? 0 : run.budget;
  return matches;
}

}  // namespace evorisk::experiments
