// Whole-command tests: runs the built program as a child process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace evorisk::test {

// An empty directory that is removed, with all it holds, at the end of its life.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Writes a file below it and returns its path.
  std::filesystem::path write(const std::string& name, const std::string& content) const;
  std::string read(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

struct ProcessResult {
  int exit_code = -1;  // -1 when a signal ended it
  int signal = 0;      // the signal that ended it, or 0
  std::string out;
  std::string err;
};

struct ProcessOptions {
  std::filesystem::path directory;         // the working directory; empty: this one
  std::string input;                       // what standard input holds
  std::optional<std::string> output_file;  // standard output goes there instead ("/dev/full")
  bool close_output = false;               // standard output is closed from the start
  bool broken_output = false;              // standard output is a pipe nobody reads
};

// A running child. Standard output and error are collected while wait() or
// wait_for_...() runs.
class Process {
 public:
  explicit Process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});
  ~Process();  // kills and reaps a child that still runs
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  // Waits until standard error contains `text`; false when the child ended without it.
  bool wait_for_error(const std::string& text);
  bool wait_for_output(const std::string& text);  // the same of standard output
  // Waits until the file has so many lines; false when the child ended before that was seen.
  bool wait_for_lines(const std::filesystem::path& file, std::ptrdiff_t lines);
  ProcessResult wait();

 private:
  // Waits for output, or for an event of an inotify descriptor, and reads what there is; false when
  // both pipes are at their end.
  bool collect(int changes = -1);

  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  ProcessResult result_;
};

// The program of this build.
std::string program();
// Runs it to its end: run({"list", "maps"}).
ProcessResult run(const std::vector<std::string>& arguments, const ProcessOptions& options = {});
ProcessResult run_in(const TemporaryDirectory& directory,
                     const std::vector<std::string>& arguments);
// Runs it in `directory` and interrupts it (SIGINT) as soon as `file` has a line.
ProcessResult run_until(const std::filesystem::path& file,
                        const std::vector<std::string>& arguments,
                        const std::filesystem::path& directory);
// Runs a shell command line in which "evorisk" means the program of this build.
ProcessResult run_shell(const std::string& line, const std::filesystem::path& directory);

}  // namespace evorisk::test
