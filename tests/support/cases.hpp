// How many random cases a property is tried on.
#pragma once

namespace evorisk::test {

// `count`, or an eighth of it under the sanitizers, whose instrumented code takes about ten times
// as long: the release tests try the properties, the sanitizers look at how the code behaves.
constexpr int cases(int count) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return count / 8 + 1;
#else
  return count;
#endif
}

}  // namespace evorisk::test
