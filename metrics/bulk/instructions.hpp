// Which vector instructions the bulk engine uses: of those that it is compiled for, the best that
// the processor has, unless less is asked for. What is played never depends on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evorisk::metrics {

// The names of the instruction sets that may be asked for here, the best first, which is the one in
// use: of "avx512", "avx2", "sse4" and "neon" those that the processor has, and "none" (code
// without vectors).
std::vector<std::string> instruction_sets();

// As long as this lives, no better instructions than these are used. Not to be made while matches
// are played, and one at a time.
class InstructionLimit {
 public:
  // Throws InputError for a name that is not one of instruction_sets().
  explicit InstructionLimit(std::string_view name);
  ~InstructionLimit();
  InstructionLimit(const InstructionLimit&) = delete;
  InstructionLimit& operator=(const InstructionLimit&) = delete;
};

}  // namespace evorisk::metrics
