// The bulk engine: what evolution does all day, as fast as the processor allows. Two players, two
// `cautious` agents, any rules. Statistically the same matches as the plain engine's, not the same
// ones. docs/bulk-engine.md explains how it works.
#pragma once

#include "metrics/engine.hpp"

namespace evorisk::metrics {

EngineKind bulk_engine_kind();

}  // namespace evorisk::metrics
