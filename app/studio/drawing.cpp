#include "app/studio/drawing.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <mutex>

#include "app/view/draw_map.hpp"
#include "maps/io.hpp"

namespace evorisk::app {

std::string map_picture(const maps::Map& map) {
  constexpr std::size_t most_kept = 200;
  static std::mutex mutex;
  static std::map<std::string, std::string> kept;
  const std::string key = maps::map_text(map);
  {
    const std::lock_guard lock(mutex);
    if (const auto found = kept.find(key); found != kept.end()) return found->second;
  }
  DrawOptions options{.style = false};
  options.id_prefix = fmt::format("m{:x}-", std::hash<std::string>{}(key));
  std::string picture = draw_map(map, options);
  const std::lock_guard lock(mutex);
  if (kept.size() >= most_kept) kept.clear();
  return kept[key] = std::move(picture);
}

}  // namespace evorisk::app
