#include "risk/agents/learned/value.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "base/seal.hpp"

namespace evorisk::risk {

namespace {

using Json = nlohmann::ordered_json;

constexpr double greatest_weight = 1e6;

}  // namespace

std::array<float, ValueWeights::count> ValueWeights::flat() const {
  std::array<float, count> all;
  float* to = std::copy_n(in.data(), in.size(), all.data());
  to = std::copy_n(bias.data(), bias.size(), to);
  to = std::copy_n(out.data(), out.size(), to);
  *to = out_bias;
  return all;
}

ValueWeights ValueWeights::from_flat(std::span<const float, count> flat) {
  ValueWeights weights;
  const float* from = flat.data();
  std::copy_n(from, weights.in.size(), weights.in.data());
  from += weights.in.size();
  std::copy_n(from, value_units, weights.bias.data());
  std::copy_n(from + value_units, value_units, weights.out.data());
  weights.out_bias = flat.back();
  return weights;
}

// Up to eight units at once, as far as the processor has such instructions: with the same results.
// Sixteen gain 5 % with AVX-512, and without it compilers keep the sums in memory: twice the time.
#ifdef __x86_64__
[[gnu::target_clones("avx2", "default")]]
#endif
float value_logit(const ValueWeights& weights, std::span<const float, value_inputs> inputs) {
  constexpr int lanes = 8;
  constexpr int rows = value_units / lanes;
  static_assert(rows % 2 == 0 && rows * lanes == value_units);
  using Row [[gnu::vector_size(lanes * sizeof(float))]] = float;
  // As it lies in the weights. A pointer declared with `auto` would lose the alignment.
  using Stored
      [[gnu::vector_size(lanes * sizeof(float)), gnu::aligned(sizeof(float)), gnu::may_alias]] =
          float;
  const Stored* bias = reinterpret_cast<const Stored*>(weights.bias.data());
  const Stored* out = reinterpret_cast<const Stored*>(weights.out.data());
  Row sums[rows];
  for (int r = 0; r < rows; ++r) sums[r] = bias[r];
  const bool duel = inputs[first_match_input + 3] == 0.5F;
  for (int i = 0; i < value_inputs; ++i) {
    if (duel && i == 2 * seat_inputs) i = first_match_input;  // there are no other rivals
    const float input = inputs[static_cast<std::size_t>(i)];
    const Stored* column = reinterpret_cast<const Stored*>(weights.in.col(i).data());
    for (int r = 0; r < rows; ++r) sums[r] += column[r] * input;
  }
  Row totals[2] = {};  // of every second row
  for (int r = 0; r < rows; ++r) totals[r % 2] += (sums[r] > 0 ? sums[r] : Row{}) * out[r];
  const Row total = totals[0] + totals[1];
  return weights.out_bias + (((total[0] + total[4]) + (total[2] + total[6])) +
                             ((total[1] + total[5]) + (total[3] + total[7])));
}

float logistic(float x) {
  // 2^y by the exponent's bits and a polynomial for the fraction, whose parts do not wait for each
  // other.
  const float y = std::clamp(x * -1.44269504F, -60.0F, 60.0F);
  const int whole = static_cast<int>(y + 64) - 64;
  const float f = y - static_cast<float>(whole);
  const float f2 = f * f;
  const float low = (1 + 0.69314718F * f) + (0.24022651F + 0.05550411F * f) * f2;
  const float high = (0.00961813F + 0.00133336F * f) + (0.00015403F + 0.00001525F * f) * f2;
  const auto bits = static_cast<std::uint32_t>(whole + 127) << 23;
  return 1 / (1 + std::bit_cast<float>(bits) * (low + high * (f2 * f2)));
}

Json weights_to_json(const ValueWeights& weights) {
  Json numbers = Json::array();
  for (const float weight : weights.flat()) numbers.push_back(weight);
  return {{"format", 1},
          {"inputs", value_inputs},
          {"units", value_units},
          {"weights", std::move(numbers)}};
}

ValueWeights weights_from_json(const JsonView& view) {
  view.only({"format", "inputs", "units", "weights"});
  view.format(1);
  view.at("inputs").integer(value_inputs, value_inputs);
  view.at("units").integer(value_units, value_units);
  const std::vector<JsonView> numbers = view.at("weights").items();
  if (numbers.size() != ValueWeights::count) {
    view.at("weights").fail("expected {} numbers, found {}", int{ValueWeights::count},
                            numbers.size());
  }
  std::array<float, ValueWeights::count> flat;
  for (std::size_t i = 0; i < flat.size(); ++i) {
    flat[i] = static_cast<float>(numbers[i].number(-greatest_weight, greatest_weight));
  }
  return ValueWeights::from_flat(flat);
}

std::shared_ptr<const ValueWeights> read_weights(const std::string& file) {
  const Json document = read_sealed(file, largest_document, Unsealed::allowed);
  return std::make_shared<ValueWeights>(weights_from_json(JsonView(document, file)));
}

std::shared_ptr<const ValueWeights> shipped_weights() {
  static const auto weights = [] {
    const std::string source = "risk/agents/learned/weights.json";
    const Json document = parse_json(weights_text(), source);
    return std::make_shared<const ValueWeights>(weights_from_json(JsonView(document, source)));
  }();
  return weights;
}

}  // namespace evorisk::risk
