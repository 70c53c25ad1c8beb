#include "app/map_argument.hpp"

#include "maps/base/files.hpp"
#include "maps/io.hpp"

namespace evorisk::app {

MapArgument read_map_argument(const std::string& name_or_path) {
  const auto file = maps::map_file(name_or_path);
  if (!file) {
    return {"library map " + name_or_path, maps::library_map(name_or_path)->data(), {}};
  }
  maps::MapFileContent content = maps::read_map_content(read_file(*file), *file);
  return {*file, std::move(content.data), std::move(content.notes)};
}

maps::MapReading whole_map_argument(const std::string& name_or_path) {
  const auto file = maps::map_file(name_or_path);
  if (file) return maps::read_map_file(*file);
  return {*maps::library_map(name_or_path), {}};
}

}  // namespace evorisk::app
