// Gradient descent over the positions of a round.
#include <algorithm>
#include <cmath>

#include "experiments/train/train.hpp"

namespace evorisk::experiments {

namespace {

using Weights = risk::ValueWeights;
using Sample = std::array<float, risk::value_inputs>;

constexpr int passes = 3;
constexpr std::size_t minibatch = 128;
constexpr double first_rate = 1e-3;
constexpr double shipped_rate = 3e-4;   // of weights that are good already
constexpr double half_rate_round = 30;  // by then the rate has halved

// Adds the gradient of a sample's cross entropy, which it returns; `share`: of the sample.
double descend(const Weights& weights, const Sample& x, float target, float share,
               Weights& gradient) {
  using Hidden = risk::ValueNetwork::Hidden;
  const std::size_t n = Weights::network(x);
  const risk::ValueNetwork& network = weights.networks[n];
  risk::ValueNetwork& slopes = gradient.networks[n];
  Hidden hidden = network.bias;
  for (int i = 0; i < Weights::inputs[n]; ++i) {
    hidden += network.in.col(i) * x[static_cast<std::size_t>(i)];
  }
  const Hidden active = (hidden > 0.0F).cast<float>();
  hidden *= active;
  float logit = network.out_bias;
  for (int h = 0; h < risk::value_units; ++h) logit += hidden[h] * network.out[h];
  const float p = risk::logistic(logit);
  const float slope = (p - target) * share;
  slopes.out_bias += slope;
  slopes.out += slope * hidden;
  const Hidden back = slope * network.out * active;
  slopes.bias += back;
  for (int i = 0; i < Weights::inputs[n]; ++i) {
    slopes.in.col(i) += back * x[static_cast<std::size_t>(i)];
  }
  const double sure = std::clamp(static_cast<double>(p), 1e-6, 1 - 1e-6);
  return -target * std::log(sure) - (1 - target) * std::log(1 - sure);
}

}  // namespace

double Training::learn(const std::vector<Labelled>& samples) {
  // It does not depend on how many rounds are to come: a longer training begins as a shorter one.
  const double rate =
      (config_.from_shipped ? shipped_rate : first_rate) / (1 + round_ / half_rate_round);
  double loss = 0;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t begin = 0; begin < samples.size(); begin += minibatch) {
      const std::size_t end = std::min(samples.size(), begin + minibatch);
      const float share = 1 / static_cast<float>(end - begin);
      Weights gradient;
      for (std::size_t i = begin; i < end; ++i) {
        const double here =
            descend(weights_, *samples[i].first, samples[i].second, share, gradient);
        if (pass == 0) loss += here;
      }
      step(gradient.flat(), rate);
    }
  }
  return loss;
}

void Training::step(const Flat& gradient, double rate) {
  constexpr float keep_mean = 0.9F;
  constexpr float keep_square = 0.999F;
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const auto scale =
      static_cast<float>(rate * std::sqrt(1 - std::pow(0.999, steps)) / (1 - std::pow(0.9, steps)));
  Flat flat = weights_.flat();
  for (std::size_t i = 0; i < flat.size(); ++i) {
    const float g = gradient[i];
    mean_[i] = keep_mean * mean_[i] + (1 - keep_mean) * g;
    square_[i] = keep_square * square_[i] + (1 - keep_square) * g * g;
    flat[i] -= scale * mean_[i] / (std::sqrt(square_[i]) + 1e-7F);
  }
  weights_ = Weights::from_flat(flat);
}

}  // namespace evorisk::experiments
