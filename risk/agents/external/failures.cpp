#include "risk/agents/external/failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

namespace evorisk::risk {
namespace {

// One list for the process, because matches end on many threads and far from the person.
std::mutex mutex;
std::vector<std::string> failures;  // NOLINT: guarded by the mutex

}  // namespace

void note_agent_failure(const std::vector<std::string>& command, const std::string& reason) {
  constexpr std::size_t most = 10;
  std::string text = fmt::format("agent `{}`: {}", fmt::join(command, " "), reason);
  const std::scoped_lock lock(mutex);
  if (failures.size() < most && std::ranges::find(failures, text) == failures.end()) {
    failures.push_back(std::move(text));
  }
}

std::vector<std::string> take_agent_failures() {
  const std::scoped_lock lock(mutex);
  return std::exchange(failures, {});
}

}  // namespace evorisk::risk
