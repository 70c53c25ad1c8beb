// A table of the keys of a JSON object, in which each key stands once: name, type, bounds or
// choices, and documentation. Reading, writing, the JSON schema and lists of keys follow from it;
// a key's default is its value in a default object. Include it in source files only: it brings the
// whole of the JSON library.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/json.hpp"

namespace evorisk {

// A key of the objects that hold a T.
template <class T>
struct Key {
  using Json = nlohmann::ordered_json;
  std::string_view name;
  std::string_view meaning;
  // What a JSON schema says of its value, without the meaning; defaults are those of the T.
  std::function<Json(const T&)> schema;
  // Relative paths in the value start in the directory. Throws InputError.
  std::function<void(const JsonView&, T&, const std::string& directory)> read;
  std::function<Json(const T&)> write;
  bool required = false;
  bool sparse = false;  // not written where it is as in a T of its own
};

template <class T>
class KeyTable {
 public:
  using Json = nlohmann::ordered_json;

  KeyTable(std::initializer_list<Key<T>> keys) : keys_(keys) {}

  const std::vector<Key<T>>& keys() const { return keys_; }

  // Sets what the object of `view` has; what it has not stays. Throws InputError for unknown,
  // missing and wrong members.
  void read(const JsonView& view, T& object, const std::string& directory = ".") const {
    std::vector<std::string_view> names;
    for (const Key<T>& key : keys_) names.push_back(key.name);
    view.only(names);
    for (const Key<T>& key : keys_) {
      const auto member = view.find(key.name);
      if (member) {
        key.read(*member, object, directory);
      } else if (key.required) {
        view.at(key.name);
      }
    }
  }

  // The same of an object that may also be written as the value of one of its keys alone.
  void read_short(const JsonView& view, T& object, std::string_view name) const {
    if (view.is_object()) return read(view, object);
    for (const Key<T>& key : keys_) {
      if (key.name == name) key.read(view, object, ".");
    }
  }

  // All keys but sparse ones that say nothing, in the order of the table.
  Json write(const T& object) const {
    Json json = Json::object();
    for (const Key<T>& key : keys_) {
      Json value = key.write(object);
      if (!key.sparse || value != key.write(T())) json[key.name] = std::move(value);
    }
    return json;
  }

  // A JSON schema (draft 7) of the object.
  Json schema(const T& defaults) const {
    Json json = {{"type", "object"}};
    Json always = Json::array();
    Json properties = Json::object();
    for (const Key<T>& key : keys_) {
      Json& property = properties[key.name] = {{"description", key.meaning}};
      property.update(key.schema(defaults));
      if (key.required) {
        always.push_back(key.name);
        property.erase("default");
      }
    }
    if (!always.empty()) json["required"] = std::move(always);
    json["additionalProperties"] = false;
    json["properties"] = std::move(properties);
    return json;
  }

  // What a schema says of what read_short() reads.
  Json short_schema(const T& defaults, std::string_view name) const {
    Json whole = schema(defaults);
    Json alone = whole["properties"][name];
    alone.erase("description");
    alone.erase("default");
    return {{"anyOf", Json::array({std::move(alone), std::move(whole)})}};
  }

 private:
  std::vector<Key<T>> keys_;
};

// A number, or the first and the last of a band: [low, high].
inline std::pair<double, std::optional<double>> read_band(const JsonView& view, double lowest,
                                                          double highest) {
  if (!view.is_array()) return {view.number(lowest, highest), std::nullopt};
  const std::vector<JsonView> ends = view.items();
  if (ends.size() != 2) view.fail("must be a number, or a band of two: [low, high]");
  const double low = ends[0].number(lowest, highest);
  const double high = ends[1].number(lowest, highest);
  if (low > high) view.fail("is a band whose first end is above its second");
  return {low, high};
}

inline nlohmann::ordered_json band_to_json(double low, const std::optional<double>& high) {
  return high ? nlohmann::ordered_json::array({low, *high}) : nlohmann::ordered_json(low);
}

// What stands at the top of the schema of a file.
inline nlohmann::ordered_json named_schema(std::string_view title, std::string_view description,
                                           const nlohmann::ordered_json& schema) {
  nlohmann::ordered_json json = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                                 {"title", title},
                                 {"description", description}};
  json.update(schema);
  return json;
}

template <class T>
Key<T> required(Key<T> key) {
  key.required = true;
  return key;
}

template <class T>
Key<T> sparse(Key<T> key) {
  key.sparse = true;
  return key;
}

// A key with a reading and a writing of its own. `kind`: the JSON schema of its values; where it
// has no "default", that is what is written of the defaults, unless that is null.
template <class T>
Key<T> custom_key(std::string_view name, nlohmann::ordered_json kind, decltype(Key<T>::read) read,
                  decltype(Key<T>::write) write, std::string_view meaning) {
  const auto schema = [kind = std::move(kind), write](const T& defaults) {
    nlohmann::ordered_json json = kind;
    if (json.contains("default")) return json;
    if (nlohmann::ordered_json value = write(defaults); !value.is_null()) {
      json["default"] = std::move(value);
    }
    return json;
  };
  return {name, meaning, schema, std::move(read), std::move(write), false};
}

// The version of a file's format: 1.
template <class T>
Key<T> format_key() {
  return custom_key<T>(
      "format", {{"const", 1}},
      [](const JsonView& view, T&, const std::string&) { view.integer(1, 1); },
      [](const T&) { return nlohmann::ordered_json(1); }, "The version of this format.");
}

// A key whose value `get` gets from a view and a directory, into `place`; `put` makes JSON of it.
template <class T, class Value, class Get, class Put>
Key<T> value_key(std::string_view name, nlohmann::ordered_json kind, Value T::*place, Get get,
                 Put put, std::string_view meaning) {
  return custom_key<T>(
      name, std::move(kind),
      [place, get](const JsonView& view, T& object, const std::string& directory) {
        object.*place = static_cast<Value>(get(view, directory));
      },
      [place, put](const T& object) { return nlohmann::ordered_json(put(object.*place)); },
      meaning);
}

// The same of a value that JSON has.
template <class T, class Value, class Get>
Key<T> member_key(std::string_view name, nlohmann::ordered_json kind, Value T::*place, Get get,
                  std::string_view meaning) {
  return value_key(
      name, std::move(kind), place,
      [get](const JsonView& view, const std::string&) { return get(view); }, std::identity(),
      meaning);
}

template <class T, class Integer>
Key<T> integer_key(std::string_view name, Integer T::*place, std::int64_t lowest,
                   std::int64_t highest, std::string_view meaning) {
  return member_key(
      name, {{"type", "integer"}, {"minimum", lowest}, {"maximum", highest}}, place,
      [=](const JsonView& view) { return view.integer(lowest, highest); }, meaning);
}

template <class T>
Key<T> number_key(std::string_view name, double T::*place, double lowest, double highest,
                  std::string_view meaning) {
  return member_key(
      name, {{"type", "number"}, {"minimum", lowest}, {"maximum", highest}}, place,
      [=](const JsonView& view) { return view.number(lowest, highest); }, meaning);
}

// A number, or [low, high]: a band, of which `high` is the end.
template <class T>
Key<T> band_key(std::string_view name, double T::*low, std::optional<double> T::*high,
                double lowest, double highest, std::string_view meaning) {
  const nlohmann::ordered_json number = {
      {"type", "number"}, {"minimum", lowest}, {"maximum", highest}};
  const nlohmann::ordered_json ends = {
      {"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", number}};
  return custom_key<T>(
      name, {{"anyOf", nlohmann::ordered_json::array({number, ends})}},
      [=](const JsonView& view, T& object, const std::string&) {
        const auto band = read_band(view, lowest, highest);
        object.*low = band.first;
        object.*high = band.second;
      },
      [=](const T& object) { return band_to_json(object.*low, object.*high); }, meaning);
}

template <class T>
Key<T> boolean_key(std::string_view name, bool T::*place, std::string_view meaning) {
  return member_key(
      name, {{"type", "boolean"}}, place, [](const JsonView& view) { return view.boolean(); },
      meaning);
}

template <class T>
Key<T> text_key(std::string_view name, std::string T::*place, std::string_view meaning) {
  return member_key(
      name, {{"type", "string"}}, place, [](const JsonView& view) { return view.text(); }, meaning);
}

// A list of texts. `limits`: what the schema says besides, which is left to others to check.
template <class T>
Key<T> texts_key(std::string_view name, std::vector<std::string> T::*place,
                 std::string_view meaning,
                 const nlohmann::ordered_json& limits = nlohmann::ordered_json::object()) {
  nlohmann::ordered_json kind = {{"type", "array"}, {"items", {{"type", "string"}}}};
  kind.update(limits);
  return member_key(
      name, std::move(kind), place, [](const JsonView& view) { return view.texts(); }, meaning);
}

// One of several names: as a text, or as an enumeration whose values are in the order of names.
template <class T, class Value, class Names>
Key<T> choice_key(std::string_view name, Value T::*place, const Names& choices,
                  std::string_view meaning) {
  const std::vector<std::string_view> names(choices.begin(), choices.end());
  if constexpr (std::is_enum_v<Value>) {
    return custom_key<T>(
        name, {{"enum", names}},
        [=](const JsonView& view, T& object, const std::string&) {
          object.*place = static_cast<Value>(view.one_of(names));
        },
        [=](const T& object) { return names[static_cast<std::size_t>(object.*place)]; }, meaning);
  } else {
    return member_key(
        name, {{"enum", names}}, place,
        [=](const JsonView& view) { return names[view.one_of(names)]; }, meaning);
  }
}

// A member, or all, of an object with keys of its own: `part` gets it. It starts as it is: what its
// object does not have stays.
template <class T, class GetPart, class Part>
Key<T> nested_key(std::string_view name, GetPart part, const KeyTable<Part>& keys,
                  std::string_view meaning) {
  return {name,
          meaning,
          [=](const T& defaults) { return keys.schema(std::invoke(part, defaults)); },
          [=](const JsonView& view, T& object, const std::string& directory) {
            keys.read(view, std::invoke(part, object), directory);
          },
          [=](const T& object) { return keys.write(std::invoke(part, object)); },
          false};
}

template <class T>
Key<T> group_key(std::string_view name, const KeyTable<T>& keys, std::string_view meaning) {
  return nested_key<T>(name, std::identity(), keys, meaning);
}

template <class T, class Part>
Key<T> part_key(std::string_view name, Part T::*place, const KeyTable<Part>& keys,
                std::string_view meaning) {
  return nested_key<T>(name, place, keys, meaning);
}

}  // namespace evorisk
