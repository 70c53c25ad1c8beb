// JSON text written straight into a string: for files that are written so often that building a
// document first would cost more than what they tell about.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace evorisk {

// Writes one value, member by member. The text is what nlohmann's dump() gives for the same
// document, numbers included, so both kinds of writing mix freely. Calls must nest properly (each
// value inside an object after its key); nothing checks that. Texts must be UTF-8.
class JsonWriter {
 public:
  // Spaces per level; 0: everything on one line, without spaces.
  explicit JsonWriter(int indent = 0) : indent_(static_cast<std::size_t>(indent)) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);
  // A key as a literal, in which nothing is to be escaped.
  template <std::size_t Size>
  JsonWriter& key(const char (&name)[Size]) {
    constexpr std::size_t length = Size - 1;
    if (indent_ > 0) return key(std::string_view(name, length));
    char* to = extend(length + 4);
    if (!first_) *to++ = ',';
    *to++ = '"';
    std::memcpy(to, name, length);
    to += length;
    *to++ = '"';
    *to++ = ':';
    cut(to);
    first_ = false;
    after_key_ = true;
    return *this;
  }

  JsonWriter& text(std::string_view value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& number(double value);  // null unless finite
  JsonWriter& null();
  JsonWriter& integers(std::span<const int> values);  // an array of them
  // An array of arrays of two each: of pairs, or of what has two members.
  template <class Pair>
  JsonWriter& pairs(std::span<const Pair> values);
  // A value that is compact JSON already.
  JsonWriter& json(std::string_view compact);
  // What a compact JSON object holds, into the object that is open; or an array, into an array.
  JsonWriter& inside(std::string_view compact);

  template <class Name, class Value>
  JsonWriter& member(const Name& name, const Value& value) {
    key(name);
    if constexpr (std::is_floating_point_v<Value>) {
      return number(value);
    } else if constexpr (std::is_integral_v<Value>) {
      return integer(static_cast<std::int64_t>(value));
    } else {
      return text(value);
    }
  }

  // That so many more bytes are to come, for whoever writes many: saves copies.
  void expect(std::size_t bytes) {
    if (room_ - size_ < bytes) grow(bytes);
  }
  // Ends a line of a file that has a value on each.
  JsonWriter& end_line();
  // What is written so far.
  std::string_view str() const { return {text_.get(), size_}; }
  // Puts text between what is written, for a value that is known late. Nothing checks that it fits.
  void insert(std::size_t at, std::string_view text);
  // A copy of it; then as new.
  std::string take();
  // As new, but with memory for as much as before.
  void clear();

 private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  // Before a value or a key.
  void separate() {
    if (after_key_) {
      after_key_ = false;
    } else if (depth_ > 0) {
      if (!first_) put(',');
      if (indent_ > 0) break_line();
      first_ = false;
    }
  }
  void break_line();
  void quote(std::string_view text);
  void copy(std::string_view compact);
  // Room for `count` further characters; what is put there begins at the returned place.
  char* extend(std::size_t count) {
    expect(count);
    char* const end = text_.get() + size_;
    size_ += count;
    return end;
  }
  // Ends what was put into such room, where there was more of it than needed.
  void cut(const char* end) { size_ = static_cast<std::size_t>(end - text_.get()); }
  static constexpr std::size_t most_digits = 24;  // of an integer
  // Nearly all integers in the files that are written often have one or two digits, and nobody
  // foretells how many: both are written, and the second counts or not.
  static char* put_integer(std::int64_t value, char* to) {
    if (value < 0 || value >= 100) return std::to_chars(to, to + most_digits, value).ptr;
    std::memcpy(to, two_digits.data() + 2 * value, 2);
    return to + 1 + (value >= 10 ? 1 : 0);
  }
  // Of the numbers below a hundred, whose first digit is the only one below ten.
  static constexpr std::array<char, 200> two_digits = [] {
    std::array<char, 200> digits{};
    for (std::size_t n = 0; n < 100; ++n) {
      digits[2 * n] = static_cast<char>('0' + (n < 10 ? n : n / 10));
      digits[2 * n + 1] = static_cast<char>('0' + n % 10);
    }
    return digits;
  }();
  JsonWriter& close_array(char* begin, char* end);
  void grow(std::size_t count);
  void put(char c) { *extend(1) = c; }
  void put(std::string_view text) { text.copy(extend(text.size()), text.size()); }

  std::unique_ptr<char[]> text_;  // not a string, which would fill with zeros what is to come
  std::size_t room_ = 0;
  std::size_t size_ = 0;  // of what is written
  std::size_t indent_;
  std::size_t depth_ = 0;
  bool first_ = true;       // in the innermost array or object
  bool after_key_ = false;  // the value follows on the same line
};

template <class Pair>
JsonWriter& JsonWriter::pairs(std::span<const Pair> values) {
  if (indent_ > 0) {
    begin_array();
    for (const auto& [one, other] : values) integers(std::array{one, other});
    return end_array();
  }
  separate();
  char* const begin = extend((2 * most_digits + 4) * values.size() + 2);
  char* to = begin;
  for (const auto& [one, other] : values) {
    *to++ = ',';
    *to++ = '[';
    to = put_integer(one, to);
    *to++ = ',';
    to = put_integer(other, to);
    *to++ = ']';
  }
  return close_array(begin, to);
}

}  // namespace evorisk
