// What lies below the studio's directory: shortlists, runs, sweeps, variants, maps and records of
// matches.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace evorisk::app {

class Survey {
 public:
  explicit Survey(std::filesystem::path root) : root_(std::move(root)) {}

  struct Found {
    std::vector<std::filesystem::path> shortlists;
    std::vector<std::filesystem::path> runs;  // those of shortlists, too
    std::vector<std::filesystem::path> sweeps;
    // {"variants": [{"id": its path below the root, "name": as the file says}, ...], "maps": ...,
    // "records": ... with "agents", "complete": false where there was more than is looked at}
    nlohmann::ordered_json files;
  };

  // Six levels deep, without hidden directories and links; runs and sweeps are not looked into. A
  // file is read again only when it has changed. From any thread.
  Found look();

 private:
  struct Known {
    std::filesystem::file_time_type changed;
    std::string kind;  // "variants", "maps", "records"; empty: another file
    std::string name;
    std::string agents;            // of a record
    nlohmann::ordered_json board;  // {"players", "territories", "continents"} of a variant, as far
                                   // as known
  };

  static void tell(const std::filesystem::path& path, Known& known);
  const Known& read(const std::filesystem::directory_entry& entry);

  std::filesystem::path root_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace evorisk::app
