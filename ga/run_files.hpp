// The files of a run directory, and how they survive being interrupted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "maps/base/files.hpp"

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

// Requests to whatever process is at work in a run directory: files of these names, whatever is in
// them, put there and taken away by anybody. They are looked at after every generation.
inline constexpr std::string_view stop_request = "stop";    // taken away by who ends, interrupted
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

// A running 64-bit hash, to tell a changed file from the one that was written; not against forgers.
// Every byte of a run's log passes through it: it takes four words of eight bytes at a time, each
// into a state of its own, so that none waits for the one before.
class TextHash {
 public:
  void add(std::string_view text);
  // Of all that was added, in whatever pieces.
  std::string hexadecimal() const;

 private:
  static constexpr std::size_t words = 4;
  static constexpr std::size_t block = words * sizeof(std::uint64_t);
  using States = std::array<std::uint64_t, words>;
  static void take(const char* bytes, States& states);

  States states_{0xcbf29ce484222325u, 0x84222325cbf29ce4u, 0x9ce484222325cbf2u,
                 0x2325cbf29ce48422u};
  std::array<char, block> begun_{};  // the last bytes, which make no block yet, then zeros
  std::uint64_t size_ = 0;
};

// A file that is added to; made, if need be, by the first addition, and held open from then on.
class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path path) : path_(std::move(path)) {}
  GrowingFile(GrowingFile&& other) noexcept;
  ~GrowingFile();

  // Throws SystemError.
  void append(std::string_view text, Flush flush);
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

// A file that grows by lines; a checkpoint remembers how much of it stands (its mark).
class LineLog {
 public:
  struct Mark {
    std::int64_t bytes = 0;
    std::string hash;
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  // An empty file; replaces what was there.
  static LineLog create(const std::filesystem::path& file);
  // What was there at `mark`; whatever came after it, a torn line included, is cut off. Throws
  // InputError when the file is shorter or its beginning is not what was written.
  static LineLog resume(const std::filesystem::path& file, const Mark& mark);

  // Adds a line, its end included. Throws SystemError.
  void append(std::string_view line, Flush flush);
  // Waits until the disk has it.
  void flush() { file_.append("", Flush::to_disk); }
  Mark mark() const { return {bytes_, hash_.hexadecimal()}; }

 private:
  explicit LineLog(std::filesystem::path file) : file_(std::move(file)) {}

  GrowingFile file_;
  std::int64_t bytes_ = 0;
  TextHash hash_;
};

// Adds a line to a file, which is made if need be, without waiting for the disk.
void append_line(const std::filesystem::path& file, const std::string& line);

// Removes temporary files that a killed process left in a run directory.
void remove_temporary_files(const std::filesystem::path& directory);

}  // namespace evorisk::ga
