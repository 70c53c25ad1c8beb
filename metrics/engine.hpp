// Where matches come from: the seam between whoever wants matches measured (evaluation, evolution,
// sweeps) and the engines that play them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "metrics/summary.hpp"
#include "risk/variant.hpp"

namespace evorisk::metrics {

// A run of matches of one variant: matches key.match, key.match + 1, ... one per element of `out`.
struct MatchJob {
  const risk::Variant* variant = nullptr;
  StreamKey key;  // of the first match
  std::span<MatchSummary> out;
};

// How matches are played.
struct EngineOptions {
  std::vector<std::string> agents;  // one description per seat; empty: `cautious` everywhere
  CriteriaParameters parameters;
  std::string engine = "auto";  // a registered engine's name, or "auto": the fastest that can
  int threads = 1;
};

// Plays jobs, all of them as one pool of work over `threads` threads: no barrier between jobs. What
// is written to each slot depends on the job alone: the same at any number of threads and however
// matches are split into jobs.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual void play(std::span<const MatchJob> jobs) = 0;
};

// Engines by name: "plain" (risk/match.hpp), later "bulk". Throws InputError for an unknown one.
std::unique_ptr<Engine> make_engine(const EngineOptions& options);

}  // namespace evorisk::metrics
