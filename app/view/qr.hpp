// QR codes, which a phone reads from a screen.
#pragma once

#include <string>
#include <string_view>

namespace evorisk::app {

// A text as an SVG picture with its quiet zone, black on white. Throws InputError for one that is
// longer than such a code can hold (some 2,000 bytes).
std::string qr_picture(std::string_view text);

}  // namespace evorisk::app
