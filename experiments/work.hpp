// Many jobs by several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace evorisk::experiments {

// Begins jobs 0 ... count - 1 in this order, up to `threads` (1 ...) at a time; a job is told the
// number of its thread, 0 ... threads - 1. No further job begins after one has returned false or
// thrown. Returns when all threads have ended; throws what the first of the jobs that failed threw.
void work_through(int threads, std::int64_t count,
                  const std::function<bool(std::int64_t job, int thread)>& work);

// The flag, or where there is none one that is never set.
const std::atomic<bool>& flag_or_never(const std::atomic<bool>* flag);

}  // namespace evorisk::experiments
