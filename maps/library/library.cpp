// The maps that are compiled in (the table is generated from maps/library/*.json by the build).
#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/names.hpp"
#include "maps/io.hpp"

namespace evorisk::maps {
namespace {

const EmbeddedMap& embedded(std::string_view name) {
  for (const EmbeddedMap& map : embedded_maps()) {
    if (map.name == name) return map;
  }
  throw InputError(unknown_name("map", name, library_names()));
}

std::string source_of(std::string_view name) {
  return "library map " + std::string(name);
}

}  // namespace

std::vector<std::string_view> library_names() {
  // Once: a sweep asks for them for every run.
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> names;
    for (const EmbeddedMap& map : embedded_maps()) names.push_back(map.name);
    // The build lists them in natural order; the published boards come before the small ones.
    const auto rank = [](std::string_view name) {
      if (name.starts_with("thesis-")) return 0;
      if (name == "risk") return 1;
      return name == "war" ? 2 : 3;
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](std::string_view a, std::string_view b) { return rank(a) < rank(b); });
    return names;
  }();
  return all;
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
