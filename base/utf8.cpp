#include "base/utf8.hpp"

#include <fmt/format.h>

#include <boost/locale/utf.hpp>

namespace evorisk {

namespace utf = boost::locale::utf;
using Utf8 = utf::utf_traits<char>;

std::size_t valid_utf8_prefix(std::string_view text) {
  auto end = text.begin();
  for (auto next = end; next != text.end();) {
    const utf::code_point character = Utf8::decode(next, text.end());
    if (character == utf::illegal || character == utf::incomplete) break;
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

std::string printable(std::string_view text) {
  std::string result;
  for (auto next = text.begin(); next != text.end();) {
    const auto begin = next;
    const utf::code_point character = Utf8::decode(next, text.end());
    if (character == utf::illegal || character == utf::incomplete) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(*begin));
      next = begin + 1;
    } else if (character == '\n') {
      result += "\\n";
    } else if (character < 0x20 || (character >= 0x7f && character < 0xa0)) {
      result += fmt::format("\\x{:02x}", character);
    } else {
      result.append(begin, next);
    }
  }
  return result;
}

}  // namespace evorisk
