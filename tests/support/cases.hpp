// How many random cases a property is tried on.
#pragma once

namespace evorisk::test {

// gcc says it by a macro, clang by a feature.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define EVORISK_SANITIZED_TESTS
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EVORISK_SANITIZED_TESTS
#endif

#ifdef EVORISK_SANITIZED_TESTS
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// `count`, or a fortieth of it under the sanitizers, whose instrumented code takes about ten times
// as long: the release tests try the properties, the sanitizers look at how the code behaves.
// `fewest` where a test needs as many for what it says about all of its cases together.
constexpr int cases(int count, int fewest = 1) {
  return !sanitized ? count : count / 40 < fewest ? fewest : count / 40;
}

}  // namespace evorisk::test
