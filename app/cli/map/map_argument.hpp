// The argument MAP of the map subcommands: a library name, or the path of a map file or a variant
// file (then the variant's map).
#pragma once

#include <string>
#include <vector>

#include "maps/formats/registry.hpp"

namespace evorisk::app {

struct MapArgument {
  std::string source;  // "library map risk", or the file's path
  maps::MapData data;  // may break invariants
  std::vector<std::string> notes;
};

// Throws InputError for an unknown name or a file that cannot be understood, SystemError for one
// that cannot be read.
MapArgument read_map_argument(const std::string& name_or_path);

// The same, but throws InputError when the map breaks an invariant.
maps::MapReading whole_map_argument(const std::string& name_or_path);

}  // namespace evorisk::app
