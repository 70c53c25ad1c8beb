// The directory that the studio serves. Paths outside of it are refused.
#pragma once

#include <filesystem>
#include <string>

namespace evorisk::app {

class Folder {
 public:
  // Throws InputError when `root` is not a directory.
  explicit Folder(const std::filesystem::path& root);

  const std::filesystem::path& root() const { return root_; }

  // An existing file or directory by its path below the root, as the page knows it ("." is the root
  // itself). Throws InputError for a path that leads outside, by ".." or by a link.
  std::filesystem::path existing(const std::string& name) const;
  // As existing(), a file alone.
  std::filesystem::path file(const std::string& name) const;
  // A new, empty file in `folder`, which is made if needed. Its name: letters, digits and '-' of
  // `stem`, then a number if that name is taken. Throws SystemError.
  std::filesystem::path fresh(const std::string& folder, const std::string& stem,
                              const std::string& extension) const;
  // Writes such a file; returns its path below the root. Throws SystemError.
  std::string save(const std::string& folder, const std::string& stem, const std::string& extension,
                   const std::string& content) const;
  // The path below the root, with '/'.
  std::string name(const std::filesystem::path& file) const;
  // A sentence about files, for pages: where the root lies on this computer is of no use on another
  // one.
  std::string without_root(std::string sentence) const;

 private:
  std::filesystem::path root_;
};

}  // namespace evorisk::app
