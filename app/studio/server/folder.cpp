#include "app/studio/server/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cerrno>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {

namespace fs = std::filesystem;

Folder::Folder(const fs::path& root) {
  std::error_code error;
  root_ = fs::canonical(root, error);
  if (error || !fs::is_directory(root_, error))
    throw InputError("\"{}\" is no directory", root.string());
}

fs::path Folder::existing(const std::string& name) const {
  const auto refuse = [&](const Message& why) {
    return InputError("\"{}\": {}", shortened(name), why);
  };
  if (name.empty() || name.size() > 1000 || name.find('\0') != std::string::npos)
    throw refuse("no path below the studio's directory");
  const fs::path path(name);
  if (path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end())
    throw refuse("a path below the studio's directory is needed");
  std::error_code error;
  const fs::path there = fs::canonical(root_ / path, error);
  if (error) throw refuse("there is no such file");
  const auto [in_root, rest] = std::ranges::mismatch(root_, there);
  if (in_root != root_.end()) throw refuse("it leads out of the studio's directory");
  return there;
}

fs::path Folder::file(const std::string& name) const {
  const fs::path there = existing(name);
  if (!names_file(there))
    throw InputError("\"{}\": {}", shortened(name), Message("there is no such file"));
  return there;
}

fs::path Folder::fresh(const std::string& folder, const std::string& stem,
                       const std::string& extension) const {
  const fs::path directory = root_ / folder;
  make_directory(directory);
  for (int copy = 1;; ++copy) {
    const std::string suffix = copy == 1 ? "" : fmt::format("-{}", copy);
    fs::path file = directory / (slug(stem) + suffix + extension);
    // Made at once, so that two requests never get the same name.
    const int made = ::open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (made >= 0) {
      ::close(made);
      return file;
    }
    if (errno != EEXIST) refuse_file("write", file, errno);
  }
}

std::string Folder::save(const std::string& folder, const std::string& stem,
                         const std::string& extension, const std::string& content) const {
  const fs::path file = fresh(folder, stem, extension);
  try {
    write_file(file, content);
  } catch (...) {
    std::error_code none;
    fs::remove(file, none);
    throw;
  }
  return name(file);
}

std::string Folder::name(const fs::path& file) const {
  return file.lexically_relative(root_).generic_string();
}

std::string Folder::without_root(std::string sentence) const {
  boost::algorithm::replace_all(sentence, root_.string() + '/', "");
  boost::algorithm::replace_all(sentence, root_.string() + ':', ".:");  // the root itself
  return sentence;
}

}  // namespace evorisk::app
