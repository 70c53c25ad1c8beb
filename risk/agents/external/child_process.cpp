#include "risk/agents/external/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace evorisk::risk {

namespace {

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// The children that run, as far as there is room for them.
std::array<std::atomic<pid_t>, 1024> running_children{};
static_assert(std::atomic<pid_t>::is_always_lock_free, "read in signal handlers");

// Puts one in the place of another: 0 is none.
void change_running(pid_t from, pid_t to) {
  for (std::atomic<pid_t>& child : running_children) {
    pid_t expected = from;
    if (child.compare_exchange_strong(expected, to)) return;
  }
}

// Kills every process with this mark in its environment: a child that called setsid() is in no
// group of ours, and when its parent has ended it has none. One that is just being started
// may be missed, so until none is left.
void kill_marked(const std::string& mark) {
  namespace fs = std::filesystem;
  constexpr int most_rounds = 20;
  std::error_code error;
  for (int round = 0, found = 1; round < most_rounds && found > 0; ++round) {
    found = 0;
    for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
      const std::string name = it->path().filename().string();
      pid_t pid = 0;
      if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc()) continue;
      std::ifstream in(it->path() / "environ", std::ios::binary);
      for (std::string variable; std::getline(in, variable, '\0');) {
        if (variable != mark) continue;
        found += ::kill(pid, SIGKILL) == 0 ? 1 : 0;
        break;
      }
    }
  }
}

}  // namespace

int ChildProcess::start(const std::vector<std::string>& command, const std::string& log) {
  stop(true);
  // Its input is a socket, because writing to a pipe without a reader raises SIGPIPE.
  int in[2] = {-1, -1};
  int out[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0) return errno;
  if (::pipe2(out, O_CLOEXEC) != 0) {
    const int error = errno;
    close_fd(in[0]);
    close_fd(in[1]);
    return error;
  }
  input_ = in[0];
  output_ = out[0];
  ::fcntl(output_, F_SETFL, O_NONBLOCK);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.empty() ? "/dev/null" : log.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0644);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  static std::atomic<int> started = 0;
  mark_ = fmt::format("EVORISK_AGENT={}-{}", ::getpid(), ++started);
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("EVORISK_AGENT=")) variables.push_back(*variable);
  }
  variables.push_back(mark_.data());
  variables.push_back(nullptr);
  pid_t pid = -1;
  const int error =
      ::posix_spawnp(&pid, arguments[0], &files, &attributes, arguments.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  close_fd(in[1]);
  close_fd(out[1]);
  if (error != 0) {
    close_fd(input_);
    close_fd(output_);
    return error;
  }
  pid_ = pid;
  change_running(0, pid_);
  return 0;
}

std::string ChildProcess::ending() const {
  siginfo_t gone{};
  if (pid_ <= 0) return {};
  // It may have closed its output a moment before it ends.
  for (int i = 0; i < 20 && gone.si_pid == 0; ++i) {
    ::waitid(P_PID, static_cast<id_t>(pid_), &gone, WEXITED | WNOHANG | WNOWAIT);
    if (gone.si_pid == 0) ::poll(nullptr, 0, 5);
  }
  if (gone.si_pid == 0) return {};
  return gone.si_code == CLD_EXITED ? fmt::format("ended with status {}", gone.si_status)
                                    : fmt::format("was ended by signal {}", gone.si_status);
}

bool ChildProcess::take_line(std::string& text) {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return false;
  text.assign(received_, 0, end);
  received_.erase(0, end + 1);
  return true;
}

ChildProcess::Answer ChildProcess::converse(const std::string& request, Clock::time_point deadline,
                                            std::string& text) {
  if (!running()) return Answer::ended;
  unsent_ += request;
  if (!request.empty()) unsent_ += '\n';
  while (true) {
    if (unsent_.empty() && take_line(text)) return Answer::line;
    if (received_.size() > longest_line) return Answer::flood;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd fds[2] = {{output_, POLLIN, 0}, {unsent_.empty() ? -1 : input_, POLLOUT, 0}};
    const int ready = ::poll(fds, 2, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30)));
    if (ready < 0 && errno != EINTR) return Answer::ended;
    if (ready <= 0) {
      if (Clock::now() >= deadline) return Answer::timeout;
      continue;
    }
    if (fds[1].revents != 0) {
      const ssize_t sent =
          ::send(input_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) {
        unsent_.erase(0, static_cast<std::size_t>(sent));
      } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        unsent_.clear();  // no reader; what it wrote before is still read below
      }
    }
    if (fds[0].revents != 0) {
      char buffer[4096];
      const ssize_t got = ::read(output_, buffer, sizeof buffer);
      if (got > 0) {
        received_.append(buffer, static_cast<std::size_t>(got));
      } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        if (unsent_.empty() && take_line(text)) return Answer::line;
        return Answer::ended;
      }
    }
  }
}

void ChildProcess::kill_all() {
  for (const std::atomic<pid_t>& child : running_children) {
    if (const pid_t pid = child; pid > 0) ::kill(-pid, SIGKILL);
  }
}

void ChildProcess::stop(bool at_once) {
  close_fd(input_);
  if (pid_ > 0) {
    // A well-behaved program ends at the end of its input, within a fifth of a second. It is reaped
    // last, so that its group cannot have become another's.
    siginfo_t gone{};
    for (int i = 0; i < 40 && !at_once && gone.si_pid == 0; ++i) {
      ::waitid(P_PID, static_cast<id_t>(pid_), &gone, WEXITED | WNOHANG | WNOWAIT);
      if (gone.si_pid == 0) ::poll(nullptr, 0, 5);
    }
    ::kill(-pid_, SIGKILL);
    kill_marked(mark_);
    change_running(pid_, 0);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  pid_ = -1;
  close_fd(output_);
  unsent_.clear();
  received_.clear();
}

}  // namespace evorisk::risk
