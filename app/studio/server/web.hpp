// The page's files (app/web/), compiled into the program.
#pragma once

#include <span>
#include <string_view>

#include "app/studio/server/request.hpp"
#include "base/message.hpp"

namespace evorisk::app {

struct WebFile {
  std::string_view name;  // below app/web/, as the page asks for it
  std::string_view text;
};

// Defined in a source the build generates.
std::span<const WebFile> web_files();

// The file of a path ("/" is index.html), or status 404. With a `directory`, from there instead of
// from the program: for working on the page.
Response web_response(std::string_view path, const std::string& directory, const Wording& wording);

}  // namespace evorisk::app
