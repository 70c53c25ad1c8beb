#include "base/parallel.hpp"

#include <atomic>
#include <exception>

namespace evorisk {

void parallel_for_dynamic(std::int64_t count, int threads,
                          const std::function<void(std::int64_t)>& work) {
  if (threads == 1 || count <= 1) {
    for (std::int64_t i = 0; i < count; ++i) work(i);
    return;
  }
  std::exception_ptr problem;
  std::atomic<std::int64_t> failed = count;  // the first iteration that threw
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > failed) continue;
    try {
      work(i);
    } catch (...) {
#pragma omp critical(evorisk_parallel_for)
      if (i < failed) {
        failed = i;
        problem = std::current_exception();
      }
    }
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace evorisk
