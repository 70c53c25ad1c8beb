#include "experiments/search_study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <tuple>

#include "base/files.hpp"
#include "experiments/journal.hpp"
#include "experiments/search_study/one_run.hpp"
#include "experiments/work.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;

namespace {

constexpr const char* study_design_file = "design.json";
constexpr const char* study_runs_file = "runs.jsonl";

}  // namespace

StudyJournal::StudyJournal(const fs::path& directory, const StudyDesign& design)
    : file_(directory / study_runs_file) {
  open_experiment(directory, "a study", study_design_file, design.identity() + '\n');
  lock_ = std::make_unique<ga::DirectoryLock>(directory);
  read_journal(file_, [&](const JsonView& line) {
    StudyRecord record = record_from_json(line);
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
  ga::AppendFile(file_).append(record_to_line(record) + '\n', Flush::to_disk);
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
  for (const StudyRecord& record : records_) content += record_to_line(record) + '\n';
  write_file(file_, content);
}

bool do_study(const StudyDesign& design, StudyJournal& journal, const StudyOptions& options) {
  std::vector<StudyRun> missing = design.runs();
  std::erase_if(missing, [&](const StudyRun& run) { return journal.has(run); });
  const std::atomic<bool>& stop = flag_or_never(options.stop);
  std::mutex mutex;
  StudyProgress progress;
  work_through(std::max(1, options.threads), std::ssize(missing), [&](std::int64_t job, int) {
    const StudyRun& run = missing[static_cast<std::size_t>(job)];
    const std::optional<StudyRecord> record =
        stop ? std::nullopt : do_study_run(design, run, stop, [&](std::int64_t matches) {
          const std::lock_guard lock(mutex);
          progress.matches += matches;
          if (options.on_progress) options.on_progress(progress);
        });
    if (!record) return false;
    const std::lock_guard lock(mutex);
    journal.add(*record);
    ++progress.runs;
    progress.matches += run.budget - record->spent;
    if (options.on_progress) options.on_progress(progress);
    return true;
  });
  return !stop;
}

std::int64_t matches_missing(const StudyDesign& design, const StudyJournal& journal) {
  std::int64_t matches = 0;
  for (const StudyRun& run : design.runs()) matches += journal.has(run) ? 0 : run.budget;
  return matches;
}

}  // namespace evorisk::experiments
