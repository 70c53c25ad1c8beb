// The strict half of JSON reading: what nlohmann's parser lets pass is refused here (duplicate
// keys, NUL bytes, nesting without end).
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/reading/document.hpp"
#include "base/utf8.hpp"

namespace evorisk {

using Json = nlohmann::ordered_json;

namespace {

// Deeper documents are an attack, not data; some later uses of a value recurse.
constexpr int deepest_nesting = 100;

// "line L, column C" of a byte position, columns counted in characters.
Message place(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto line = 1 + std::ranges::count(before, '\n');
  const auto column = 1 + letters(before.substr(before.rfind('\n') + 1));
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

// Builds the document while watching it, in time linear in the text.
class Builder {
 public:
  // `most`: values.
  Builder(std::string_view text, const std::string& source, std::size_t most, Json& document)
      : root_(document), text_(text), source_(source), most_(most) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // JSON has none

  bool start_object(std::size_t) { return enter(Json::object()); }
  bool start_array(std::size_t) { return enter(Json::array()); }
  bool end_object() { return leave(); }
  bool end_array() { return leave(); }

  bool key(std::string& name) {
    Open& open = open_.back();
    auto& object = open.container->get_ref<Json::object_t&>();
    if (object.size() >= few_keys) {
      if (open.keys.empty()) {
        for (const auto& member : object) open.keys.insert(member.first);
      }
      if (!open.keys.insert(name).second) refuse_key(name);
    } else if (object.find(name) != object.end()) {
      refuse_key(name);
    }
    // The map's own ways to add a member compare it with all others.
    static_cast<Json::object_t::Container&>(object).emplace_back(std::move(name), nullptr);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) {
    // The library counts the byte it stumbled over as read.
    throw InputError("{}: {}: {}", source_, place(text_, position > 0 ? position - 1 : 0),
                     plain_reason(error.what()));
  }

 private:
  // The keys of an object with more members than this are kept in a set.
  static constexpr std::size_t few_keys = 16;

  struct Open {
    Json* container;
    std::unordered_set<std::string> keys = {};
  };

  bool add(Json value) {
    *slot() = std::move(value);
    return true;
  }

  bool enter(Json container) {
    Json* const place = slot();
    if (std::ssize(open_) == deepest_nesting) {
      throw InputError("{}: {}: nested more than {} levels deep", source_, shortened(path(), 30),
                       deepest_nesting);
    }
    *place = std::move(container);
    open_.push_back({place});
    return true;
  }

  bool leave() {
    open_.pop_back();
    return true;
  }

  // Where the next value goes.
  Json* slot() {
    if (values_++ == most_) {
      throw InputError("{}: holds more than {} values", source_, most_);
    }
    if (open_.empty()) return &root_;
    Json& container = *open_.back().container;
    if (container.is_array()) return &container.emplace_back(nullptr);
    return &container.get_ref<Json::object_t&>().back().second;
  }

  // Of the last value of the innermost container; of an object that begins, of the object.
  std::string path() const {
    std::string path;
    for (const Open& open : open_) {
      if (open.container->empty()) break;
      path += open.container->is_array()
                  ? fmt::format("[{}]", open.container->size() - 1)
                  : (path.empty() ? "" : ".") +
                        open.container->get_ref<const Json::object_t&>().back().first;
    }
    return path;
  }

  [[noreturn]] void refuse_key(const std::string& name) {
    open_.pop_back();
    const std::string inside = path();
    throw InputError("{}: {}the key \"{}\" occurs twice", source_,
                     inside.empty() ? "" : shortened(inside, 30) + ": ", shortened(name));
  }

  Json& root_;
  std::string_view text_;
  const std::string& source_;
  const std::size_t most_;
  std::size_t values_ = 0;
  std::vector<Open> open_;
};

Json parse(std::string_view text, const std::string& source, std::size_t most) {
  // The library takes a NUL byte for the end of the text and would ignore the rest.
  if (const auto nul = text.find('\0'); nul != text.npos) {
    throw InputError("{}: {}: a NUL byte is no JSON", source, place(text, nul));
  }
  if (const auto valid = valid_utf8_prefix(text); valid < text.size()) {
    throw InputError("{}: {}: the text is not valid UTF-8", source, place(text, valid));
  }
  if (text.find_first_not_of(" \t\r\n") == text.npos) throw InputError("{}: is empty", source);
  Json document;
  Builder builder(text, source, most, document);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return document;
}

}  // namespace

Json parse_json(std::string_view text, const std::string& source) {
  return parse(text, source, std::numeric_limits<std::size_t>::max());
}

Json parse_document(std::string_view text, const std::string& source) {
  return parse(text, source, most_document_values);
}

Json json_or_discarded(std::string_view text) {
  try {
    return parse_document(text, "");
  } catch (const InputError&) {
    return Json(Json::value_t::discarded);
  }
}

}  // namespace evorisk
