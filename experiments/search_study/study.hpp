// Runs a study: a directory with a journal, and threads that do the missing runs.
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

// The journal locks the directory for this process until it is destroyed.
class StudyJournal {
 public:
  // Makes the directory, or opens it if it holds this study. Removes an unfinished last line of a
  // killed process. Throws InputError if the directory holds anything else, and SystemError.
  StudyJournal(const std::filesystem::path& directory, const StudyDesign& design);

  const std::vector<StudyRecord>& records() const { return records_; }
  bool has(const StudyRun& run) const;
  // Returns when the record is on disk.
  void add(const StudyRecord& record);
  // Rewrites the journal in the order of StudyDesign::runs(), so that its bytes do not depend on
  // the order in which the runs were done.
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

// Does the runs of the design that the journal does not have, in their order. False when stopped;
// the next call restarts the stopped runs.
bool do_study(const StudyDesign& design, StudyJournal& journal, const StudyOptions& options);

// The budgets of the missing runs, summed.
std::int64_t matches_missing(const StudyDesign& design, const StudyJournal& journal);

}  // namespace evorisk::experiments
