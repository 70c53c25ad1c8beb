// The maps that are compiled in (the table is generated from maps/library/*.json by the build).
#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/registry.hpp"
#include "maps/io.hpp"

namespace evorisk::maps {
namespace {

// The build lists them in natural order; the published boards come before the small ones.
int rank(const EmbeddedMap& map) {
  if (map.name.starts_with("thesis-")) return 0;
  if (map.name == "risk") return 1;
  return map.name == "war" ? 2 : 3;
}

const std::vector<EmbeddedMap>& library() {
  static const std::vector<EmbeddedMap> maps = [] {
    std::vector<EmbeddedMap> all(embedded_maps().begin(), embedded_maps().end());
    std::ranges::stable_sort(all, {}, rank);
    return all;
  }();
  return maps;
}

const EmbeddedMap& embedded(std::string_view name) {
  return find_named(library(), "map", name);
}

std::string source_of(std::string_view name) {
  return "library map " + std::string(name);
}

}  // namespace

std::vector<std::string_view> library_names() {
  return names_of(library());
}

MapPtr library_map(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, MapPtr, std::less<>> parsed;
  const EmbeddedMap& map = embedded(name);
  const std::scoped_lock lock(mutex);
  auto found = parsed.find(name);
  if (found == parsed.end()) {
    const auto json = parse_json(map.text, source_of(name));
    found =
        parsed
            .emplace(std::string(name),
                     std::make_shared<const Map>(map_from_json(JsonView(json, source_of(name)))))
            .first;
  }
  return found->second;
}

std::string library_about(std::string_view name) {
  const auto json = parse_json(embedded(name).text, source_of(name));
  return JsonView(json, source_of(name)).at("about").text();
}

}  // namespace evorisk::maps
