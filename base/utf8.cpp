#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <span>
#include <sstream>

namespace evorisk {

namespace utf = boost::locale::utf;
using Utf8 = utf::utf_traits<char>;

namespace {

struct CodePoints {
  utf::code_point first, last;
};
// C0, DEL and C1; separators of lines and paragraphs; embeddings, overrides, isolates of direction.
constexpr CodePoints controls[] = {
    {0, 0x1f}, {0x7f, 0x9f}, {0x2028, 0x2029}, {0x202a, 0x202e}, {0x2066, 0x2069}};
// Blanks of any width, and characters of none.
constexpr CodePoints blanks[] = {{0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680},
                                 {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},
                                 {0x3000, 0x3000}, {0xfeff, 0xfeff}};

bool among(std::span<const CodePoints> ranges, utf::code_point character) {
  return std::ranges::any_of(ranges, [character](const CodePoints& range) {
    return character >= range.first && character <= range.last;
  });
}

bool is_invalid(utf::code_point character) {
  return character == utf::illegal || character == utf::incomplete;
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  auto end = text.begin();
  for (auto next = end; next != text.end();) {
    const utf::code_point character = Utf8::decode(next, text.end());
    if (is_invalid(character)) break;
    end = next;
  }
  return static_cast<std::size_t>(end - text.begin());
}

std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return std::string(text);
  std::size_t cut = longest - 3;
  while (cut > 0 && Utf8::is_trail(text[cut])) --cut;
  return std::string(text.substr(0, cut)) + "...";
}

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

std::string printable(std::string_view text) {
  std::string result;
  for (auto next = text.begin(); next != text.end();) {
    const auto begin = next;
    const utf::code_point character = Utf8::decode(next, text.end());
    if (is_invalid(character)) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(*begin));
      next = begin + 1;
    } else if (character == '\n') {
      result += "\\n";
    } else if (among(controls, character)) {
      result += character < 0x100 ? fmt::format("\\x{:02x}", character)
                                  : fmt::format("\\u{:04x}", character);
    } else {
      result.append(begin, next);
    }
  }
  return result;
}

std::string without_controls(std::string_view text, std::string_view kept) {
  std::string result;
  for (auto next = text.begin(); next != text.end();) {
    const auto begin = next;
    const utf::code_point character = Utf8::decode(next, text.end());
    if (is_invalid(character)) next = begin + 1;
    if (!is_invalid(character) && (!among(controls, character) || kept.find(*begin) != kept.npos)) {
      result.append(begin, next);
    } else {
      result += ' ';
    }
  }
  return result;
}

bool is_blank(std::string_view text) {
  for (auto next = text.begin(); next != text.end();) {
    const utf::code_point character = Utf8::decode(next, text.end());
    if (is_invalid(character) || !among(blanks, character)) return false;
  }
  return true;
}

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !Utf8::is_trail(c); }));
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view first,
                    std::string_view indent) {
  std::string lines;
  std::string line(first);
  bool begun = false;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word; begun = true) {
    if (begun && letters(line) + 1 + letters(word) > width) {
      lines += line + '\n';
      line = indent;
      begun = false;
    }
    line += (begun ? " " : "") + word;
  }
  return begun ? lines + line + '\n' : lines;
}

std::string folded(std::string_view text, std::size_t width, std::size_t column) {
  std::string result;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = std::min(line.find("  ", begin), line.size());
    const std::size_t second = line.find_first_not_of(' ', gap);
    const std::size_t at = second == std::string::npos ? begin : second;
    const std::string indent(second == std::string::npos ? std::max(begin, column) : second, ' ');
    result += letters(line) <= width ? line + '\n'
                                     : wrapped(line.substr(at), width, line.substr(0, at), indent);
  }
  return result;
}

}  // namespace evorisk
