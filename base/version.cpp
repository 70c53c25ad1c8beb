#include "base/version.hpp"

#include <fmt/format.h>

#include "base/revision.hpp"

namespace evorisk {

namespace {

constexpr std::string_view compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

// What the compiler was allowed to use everywhere. Code that picks instructions at run time is not
// bound by it.
constexpr std::string_view instruction_set() {
#if defined(__AVX512F__)
  return "x86-64 with AVX-512";
#elif defined(__AVX2__)
  return "x86-64 with AVX2";
#elif defined(__x86_64__)
  return "x86-64 (baseline)";
#elif defined(__aarch64__)
  return "AArch64";
#else
  return "generic";
#endif
}

// The widest vector instructions of the processor the program runs on.
std::string_view processor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw")) {
    return "AVX-512";
  }
  if (__builtin_cpu_supports("avx2")) {
    return "AVX2";
  }
  return "SSE2";
#elif defined(__aarch64__)
  return "NEON";
#else
  return "unknown";
#endif
}

}  // namespace

std::string_view revision() {
  return EVORISK_REVISION;
}

std::string version_text() {
  return fmt::format(
      "evorisk {}\ncompiler: {}\nbuild type: {}\ninstruction set: {}; this processor offers {}\n",
      revision(), compiler(), EVORISK_BUILD_TYPE, instruction_set(), processor());
}

}  // namespace evorisk
