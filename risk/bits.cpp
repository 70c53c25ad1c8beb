#include "risk/bits.hpp"

namespace evorisk::risk::bits {
namespace {

bool has_fast_instructions() {
#if defined(__x86_64__)
  const bool slow = __builtin_cpu_is("amdfam17h") != 0 || __builtin_cpu_is("amdfam15h") != 0;
  return __builtin_cpu_supports("popcnt") != 0 && __builtin_cpu_supports("bmi2") != 0 && !slow;
#else
  return false;
#endif
}

}  // namespace

const bool one_instruction_each = has_fast_instructions();

}  // namespace evorisk::risk::bits
