// Several populations that breed apart and now and then send each other some of their best.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ga/algorithms/algorithm.hpp"

namespace evorisk::ga {

// Which islands send migrants to which. The registry.
struct TopologyKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  // The islands that send to `island`, ascending.
  std::vector<int> (*senders)(int island, int count);
};
std::span<const TopologyKind> topologies();

// Which individuals are sent. The registry.
struct MigrationPolicyKind {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
};
std::span<const MigrationPolicyKind> migration_policies();

// The crossover that an immigrant's record names.
inline constexpr std::string_view migration_name = "migration";

// How many migrants reach an island at most.
std::int64_t most_immigrants(const IslandsConfig& islands);

// The algorithm of the configuration on each of config.islands.count islands, each with a
// population of config.population and with random streams of its own. After every `interval`
// generations each island sends copies of its migrants; they take the places of its least fit, in
// the order of senders. An immigrant is a new individual, the child of the one that was sent by the
// crossover "migration", and goes on with that one's matches.
std::unique_ptr<Algorithm> make_islands(const Config& config, int threads);

}  // namespace evorisk::ga
