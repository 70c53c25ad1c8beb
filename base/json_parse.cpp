// The strict half of JSON reading: what nlohmann's parser lets pass is refused here (duplicate
// keys, NUL bytes, nesting without end).
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.hpp"
#include "base/json.hpp"
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
  const auto column = 1 + std::ranges::count_if(before.substr(before.rfind('\n') + 1), [](char c) {
                        return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
                      });
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
class Builder : public nlohmann::detail::json_sax_dom_parser<Json> {
 public:
  Builder(std::string_view text, const std::string& source, Json& document)
      : json_sax_dom_parser(document), root_(document), text_(text), source_(source) {}

  bool start_object(std::size_t size) {
    enter();
    return json_sax_dom_parser::start_object(size);
  }
  bool end_object() {
    --depth_;
    return json_sax_dom_parser::end_object();
  }
  bool start_array(std::size_t size) {
    enter();
    return json_sax_dom_parser::start_array(size);
  }
  bool end_array() {
    --depth_;
    return json_sax_dom_parser::end_array();
  }

  bool key(std::string& name) {
    if (innermost(nullptr).contains(name)) {
      std::string path;
      innermost(&path);
      throw InputError("{}: {}the key \"{}\" occurs twice", source_,
                       path.empty() ? "" : path + ": ", shortened(name));
    }
    return json_sax_dom_parser::key(name);
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) {
    // The library counts the byte it stumbled over as read.
    throw InputError("{}: {}: {}", source_, place(text_, position > 0 ? position - 1 : 0),
                     plain_reason(error.what()));
  }

 private:
  void enter() {
    if (++depth_ > deepest_nesting) {
      throw InputError("{}: nested more than {} levels deep", source_, deepest_nesting);
    }
  }

  // The container that is open now, and its path: what is open is the last item of its parent.
  const Json& innermost(std::string* path) const {
    const Json* open = &root_;
    for (int level = 1; level < depth_; ++level) {
      if (path != nullptr) {
        *path += open->is_array() ? fmt::format("[{}]", open->size() - 1)
                                  : (path->empty() ? "" : ".") + (--open->end()).key();
      }
      open = &open->back();
    }
    return *open;
  }

  const Json& root_;
  std::string_view text_;
  const std::string& source_;
  int depth_ = 0;
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
  Json document;
  Builder builder(text, source, document);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return document;
}

}  // namespace evorisk
