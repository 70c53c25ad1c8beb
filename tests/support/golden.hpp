// Golden files: what the program wrote once and must write again. With the environment variable
// EVORISK_UPDATE_GOLDEN set, tests rewrite them instead of comparing; the diff is then reviewed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.hpp"

namespace evorisk::test {

inline bool updating_golden() {
  return std::getenv("EVORISK_UPDATE_GOLDEN") != nullptr;
}

inline std::filesystem::path source_file(const std::string& name) {
  return std::filesystem::path(EVORISK_SOURCE_DIR) / name;
}

// Compares `text` with the file `name` below the source directory.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path file = source_file(name);
  if (updating_golden()) {
    std::filesystem::create_directories(file.parent_path());
    write_file(file, text);
  }
  ASSERT_TRUE(std::filesystem::exists(file)) << name;
  // Not EXPECT_EQ: the difference of two long texts takes minutes to print.
  const std::string golden = read_file(file);
  if (golden == text) return;
  const auto [ours, theirs] = std::ranges::mismatch(text, golden);
  ADD_FAILURE() << name << " differs from line " << 1 + std::count(text.begin(), ours, '\n')
                << " on; if that is intended, run the test with EVORISK_UPDATE_GOLDEN=1";
}

}  // namespace evorisk::test
