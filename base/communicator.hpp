// Processes that work on one task together, in lockstep.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace evorisk {

// Every process does its share of the work and sends its results to the others as text. All
// processes gather the same results and so continue identically. The final result depends neither
// on their number nor on which process did which part.
class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const = 0;   // 0 ... ranks() - 1; process 0 writes the files
  virtual int ranks() const = 0;  // at least 1
  // The text of every process, by rank. All call it the same number of times.
  virtual std::vector<std::string> gather(const std::string& own) = 0;
};

// Whether there are several processes.
inline bool is_shared(const Communicator* communicator) {
  return communicator != nullptr && communicator->ranks() > 1;
}

// Whether part `part` of the work is this process's. A null communicator means a single process.
inline bool is_mine(const Communicator* communicator, std::size_t part) {
  return communicator == nullptr || part % static_cast<std::size_t>(communicator->ranks()) ==
                                        static_cast<std::size_t>(communicator->rank());
}

}  // namespace evorisk
