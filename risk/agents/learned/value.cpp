#include "risk/agents/learned/value.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
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

// Up to sixteen units at once, as far as the processor has such instructions: with the same
// results.
#ifdef __x86_64__
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
float value_logit(const ValueWeights& weights, std::span<const float, value_inputs> inputs) {
  constexpr int lanes = 16;
  static_assert(value_units % lanes == 0);
  using Row
      [[gnu::vector_size(lanes * sizeof(float)), gnu::aligned(sizeof(float)), gnu::may_alias]] =
          float;
  constexpr int rows = value_units / lanes;
  Row sums[rows];
  for (int r = 0; r < rows; ++r) sums[r] = reinterpret_cast<const Row*>(weights.bias.data())[r];
  for (int i = 0; i < value_inputs; ++i) {
    const float input = inputs[static_cast<std::size_t>(i)];
    if (input == 0) continue;  // of two players a quarter is
    const auto* column = reinterpret_cast<const Row*>(weights.in.col(i).data());
    for (int r = 0; r < rows; ++r) sums[r] += column[r] * input;
  }
  ValueWeights::Hidden hidden;
  for (int r = 0; r < rows; ++r) reinterpret_cast<Row*>(hidden.data())[r] = sums[r];
  hidden = hidden.max(0.0F) * weights.out;
  float sum = weights.out_bias;
  for (int h = 0; h < value_units; ++h) sum += hidden[h];
  return sum;
}

float logistic(float x) {
  // 2^y by the exponent's bits and a polynomial for the fraction.
  const float y = std::clamp(x * -1.44269504F, -60.0F, 60.0F);
  const float whole = std::floor(y);
  const float f = y - whole;
  constexpr float terms[] = {0.00001525F, 0.00015403F, 0.00133336F, 0.00961813F,
                             0.05550411F, 0.24022651F, 0.69314718F, 1};
  float fraction = 0;
  for (const float term : terms) fraction = fraction * f + term;
  const auto bits = static_cast<std::uint32_t>(static_cast<int>(whole) + 127) << 23;
  return 1 / (1 + std::bit_cast<float>(bits) * fraction);
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
