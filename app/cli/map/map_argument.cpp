#include "app/cli/map/map_argument.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"

namespace evorisk::app {
namespace {

// The text of a map's file; of a variant's, which designers have at hand, the map in it.
std::string map_text(const std::string& file) {
  std::string text = read_file(file);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || text[first] != '{') return text;
  const auto document = json_or_discarded(text);
  if (!document.is_object() || !document.contains("map")) return text;
  const auto& map = document["map"];
  if (!map.is_string()) return map.dump();
  const std::string directory = std::filesystem::path(file).parent_path().string();
  return maps::map_to_json(*maps::resolve_map(map.get<std::string>(), directory)).dump();
}

}  // namespace

MapArgument read_map_argument(const std::string& name_or_path) {
  const auto file = maps::map_file(name_or_path);
  if (!file) {
    return {"library map " + name_or_path, maps::library_map(name_or_path)->data(), {}};
  }
  maps::MapFileContent content = maps::read_map_content(map_text(*file), *file);
  return {*file, std::move(content.data), std::move(content.notes)};
}

maps::MapReading whole_map_argument(const std::string& name_or_path) {
  const auto file = maps::map_file(name_or_path);
  if (file) return maps::read_map(map_text(*file), *file);
  return {*maps::library_map(name_or_path), {}};
}

}  // namespace evorisk::app
