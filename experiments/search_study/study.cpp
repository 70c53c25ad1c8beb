#include "experiments/search_study/study.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/files.hpp"
#include "base/key_table.hpp"
#include "base/seal.hpp"
#include "experiments/journal.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr double any_study_number = 1e300;

template <class T, class Integer>
Key<T> count_key(std::string_view name, Integer T::*place) {
  constexpr auto most = sizeof(Integer) == sizeof(int) ? std::numeric_limits<int>::max()
                                                       : std::numeric_limits<std::int64_t>::max();
  return required(integer_key(name, place, 0, most, ""));
}

template <class T>
Key<T> measured_key(std::string_view name, double T::*place, double least = -any_study_number) {
  return required(number_key(name, place, least, any_study_number, ""));
}

KeyTable<metrics::Estimate> estimate_keys() {
  return {
      measured_key("mean", &metrics::Estimate::mean),
      measured_key("se", &metrics::Estimate::se, 0),
  };
}

KeyTable<StudyRecord::Best> best_keys() {
  using Best = StudyRecord::Best;
  return {
      required(text_key("id", &Best::id, "")),
      count_key("territories", &Best::territories),
      count_key("continents", &Best::continents),
      count_key("matches", &Best::matches),
      measured_key("believed", &Best::believed),
      required(part_key("fitness", &Best::fitness, estimate_keys(), "")),
      measured_key("turns", &Best::turns, 0),
      required(boolean_key("playable", &Best::playable, "")),
  };
}

// A key of the run beside those of its record.
Key<StudyRecord> run_key(const Key<StudyRun>& key) {
  return required(custom_key<StudyRecord>(
      key.name, {},
      [key](const JsonView& view, StudyRecord& record, const std::string& directory) {
        key.read(view, record.run, directory);
      },
      [key](const StudyRecord& record) { return key.write(record.run); }, ""));
}

void read_classes(const JsonView& view, StudyRecord& record, const std::string&) {
  for (const JsonView& item : view.items()) {
    std::optional<StudyRecord::Best>& best = record.classes.emplace_back();
    if (!item.raw().is_null()) best_keys().read(item, best.emplace());
  }
}

Json write_classes(const StudyRecord& record) {
  Json classes = Json::array();
  for (const auto& best : record.classes) {
    classes.push_back(best ? best_keys().write(*best) : Json(nullptr));
  }
  return classes;
}

void read_overall(const JsonView& view, StudyRecord& record, const std::string&) {
  if (view.raw().is_null()) return;
  record.overall = static_cast<std::size_t>(view.integer(0, std::ssize(record.classes) - 1));
  if (!record.classes[*record.overall]) view.fail("there is nothing in that class");
}

Json write_overall(const StudyRecord& record) {
  return record.overall ? Json(*record.overall) : Json(nullptr);
}

KeyTable<StudyRecord> record_keys() {
  using Record = StudyRecord;
  const KeyTable<Record> niches = {
      count_key("held", &Record::niches),
      count_key("playable", &Record::playable_niches),
  };
  const KeyTable<Record> changes = {
      count_key("count", &Record::changes),
      count_key("measured", &Record::changes_measured),
      count_key("for_worse", &Record::changes_for_worse),
      required(part_key("difference", &Record::change, estimate_keys(), "")),
  };
  return {
      run_key(integer_key("budget", &StudyRun::budget, 1, most_study_matches, "")),
      run_key(text_key("search", &StudyRun::search, "")),
      run_key(count_key("repetition", &StudyRun::repetition)),
      count_key("seed", &Record::seed),
      count_key("spent", &Record::spent),
      count_key("generations", &Record::generations),
      required(boolean_key("stuck", &Record::stuck, "")),
      required(custom_key<Record>("classes", {}, read_classes, write_classes, "")),
      required(custom_key<Record>("overall", {}, read_overall, write_overall, "")),
      required(group_key("niches", niches, "")),
      count_key("playable_classes", &Record::playable_classes),
      required(group_key("best_changes", changes, "")),
  };
}

std::string line_of(const StudyRecord& record) {
  return sealed_line(record_keys().write(record));
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
    record_keys().read(line, record);
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
