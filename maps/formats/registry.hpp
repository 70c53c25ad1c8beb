// Every file format a map can be read from or written to.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// What a file describes, and one sentence for each thing the reader restored, changed or left out
// (a border listed in one direction only, a picture the map refers to, ...). The data may break
// invariants of a Map.
struct MapFileContent {
  MapData data;
  std::vector<std::string> notes;
};

// The same once it is known to be whole.
struct MapReading {
  Map map;
  std::vector<std::string> notes;
};

// A map as a file's text, and one sentence for each thing the format cannot hold.
struct MapWriting {
  std::string text;
  std::vector<std::string> notes;
};

struct MapFormat {
  std::string_view name;
  std::string_view documentation;  // one sentence
  std::string_view extension;      // with the dot
  // Whether the text looks like this format; of a text that is no map several may agree or none.
  std::function<bool(std::string_view text)> detect;
  // Throws InputError; `source` is how errors name the text.
  std::function<MapFileContent(std::string_view text, const std::string& source)> read;
  // Null for a format that is only read.
  std::function<MapWriting(const Map& map)> write;
};

// "evorisk", "original", "domination", "conquest", then those that were added; these are tried on a
// text first, so that one of them may be JSON, and the program's own in this order.
std::span<const MapFormat> map_formats();
// Adds one (base/registry.hpp, OpenTable); its name, and its files, then serve wherever maps are
// read. Throws InputError.
void add_map_format(MapFormat format);

// Throws InputError with the nearest name as suggestion.
const MapFormat& map_format(std::string_view name);

// The first format that detects itself in the text, in that order. Throws InputError when none
// does.
const MapFormat& detect_map_format(std::string_view text, const std::string& source);

// Reads a text in whichever format it is. Throws InputError (read_map also for a broken invariant).
MapFileContent read_map_content(std::string_view text, const std::string& source);
MapReading read_map(std::string_view text, const std::string& source);

// What a variant's or a flag's "map" names: a map object in place, a library name, or a path
// (relative to `base_directory`) of a file in any format the program reads (by content).
MapPtr resolve_map(const JsonView& view, const std::string& base_directory);
MapPtr resolve_map(const std::string& name_or_path, const std::string& base_directory = ".");
// The path of the file that this names, or nothing when it is the name of a library map. Throws
// InputError when it is neither.
std::optional<std::string> map_file(const std::string& name_or_path,
                                    const std::string& base_directory = ".");

}  // namespace evorisk::maps
