// The log of a run that may still be growing, read as it grows.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace evorisk::app {

// Reads each line once, keeps the data for curves and ancestry, and reads other data again from the
// file. Safe from several threads.
class RunLog {
 public:
  explicit RunLog(std::filesystem::path directory);

  // Reads the lines written since the last call. The log of a run that was begun anew is read anew.
  void refresh();

  // {"generation", "best", "fitness", "monitor", "territories", and of the best "criteria": {name:
  // {mean, se}}, "genes", "continents", "turns", "size": its territories} of generations `from` ...
  // `from + most - 1`, as far as they are written.
  nlohmann::ordered_json summaries(int from, int most) const;
  int generations() const;  // how many are written

  // The whole line. Throws InputError when there is no such generation.
  nlohmann::ordered_json generation(int number) const;

  // The individual as in the generation of its birth, with its map. Throws InputError.
  nlohmann::ordered_json individual(const std::string& id) const;

  // Individuals from `id` back: {"id", "born", "parents", "fitness", "territories", "genes",
  // "mutations"}, its ancestors of the last `depth` generations, itself last. Of a thinned log as
  // far as it has them.
  nlohmann::ordered_json ancestry(const std::string& id, int depth) const;

 private:
  void take(std::string_view line, std::int64_t offset);
  nlohmann::ordered_json line(int number) const;  // of the log; the mutex is held

  std::filesystem::path file_;
  mutable std::mutex mutex_;
  std::int64_t read_ = 0;
  std::vector<std::int64_t> offsets_;  // of the lines
  std::uint64_t last_ = 0;             // the hash of the last one
  // The last ones, compact JSON; those before are read from the file when they are asked for.
  std::deque<std::string> summaries_;
};

}  // namespace evorisk::app
