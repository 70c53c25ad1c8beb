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
  std::vector<std::string> best{text};
  if (text.size() < short_text) return best;
  double narrowest = text_width(text, 1);
  for (std::size_t i = 1; (i = text.find_first_of(" -", i)) != std::string::npos; ++i) {
    const std::string first = text.substr(0, text[i] == '-' ? i + 1 : i);
    const std::string second = text.substr(i + 1);
    const double wider = std::max(text_width(first, 1), text_width(second, 1));
    if (wider >= narrowest) continue;
    narrowest = wider;
    best = {first, second};
  }
  return best;
}

}  // namespace evorisk::maps
