// The files of a run directory, and how they survive an interruption.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/seal.hpp"

namespace evorisk::ga {

// Result files. The same configuration gives the same bytes in each, at any number of threads and
// after any interruption and resume.
inline constexpr std::string_view config_file = "config.json";  // complete, as used
// One line per generation: every individual with its genes, criteria and parents; each map once, in
// the line of its individual's birth. A long log is thinned (logs_all() of ga/run/history.hpp):
// most lines have a few individuals, and maps stand in several lines.
inline constexpr std::string_view log_file = "generations.jsonl";
// Written by evorisk explain, beside the run's own files.
inline constexpr std::string_view explanation_file = "explanation.json";
// Written after a generation that ends checkpoint_seconds after the previous checkpoint (or the
// start), and after the last generation of a run, also of an interrupted one. A killed run repeats
// what came after its checkpoint.
inline constexpr std::string_view checkpoint_file = "checkpoint.json";
inline constexpr double checkpoint_seconds = 2;
// What the designer says of candidates (ga/run/likes_file.hpp): others add lines while the run is
// at work, which adds to each the generation that it counted from.
inline constexpr std::string_view likes_file = "likes.txt";
inline constexpr std::string_view best_file = "best.json";      // a variant file
inline constexpr std::string_view result_file = "result.json";  // written last: the run is done
// Made of the result files, for people: the best's map, and a page of all.
inline constexpr std::string_view picture_file = "best.svg";
inline constexpr std::string_view report_file = "report.html";
// Not a result file: seconds and threads of each generation. Differs between runs of the same
// configuration.
inline constexpr std::string_view timing_file = "timing.jsonl";

// The hash of a file's content, for one that tells of it.
std::string file_hash(const std::filesystem::path& file);
// The result of a finished run, its checksum taken off. Throws SystemError; InputError where the
// run is not finished, or where the configuration or the best variant beside it is not the one that
// it was written with.
nlohmann::ordered_json read_result(const std::filesystem::path& directory);

// Requests to the process that works in a run directory: files of these names, with any content,
// that other processes create and remove. The process checks for them after every generation.
inline constexpr std::string_view stop_request =
    "stop";  // taken away by the process that ends for it
inline constexpr std::string_view pause_request = "pause";  // the process waits while it exists

// What becomes of a second owner of a lock: it is refused, or waits until the first is done.
enum class SecondOwner { refused, waits };
// Locks a run directory, or a file in it, for its owner until destroyed; the system releases the
// lock however the process ends. Throws SystemError when the lock is held already and `second` is
// refused. An owner is a process or a thread.
class DirectoryLock {
 public:
  explicit DirectoryLock(const std::filesystem::path& directory, const std::string& file = "",
                         SecondOwner second = SecondOwner::refused);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

// Writes a checkpoint, and keeps the one before it under another name ("checkpoint.before.json"):
// a damaged last one can be removed. There is one of the two at every moment.
void write_checkpoint(const std::filesystem::path& file, std::string_view text, Flush flush);
std::filesystem::path checkpoint_before(const std::filesystem::path& file);
// The checkpoint to go on from, its checksum taken off; null when there is none. An InputError says
// what is left to do.
nlohmann::ordered_json read_checkpoint(const std::filesystem::path& file, std::string& source);

// A file that grows by lines. A checkpoint stores its valid length and hash (its mark).
class LineLog {
 public:
  struct Mark {
    std::int64_t bytes = 0;
    std::string hash;
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  // Starts an empty file; replaces an existing one.
  explicit LineLog(std::filesystem::path file);
  // Opens a file and cuts off everything after the mark, torn lines included. Throws InputError
  // when the file is shorter than the mark or its content up to there has changed.
  LineLog(std::filesystem::path file, const Mark& there);

  // Adds a line, its end included. Throws SystemError.
  void append(std::string_view line, Flush flush);
  // Returns when all lines are on disk.
  void flush() { append_file(file_, "", Flush::to_disk); }
  Mark mark() const;

 private:
  void add(std::string_view line);  // to bytes_ and hash_, not to the file

  std::filesystem::path file_;
  std::int64_t bytes_ = 0;
  std::uint64_t hash_ = 0;  // of all lines, chained line by line
};

// Removes temporary files that a killed process left in a run directory.
void remove_temporary_files(const std::filesystem::path& directory);

// Removes what a run has written there, but what it was told (likes_file).
void remove_run_files(const std::filesystem::path& directory);

}  // namespace evorisk::ga
