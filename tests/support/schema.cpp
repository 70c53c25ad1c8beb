#include "tests/support/schema.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "tests/support/pattern.hpp"

namespace evorisk::test {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json load(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("no file " + file.string());
  return Json::parse(stream);
}

// A schema that another one names, from whichever room publishes it.
Json load_named(const std::string& name) {
  for (const char* room : {"maps", "risk", "metrics", "ga", "experiments"}) {
    const fs::path file = fs::path(EVORISK_SOURCE_DIR) / room / "schema" / name;
    if (fs::exists(file)) return load(file);
  }
  throw std::runtime_error("no schema " + name);
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  if (type == "null") return value.is_null();
  throw std::runtime_error("schema: unknown type " + type);
}

bool has_all(const Json& object, const Json& names) {
  return std::all_of(names.begin(), names.end(),
                     [&](const Json& name) { return object.contains(name.get<std::string>()); });
}

// What the keywords of a schema say of a value; keywords that hold for other kinds of values say
// nothing. A keyword that is not known here throws.
class Validation {
 public:
  explicit Validation(const Json& root) : root_(root) {}

  bool accepts(const Json& schema, const Json& value) const {
    if (schema.is_boolean()) return schema.get<bool>();
    return std::all_of(schema.items().begin(), schema.items().end(), [&](const auto& keyword) {
      return holds(keyword.key(), keyword.value(), schema, value);
    });
  }

 private:
  int accepting(const Json& schemas, const Json& value) const {
    return static_cast<int>(std::count_if(schemas.begin(), schemas.end(),
                                          [&](const Json& s) { return accepts(s, value); }));
  }

  bool follow(const std::string& reference, const Json& value) const {
    const std::size_t hash = std::min(reference.find('#'), reference.size());
    if (hash == 0) return accepts(root_.at(Json::json_pointer(reference.substr(1))), value);
    const Json other = load_named(fs::path(reference.substr(0, hash)).filename().string());
    const Json::json_pointer place(hash < reference.size() ? reference.substr(hash + 1) : "");
    return Validation(other).accepts(other.at(place), value);
  }

  bool members_hold(const Json& schema, const Json& value) const {
    static const Json none = Json::object();
    const Json& properties = schema.contains("properties") ? schema["properties"] : none;
    return std::all_of(value.items().begin(), value.items().end(), [&](const auto& member) {
      if (properties.contains(member.key())) {
        return accepts(properties[member.key()], member.value());
      }
      return !schema.contains("additionalProperties") ||
             accepts(schema["additionalProperties"], member.value());
    });
  }

  bool holds(const std::string& keyword, const Json& says, const Json& schema,
             const Json& value) const {
    static const std::set<std::string> silent = {"$schema", "$id",         "title",
                                                 "default", "description", "definitions"};
    if (silent.contains(keyword)) return true;
    if (keyword == "$ref") return follow(says.get<std::string>(), value);
    if (keyword == "const") return value == says;
    if (keyword == "enum") return std::find(says.begin(), says.end(), value) != says.end();
    if (keyword == "anyOf") return accepting(says, value) > 0;
    if (keyword == "oneOf") return accepting(says, value) == 1;
    if (keyword == "allOf") return accepting(says, value) == static_cast<int>(says.size());
    if (keyword == "not") return !accepts(says, value);
    if (keyword == "type") {
      if (says.is_string()) return has_type(value, says);
      return std::any_of(says.begin(), says.end(),
                         [&](const Json& type) { return has_type(value, type); });
    }
    if (keyword == "minimum") return !value.is_number() || value >= says;
    if (keyword == "maximum") return !value.is_number() || value <= says;
    if (keyword == "exclusiveMinimum") return !value.is_number() || value > says;
    if (keyword == "minLength")
      return !value.is_string() || value.get<std::string>().size() >= says;
    if (keyword == "pattern") {
      return !value.is_string() || found(value.get<std::string>(), says.get<std::string>());
    }
    if (keyword == "minItems") return !value.is_array() || value.size() >= says;
    if (keyword == "maxItems") return !value.is_array() || value.size() <= says;
    if (keyword == "uniqueItems") {
      return !value.is_array() || std::set<Json>(value.begin(), value.end()).size() == value.size();
    }
    if (keyword == "items") {
      return !value.is_array() || std::all_of(value.begin(), value.end(), [&](const Json& item) {
        return accepts(says, item);
      });
    }
    if (keyword == "minProperties") return !value.is_object() || value.size() >= says;
    if (keyword == "required") return !value.is_object() || has_all(value, says);
    if (keyword == "dependencies") {
      return !value.is_object() ||
             std::all_of(says.items().begin(), says.items().end(), [&](const auto& row) {
               return !value.contains(row.key()) || has_all(value, row.value());
             });
    }
    if (keyword == "propertyNames") {
      return !value.is_object() ||
             std::all_of(value.items().begin(), value.items().end(),
                         [&](const auto& member) { return accepts(says, Json(member.key())); });
    }
    if (keyword == "properties" || keyword == "additionalProperties") {
      return !value.is_object() || members_hold(schema, value);
    }
    throw std::runtime_error("schema: unknown keyword " + keyword);
  }

  const Json& root_;
};

}  // namespace

JsonSchema::JsonSchema(const std::string& file)
    : document_(load(fs::path(EVORISK_SOURCE_DIR) / file)) {}

bool JsonSchema::accepts(const std::string& text) const {
  return Validation(document_).accepts(document_, Json::parse(text));
}

}  // namespace evorisk::test
