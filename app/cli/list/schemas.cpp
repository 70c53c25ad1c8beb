#include "app/cli/list/schemas.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/json.hpp"
#include "base/registry.hpp"
#include "experiments/shortlist/shortlist.hpp"
#include "experiments/sweep/sweep.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/run/config_file.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view own_definitions = "#/definitions/";

// "../../maps/schema/map.schema.json" is of "map".
std::string name_of(const std::string& file) {
  const std::size_t begin = file.rfind('/') + 1;  // 0 without a folder
  return file.substr(begin, file.find('.', begin) - begin);
}

// Leads every reference of `part`, from the schema whose definitions have this prefix, to one of
// `definitions`, which gets the schemas of other files and theirs.
void join(Json& part, const std::string& prefix, Json& definitions) {
  for (auto& [key, value] : part.items()) {
    if (value.is_structured()) join(value, prefix, definitions);
    if (key != "$ref") continue;
    const auto reference = value.get<std::string>();
    const bool inside = reference.starts_with(own_definitions);
    const std::string name =
        inside ? prefix + reference.substr(own_definitions.size()) : name_of(reference);
    value = std::string(own_definitions) + name;
    if (inside || definitions.contains(name)) continue;
    definitions[name] = true;  // known, should it refer to itself
    Json other = parse_json(find_named(schema_files(), "schema", name).text);
    Json theirs = std::move(other["definitions"]);
    other.erase("definitions");
    other.erase("$schema");
    const std::string of = name + '.';
    join(other, of, definitions);
    definitions[name] = std::move(other);
    for (auto& [each, schema] : theirs.items()) {
      join(schema, of, definitions);
      definitions[of + each] = std::move(schema);
    }
  }
}

Json whole(std::string_view name) {
  Json schema = parse_json(find_named(schema_files(), "schema", name).text);
  Json definitions = schema["definitions"];
  join(schema, "", definitions);
  // Those of its own were joined where they stand.
  for (const auto& [key, value] : schema["definitions"].items()) definitions[key] = value;
  schema["definitions"] = std::move(definitions);
  return schema;
}

}  // namespace

std::span<const SchemaRow> schemas() {
  static constexpr SchemaRow rows[] = {
      {"configuration", ga::config_schema},         {"wishes", experiments::wishes_schema},
      {"shortlist", experiments::shortlist_schema}, {"objective", metrics::objective_schema},
      {"sweep", experiments::sweep_schema},         {"map", [] { return whole("map"); }},
      {"variant", [] { return whole("variant"); }}, {"record", [] { return whole("record"); }}};
  return rows;
}

}  // namespace evorisk::app
