// The page's files (app/web/), compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace evorisk::app {

struct WebFile {
  std::string_view name;  // below app/web/, as the page asks for it
  std::string_view text;
};

// Defined in a source the build generates.
std::span<const WebFile> web_files();

}  // namespace evorisk::app
