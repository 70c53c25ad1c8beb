// Evolutions that the studio has started, each as a process. A process continues when the page is
// closed or reloaded; it writes a checkpoint and ends when the studio ends.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace evorisk::app {

class Children {
 public:
  ~Children();  // interrupts all, and waits for their checkpoints

  enum class State { running, paused, ended };
  struct Child {
    State state = State::running;
    int exit_code = 0;       // if it has ended
    std::string last_words;  // the end of its standard error, if it failed
  };

  // Starts `command` (a program and its arguments) for the run in `directory`; its standard error
  // goes to `log`. Throws InputError when a child is at work there, SystemError.
  void start(const std::filesystem::path& directory, const std::vector<std::string>& command,
             const std::filesystem::path& log);
  // Nothing if no child works on that directory.
  std::optional<Child> find(const std::filesystem::path& directory);

  // Throw InputError when no child is at work there.
  void pause(const std::filesystem::path& run) { send(run, {SIGSTOP}, State::paused); }
  void go_on(const std::filesystem::path& run) { send(run, {SIGCONT}, State::running); }
  // The child writes a checkpoint and ends.
  void stop(const std::filesystem::path& run) { send(run, {SIGCONT, SIGINT}, State::running); }

 private:
  struct Process {
    pid_t pid = -1;
    Child child;
    std::filesystem::path log;
  };

  void look(Process& process);
  void send(const std::filesystem::path& directory, std::initializer_list<int> signals,
            State state);

  std::mutex mutex_;
  std::map<std::string, Process> processes_;
};

}  // namespace evorisk::app
