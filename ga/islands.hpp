// Several populations that breed apart and now and then send each other some of their best.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace evorisk {
class JsonView;
}  // namespace evorisk

namespace evorisk::ga {

struct Config;
class Algorithm;
class Exchange;

// The member "islands" of a configuration. Source of island models: Tanese 1989; Cantu-Paz 2000.
struct IslandsConfig {
  int count = 1;  // 1: one population, and nothing below counts
  std::string topology = "ring";
  int interval = 10;  // generations from one migration to the next
  int migrants = 1;   // that each island sends to each of those it sends to
  std::string policy = "best";
  friend bool operator==(const IslandsConfig&, const IslandsConfig&) = default;
};

// Who sends migrants to whom. The registry.
struct TopologyKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
  // The islands that send to `island`, ascending.
  std::vector<int> (*senders)(int island, int count);
};
std::span<const TopologyKind> topologies();
std::vector<std::string_view> topology_names();

// Who is sent. The registry.
struct MigrationPolicyKind {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
};
std::span<const MigrationPolicyKind> migration_policies();
std::vector<std::string_view> migration_policy_names();

// The crossover that an immigrant's record names.
inline constexpr std::string_view migration_name = "migration";

// How many migrants reach an island at most.
int most_immigrants(const IslandsConfig& islands);

// The algorithm of the configuration on each of config.islands.count islands, each with a
// population of config.population and with random streams of its own. After every `interval`
// generations each island sends copies of its migrants; they take the places of its least fit, in
// the order of senders. An immigrant is a new individual, the child of who was sent by the
// crossover "migration", and goes on with that one's matches.
//
// With an exchange, each process breeds the islands that are its own (is_mine). All is the same at
// any number of processes and threads.
std::unique_ptr<Algorithm> make_islands(const Config& config, int threads, Exchange* exchange);

}  // namespace evorisk::ga
