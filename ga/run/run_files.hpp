// The files of a run directory, and how they survive being interrupted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/files.hpp"

namespace evorisk::ga {

// Result files. The same configuration gives the same bytes in each, at any number of threads and
// after any interruption and resume.
inline constexpr std::string_view config_file = "config.json";  // complete, as used
// One line per generation: every individual with its genes, criteria and parents; each map once, in
// the line of its individual's birth.
inline constexpr std::string_view log_file = "generations.jsonl";
// Written by evorisk explain, beside the run's own files.
inline constexpr std::string_view explanation_file = "explanation.json";
// After the last generation, those that end checkpoint_seconds after the checkpoint before (or the
// start), and the last one that an interrupted run has finished. A run that is killed plays again
// what came after it.
inline constexpr std::string_view checkpoint_file = "checkpoint.json";
inline constexpr double checkpoint_seconds = 0.25;
inline constexpr std::string_view best_file = "best.json";      // a variant file
inline constexpr std::string_view result_file = "result.json";  // written last: the run is done
// Not a result file: seconds and threads of each generation, as they happened. Never the same
// twice.
inline constexpr std::string_view timing_file = "timing.jsonl";

// Requests to the process that is at work in a run directory: files of these names, with any
// content, which other processes put there and take away. They are looked at after every
// generation.
inline constexpr std::string_view stop_request =
    "stop";  // taken away by the process that ends for it
inline constexpr std::string_view pause_request = "pause";  // it waits as long as the file is there

// Holds a run directory for this process as long as it lives; the system lets go of it however the
// process ends. Throws SystemError when another process holds it.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

// A 64-bit hash (XXH3) of a text after what has the hash `before`, to tell a changed file from the
// one that was written; not against forgers.
std::uint64_t text_hash(std::string_view text, std::uint64_t before = 0);

// A file that grows by lines; a checkpoint remembers how much of it stands (its mark).
class LineLog {
 public:
  struct Mark {
    std::int64_t bytes = 0;
    std::string hash;
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  // An empty file; replaces what was there.
  explicit LineLog(std::filesystem::path file);
  // What was there at a mark; whatever came after it, a torn line included, is cut off. Throws
  // InputError when the file is shorter or its beginning is not what was written.
  LineLog(std::filesystem::path file, const Mark& there);

  // Adds a line, its end included. Throws SystemError.
  void append(std::string_view line, Flush flush);
  // Waits until the disk has it.
  void flush() { append_file(file_, "", Flush::to_disk); }
  Mark mark() const;

 private:
  void add(std::string_view line);  // to what the mark is of

  std::filesystem::path file_;
  std::int64_t bytes_ = 0;
  std::uint64_t hash_ = 0;  // of the last line, after that of those before
};

// Removes temporary files that a killed process left in a run directory.
void remove_temporary_files(const std::filesystem::path& directory);

}  // namespace evorisk::ga
