// The JSON schemas that the project publishes, held against documents.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace evorisk::test {

// A schema file (draft 7, those keywords of it that the project uses), with the schemas of the
// project that it refers to.
class JsonSchema {
 public:
  // `file` from the project's root: "maps/schema/map.schema.json".
  explicit JsonSchema(const std::string& file);
  static JsonSchema of(nlohmann::ordered_json document) {
    JsonSchema schema;
    schema.document_ = std::move(document);
    return schema;
  }

  // Whether a JSON text satisfies it. Throws for what is no JSON, and for keywords that it does not
  // know.
  bool accepts(const std::string& text) const;

 private:
  JsonSchema() = default;

  nlohmann::ordered_json document_;
};

}  // namespace evorisk::test
