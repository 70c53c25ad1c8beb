// The languages in which the program speaks to players.
#pragma once

#include <string_view>

namespace evorisk::app {

enum class Language { english, portuguese };

// As on the command line and on the page, in the order of the enum.
inline constexpr std::string_view language_names[] = {"en", "pt"};

}  // namespace evorisk::app
