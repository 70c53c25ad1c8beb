#include "metrics/bulk/instructions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/error.hpp"

namespace evorisk::metrics {

namespace {

struct InstructionSet {
  std::string_view name;
  std::int64_t target;
};

// Highway gives better targets lower bits.
constexpr std::array<InstructionSet, 5> known = {{{"avx512", HWY_AVX3},
                                                  {"avx2", HWY_AVX2},
                                                  {"sse4", HWY_SSE4},
                                                  {"neon", HWY_NEON},
                                                  {"none", HWY_SCALAR}}};

// What the processor has and is not disabled; from now on the best of it is used. (Highway 1.0
// leaves the best that the processor has chosen, whatever is disabled, when it is merely asked.)
std::int64_t choose() {
  const std::int64_t supported = hwy::SupportedTargets();
  hwy::GetChosenTarget().Update(supported);
  return supported;
}

void disable(std::int64_t targets) {
  hwy::DisableTargets(targets);
  choose();
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  const std::int64_t supported = choose();
  for (const auto& [name, target] : known) {
    if (target == HWY_SCALAR || (supported & target) != 0) names.emplace_back(name);
  }
  return names;
}

InstructionLimit::InstructionLimit(std::string_view name) {
  const std::vector<std::string> names = instruction_sets();
  const auto* const set =
      std::find_if(known.begin(), known.end(), [&](const auto& s) { return s.name == name; });
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw InputError("{} instructions \"{}\"; this processor can be asked for: {}",
                     set == known.end() ? "unknown" : "this processor has no", name,
                     fmt::join(names, ", "));
  }
  disable(set->target - 1);
}

InstructionLimit::~InstructionLimit() {
  disable(0);
}

}  // namespace evorisk::metrics
