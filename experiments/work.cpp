#include "experiments/work.hpp"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace evorisk::experiments {

void work_through(int threads, std::int64_t count,
                  const std::function<bool(std::int64_t job, int thread)>& work) {
  std::atomic<std::int64_t> next = 0;
  std::atomic<bool> ended = false;
  std::mutex mutex;
  std::int64_t failed = count;
  std::exception_ptr failure;
  const auto labour = [&](int thread) {
    while (!ended) {
      const std::int64_t job = next++;
      if (job >= count) return;
      try {
        if (!work(job, thread)) ended = true;
      } catch (...) {
        const std::scoped_lock lock(mutex);
        ended = true;
        if (job > failed) continue;
        failed = job;
        failure = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (int t = 1; t < threads && t < count; ++t) others.emplace_back(labour, t);
    labour(0);
  }
  if (failure) std::rethrow_exception(failure);
}

const std::atomic<bool>& flag_or_never(const std::atomic<bool>* flag) {
  static const std::atomic<bool> never{false};
  return flag != nullptr ? *flag : never;
}

}  // namespace evorisk::experiments
