// Text in UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace evorisk {

// How many bytes from the start are valid UTF-8 (no overlong forms, no surrogates, nothing beyond
// U+10FFFF, no sequence cut off); the whole size when all are.
std::size_t valid_utf8_prefix(std::string_view text);

// The text if it has at most `longest` bytes, else its beginning (never half a character) and
// "...". For quoting input in a message. Requires longest >= 3.
std::string shortened(std::string_view text, std::size_t longest = 60);

// The text for a terminal or a page: control characters, which names of files may hold, are written
// as escapes ("\\n", "\\x1b"), as are bytes that are not valid UTF-8.
std::string printable(std::string_view text);

}  // namespace evorisk
