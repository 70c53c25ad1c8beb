// The errors the program reports to a person. A contract breach inside the program is a
// std::logic_error; everything a user can cause is one of these.
#pragma once

#include <stdexcept>
#include <string>

namespace evorisk {

// Invalid input: a broken file, an unknown key, a value out of range, a bad flag. The message is
// one complete sentence or two: where (file, JSON path), what was found, what would be valid.
// The command line prints it as it is and exits with 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The system refused: unwritable directory, full disk, missing file. Exit code 1.
class SystemError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace evorisk
