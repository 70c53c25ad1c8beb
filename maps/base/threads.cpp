#include "maps/base/threads.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace evorisk {

void spread_threads(int threads) {
#ifdef __linux__
  if (threads < 2 || omp_get_proc_bind() != omp_proc_bind_false) return;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  std::vector<int> processors;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) processors.push_back(cpu);
  }
  const auto wanted = static_cast<std::size_t>(threads);
  if (wanted > processors.size()) return;
  // From the maker's own, so that programs that start together do not all choose the same ones.
  const auto own = std::find(processors.begin(), processors.end(), sched_getcpu());
  if (own == processors.end()) return;
  std::rotate(processors.begin(), own, processors.end());
#pragma omp parallel num_threads(threads)
  {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processors[static_cast<std::size_t>(omp_get_thread_num())], &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0) sched_setaffinity(0, sizeof allowed, &allowed);
  }
#else
  static_cast<void>(threads);
#endif
}

}  // namespace evorisk
