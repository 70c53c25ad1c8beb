// Loops whose iterations are shared out among threads.
#pragma once

#include <cstdint>
#include <functional>

namespace evorisk {

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads, in any order; a single
// thread takes them in ascending order. A free thread takes the next iteration. When iterations
// throw, the exception of the first of them is rethrown at the end, at any number of threads; not
// all of those after it are called.
void parallel_for_dynamic(std::int64_t count, int threads,
                          const std::function<void(std::int64_t)>& work);

}  // namespace evorisk
