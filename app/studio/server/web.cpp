#include "app/studio/server/web.hpp"

#include <algorithm>
#include <filesystem>

#include "app/studio/server/routes.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

std::string type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml; charset=utf-8";
  return "text/html; charset=utf-8";
}

}  // namespace

Response web_response(std::string_view path, const std::string& directory, const Wording& wording) {
  const std::string_view name = path == "/" ? "index.html" : path.substr(1);
  const auto files = web_files();
  const auto found = std::ranges::find(files, name, &WebFile::name);
  const std::filesystem::path file = std::filesystem::path(directory) / name;
  if (!directory.empty() && name.find("..") == std::string_view::npos &&
      std::filesystem::is_regular_file(file))
    return {.type = type_of(name), .body = read_file(file)};
  if (found == files.end())
    return error_response(404, Message("there is no such page").text(wording));
  return {.type = type_of(name), .body = std::string(found->text)};
}

}  // namespace evorisk::app
