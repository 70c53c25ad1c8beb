#include "maps/formats/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/reading/document.hpp"
#include "base/registry.hpp"
#include "maps/formats/foreign.hpp"
#include "maps/io.hpp"

namespace evorisk::maps {
namespace {

bool is_own(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  // A JSON array or a text in quotes is no map, but its error is best told by the JSON reader.
  return first != text.npos &&
         std::string_view("{\"").find(text[first]) != std::string_view::npos && !is_original(text);
}

MapFileContent read_own(std::string_view text, const std::string& source) {
  const auto json = parse_document(text, source);
  std::vector<std::string> notes;
  if (json.is_object() && json.contains("about")) notes.emplace_back("not kept: about");
  return {map_data_from_json(JsonView(json, source)), std::move(notes)};
}

const MapFormat own_formats[] = {
    {"evorisk", "the program's own JSON, which holds everything (maps/schema/map.schema.json)",
     ".json", is_own, read_own,
     [](const Map& map) {
       return MapWriting{map_text(map), {}};
     }},
    {"original",
     "JSON of the thesis' own program (territories, connections, continents, continentsValue); "
     "only read",
     ".json", is_original, read_original, nullptr},
    {"domination",
     "map of the game Domination by Yura Mamyrin ([continents], [countries], "
     "[borders])",
     ".map", is_domination, read_domination, [](const Map& map) { return write_domination(map); }},
    {"conquest", "map of the game Conquest by Sean O'Connor ([Map], [Continents], [Territories])",
     ".map", is_conquest, read_conquest, [](const Map& map) { return write_conquest(map); }},
};

OpenTable<MapFormat>& formats() {
  static OpenTable<MapFormat> table("map format", own_formats);
  return table;
}

}  // namespace

std::span<const MapFormat> map_formats() {
  return formats().rows();
}

void add_map_format(MapFormat format) {
  if (!format.detect || !format.read) {
    throw InputError("map format \"{}\" has no function that detects or reads it", format.name);
  }
  formats().add(std::move(format));
}

const MapFormat& map_format(std::string_view name) {
  return formats().find(name);
}

const MapFormat& detect_map_format(std::string_view text, const std::string& source) {
  for (const auto formats : {formats().added(), map_formats()}) {
    for (const MapFormat& format : formats) {
      if (format.detect(text)) return format;
    }
  }
  throw InputError("{}: this is no map in any format the program reads ({})", source,
                   fmt::join(names_of(map_formats()), ", "));
}

MapFileContent read_map_content(std::string_view text, const std::string& source) {
  return detect_map_format(text, source).read(text, source);
}

MapReading read_map(std::string_view text, const std::string& source) {
  MapFileContent content = read_map_content(text, source);
  if (const auto broken = broken_invariant(content.data)) {
    throw InputError("{}: {}", source, *broken);
  }
  return {Map(std::move(content.data)), std::move(content.notes)};
}

MapPtr resolve_map(const JsonView& view, const std::string& base_directory) {
  if (view.is_object()) return std::make_shared<const Map>(map_from_json(view));
  if (!view.is_string()) view.fail("expected a library name, a path or a map object");
  try {
    return resolve_map(view.text(), base_directory);
  } catch (const InputError& error) {
    view.fail(error.message());
  }
}

MapPtr resolve_map(const std::string& name_or_path, const std::string& base_directory) {
  const auto file = map_file(name_or_path, base_directory);
  if (!file) return library_map(name_or_path);
  return std::make_shared<const Map>(read_map(read_file(*file), *file).map);
}

std::optional<std::string> map_file(const std::string& name_or_path,
                                    const std::string& base_directory) {
  const auto names = library_names();
  if (std::find(names.begin(), names.end(), name_or_path) != names.end()) return std::nullopt;
  const std::filesystem::path path = std::filesystem::path(base_directory) / name_or_path;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    return base_directory == "." ? name_or_path : path.string();
  }
  // A slip in a library name is likelier than a missing file unless it looks like a path.
  if (name_or_path.find_first_of("./") == std::string::npos) {
    throw InputError("{}; or the path of a map file", unknown_name("map", name_or_path, names));
  }
  throw InputError("there is no map file {}", name_or_path);
}

}  // namespace evorisk::maps
