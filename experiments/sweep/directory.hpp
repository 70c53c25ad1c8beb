// The directory of a sweep, which several processes (of several machines, on a shared file system)
// may use at the same time.
//
//   sweep.json           the sweep, complete
//   runs/000/000017.json the record of run 17: done
//   failed/000017.json   why it cannot be done
//   work/000017.json     its checkpoint, while it is at work or after it was interrupted
//   claims               byte r is locked by the process that is at work on run r
//   processes/           which process did what, and how long it took (processes.hpp);
//                        not the same bytes when the sweep is made again
//   sweep.sqlite, report.html   what collect and report make
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "experiments/sweep/sweep.hpp"

namespace evorisk::experiments {

// Locks one byte of an open file (for the open file, not the process: closing another descriptor of
// the same file does not lose it) until the descriptor is closed, however the process ends. False
// when another holds it. `file`: for the message of a SystemError (a file system without locks).
bool lock_byte(int descriptor, int byte, const std::filesystem::path& file);
// Whether another holds it now.
bool byte_is_locked(int descriptor, int byte, const std::filesystem::path& file);
// When an open file was written or marked last, by its file system's clock. Throws SystemError.
double seconds_of_file(int descriptor, const std::filesystem::path& file);

class SweepDirectory {
 public:
  // Makes the directory, with its sweep.json. A directory that holds this very sweep is opened.
  // Throws InputError when it holds something else, SystemError.
  SweepDirectory(const std::filesystem::path& path, std::unique_ptr<Sweep> sweep);
  // Opens a directory made before. Throws InputError when it holds no sweep.
  explicit SweepDirectory(const std::filesystem::path& path);
  ~SweepDirectory();
  SweepDirectory(const SweepDirectory&) = delete;
  SweepDirectory& operator=(const SweepDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const Sweep& sweep() const { return *sweep_; }

  std::filesystem::path record_file(int run) const;
  std::filesystem::path failure_file(int run) const;
  std::filesystem::path work_file(int run) const;

  enum class State { missing, done, failed };
  State state(int run) const;
  // Why the record of a run that is done cannot be read; empty where it can, or there is none.
  std::string fault(int run) const;

  // Holds a run for this process until it is let go; the system lets go of it however the process
  // ends. Within a process, the caller must not claim a run twice.
  using Claim = std::shared_ptr<const void>;
  // Null when another process holds it. Throws SystemError (a file system without locks).
  Claim claim(int run);
  // Whether another process is at work on it now.
  bool claimed_elsewhere(int run) const;

  // The time by the clock of the directory's file system, in seconds; marks the file of claims.
  double now() const;

 private:
  void open_claims();

  std::filesystem::path path_;
  std::unique_ptr<Sweep> sweep_;
  int claims_ = -1;
  int unwritable_ = 0;  // why the claims could be opened for reading alone; 0: they were not
};

// How far a sweep is.
struct SweepState {
  int done = 0;
  std::map<int, std::string> broken = {};  // missing runs whose record cannot be read, and why
  std::vector<int> failed = {};
  int missing = 0;
  int at_work = 0;  // missing runs that other processes are doing
  std::int64_t matches_done = 0;
  std::int64_t matches_left = 0;
};
// What a run's file of a sweep holds. Throws InputError where it is broken, another run's or of
// another version of the simulation; SystemError.
nlohmann::ordered_json read_run_file(const std::filesystem::path& file, const SweepRun& run);

// Which records are broken. Reading them takes seconds for thousands of runs; one that was read is
// read again only when its file has changed.
class RecordFaults {
 public:
  // Empty where it is whole, or there is none.
  std::string of(const SweepDirectory& directory, int run);

 private:
  struct Known {
    std::filesystem::file_time_type changed;
    std::string fault;
  };
  std::map<std::filesystem::path, Known> known_;
};

// Without `faults` all records count as done.
SweepState state_of(const SweepDirectory& directory, RecordFaults* faults = nullptr);

}  // namespace evorisk::experiments
