// The page of an arena.
#pragma once

#include <string>

#include "app/text/arena_view.hpp"

namespace evorisk::app {

// Self-contained. `command` is the command line that gives it again.
std::string arena_page(const ArenaView& view, const std::string& command);

}  // namespace evorisk::app
