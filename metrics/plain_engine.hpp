// The plain engine: any rules, any agents, 2 to 6 players, one match after another on each thread.
// The reference for every faster engine.
#pragma once

#include "metrics/engine.hpp"

namespace evorisk::metrics {

EngineKind plain_engine_kind();

}  // namespace evorisk::metrics
