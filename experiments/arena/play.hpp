// Playing the matches of an arena, on all threads, in memory or in a directory.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "base/json.hpp"
#include "experiments/arena/arena.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::experiments {

// How long decisions take: counts by duration, in buckets that are at most a sixteenth wide.
class LatencyHistogram {
 public:
  void add(std::int64_t nanoseconds);
  void merge(const LatencyHistogram& other);

  std::int64_t count() const { return count_; }
  double mean() const;  // in microseconds, as all below; 0 without decisions
  double longest() const { return static_cast<double>(longest_) / 1000; }
  // What a share (0 ... 1) of the decisions do not exceed, rounded up to the end of its bucket.
  double quantile(double share) const;

  nlohmann::ordered_json to_json() const;
  // Throws InputError.
  static LatencyHistogram from_json(const JsonView& view);

 private:
  std::int64_t count_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t longest_ = 0;
  std::map<std::size_t, std::int64_t> counts_;  // by bucket
};

// What depends on the machine, and is never the same twice.
struct ArenaEffort {
  std::vector<LatencyHistogram> decisions;  // by agent; of the first deal of every block
  double seconds = 0;                       // of all calls together
  int threads = 0;                          // of the last one

  explicit ArenaEffort(int agents) : decisions(static_cast<std::size_t>(agents)) {}
};

// Keeps what is played.
class ArenaKeeper {
 public:
  virtual ~ArenaKeeper() = default;
  // Of every block, in the order of the plan.
  virtual void append(const Arena::Block& block, const std::vector<risk::MatchResult>& results) = 0;
  virtual void write_effort(const ArenaEffort&) const {}
};

// The directory of an arena:
//
//   arena.json     what is played, complete
//   matches.jsonl  a line per block of deals, in the order of the plan
//   result.json    the results, when all is played
//   timing.json    ArenaEffort; the one file here that is never the same twice
//
// The first three have the same bytes at any number of threads and however often the process was
// killed (unless an agent is a program outside of this one).
class ArenaDirectory final : public ArenaKeeper {
 public:
  // Makes the directory, or opens one that holds this very arena: then its matches are told to the
  // arena, and what it has of effort is added. A line that a killed process left unfinished is cut
  // off. Throws InputError when the directory holds something else, or a file is not what was
  // written; SystemError.
  ArenaDirectory(const std::filesystem::path& path, Arena& arena, ArenaEffort& effort);

  void append(const Arena::Block& block, const std::vector<risk::MatchResult>& results) override;
  void write_effort(const ArenaEffort& effort) const override;
  void write_result(const Arena& arena);
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::unique_ptr<ga::DirectoryLock> lock_;
};

// Heap that an agent holds in one seat when a match begins, in bytes (0 where the system cannot
// tell). Of an agent outside of the program only what stands for it here.
std::vector<std::int64_t> agents_memory(const Arena& arena);

struct ArenaOptions {
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::int64_t)>
      on_left;                         // matches left, at most; from any thread, one at a time
  std::function<void()> between = {};  // after each match, on the thread that has played it
};

// Plays what is left of the arena. False when `stop` ended it. `keeper` may be null.
bool play_arena(Arena& arena, ArenaEffort& effort, ArenaKeeper* keeper,
                const ArenaOptions& options);

}  // namespace evorisk::experiments
