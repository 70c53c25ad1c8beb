// The study at work: a directory with a journal, and threads that do the runs which are missing.
//
//   design.json   the design, but for its budgets
//   runs.jsonl    a line per finished run; sorted when all are done
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "experiments/search_study/record.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::experiments {

// Holds the directory for this process as long as it lives.
class StudyJournal {
 public:
  // Makes the directory, or opens it when it is this very study's; a line that a killed process
  // left unfinished is cut off. Throws InputError (it holds something else), SystemError.
  StudyJournal(const std::filesystem::path& directory, const StudyDesign& design);

  const std::vector<StudyRecord>& records() const { return records_; }
  bool has(const StudyRun& run) const;
  // On disk when it returns.
  void add(const StudyRecord& record);
  // Rewrites the journal in the order of budgets, repetitions and (as in the design) searches: the
  // same bytes in whatever order the runs were done.
  void sort(const StudyDesign& design);

 private:
  std::filesystem::path file_;
  std::unique_ptr<ga::DirectoryLock> lock_;
  std::vector<StudyRecord> records_;
};

struct StudyProgress {
  int runs = 0;              // done by this process
  std::int64_t matches = 0;  // of the searches' budgets
};

struct StudyOptions {
  int threads = 1;  // runs at a time; each of them is single-threaded
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const StudyProgress&)> on_progress;  // from any thread, one at a time
};

// Does the runs of the design that the journal does not have, in their order. A run that is stopped
// is begun again next time. False when stopped.
bool do_study(const StudyDesign& design, StudyJournal& journal, const StudyOptions& options);

// Matches of the runs that are missing.
std::int64_t matches_missing(const StudyDesign& design, const StudyJournal& journal);

}  // namespace evorisk::experiments
