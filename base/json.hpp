// Reading JSON strictly: a JsonView knows its place (file and path). Every error names the place,
// the value found and what would be valid.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"

namespace evorisk {

// A value inside a parsed document, with its place. Cheap to copy; does not own the document.
// Every accessor throws InputError when the value is not what is asked for.
class JsonView {
 public:
  // `source` is how errors name the document: a file name, or e.g. "--set".
  JsonView(const nlohmann::ordered_json& value, std::string source, std::string path = "");

  const nlohmann::ordered_json& raw() const { return *value_; }
  const std::string& source() const { return source_; }
  const std::string& path() const { return path_; }

  bool is_object() const;
  bool is_array() const;
  bool is_string() const;

  JsonView at(std::string_view key) const;                        // required member of an object
  std::optional<JsonView> find(std::string_view key) const;       // optional member of an object
  std::vector<JsonView> items() const;                            // elements of an array
  std::vector<std::pair<std::string, JsonView>> members() const;  // of an object, in file order

  std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;  // inclusive bounds
  int natural(int lowest = 0) const;                   // any int from `lowest` on
  std::int64_t count(std::int64_t lowest = 0) const;   // the same of 64 bits
  int any_int() const;                                 // any int; the caller checks the range
  double number(double lowest, double highest) const;  // finite, inclusive
  bool boolean() const;
  std::string text() const;
  std::string name() const;                // a text without control characters
  std::vector<std::string> texts() const;  // an array of texts
  // The index of the text in `names`; refuses others with the nearest name as suggestion.
  std::size_t one_of(std::span<const std::string_view> names) const;

  // Refuses members that are not in `keys`, naming the nearest valid key.
  void only(std::span<const std::string_view> keys) const;
  void only(std::initializer_list<std::string_view> keys) const;
  // Requires member "format" to be this integer.
  void format(int version) const;

  // Throws InputError "<source>: <path>: <problem>".
  [[noreturn]] void fail(const Message& problem) const;
  template <class First, class... Rest>
  [[noreturn]] void fail(fmt::format_string<First, Rest...> format, First&& first,
                         Rest&&... rest) const {
    fail(Message(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

 private:
  const nlohmann::ordered_json* value_;
  std::string source_;
  std::string path_;
};

template <class T>
class KeyTable;  // base/key_table.hpp

// Parses text strictly (no comments, no duplicate keys, valid UTF-8, nested at most 100 levels
// deep: whatever uses a value later may recurse) in time linear in its size; InputError names line
// and column of a syntax error. All JSON of the program is read by this function. `source` may be
// left out for a text that the program itself made.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& source = "");

// As parse_document, but a discarded value (is_discarded()) for what it refuses.
nlohmann::ordered_json json_or_discarded(std::string_view text);

// Reads and parses a file, as read_file and parse_json do.
nlohmann::ordered_json read_json(const std::string& file);
// The same of a file that may say what differs from another one, {"like": FILE, ...}: a JSON merge
// patch (RFC 7396).
nlohmann::ordered_json read_json_like(const std::string& file);

}  // namespace evorisk
