#include "app/play/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace evorisk::app {
namespace {

// More than is typed by hand; the rest of a longer line is dropped.
constexpr std::size_t longest_line = 1 << 14;

// The value of an environment variable; empty when it is not set.
std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The first of these that is set and not empty decides (POSIX).
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = setting(name);
    if (value.empty()) continue;
    return boost::icontains(value, "UTF-8") || boost::icontains(value, "UTF8");
  }
  return false;
}

// Waits until standard input can be read; false when a signal came first. A signal cannot slip in
// between looking at the flag and waiting: it is let through only while waiting.
bool wait_for_input(const std::atomic<bool>& interruption) {
  sigset_t blocked;
  sigset_t usual;
  sigemptyset(&blocked);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&blocked, signal);
  sigprocmask(SIG_BLOCK, &blocked, &usual);
  bool ready = false;
  while (!ready && !interruption.load()) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    ready = ppoll(&input, 1, nullptr, &usual) > 0 || errno != EINTR;
  }
  sigprocmask(SIG_SETMASK, &usual, nullptr);
  return ready;
}

}  // namespace

std::optional<std::string> StandardTerminal::read_line(const std::string& prompt) {
  print(prompt);
  std::size_t end;
  while ((end = input_.find('\n')) == input_.npos && !ended_) {
    if (!wait_for_input(interruption_)) return std::nullopt;
    char block[4096];
    const ssize_t size = read(STDIN_FILENO, block, sizeof block);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    // A terminal that went away reads as an error: its person has left.
    ended_ = size <= 0;
    if (size > 0) input_.append(block, static_cast<std::size_t>(size));
    if (input_.size() > longest_line && input_.find('\n') == input_.npos)
      input_.resize(longest_line);
  }
  if (input_.empty()) return std::nullopt;
  std::string line = input_.substr(0, end);
  input_.erase(0, end == input_.npos ? end : end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (isatty(STDIN_FILENO) == 0) {
    std::string shown = line.substr(0, 200);
    std::ranges::replace_if(
        shown, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }, ' ');
    print(shown + "\n");
  }
  return line;
}

Looks StandardTerminal::looks() {
  const bool terminal = isatty(output_) != 0;
  Looks looks;
  winsize size{};
  if (terminal && ioctl(output_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    looks.columns = size.ws_col;
  looks.colours = terminal && setting("NO_COLOR").empty() && setting("TERM") != "dumb";
  looks.unicode =
      drawing_ == Drawing::lines || (drawing_ == Drawing::automatic && locale_is_utf8());
  looks.list = drawing_ == Drawing::list;
  return looks;
}

}  // namespace evorisk::app
