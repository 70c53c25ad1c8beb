// A program run as a child and talked to in lines, under deadlines: nothing that it does (ending,
// keeping silent, writing without end, not reading) holds its parent up or harms it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace evorisk::risk {

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Answer : std::uint8_t {
    line,     // in `text`, without its end
    timeout,  // not by the deadline; one may still come
    ended,    // the child closed its output, or is gone
    flood,    // more than longest_line bytes without an end of line
  };
  static constexpr std::size_t longest_line = std::size_t{1} << 16;

  ChildProcess() = default;
  ~ChildProcess() { stop(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Starts `command` (program, looked up in PATH, and arguments) in a process group of its own.
  // Its standard error is appended to the file `log`, or thrown away when that is empty. Returns 0,
  // or the errno of why it cannot be started. Stops one that runs.
  int start(const std::vector<std::string>& command, const std::string& log);
  bool running() const { return pid_ > 0; }

  // Sends the line `request` (if any) and waits for one back.
  Answer converse(const std::string& request, Clock::time_point deadline, std::string& text);

  // Closes its input, gives it a moment to end by itself if it was well-behaved, then kills it and
  // all that it started: its group, and those that left it. Safe to call at any time.
  void stop(bool at_once = false);

  // Kills all that run, and their groups. For signal handlers of a process that ends.
  static void kill_all();

  // How one that has ended did so, as words: "ended with status 1"; empty while it runs.
  std::string ending() const;

 private:
  bool take_line(std::string& text);

  pid_t pid_ = -1;
  std::string mark_;  // in its environment, and in that of all that it starts
  int input_ = -1;    // ours: what it reads
  int output_ = -1;   // ours: what it writes
  std::string unsent_;
  std::string received_;
};

}  // namespace evorisk::risk
