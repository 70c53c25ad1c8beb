// The table of compiled-in maps behind library_names() and library_map() of maps/io.hpp.
#pragma once

#include <span>
#include <string_view>

namespace evorisk::maps {

struct EmbeddedMap {
  std::string_view name;  // the file's name without ".json"
  std::string_view text;  // the file's content
};

// Every file of maps/library/, in natural order of names. Defined in a source the build generates.
std::span<const EmbeddedMap> embedded_maps();

}  // namespace evorisk::maps
