// The strict half of JSON reading: what nlohmann's parser lets pass is refused here (duplicate
// keys, NUL bytes, nesting without end).
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"

namespace evorisk {

using Json = nlohmann::ordered_json;

namespace {

// Deeper documents are an attack, not data; some later uses of a value recurse.
constexpr std::size_t deepest_nesting = 100;

// "line L, column C" of a byte position, columns counted in characters.
Message place(std::string_view text, std::size_t position) {
  position = std::min(position, text.size());
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : text.substr(0, position)) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
      ++column;
    }
  }
  return Message("line {}, column {}", line, column);
}

// The library's message without its "[json.exception...] parse error at line L, column C: ".
std::string plain_reason(std::string_view message) {
  if (const auto end = message.find("] "); message.starts_with('[') && end != message.npos) {
    message.remove_prefix(end + 2);
  }
  if (const auto end = message.find(": ");
      message.starts_with("parse error") && end != message.npos) {
    message.remove_prefix(end + 2);
  }
  // What was read last may be long, and may end inside a character.
  constexpr std::string_view quote = "last read: '";
  const auto first = message.find(quote);
  const auto last = message.rfind('\'');
  if (first == message.npos || last < first + quote.size()) return std::string(message);
  const auto begin = first + quote.size();
  std::string_view read = message.substr(begin, last - begin);
  read = read.substr(0, valid_utf8_prefix(read));
  return std::string(message.substr(0, begin)) + shortened(read) +
         std::string(message.substr(last));
}

// Builds the document while watching it.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!open_.back().keys.insert(name).second) {
      throw InputError("{}: {}the key \"{}\" occurs twice", source_, where(), shortened(name));
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // The library counts the byte it stumbled over as read.
    throw InputError("{}: {}: {}", source_, place(text_, position > 0 ? position - 1 : 0),
                     plain_reason(error.what()));
  }

 private:
  struct Open {
    Json* value;
    std::string path;
    std::unordered_set<std::string> keys;
  };

  std::string where() const {
    const std::string& path = open_.back().path;
    return path.empty() ? "" : path + ": ";
  }

  std::string next_path() const {
    if (open_.empty()) return "";
    const Open& parent = open_.back();
    if (parent.value->is_array()) return fmt::format("{}[{}]", parent.path, parent.value->size());
    return parent.path.empty() ? key_ : parent.path + "." + key_;
  }

  // Adds the value to the innermost open container. Appending moves only finished siblings, so
  // the addresses of open containers stay valid.
  Json* add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back().value;
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    // Past its linear search for the key, which is known to be new.
    auto& members = parent.get_ref<Json::object_t&>();
    members.emplace_back(std::move(key_), std::move(value));
    return &members.back().second;
  }

  bool put(Json value) {
    add(std::move(value));
    return true;
  }

  bool open(Json value) {
    if (open_.size() >= deepest_nesting) {
      throw InputError("{}: nested more than {} levels deep", source_, deepest_nesting);
    }
    std::string path = next_path();
    Json* const added = add(std::move(value));
    open_.push_back(Open{added, std::move(path), {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& source_;
  Json root_;
  std::string key_;
  std::vector<Open> open_;
};

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  // The library takes a NUL byte for the end of the text and would ignore the rest.
  if (const auto nul = text.find('\0'); nul != text.npos) {
    throw InputError("{}: {}: a NUL byte is no JSON", source, place(text, nul));
  }
  if (const auto valid = valid_utf8_prefix(text); valid < text.size()) {
    throw InputError("{}: {}: the text is not valid UTF-8", source, place(text, valid));
  }
  Builder builder(text, source);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace evorisk
