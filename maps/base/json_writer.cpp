#include "maps/base/json_writer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace evorisk {

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  put(':');
  if (indent_ > 0) put(' ');
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
  cut(put_integer(value, extend(most_digits)));
  return *this;
}

JsonWriter& JsonWriter::integers(std::span<const int> values) {
  if (indent_ > 0) {
    begin_array();
    for (const int value : values) integer(value);
    return end_array();
  }
  separate();
  char* const begin = extend((most_digits + 1) * values.size() + 2);
  char* to = begin;
  for (const int value : values) {
    *to++ = ',';
    to = put_integer(value, to);
  }
  return close_array(begin, to);
}

// What was put from `begin` to `end` has a comma first, but for an empty array.
JsonWriter& JsonWriter::close_array(char* begin, char* end) {
  if (begin == end) ++end;
  *begin = '[';
  *end = ']';
  cut(end + 1);
  return *this;
}

namespace {

// The library's own digits, so that a value reads the same whoever wrote it. For normal numbers it
// is given the bounds of what rounds to the value, which it would look for bit by bit: half a step
// up, and half a step down, or a quarter below a power of two. (Loitsch, "Printing floating-point
// numbers quickly and accurately with integers", 2010.)
char* put_number(double value, char* to, const char* end) {
  static_assert(std::numeric_limits<double>::is_iec559);
  constexpr int fraction_bits = 52;
  constexpr std::uint64_t one = std::uint64_t{1} << fraction_bits;
  constexpr int exponent_of_step = 1075;  // subtracted
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto exponent = static_cast<int>(bits >> fraction_bits & 0x7ff);
  const std::uint64_t fraction = bits & (one - 1);
  namespace library = nlohmann::detail;
  if (exponent == 0) return library::to_chars(to, end, value);
  if (std::signbit(value)) *to++ = '-';
  using Float = library::dtoa_impl::diyfp;
  const std::uint64_t f = fraction + one;
  // All with the highest bit set, or nearly, and so with one exponent.
  const int e = exponent - exponent_of_step - 11;
  const bool closer_below = fraction == 0 && exponent > 1;
  const Float below(closer_below ? (4 * f - 1) << 9 : (2 * f - 1) << 10, e);
  int length = 0;
  int decimal_exponent = 0;
  library::dtoa_impl::grisu2(to, length, decimal_exponent, below, Float(f << 11, e),
                             Float((2 * f + 1) << 10, e));
  // Without an exponent from 1e-4 to below 1e15, as the library has it.
  return library::dtoa_impl::format_buffer(to, length, decimal_exponent, -4, 15);
}

}  // namespace

JsonWriter& JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  separate();
  // What is certain, or never happened, is 1 or 0.
  if (value == 1) {
    put("1.0");
    return *this;
  }
  if (value == 0 && !std::signbit(value)) {
    put("0.0");
    return *this;
  }
  constexpr std::size_t most_characters = 64;
  char* const to = extend(most_characters);
  cut(put_number(value, to, to + most_characters));
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

JsonWriter& JsonWriter::end_line() {
  put('\n');
  return *this;
}

std::string JsonWriter::take() {
  std::string written(str());
  clear();
  return written;
}

void JsonWriter::clear() {
  size_ = 0;
  depth_ = 0;
  first_ = true;
  after_key_ = false;
}

void JsonWriter::insert(std::size_t at, std::string_view text) {
  const std::size_t after = size_ - at;
  extend(text.size());
  char* const place = text_.get() + at;
  std::memmove(place + text.size(), place, after);
  text.copy(place, text.size());
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
  if (!first_ && indent_ > 0) break_line();
  put(bracket);
  first_ = false;
  return *this;
}

void JsonWriter::break_line() {
  put('\n');
  std::fill_n(extend(indent_ * depth_), indent_ * depth_, ' ');
}

void JsonWriter::grow(std::size_t count) {
  constexpr std::size_t least = 2048;
  const std::size_t room = std::max({least, 2 * room_, size_ + count});
  std::unique_ptr<char[]> larger(new char[room]);
  if (size_ > 0) std::memcpy(larger.get(), text_.get(), size_);
  text_ = std::move(larger);
  room_ = room;
}

namespace {

bool plain(char character) {
  const auto c = static_cast<unsigned char>(character);
  return c >= 0x20 && c != '"' && c != '\\';
}

// Whether all of eight characters are.
bool all_plain(std::uint64_t eight) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  // Not 0 exactly if some character is below the limit (at most 0x80). One that is turned into 0 by
  // an exclusive or is all that is below 1 then.
  const auto below = [](std::uint64_t all, std::uint64_t limit) {
    return (all - limit * ones) & ~all & 0x80 * ones;
  };
  return (below(eight, 0x20) | below(eight ^ '"' * ones, 1) | below(eight ^ '\\' * ones, 1)) == 0;
}

// Copies a text, eight characters at a time; whether they are all plain.
bool copy_plain(std::string_view text, char* to) {
  std::uint64_t word = 0;
  bool all = true;
  constexpr std::size_t half = sizeof word / 2;
  if (text.size() < half) {
    for (const char c : text) all &= plain(*to++ = c);
    return all;
  }
  if (text.size() < sizeof word) {
    // Its beginning and its end, which may overlap.
    std::uint32_t halves[2];
    std::memcpy(&halves[0], text.data(), half);
    std::memcpy(&halves[1], text.data() + text.size() - half, half);
    std::memcpy(to, &halves[0], half);
    std::memcpy(to + text.size() - half, &halves[1], half);
    return all_plain(std::uint64_t{halves[1]} << 32 | halves[0]);
  }
  const auto copy_from = [&](std::size_t i) {
    std::memcpy(&word, text.data() + i, sizeof word);
    std::memcpy(to + i, &word, sizeof word);
    all &= all_plain(word);
  };
  for (std::size_t i = 0; i + sizeof word < text.size(); i += sizeof word) copy_from(i);
  copy_from(text.size() - sizeof word);
  return all;
}

}  // namespace

void JsonWriter::quote(std::string_view text) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  // Nearly all texts are written as they are.
  char* const to = extend(text.size() + 2);
  *to = '"';
  if (copy_plain(text, to + 1)) {
    to[text.size() + 1] = '"';
    return;
  }
  cut(to + 1);
  for (const char c : text) {
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
