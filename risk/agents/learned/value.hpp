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

inline constexpr int value_units = 48;  // of the hidden layer, rectified linear

// Weights, all finite; a flat array for what trains them.
struct ValueWeights {
  using Hidden = Eigen::Array<float, value_units, 1>;
  Eigen::Array<float, value_units, value_inputs> in = decltype(in)::Zero();
  Hidden bias = Hidden::Zero();
  Hidden out = Hidden::Zero();
  float out_bias = 0;

  static constexpr int count = value_units * (value_inputs + 2) + 1;
  // The weights one after another: in (by input), bias, out, out_bias.
  std::array<float, count> flat() const;
  static ValueWeights from_flat(std::span<const float, count> flat);

  friend bool operator==(const ValueWeights& a, const ValueWeights& b) {
    return a.flat() == b.flat();
  }
};

// The logarithm of the odds to win. The same on every machine.
float value_logit(const ValueWeights& weights, std::span<const float, value_inputs> inputs);
// The logistic function, to 1e-6, made of operations that are the same on every machine.
float logistic(float x);

// {"format": 1, "inputs": 56, "units": 48, "weights": [...]}. Throws InputError for another number
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
