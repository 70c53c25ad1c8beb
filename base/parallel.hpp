// Loops whose iterations are shared out among threads.
#pragma once

#include <cstdint>
#include <functional>

namespace evorisk {

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads, in any order; a single
// thread takes them in ascending order. A free thread takes the next iteration. When an iteration
// throws, a single thread stops there; several threads finish the other iterations. The exception
// is rethrown at the end.
void parallel_for_dynamic(std::int64_t count, int threads,
                          const std::function<void(std::int64_t)>& work);

}  // namespace evorisk
