// What lies below a directory: runs, sweeps, variants, maps and records of matches.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"

namespace evorisk::app {

class Survey {
 public:
  explicit Survey(std::filesystem::path root) : root_(std::move(root)) {}

  struct File {
    std::filesystem::path path;
    std::string name;  // as the file says
    std::vector<std::pair<std::string, std::string>> facts;
  };
  struct Found {
    std::vector<std::filesystem::path> runs;
    std::vector<std::filesystem::path> sweeps;
    std::vector<File> variants;
    std::vector<File> maps;
    std::vector<File> records;
    bool complete = true;  // false: there was more than is looked at
  };

  // Six levels deep, without hidden directories and links; runs and sweeps are not looked into. A
  // file is read again only when it has changed. From any thread.
  Found look();

 private:
  enum class Kind { other, variant, map, record };
  struct Known {
    std::filesystem::file_time_type changed;
    Kind kind = Kind::other;
    File file;
  };

  Known read(const std::filesystem::directory_entry& entry);

  std::filesystem::path root_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

struct SweepState {
  std::string name;
  int runs = 0;
  int done = 0;
  int failed = 0;
  int at_work = 0;
  Message problem;  // why it cannot be read
};
SweepState sweep_state(const std::filesystem::path& directory);

}  // namespace evorisk::app
