// Runs of the search that were played, kept as they come: hours of playing are done once, by one
// process or by several.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "experiments/reproduce/profile.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::experiments::reproduce {

enum class Study {
  grid,    // a point of the thesis' grid
  repeat,  // one configuration many times
  war,     // the same, from a first population of Risk (thesis 5.5)
};

// What a run is. Its seed follows from the laboratory's, the study and the number.
struct RunKey {
  Study study = Study::grid;
  Profile profile = Profile::text;
  Hyperparameters parameters;
  int number = 0;
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

// A line of a store's files, runs.jsonl (docs/reproducer.md).
std::string line_of(const RunKey& key, const RunSummary& run);
// Throws InputError.
std::pair<RunKey, RunSummary> run_from_line(const JsonView& line);

// In memory, and with a directory in its files as well. Methods may be called from any thread.
class RunStore {
 public:
  RunStore() = default;
  // The directory gets a file runs.json that says of which seed and matches its runs are, and holds
  // runs of no others. Every file runs.jsonl in it, or in a directory in it, is read. With `part`
  // (a name of a directory in it, or "" for itself) add() writes there, and no other process may.
  // Throws InputError for another's directory or a line that is none, SystemError.
  RunStore(const std::filesystem::path& directory, std::uint64_t seed, int matches,
           const std::optional<std::string>& part);

  bool has(const RunKey& key) const;
  // Requires has(key).
  const RunSummary& at(const RunKey& key) const;
  // All of a study, in the order of their keys.
  std::vector<RunSummary> all(Study study, Profile profile) const;
  void add(const RunKey& key, const RunSummary& run);

 private:
  mutable std::mutex mutex_;
  std::map<RunKey, RunSummary> runs_;
  std::filesystem::path file_;  // empty: only in memory
  std::unique_ptr<ga::DirectoryLock> lock_;
};

}  // namespace evorisk::experiments::reproduce
