// Text in pictures, without a font at hand: how wide it will be, and where to break it.
#include <algorithm>

#include "maps/layout/land/labels.hpp"

namespace evorisk::maps {

double text_width(std::string_view text, double size) {
  double ems = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0u) == 0x80u) continue;  // inside a character
    if (byte >= 0xE3u) {
      ems += 1.0;  // East Asian and other wide scripts
    } else if (byte >= 0x80u) {
      ems += 0.62;
    } else if (std::string_view("ijl.,:;'|!I ()[]ftr-").find(text[i]) != std::string_view::npos) {
      ems += 0.36;
    } else if (std::string_view("mwMW@%").find(text[i]) != std::string_view::npos) {
      ems += 0.92;
    } else if (text[i] >= 'A' && text[i] <= 'Z') {
      ems += 0.69;
    } else {
      ems += 0.58;
    }
  }
  return ems * size;
}

std::vector<std::string> broken_in_two(const std::string& text) {
  constexpr std::size_t short_text = 11;
  const double whole = text_width(text, 1);
  std::size_t best = std::string::npos;
  double narrowest = whole;
  for (std::size_t i = text.find(' '); i != std::string::npos; i = text.find(' ', i + 1)) {
    const double wider =
        std::max(text_width(text.substr(0, i), 1), text_width(text.substr(i + 1), 1));
    if (wider >= narrowest) continue;
    narrowest = wider;
    best = i;
  }
  if (text.size() < short_text || best == std::string::npos) return {text};
  return {text.substr(0, best), text.substr(best + 1)};
}

}  // namespace evorisk::maps
