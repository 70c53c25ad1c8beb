// Processes that run one evolution together, in step.
#pragma once

#include <string>
#include <vector>

namespace evorisk::ga {

// Every process holds the whole evolution; each does the work of some islands and tells the others
// what came of it, as text. What one gathers is the same in all, so all go on as the same
// evolution, and what is recorded depends on neither their number nor who did what.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual int rank() const = 0;   // 0 ... ranks() - 1; 0 writes the files
  virtual int ranks() const = 0;  // at least 1
  // The text of every process, by rank. All call it the same number of times.
  virtual std::vector<std::string> gather(const std::string& own) = 0;
};

// Whose work part `part` is.
inline bool is_mine(const Exchange* exchange, std::size_t part) {
  return exchange == nullptr || part % static_cast<std::size_t>(exchange->ranks()) ==
                                    static_cast<std::size_t>(exchange->rank());
}

}  // namespace evorisk::ga
