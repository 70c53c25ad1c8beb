// Letters without their accents.
#pragma once

#include <string_view>

namespace evorisk {

// The letter of U+00C0 to U+00FF without its accent, in lower case; a blank for the two that are no
// letters. `second`: its second byte in UTF-8; the first is 0xC3.
constexpr char plain_letter(char second) {
  constexpr std::string_view plain =
      "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty";
  return plain[static_cast<unsigned char>(second) % plain.size()];
}

}  // namespace evorisk
