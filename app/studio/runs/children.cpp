#include "app/studio/runs/children.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "base/error.hpp"
#include "base/files.hpp"

extern char** environ;

namespace evorisk::app {
namespace {

constexpr std::size_t longest_last_words = 2000;

std::string end_of(const std::filesystem::path& file) {
  try {
    std::string text = read_file(file);
    if (text.size() > longest_last_words) text.erase(0, text.size() - longest_last_words);
    return text;
  } catch (const MessageError&) {  // gone, or too large to be read
    return {};
  }
}

}  // namespace

Children::~Children() {
  for (auto& [directory, process] : processes_) {
    look(process);
    if (process.child.state == State::ended) continue;
    ::kill(process.pid, SIGCONT);
    ::kill(process.pid, SIGINT);
  }
  for (auto& [directory, process] : processes_) {
    if (process.child.state != State::ended) ::waitpid(process.pid, nullptr, 0);
  }
}

void Children::start(const std::filesystem::path& directory,
                     const std::vector<std::string>& command, const std::filesystem::path& log) {
  if (const auto child = find(directory); child && child->state != State::ended) {
    throw InputError("a process is at work there already");
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  // A group of its own: an interruption at the terminal is the studio's to pass on. Signals as
  // usual: the server ignores some.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  posix_spawnattr_setsigmask(&attributes, &usual);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&usual, signal);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  const std::lock_guard lock(mutex_);
  Process process;
  process.log = log;
  const int error =
      ::posix_spawn(&process.pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw SystemError("cannot start {}: {}", command.front(), std::strerror(error));
  processes_[directory.string()] = std::move(process);
}

void Children::look(Process& process) {
  if (process.child.state == State::ended) return;
  int status = 0;
  if (::waitpid(process.pid, &status, WNOHANG) != process.pid) return;
  process.child.state = State::ended;
  process.child.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  constexpr int interrupted = 130;
  if (process.child.exit_code != 0 && process.child.exit_code != interrupted)
    process.child.last_words = end_of(process.log);
}

std::optional<Children::Child> Children::find(const std::filesystem::path& directory) {
  const std::lock_guard lock(mutex_);
  const auto found = processes_.find(directory.string());
  if (found == processes_.end()) return std::nullopt;
  look(found->second);
  return found->second.child;
}

void Children::send(const std::filesystem::path& directory, std::initializer_list<int> signals,
                    State state) {
  const std::lock_guard lock(mutex_);
  const auto found = processes_.find(directory.string());
  if (found != processes_.end()) look(found->second);
  if (found == processes_.end() || found->second.child.state == State::ended)
    throw InputError("no process is at work there");
  for (const int signal : signals) ::kill(found->second.pid, signal);
  found->second.child.state = state;
}

}  // namespace evorisk::app
