// A program at a terminal of its own, as a person has one.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace evorisk::test {

class PseudoTerminal {
 public:
  // Starts the program of this build in `directory`, in a window of so many columns. `environment`:
  // "NAME=VALUE" entries added to this process's; LC_ALL and TERM are set, NO_COLOR is not.
  PseudoTerminal(const std::vector<std::string>& arguments, const std::filesystem::path& directory,
                 int columns, const std::vector<std::string>& environment = {});
  ~PseudoTerminal();  // kills and reaps a program that still runs
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  // As typed on the keyboard; "\n" is the return key, "\x03" ctrl-C, "\x04" ctrl-D.
  void type(const std::string& keys);
  // Reads what the program shows until it ends with `end`, after what was typed last; false when
  // the program ended before.
  bool wait_for(const std::string& end);
  // Reads to the program's end; its exit code, or minus the signal that ended it.
  int wait();
  void send(int signal) const;

  // Everything shown so far (what is typed is echoed), with "\n" line ends.
  const std::string& screen() const { return screen_; }

 private:
  bool collect();

  pid_t pid_ = -1;
  int terminal_ = -1;
  std::string screen_;
  std::size_t typed_at_ = std::string::npos;  // the size of the screen then
};

}  // namespace evorisk::test
