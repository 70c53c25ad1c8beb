// Which process of which node does what of a sweep.
//
// Every process that does runs keeps a journal of its own, DIR/processes/NODE-PID.jsonl: processes
// of several nodes cannot safely append to one file on NFS. It holds a lock on it as long as it
// lives, however it ends. Lines:
//
//   {"node": "n1", "job": "12_3", "process": 4711, "threads": 2}   once per process
//   {"begins": 17}
//   {"run": 17, "matches": 90, "seconds": 0.1, "playing_seconds": 0.1, "finished": true}
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "experiments/sweep/directory.hpp"

namespace evorisk::experiments {

// What a process did of one run.
struct RunEffort {
  int run = 0;
  std::int64_t matches = 0;
  double seconds = 0;
  double playing_seconds = 0;  // of these: waiting for matches
  bool finished = false;
};

// The journal of this process. Any thread may call its members. They throw SystemError.
class SweepJournal {
 public:
  // Nothing is written before the first run begins. The directory must outlive the journal.
  SweepJournal(const SweepDirectory& directory, int threads)
      : directory_(directory), threads_(threads) {}
  ~SweepJournal();
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;

  void begins(int run);
  void ends(const RunEffort& effort);
  // Marks the file's time, at most once a second; may be called thousands of times a second.
  void sign_of_life();

 private:
  using Clock = std::chrono::steady_clock;

  void open();

  const SweepDirectory& directory_;
  int threads_;
  std::mutex mutex_;     // of opening
  int descriptor_ = -1;  // of the lock
  std::filesystem::path file_;
  std::atomic<Clock::time_point> marked_ = Clock::time_point();
};

// A process as its journal tells of it.
struct SweepProcess {
  std::string node;
  std::string job;  // of Slurm: "12", or "12_3" of an array; else empty
  std::int64_t process = 0;
  int threads = 0;
  bool alive = false;
  std::vector<int> at_work = {};  // the runs in its hands, ascending; none unless it is alive
  std::vector<RunEffort> efforts = {};
  double silence = 0;  // seconds since its last sign of life, by the clock of the file system
};

// Of all journals, in the order of their names. Lines that are not whole (the process was killed)
// and runs that the sweep does not have are passed over. Throws SystemError.
std::vector<SweepProcess> processes_of(const SweepDirectory& directory);

}  // namespace evorisk::experiments
