// Names of things: suggestions for mistyped ones, and names as parts of files and commands.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/message.hpp"

namespace evorisk {

// The candidate nearest to `name` by Damerau-Levenshtein distance, if it is a likely slip (distance
// at most 1 + length / 3); on a tie the first one.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates);

// "unknown <kind> \"<name>\"; did you mean \"<nearest>\"? Valid: a, b, c" (without the question
// when nothing is near).
Message unknown_name(std::string_view kind, std::string_view name,
                     std::span<const std::string_view> candidates);

// A text as a part of a file's name: its letters from a to z, in lower case and without accents,
// and digits, with a "-" for what is between them; at most 48 characters, and "untitled" for none.
std::string slug(std::string_view text);

// A word of a command line, quoted where a shell would take it for something else.
std::string shell_word(const std::string& word);

}  // namespace evorisk
