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
// as escapes ("\\n", "\\x1b"), as are bytes that are not valid UTF-8. Separators of lines and marks
// that turn the direction of text count as control characters ("\\u202e").
std::string printable(std::string_view text);

// The text with a blank for each of these characters and bytes, those in `kept` excepted.
std::string without_controls(std::string_view text, std::string_view kept = "");

// Whether it has a control character of ASCII (a line break, a tab, ...).
bool has_control_character(std::string_view text);

// Whether nothing of the text is seen: it is empty or has only blanks.
bool is_blank(std::string_view text);

// How many characters (code points) a text has.
std::size_t letters(std::string_view text);

// A paragraph, broken at blanks into lines of at most `width` characters where its words allow it.
// The first line begins with `first`, the others with `indent`; each has its end. Nothing of a text
// without words.
std::string wrapped(std::string_view text, std::size_t width, std::string_view first,
                    std::string_view indent);

// A text whose longer lines are wrapped: a line of two columns, with two blanks or more between
// them, continues in the second; any other at its own beginning, or at `column` if that is further.
std::string folded(std::string_view text, std::size_t width, std::size_t column = 0);

}  // namespace evorisk
