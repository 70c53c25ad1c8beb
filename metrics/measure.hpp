// From matches played to criteria: engines' matches, added up in constant memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::metrics {

// Matches to be measured: key.match ... key.match + matches - 1, added to `totals`.
struct Measurement {
  const risk::Variant* variant = nullptr;
  StreamKey key;  // of the first match
  std::int64_t matches = 0;
  // Of the variant's number of players; extended criteria it measures are among the engine's.
  CriteriaTotals* totals = nullptr;
  const std::vector<std::string>* agents = nullptr;  // as MatchJob::agents
};

// Plays all measurements in blocks of at most `block` matches (over all of them). Between blocks
// all threads meet, so a block should be much longer than a chunk of work. False when stopped: then
// the blocks finished before were added, a prefix of the matches. Throws as Engine::play does.
inline constexpr std::int64_t default_block = std::int64_t{1} << 18;
bool measure(Engine& engine, std::span<const Measurement> measurements,
             const PlayControl& control = {}, std::int64_t block = default_block);

// Plays all measurements as one pool, straight into their totals: for a caller that throws these
// away when stopped (false): they then hold some of the matches, in no order.
bool measure_in_one(Engine& engine, std::span<const Measurement> measurements,
                    const PlayControl& control = {});

// For a caller who shows what is complete when it is stopped: parts of the matches, each played as
// a whole, that grow until one takes a quarter of a second. False when stopped: then `totals` hold
// the parts before. Progress counts over all parts. Throws as Engine::play does.

// Matches key.match ... of both variants with common random numbers (the same keys), added as
// pairs, 48 bytes a match of a part; `matches` of each variant.
bool measure_pairs(Engine& engine, const risk::Variant& first, const risk::Variant& second,
                   StreamKey key, std::int64_t matches, PairedTotals& totals,
                   const PlayControl& control = {});
// One variant under several tables of agents, each with a random stream of its own
// (key.individual: the number of the table); `totals` by table, all of as many matches.
bool measure_tables_in_parts(Engine& engine, const risk::Variant& variant,
                             const std::vector<std::vector<std::string>>& tables, StreamKey key,
                             std::int64_t matches, std::vector<CriteriaTotals>& totals,
                             const PlayControl& control);

}  // namespace evorisk::metrics
