// What is preferred, learnt from comparisons: Bradley and Terry's model of which the merits are
// linear in what is known of the compared (Bradley and Terry 1952; Springall 1973), with a normal
// prior and the error of what it has learnt.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace evorisk::ga {

// One that was compared with another.
struct Comparison {
  std::vector<double> difference;  // of their standardised quantities: the one less the other
  bool preferred = false;          // the one over the other
};

// P(preferred) = 1 / (1 + exp(-w·d)), d the difference. Prior: each w normal with mean 0 and the
// deviation `prior`, above 0. The posterior is approximated by a normal distribution around its
// mode (Laplace). Without comparisons every probability is 1/2. Deterministic.
class Preference {
 public:
  // All differences have `quantities` values, at least one. Throws std::invalid_argument otherwise.
  Preference(std::size_t quantities, std::span<const Comparison> comparisons, double prior);

  // That one with this difference from another is preferred. Where little is known it stays near
  // 1/2: w·d is divided by sqrt(1 + pi/8 of its variance) (MacKay 1992).
  double probability(std::span<const double> difference) const;

  // Of each quantity: the weight, and its standard error.
  const std::vector<double>& weights() const { return weights_; }
  std::vector<double> errors() const;

 private:
  std::vector<double> weights_;
  std::vector<std::vector<double>> covariance_;
};

}  // namespace evorisk::ga
