// A sweep: one evolution for every point of a grid or list of configurations, `repetitions` times
// over.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"

namespace evorisk::experiments {

// One configuration key of a sweep and one of its values, as JSON text ("30", "\"planar\"").
struct SweepSetting {
  std::string key;
  std::string value;
  friend bool operator==(const SweepSetting&, const SweepSetting&) = default;
};

// Where a run stands in its sweep. Run r is repetition r % repetitions of point r / repetitions.
struct SweepRun {
  int run = 0;
  int point = 0;
  int repetition = 0;
  std::uint64_t seed = 0;  // a function of the sweep's seed and `run` alone; below 2^63
  std::vector<SweepSetting> settings;
  ga::Config config;
};

// Immutable. Reading it checks every point, so that no run of it can be refused later.
class Sweep {
 public:
  // `base_directory` is where relative paths start (of the base configuration, of maps). Throws
  // InputError.
  Sweep(const JsonView& view, const std::string& base_directory);
  ~Sweep();

  const std::string& name() const { return name_; }
  std::uint64_t seed() const { return seed_; }
  int repetitions() const { return repetitions_; }
  int points() const { return static_cast<int>(points_.size()); }
  int runs() const { return points() * repetitions_; }
  // The keys that take more than one value, in the order of the file.
  const std::vector<std::string>& hyperparameters() const { return hyperparameters_; }

  // Throws std::out_of_range.
  SweepRun run(int number) const;
  // Matches that this run will play at most.
  std::int64_t matches(int number) const;
  // All runs, those with the most matches first (so that none of them is last to end). Runs with as
  // many matches are in a random order that follows from the seed, so that a shard, or the part of
  // a sweep that is done, is no choice of values of keys that matches do not depend on.
  std::vector<int> longest_first() const;

  // Complete, and independent of any other file: reading it gives the same sweep.
  nlohmann::ordered_json to_json() const;

 private:
  struct Documents;
  void read_points(const JsonView& view, const std::string& base_directory);
  void add_matches(int point);
  ga::Config config_of(int point) const;

  std::string source_;
  std::string name_;
  std::uint64_t seed_ = 1;
  int repetitions_ = 1;
  std::vector<std::vector<SweepSetting>> points_;
  std::vector<std::string> hyperparameters_;
  std::vector<std::int64_t> matches_;  // per point
  std::unique_ptr<Documents> documents_;
};

// experiments/schema/sweep.schema.json
nlohmann::ordered_json sweep_schema();

// Reads a sweep file, which may be like another one (read_json_like); the name is the file's
// (without extension) when neither gives one.
std::unique_ptr<Sweep> load_sweep(const std::string& file);

}  // namespace evorisk::experiments
