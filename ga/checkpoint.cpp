#include "ga/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "maps/base/error.hpp"
#include "maps/base/files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// Of the configuration as it stands in the run directory.
std::string fingerprint(const std::filesystem::path& directory) {
  TextHash hash;
  hash.add(read_file(directory / config_file));
  return hash.hexadecimal();
}

}  // namespace

void write_checkpoint(const std::filesystem::path& directory, const Checkpoint& checkpoint,
                      const Algorithm& algorithm, const Config& config, Flush flush) {
  Json candidates = Json::array();
  for (const Individual& candidate : checkpoint.candidates) {
    candidates.push_back(individual_to_json(candidate, config.search_space));
  }
  const Json document = {{"format", 1},
                         {"configuration", fingerprint(directory)},
                         {"generation", checkpoint.generation},
                         {"log", {{"bytes", checkpoint.log.bytes}, {"hash", checkpoint.log.hash}}},
                         {"monitor", Json::parse(checkpoint.monitor)},
                         {"candidates", candidates},
                         {"state", algorithm.state()}};
  write_file(directory / checkpoint_file, document.dump() + '\n', flush);
}

Checkpoint read_checkpoint(const std::filesystem::path& directory, Algorithm& algorithm,
                           const Config& config) {
  const std::string file = (directory / checkpoint_file).string();
  const Json document = read_json(file);
  const JsonView view(document, file);
  view.only({"format", "configuration", "generation", "log", "monitor", "candidates", "state"});
  view.format(1);
  const JsonView configuration = view.at("configuration");
  if (configuration.text() != fingerprint(directory)) {
    configuration.fail(fmt::format("this checkpoint is of another configuration than {}",
                                   (directory / config_file).string()));
  }
  Checkpoint checkpoint;
  checkpoint.generation = static_cast<int>(view.at("generation").integer(0, config.generations));
  const JsonView log = view.at("log");
  log.only({"bytes", "hash"});
  checkpoint.log.bytes = log.at("bytes").integer(0, std::numeric_limits<std::int64_t>::max());
  checkpoint.log.hash = log.at("hash").text();
  checkpoint.monitor = view.at("monitor").raw().dump();
  for (const JsonView& candidate : view.at("candidates").items()) {
    checkpoint.candidates.push_back(
        individual_from_json(candidate, config.search_space, config.objective));
  }
  algorithm.restore(view.at("state"));
  return checkpoint;
}

void update_candidates(std::vector<Individual>& candidates, std::span<const Individual> population,
                       int most) {
  for (const Individual& individual : population) {
    const auto known =
        std::find_if(candidates.begin(), candidates.end(), [&](const Individual& candidate) {
          return candidate.generation == individual.generation &&
                 candidate.index == individual.index;
        });
    if (known == candidates.end()) {
      candidates.push_back(individual);
    } else {
      *known = individual;
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(), fitter);
  std::vector<Individual> kept;
  for (Individual& candidate : candidates) {
    if (static_cast<int>(kept.size()) == most) break;
    const bool twin = std::any_of(kept.begin(), kept.end(), [&](const Individual& other) {
      return same_game(other.genome, candidate.genome);
    });
    if (!twin) kept.push_back(std::move(candidate));
  }
  candidates = std::move(kept);
}

}  // namespace evorisk::ga
