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
  float* to = all.data();
  for (std::size_t n = 0; n < networks.size(); ++n) {
    const ValueNetwork& network = networks[n];
    to = std::copy_n(network.in.data(), inputs[n] * value_units, to);
    to = std::copy_n(network.bias.data(), value_units, to);
    to = std::copy_n(network.out.data(), value_units, to);
    *to++ = network.out_bias;
  }
  return all;
}

ValueWeights ValueWeights::from_flat(std::span<const float, count> flat) {
  ValueWeights weights;
  const float* from = flat.data();
  const auto take = [&from](int n, float* to) {
    std::copy_n(from, n, to);
    from += n;
  };
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    ValueNetwork& network = weights.networks[n];
    take(inputs[n] * value_units, network.in.data());
    take(value_units, network.bias.data());
    take(value_units, network.out.data());
    take(1, &network.out_bias);
  }
  return weights;
}

FixedSums fixed_sums(const ValueWeights& weights, std::span<const float, fixed_inputs> inputs) {
  FixedSums sums;
  for (std::size_t n = 0; n < sums.size(); ++n) {
    sums[n] = weights.networks[n].bias;
    for (int i = 0; i < fixed_inputs; ++i) {
      sums[n] += weights.networks[n].in.col(i) * inputs[static_cast<std::size_t>(i)];
    }
  }
  return sums;
}

// Up to eight units at once, as far as the processor has such instructions: with the same results.
// Sixteen gain 5 % with AVX-512, and without it compilers keep the sums in memory: twice the time.
#ifdef __x86_64__
[[gnu::target_clones("avx2", "default")]]
#endif
float value_logit(const ValueWeights& weights, const FixedSums& fixed,
                  std::span<const float, value_inputs> inputs) {
  constexpr int lanes = 8;
  constexpr int rows = value_units / lanes;
  static_assert(rows % 2 == 0 && rows * lanes == value_units);
  using Row [[gnu::vector_size(lanes * sizeof(float))]] = float;
  // As it lies in the weights. A pointer whose type is deduced would lose the alignment.
  using Stored
      [[gnu::vector_size(lanes * sizeof(float)), gnu::aligned(sizeof(float)), gnu::may_alias]] =
          float;
  const std::size_t n = ValueWeights::network(inputs);
  const ValueNetwork& network = weights.networks[n];
  const Stored* start = reinterpret_cast<const Stored*>(fixed[n].data());
  const Stored* out = reinterpret_cast<const Stored*>(network.out.data());
  const auto column = [&](int i) -> const Stored* {
    return reinterpret_cast<const Stored*>(network.in.col(i).data());
  };
  // Of every second input, so that additions do not wait for each other.
  Row even[rows];
  Row odd[rows];
  const int end = ValueWeights::inputs[n];
  int i = fixed_inputs;
  for (int r = 0; r < rows; ++r) {
    even[r] = start[r] + column(i)[r] * inputs[fixed_inputs];
    odd[r] = column(i + 1)[r] * inputs[fixed_inputs + 1];
  }
  for (i += 2; i + 1 < end; i += 2) {
    const float one = inputs[static_cast<std::size_t>(i)];
    const float next = inputs[static_cast<std::size_t>(i) + 1];
    for (int r = 0; r < rows; ++r) even[r] += column(i)[r] * one;
    for (int r = 0; r < rows; ++r) odd[r] += column(i + 1)[r] * next;
  }
  if (i < end) {
    const float last = inputs[static_cast<std::size_t>(i)];
    for (int r = 0; r < rows; ++r) even[r] += column(i)[r] * last;
  }
  Row totals[2] = {};  // of every second row
  for (int r = 0; r < rows; ++r) {
    const Row sum = even[r] + odd[r];
    totals[r % 2] += (sum > 0 ? sum : Row{}) * out[r];
  }
  const Row total = totals[0] + totals[1];
  return network.out_bias + (((total[0] + total[4]) + (total[2] + total[6])) +
                             ((total[1] + total[5]) + (total[3] + total[7])));
}

float value_logit(const ValueWeights& weights, std::span<const float, value_inputs> inputs) {
  return value_logit(weights, fixed_sums(weights, inputs.first<fixed_inputs>()), inputs);
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
  return {{"format", 2},
          {"inputs", value_inputs},
          {"units", value_units},
          {"weights", std::move(numbers)}};
}

ValueWeights weights_from_json(const JsonView& view) {
  view.only({"format", "inputs", "units", "weights"});
  view.format(2);
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
