#include "tests/support/schema.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace evorisk::test {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

Json load(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("no file " + file.string());
  return Json::parse(stream);
}

// A schema that another one names, from whichever room publishes it.
const Json* fetch(const std::string& reference) {
  const std::string name = fs::path(reference).filename().string();
  for (const char* room : {"maps", "risk", "metrics", "ga", "experiments"}) {
    const fs::path file = fs::path(EVORISK_SOURCE_DIR) / room / "schema" / name;
    if (fs::exists(file)) return new Json(load(file));
  }
  throw std::runtime_error("no schema " + reference);
}

}  // namespace

struct JsonSchema::Parsed {
  valijson::Schema schema;
};

JsonSchema::JsonSchema(const std::string& file) : parsed_(std::make_unique<Parsed>()) {
  const Json document = load(fs::path(EVORISK_SOURCE_DIR) / file);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(document), parsed_->schema, fetch,
                      [](const Json* fetched) { delete fetched; });
}

JsonSchema::~JsonSchema() = default;

bool JsonSchema::accepts(const std::string& text) const {
  const Json document = Json::parse(text);
  return valijson::Validator(valijson::Validator::kStrongTypes)
      .validate(parsed_->schema, Adapter(document), nullptr);
}

}  // namespace evorisk::test
