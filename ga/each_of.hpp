// The same work for each of many, by several threads.
#pragma once

#include <cstdint>
#include <functional>

namespace evorisk::ga {

// Calls work(0) ... work(count - 1), each once, in any order and by up to `threads` threads,
// whoever is free; one thread takes them in order. Throws what one of them threw, when all have
// ended.
void each_of(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work);

// The same for work that takes equally long each: every thread has a stretch of it, always the same
// one for the same count. What it made before is in its cache still.
void each_of_alike(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work);

}  // namespace evorisk::ga
