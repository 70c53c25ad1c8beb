#include "tests/risk/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::int64_t> count{0};
}  // namespace

// ThreadSanitizer of clang has operators of its own, and no room for others: nothing is counted.
#if defined(__has_feature)
#define EVORISK_HAS_FEATURE(feature) __has_feature(feature)
#else
#define EVORISK_HAS_FEATURE(feature) 0
#endif
#if !EVORISK_HAS_FEATURE(thread_sanitizer)
void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
// With this one too, memory comes from the same place as where it is given back.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
#endif

namespace evorisk::risk {

std::int64_t allocations() {
  return count;
}

}  // namespace evorisk::risk
