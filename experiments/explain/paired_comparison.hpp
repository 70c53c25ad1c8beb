// One variant against many others, all playing matches of the same numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/engine.hpp"
#include "metrics/estimates/compare.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

struct PairedComparison {
  metrics::CriteriaTotals base;
  // Of each other variant: it minus the base, paired match by match, and its own sums.
  std::vector<metrics::Comparison> others;
  std::vector<metrics::CriteriaTotals> totals;
};

// Matches key.match ... of each (common random numbers). The engine's options are those of the
// objective: its parameters, its extended criteria. Nothing when stopped. The summaries of two
// variants are held in memory at a time.
std::optional<PairedComparison> compare_paired(const risk::Variant& base,
                                               std::span<const risk::Variant* const> others,
                                               const metrics::Objective& objective,
                                               metrics::Engine& engine, const StreamKey& key,
                                               std::int64_t matches,
                                               const metrics::PlayControl& control = {});

}  // namespace evorisk::experiments
