// Where matches come from: the interface between evaluation, evolution and sweeps, which want
// matches measured, and the engines that play them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/criteria/extended.hpp"
#include "metrics/criteria/summary.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::metrics {

class CriteriaTotals;

// A run of matches of one variant: matches key.match, key.match + 1, ... One per element of `out`;
// or `matches` of them, added to `totals`, which is faster.
struct MatchJob {
  const risk::Variant* variant = nullptr;
  StreamKey key;  // of the first match
  std::span<MatchSummary> out = {};
  // What the engine's extended criteria want to know, one per element of `out`; or empty: then they
  // are not counted, which is faster.
  std::span<ExtendedSummary> extended = {};
  // The agents of these matches, as EngineOptions::agents, when not null: instead of those.
  const std::vector<std::string>* agents = nullptr;

  // Of the variant's number of players; extended criteria it measures are among the engine's. Jobs
  // may share them. After a play that was stopped they hold some of the matches, in no order.
  CriteriaTotals* totals = nullptr;
  std::int64_t matches = 0;

  std::size_t size() const {
    return totals == nullptr ? out.size() : static_cast<std::size_t>(matches);
  }
};

// How matches are played.
struct EngineOptions {
  // One description per seat; one alone sits in every seat; empty: `cautious` everywhere.
  std::vector<std::string> agents;
  CriteriaParameters parameters;
  std::string engine = "auto";  // a registered engine's name, or "auto": the fastest that can
  int threads = 1;
  CriteriaSet extended;  // what jobs with `extended` count
};

// How a caller watches and ends a long play.
struct PlayControl {
  // May be set by a signal handler or another thread: matches not yet begun are not played.
  const std::atomic<bool>* stop = nullptr;
  // Called now and then with the number of matches begun so far in this call, of which a few
  // hundred may not be over, always from the thread that called play, up to thousands of times a
  // second: printing slows it down.
  std::function<void(std::int64_t played)> progress;
};

// `control` for a part of the work: it reports on top of `done`, as it is then. Both must outlive
// it.
PlayControl reporting_after(const PlayControl& control, const std::int64_t& done);

// Plays jobs, all of them as one pool of work over `threads` threads: no barrier between jobs. What
// is written to each slot and added to totals depends on the job alone: the same at any number of
// threads and however matches are split into jobs. One object serves one caller at a time; it keeps
// its working memory between calls.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual int threads() const = 0;

  // False when stopped: then some slots were not written. Throws InputError for a variant the
  // engine cannot play, and whatever an agent's construction throws, on the calling thread.
  bool play(std::span<const MatchJob> jobs, const PlayControl& control = {}) {
    return do_play(jobs, control);
  }

 private:
  virtual bool do_play(std::span<const MatchJob> jobs, const PlayControl& control) = 0;
};

// The registry, fastest first.
struct EngineKind {
  std::string_view name;
  std::string_view summary;  // one line
  // Why it cannot play this ("an agent is not cautious"), or empty when it can.
  std::string (*refusal)(const risk::Variant& variant, const EngineOptions& options);
  std::unique_ptr<Engine> (*make)(const EngineOptions& options);
};
std::span<const EngineKind> engine_kinds();
// Two players, two `cautious` agents: what evolution does all day, as fast as the processor allows.
// Statistically the same matches as the plain engine's, not the same ones (docs/bulk-engine.md).
EngineKind bulk_engine_kind();
// Any rules, any agents, 2 to 6 players. The reference for every faster engine.
EngineKind plain_engine_kind();

// Throws InputError for an unknown engine (with the nearest name) and for invalid parameters. The
// engine "auto" sends each job to the fastest engine that can play it.
std::unique_ptr<Engine> make_engine(const EngineOptions& options);

// Which engine plays a variant under these options, and why not a faster one. Throws InputError
// when the engine that is asked for by name cannot.
struct EngineChoice {
  std::string name;
  std::string reason;  // "the fastest of 2", "bulk cannot: an agent is not cautious", "asked for"
};
EngineChoice choose_engine(const risk::Variant& variant, const EngineOptions& options);

// `options` for one job: with its agents.
EngineOptions options_of(const MatchJob& job, const EngineOptions& options);

// The agents of a variant's seats under `options`, one description each. Throws InputError when
// their number does not fit.
std::vector<std::string> seat_agents(const risk::Variant& variant, const EngineOptions& options);

}  // namespace evorisk::metrics
