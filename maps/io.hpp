// Maps in files: the project's own JSON, and the library that is compiled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// Reads {"format": 1, "name", "about", "territories", "borders", "continents"} strictly ("about" is
// for people and not part of the map; maps/schema/map.schema.json says all). Throws InputError.
Map map_from_json(const JsonView& view);
// The same without looking at the invariants of a Map.
MapData map_data_from_json(const JsonView& view);
nlohmann::ordered_json map_to_json(const Map& map);
// The same as a file's text: one territory or continent a line.
std::string map_text(const Map& map);

// The maps of maps/library/*.json, compiled into the program: "thesis-1" ... "thesis-10",
// "thesis-war", "risk", "war", ... in that (natural) order.
std::vector<std::string_view> library_names();
// Throws InputError with the nearest name as suggestion.
MapPtr library_map(std::string_view name);
// One sentence on what the map is (the "about" of its file).
std::string library_about(std::string_view name);

struct EmbeddedMap {
  std::string_view name;  // the file's name without ".json"
  std::string_view text;  // the file's content
};

// Every file of maps/library/, in natural order of names. Defined in a source the build generates.
std::span<const EmbeddedMap> embedded_maps();

}  // namespace evorisk::maps
