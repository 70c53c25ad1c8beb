// The learned value of a position: a small network over the inputs of Prospect.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "base/json.hpp"
#include "risk/agents/learned/prospect.hpp"

namespace evorisk::risk {

inline constexpr int value_units = 32;  // of the hidden layer, rectified linear

// Weights, all finite.
struct ValueNetwork {
  using Hidden = Eigen::Array<float, value_units, 1>;
  Eigen::Array<float, value_units, value_inputs> in = decltype(in)::Zero();
  Hidden bias = Hidden::Zero();
  Hidden out = Hidden::Zero();
  float out_bias = 0;
};

// A network for positions where two seats are left, which reads the first duel_inputs, and one for
// all others; a flat array for what trains them.
struct ValueWeights {
  std::array<ValueNetwork, 2> networks;

  static constexpr std::array<int, 2> inputs = {duel_inputs, value_inputs};
  // The one that these inputs of a position are for.
  static std::size_t network(std::span<const float, value_inputs> position) {
    return position[share_input] == 0.5F ? 0 : 1;
  }

  static constexpr int count = value_units * (inputs[0] + 2 + inputs[1] + 2) + 2;
  // The weights one after another, of each network: in (by input), bias, out, out_bias.
  std::array<float, count> flat() const;
  static ValueWeights from_flat(std::span<const float, count> flat);

  friend bool operator==(const ValueWeights& a, const ValueWeights& b) {
    return a.flat() == b.flat();
  }
};

// The sums of each network's hidden layer over the fixed inputs.
using FixedSums = std::array<ValueNetwork::Hidden, 2>;
FixedSums fixed_sums(const ValueWeights& weights, std::span<const float, fixed_inputs> inputs);

// The logarithm of the odds to win. The same on every machine. `fixed`: of these inputs.
float value_logit(const ValueWeights& weights, const FixedSums& fixed,
                  std::span<const float, value_inputs> inputs);
float value_logit(const ValueWeights& weights, std::span<const float, value_inputs> inputs);
// The logistic function, to 1e-6, made of operations that are the same on every machine.
float logistic(float x);

// {"format": 2, "inputs": 56, "units": 32, "weights": [...]}. Throws InputError for another number
// of inputs or units, and for weights that are no finite floats.
nlohmann::ordered_json weights_to_json(const ValueWeights& weights);
ValueWeights weights_from_json(const JsonView& view);
// Throws InputError, SystemError.
std::shared_ptr<const ValueWeights> read_weights(const std::string& file);
// Those of the program.
std::shared_ptr<const ValueWeights> shipped_weights();
// risk/agents/learned/weights.json.
std::string_view weights_text();

}  // namespace evorisk::risk
