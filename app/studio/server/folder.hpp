// The directory that the studio serves, and nothing outside of it.
#pragma once

#include <filesystem>
#include <string>

namespace evorisk::app {

class Folder {
 public:
  // Throws InputError when it is no directory.
  explicit Folder(const std::filesystem::path& root);

  const std::filesystem::path& root() const { return root_; }

  // An existing file or directory by its path below the root, as the page knows it ("." is the root
  // itself). Throws InputError for a path that leads outside, by ".." or by a link.
  std::filesystem::path existing(const std::string& name) const;
  // A place for a new file below `folder`, which is made if need be: letters, digits and '-' of
  // `stem`, and a number behind it where that is taken.
  std::filesystem::path fresh(const std::string& folder, const std::string& stem,
                              const std::string& extension) const;
  // Writes such a file; its path below the root. Throws SystemError.
  std::string save(const std::string& folder, const std::string& stem, const std::string& extension,
                   const std::string& content) const;
  // The path below the root, with '/'.
  std::string name(const std::filesystem::path& file) const;

 private:
  std::filesystem::path root_;
};

// "risk-with-defence-dice-2": what is left of a text as a file's name; never empty.
std::string file_stem(const std::string& text);

}  // namespace evorisk::app
