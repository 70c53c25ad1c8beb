// What the program met and went on with, for the person at the terminal: said far from it, on any
// thread. The command line prints it when a command has ended.
#pragma once

#include <filesystem>
#include <vector>

#include "base/message.hpp"

namespace evorisk {

// From any thread. Each is kept once, the first ten of all.
void remark(const Message& what);

// That the last line of a log breaks off, and is left out.
void remark_torn(const std::filesystem::path& log);

// In the order in which they came; from then on they are forgotten.
std::vector<Message> take_remarks();

}  // namespace evorisk
