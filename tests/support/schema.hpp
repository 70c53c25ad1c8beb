// The JSON schemas that the project publishes, held against documents. (The validator's headers
// take half a minute to compile, so they stay behind this one.)
#pragma once

#include <memory>
#include <string>

namespace evorisk::test {

// A schema file (draft 7), with the schemas of the project that it refers to.
class JsonSchema {
 public:
  // `file` from the project's root: "maps/schema/map.schema.json".
  explicit JsonSchema(const std::string& file);
  ~JsonSchema();

  // Whether a JSON text satisfies it. Throws for what is no JSON.
  bool accepts(const std::string& text) const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace evorisk::test
