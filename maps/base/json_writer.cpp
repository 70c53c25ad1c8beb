#include "maps/base/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace evorisk {

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += indent_ > 0 ? std::string_view(": ") : std::string_view(":");
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
  text_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  separate();
  // The library's own digits, so that a value reads the same whoever wrote it.
  std::array<char, 64> digits;
  const char* end = nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value);
  text_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return *this;
}

JsonWriter& JsonWriter::null() {
  separate();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::json(std::string_view compact) {
  if (indent_ > 0) {
    copy(compact);
  } else {
    separate();
    text_ += compact;
  }
  return *this;
}

JsonWriter& JsonWriter::members(std::string_view compact_object) {
  const std::string_view inside = compact_object.substr(1, compact_object.size() - 2);
  if (!inside.empty()) json(inside);
  return *this;
}

std::string JsonWriter::take() {
  std::string written = std::move(text_);
  *this = JsonWriter(static_cast<int>(indent_));
  return written;
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate();
  text_ += bracket;
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  --depth_;
  if (!first_) break_line();
  text_ += bracket;
  first_ = false;
  return *this;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) text_ += ',';
  break_line();
  first_ = false;
}

void JsonWriter::break_line() {
  if (indent_ == 0) return;
  text_ += '\n';
  text_.append(indent_ * depth_, ' ');
}

void JsonWriter::quote(std::string_view text) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  text_ += '"';
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    text_ += text.substr(copied, i - copied);
    copied = i + 1;
    text_ += '\\';
    switch (c) {
      case '\b':
        text_ += 'b';
        break;
      case '\f':
        text_ += 'f';
        break;
      case '\n':
        text_ += 'n';
        break;
      case '\r':
        text_ += 'r';
        break;
      case '\t':
        text_ += 't';
        break;
      case '"':
      case '\\':
        text_ += static_cast<char>(c);
        break;
      default:
        text_ += "u00";
        text_ += hexadecimal[c >> 4];
        text_ += hexadecimal[c & 15u];
    }
  }
  text_ += text.substr(copied);
  text_ += '"';
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
        text_ += ": ";
        after_key_ = true;
        break;
      case '"':
        while (compact[end] != '"') end += compact[end] == '\\' ? 2 : 1;
        ++end;
        separate();
        text_ += compact.substr(i, end - i);
        break;
      default:
        end = std::min(compact.find_first_of(",]}", end), compact.size());
        separate();
        text_ += compact.substr(i, end - i);
    }
    i = end;
  }
}

}  // namespace evorisk
