// What the generations of a run amount to, gathered as they pass.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/operators/breeding_tally.hpp"

namespace evorisk::ga {

class Evolution;

// Calls `take` for each line of a log, in order, its checksum taken off. The last line is left out,
// with a remark, if it is torn, as that of a run at work may be. Throws SystemError; InputError
// also for lines that are damaged, missing or out of order.
void read_log(const std::filesystem::path& log,
              const std::function<void(const nlohmann::ordered_json& generation)>& take);

// The same of a log beside its run's result, if there is one: all generations that the result tells
// of are there. A budget of matches may end a run before Config::generations.
void read_whole_log(const std::filesystem::path& log,
                    const std::function<void(const nlohmann::ordered_json& generation)>& take);
int last_generation_of(const JsonView& result);
[[noreturn]] void refuse_unfinished_log(const std::filesystem::path& log, int last);

// Whether a generation's line holds all individuals. A thinned log (Config::whole_log false) does
// so of generations 0 to 999, of every hundredth, and of the last 200; the other lines hold the
// best and the candidates for the final evaluation.
bool logs_all(int generation, const Config& config);

// About how many bytes a run's log will have.
double expected_log_bytes(const Config& config);

// Needs no more memory for more generations.
class History {
 public:
  // Adds the last generation, and returns its line of the log, its end included: {"generation",
  // "best": id, "fitness": {"best", "mean", "worst"}, "monitor", "territories": {"least", "mean",
  // "most"}, "breeding", "individuals": [...]}, the best always among these. Under a budget of its
  // own, "spent": {"generation", "search"}, matches of this generation and of all so far; where the
  // objective has groups, "front": {"size", "hypervolume", "members"}. An individual is its
  // identity, "map" (a library map's name, or the map; only when it was born after the last line
  // with all individuals), its evidence and its assessment (ga/evaluation/record.hpp); "stream" is
  // the id of the earlier individual whose matches it goes on with, where evidence is pooled.
  // "monitor" is {"id", and evidence} of the best, or null. `threads`, from 1, change nothing but
  // the speed.
  std::string add(const Evolution& evolution, const Config& config, int threads);
  // All generations of a log.
  void read(const std::filesystem::path& log);

  // Adds to `object`: "breeding" and, under a filter, "playability" (the tallies of all
  // generations, added up), "immigrants" (of each island, where there are islands: how many),
  // "generations" (as the log has them, without "breeding" and "individuals"; of more than 2,000
  // every second, fourth,
  // ... and the last), "ancestry" (individual `id` and its ancestors of the 200 generations before
  // it, as far as the log has them, the oldest first: identities, with the fitness and the matches
  // of their birth).
  void write(const std::string& id, const std::filesystem::path& log, const Config& config,
             nlohmann::ordered_json& object) const;

 private:
  void keep(int generation, const nlohmann::ordered_json& summary);

  BreedingTally breeding_;
  std::optional<PlayabilityTally> playability_;
  std::vector<std::int64_t> immigrants_;
  int step_ = 1;                                          // generations_ has every so manieth
  std::vector<std::pair<int, std::string>> generations_;  // and the last; JSON
};

}  // namespace evorisk::ga
