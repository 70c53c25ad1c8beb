#include "maps/base/threads.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <vector>

#ifdef __linux__
#include <sched.h>

namespace evorisk {
namespace {

std::vector<int> processors_of_this_thread() {
  cpu_set_t allowed;
  EXPECT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) processors.push_back(cpu);
  }
  return processors;
}

// Every thread may run wherever the program may, before and after.
TEST(Threads, AreFreeToMoveOnceTheyAreSpread) {
  const std::vector<int> all = processors_of_this_thread();
  for (const int threads : {0, 1, 2, static_cast<int>(all.size()), 65}) {
    spread_threads(threads);
    EXPECT_EQ(processors_of_this_thread(), all) << threads;
    std::vector<std::vector<int>> own(static_cast<std::size_t>(std::max(1, threads)));
#pragma omp parallel num_threads(std::max(1, threads))
    own[static_cast<std::size_t>(omp_get_thread_num())] = processors_of_this_thread();
    for (const std::vector<int>& processors : own) EXPECT_EQ(processors, all) << threads;
  }
}

}  // namespace
}  // namespace evorisk
#endif
