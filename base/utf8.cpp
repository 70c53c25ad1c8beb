#include "base/utf8.hpp"

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

}  // namespace evorisk
