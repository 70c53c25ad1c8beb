// The JSON schemas that the project publishes, held against documents.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace evorisk::test {

// A schema file (draft 7, those keywords of it that the project uses), with the schemas of the
// project that it refers to.
class JsonSchema {
 public:
  // `file` from the project's root: "maps/schema/map.schema.json".
  explicit JsonSchema(const std::string& file);

  // Whether a JSON text satisfies it. Throws for what is no JSON, and for keywords that it does not
  // know.
  bool accepts(const std::string& text) const;

 private:
  nlohmann::ordered_json document_;
};

}  // namespace evorisk::test
