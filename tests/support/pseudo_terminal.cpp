#include "tests/support/pseudo_terminal.hpp"

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "tests/support/process.hpp"

namespace evorisk::test {

PseudoTerminal::PseudoTerminal(const std::vector<std::string>& arguments,
                               const std::filesystem::path& directory, int columns,
                               const std::vector<std::string>& environment) {
  std::vector<std::string> words{program()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  winsize size{};
  size.ws_row = 50;
  size.ws_col = static_cast<unsigned short>(columns);
  pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (pid_ > 0) return;
  unsetenv("NO_COLOR");
  setenv("LC_ALL", "C", 1);
  setenv("TERM", "xterm", 1);
  for (const std::string& entry : environment) putenv(const_cast<char*>(entry.c_str()));
  if (chdir(directory.c_str()) != 0) _exit(127);
  execv(pointers[0], pointers.data());
  _exit(127);
}

PseudoTerminal::~PseudoTerminal() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(terminal_);
}

void PseudoTerminal::type(const std::string& keys) {
  typed_at_ = screen_.size();
  for (std::size_t done = 0; done < keys.size();) {
    const ssize_t size = write(terminal_, keys.data() + done, keys.size() - done);
    if (size < 0 && errno != EINTR) return;  // the program has ended, which wait() tells
    if (size > 0) done += static_cast<std::size_t>(size);
  }
}

bool PseudoTerminal::collect() {
  char block[1 << 12];
  const ssize_t size = read(terminal_, block, sizeof block);
  if (size < 0 && errno == EINTR) return true;
  if (size <= 0) return false;  // EIO once the program has closed its side
  for (ssize_t i = 0; i < size; ++i) {
    if (block[i] != '\r') screen_ += block[i];
  }
  return true;
}

bool PseudoTerminal::wait_for(const std::string& end) {
  while (screen_.size() == typed_at_ || !screen_.ends_with(end)) {
    if (!collect()) return false;
  }
  return true;
}

int PseudoTerminal::wait() {
  while (collect()) {
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void PseudoTerminal::send(int signal) const {
  kill(pid_, signal);
}

}  // namespace evorisk::test
