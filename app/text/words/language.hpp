// The languages in which the program speaks to people.
#pragma once

#include <string_view>

#include "base/message.hpp"

namespace evorisk::app {

enum class Language { english, portuguese };

// As on the command line and on the page, in the order of the enum.
inline constexpr std::string_view language_names[] = {"en", "pt"};

// The wording of a language, with seats numbered from 0, as on the command line, or from 1, as on
// the page and in kits.
const Wording& wording(Language language, int first_seat = 0);

// app/text/portuguese.json: by topic, from English texts to Portuguese ones.
std::string_view portuguese_text();

}  // namespace evorisk::app
