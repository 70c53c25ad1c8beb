#include "maps/base/json_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace evorisk {

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  put(indent_ > 0 ? std::string_view(": ") : std::string_view(":"));
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
  separate();
  quote(value);
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  separate();
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  put({digits.data(), static_cast<std::size_t>(end - digits.data())});
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  separate();
  // The library's own digits, so that a value reads the same whoever wrote it.
  std::array<char, 64> digits;
  const char* end = nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value);
  put({digits.data(), static_cast<std::size_t>(end - digits.data())});
  return *this;
}

JsonWriter& JsonWriter::null() {
  separate();
  put("null");
  return *this;
}

JsonWriter& JsonWriter::json(std::string_view compact) {
  if (indent_ > 0) {
    copy(compact);
  } else {
    separate();
    put(compact);
  }
  return *this;
}

JsonWriter& JsonWriter::inside(std::string_view compact) {
  compact.remove_prefix(1);
  compact.remove_suffix(1);
  if (!compact.empty()) json(compact);
  return *this;
}

std::string JsonWriter::take() {
  text_.resize(size_);
  std::string written = std::move(text_);
  *this = JsonWriter(static_cast<int>(indent_));
  return written;
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate();
  put(bracket);
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  --depth_;
  if (!first_) break_line();
  put(bracket);
  first_ = false;
  return *this;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) put(',');
  break_line();
  first_ = false;
}

void JsonWriter::break_line() {
  if (indent_ == 0) return;
  put('\n');
  std::fill_n(extend(indent_ * depth_), indent_ * depth_, ' ');
}

void JsonWriter::grow(std::size_t count) {
  constexpr std::size_t least = 2048;
  text_.resize(std::max({least, 2 * text_.size(), size_ + count}));
}

void JsonWriter::quote(std::string_view text) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  const auto plain = [](char character) {
    const auto c = static_cast<unsigned char>(character);
    return c >= 0x20 && c != '"' && c != '\\';
  };
  // Nearly all texts are written as they are.
  char* to = extend(text.size() + 2);
  *to++ = '"';
  std::size_t i = 0;
  while (i < text.size() && plain(text[i])) *to++ = text[i++];
  if (i == text.size()) {
    *to = '"';
    return;
  }
  size_ -= text.size() - i + 1;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (plain(c)) {
      put(c);
      continue;
    }
    put('\\');
    switch (c) {
      case '\b':
        put('b');
        break;
      case '\f':
        put('f');
        break;
      case '\n':
        put('n');
        break;
      case '\r':
        put('r');
        break;
      case '\t':
        put('t');
        break;
      case '"':
      case '\\':
        put(c);
        break;
      default:
        put("u00");
        put(hexadecimal[static_cast<unsigned char>(c) >> 4]);
        put(hexadecimal[static_cast<unsigned char>(c) & 15u]);
    }
  }
  put('"');
}

// Compact JSON again, with line breaks.
void JsonWriter::copy(std::string_view compact) {
  for (std::size_t i = 0; i < compact.size();) {
    const char c = compact[i];
    std::size_t end = i + 1;
    switch (c) {
      case '{':
      case '[':
        begin(c);
        break;
      case '}':
      case ']':
        this->end(c);
        break;
      case ',':
        break;
      case ':':
        put(": ");
        after_key_ = true;
        break;
      case '"':
        while (compact[end] != '"') end += compact[end] == '\\' ? 2 : 1;
        ++end;
        separate();
        put(compact.substr(i, end - i));
        break;
      default:
        end = std::min(compact.find_first_of(",]}", end), compact.size());
        separate();
        put(compact.substr(i, end - i));
    }
    i = end;
  }
}

}  // namespace evorisk
