// The JSON schemas that `evorisk list schema NAME` prints, for editors and other programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

namespace evorisk::app {

// The published files of maps/schema/ and risk/schema/ by their names: map, variant, record.
struct SchemaFile {
  std::string_view name;
  std::string_view text;
};
std::span<const SchemaFile> schema_files();

struct SchemaRow {
  std::string_view name;
  // Whole: what it refers to in other schemas is among its definitions.
  nlohmann::ordered_json (*make)();
};
// That of a run's configuration first.
std::span<const SchemaRow> schemas();

}  // namespace evorisk::app
