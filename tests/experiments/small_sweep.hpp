// A sweep of sixteen short runs.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.hpp"
#include "experiments/sweep/sweep.hpp"

namespace evorisk::experiments {

inline const char* const small_sweep = R"({
  "format": 1, "seed": 5, "repetitions": 2,
  "base": {"format": 1, "matches": 15, "monitor_matches": 20, "tournament": 2,
           "elite_policy": "reevaluate", "final": {"matches": 30, "candidates": 2},
           "search_space": {"initial_maps": ["thesis-8", "thesis-9", "star-6", "two"]}},
  "grid": {"generations": [0, 3], "population": [3, 5], "crossover": ["planar", "reject-first"]}
})";

inline std::unique_ptr<Sweep> sweep_of(const std::string& text) {
  const nlohmann::ordered_json document = parse_json(text, "sweep.json");
  return std::make_unique<Sweep>(JsonView(document, "sweep.json"), ".");
}

}  // namespace evorisk::experiments
