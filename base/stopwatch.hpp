// How long something takes.
#pragma once

#include <chrono>

namespace evorisk {

// Wall-clock time since it was made or started again.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void restart() { start_ = Clock::now(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace evorisk
