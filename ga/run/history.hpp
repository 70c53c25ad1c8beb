// What the generations of a run amount to, gathered as they pass.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ga/config.hpp"
#include "ga/operators/breeding_tally.hpp"

namespace evorisk::ga {

class Evolution;

// Calls `take` for each line of a log, in order. The last line is left out if it is torn, as that
// of a run at work may be. Throws SystemError, InputError.
void read_log(const std::filesystem::path& log,
              const std::function<void(const nlohmann::ordered_json& generation)>& take);

class History {
 public:
  // Adds the last generation, and returns its line of the log, its end included: {"generation",
  // "best": id, "fitness": {"best", "mean", "worst"}, "monitor", "territories": {"least", "mean",
  // "most"}, "breeding", "individuals": [...]}. Under a budget of its own, "spent": {"generation",
  // "search"}, matches of this generation and of all so far; where the objective has groups,
  // "front": {"size", "hypervolume", "members"}. An individual is its identity, "map" (in the
  // generation of its birth only: a library map's name, or the map), its evidence and its
  // assessment (ga/evaluation/record.hpp); "stream" is the id of the earlier individual whose
  // matches it goes on with, where evidence is pooled. "monitor" is {"id", and evidence} of the
  // best, or null. `threads`, from 1, change nothing but the speed.
  std::string add(const Evolution& evolution, const Config& config, int threads);
  // All generations of a log.
  void read(const std::filesystem::path& log);

  // Adds to `object`: "breeding" (the tallies of all generations, added up), "generations" (each as
  // the log has it, without "breeding" and "individuals"), "ancestry" (individual `id` and all its
  // ancestors, the oldest first: identities, with the fitness and the matches of their birth).
  void write(const std::string& id, nlohmann::ordered_json& object) const;

 private:
  BreedingTally breeding_;
  std::vector<std::string> generations_;  // JSON
  std::vector<std::string> births_;       // JSON, as "ancestry" has them
};

}  // namespace evorisk::ga
