#include "base/reading/remarks.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace evorisk {
namespace {

// One list for the process, because matches end on many threads.
std::mutex mutex;
std::vector<Message> remarks;  // NOLINT: guarded by the mutex

}  // namespace

void remark(const Message& what) {
  constexpr std::size_t most = 10;
  const std::scoped_lock lock(mutex);
  const auto same = [&](const Message& other) { return other.text() == what.text(); };
  if (remarks.size() < most && std::ranges::none_of(remarks, same)) remarks.push_back(what);
}

void remark_torn(const std::filesystem::path& log) {
  remark(Message("{}: its last line breaks off, and is left out", log.string()));
}

std::vector<Message> take_remarks() {
  const std::scoped_lock lock(mutex);
  return std::exchange(remarks, {});
}

}  // namespace evorisk
