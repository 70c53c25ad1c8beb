// Text in pictures, without a font at hand: how wide it will be, and where to break it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evorisk::maps {

// The width of UTF-8 text in a common sans-serif face of this size, rather too wide than too
// narrow.
double text_width(std::string_view text, double size);

// The text in two lines of lengths as equal as its spaces allow; in one if it is short or has none.
std::vector<std::string> broken_in_two(const std::string& text);

}  // namespace evorisk::maps
