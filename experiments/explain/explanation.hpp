// Why a variant is as it is, put together: what a run's children, single steps and a target say.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/explain/effects.hpp"
#include "experiments/explain/sensitivity.hpp"
#include "experiments/explain/target_parts.hpp"
#include "experiments/explain/trade_offs.hpp"

namespace evorisk::experiments {

struct Explanation {
  std::string variant;     // its name
  int territories = 0;     // of the variant
  std::uint64_t seed = 1;  // of the matches of steps and target
  std::optional<EffectTable> operators;
  std::optional<EffectTable> genes;
  std::optional<Sensitivity> steps;
  std::vector<TradeOff> trade_offs;
  std::optional<TargetParts> target;
};

// {"format": 2, "variant", "objective", "seed", "operators", "genes", "steps", "pulls", "target"};
// what is not there is left out.
nlohmann::ordered_json explanation_to_json(const Explanation& explanation,
                                           const metrics::Objective& objective);

// A single step (SingleStep::what) in a few words: "defence_dice 2 to 3", "border 3-7 added".
std::string step_in_words(const nlohmann::ordered_json& what);
// What a trade-off says, as a sentence without full stop.
std::string trade_off_in_words(const TradeOff& pair);

}  // namespace evorisk::experiments
