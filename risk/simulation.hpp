// Many matches of one variant, counted: wins by seat, ends by reason, lengths. Criteria are
// measured by metrics/.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "risk/match.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

// Counts over matches; whole numbers only, so their order does not matter.
struct SimulationCounts {
  std::int64_t matches = 0;
  std::vector<std::int64_t> wins;                             // by seat
  std::vector<std::int64_t> offences;                         // by seat: matches forfeited by it
  std::vector<std::array<std::int64_t, fault_count>> faults;  // by seat and Fault: how
  std::int64_t ends[end_reason_count] = {};                   // by EndReason
  std::vector<std::int64_t> turns;                            // matches that lasted 0, 1, ... turns

  explicit SimulationCounts(const Variant& variant);
  void add(const MatchResult& result);
  void add(const SimulationCounts& other);

  double mean_turns() const;
  // The sample standard deviation; 0 with fewer than two matches.
  double sd_turns() const;
  // The fewest turns that at least `share` (0 ... 1) of the matches do not exceed.
  int quantile_turns(double share) const;

  friend bool operator==(const SimulationCounts&, const SimulationCounts&) = default;
};

// Plays matches key.match ... key.match + matches - 1 over `threads` threads. The counts depend on
// neither threads nor time. `progress` is called from one thread with the matches played so far;
// when `stop` becomes true, the counts cover only a part of the matches. Throws InputError for an
// unknown agent, or unless there is one agent per seat.
SimulationCounts simulate(const Variant& variant, const std::vector<std::string>& agents,
                          const StreamKey& key, std::int64_t matches, int threads,
                          const std::function<void(std::int64_t)>& progress = {},
                          const std::atomic<bool>* stop = nullptr);

}  // namespace evorisk::risk
