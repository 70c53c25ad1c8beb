// What a designer likes, learnt from candidates that were liked or dropped: logistic regression on
// standardised quantities with a Gaussian prior, and its uncertainty.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace evorisk::ga {

// A candidate that was judged.
struct Judged {
  std::vector<double> values;  // of the quantities, in the order of their names
  bool liked = false;
};

// What the model says of a quantity: the change of the log odds of being liked for one standard
// deviation more of it.
struct Leaning {
  std::string quantity;
  double mean = 0;
  double se = 0;

  bool is_sure() const;  // away from 0 by more than 1.64 standard errors
};

// P(liked) = 1 / (1 + exp(-(b + w·z))), z the values less their mean over `scale_from`, in their
// standard deviations there. Prior: each w normal with standard deviation 1, b with 2. The
// posterior is approximated by a normal distribution around its mode (Laplace). Without judgements
// every candidate is liked with probability 1/2. Deterministic.
class Preference {
 public:
  // `scale_from`: the values of a population, two rows or more; a quantity that does not vary in it
  // counts nothing. All rows have as many values as there are names. Throws std::invalid_argument
  // otherwise.
  Preference(std::vector<std::string> names, std::span<const std::vector<double>> scale_from,
             std::span<const Judged> judged);

  // The probability that a candidate is liked. Where little is known it stays near 1/2: the logit
  // is divided by sqrt(1 + pi/8 of its variance) (MacKay 1992).
  double liked(std::span<const double> values) const;
  // Of all quantities, the surest first.
  std::vector<Leaning> leanings() const;

 private:
  std::vector<double> standardised(std::span<const double> values) const;  // with a 1 at the end

  std::vector<std::string> names_;
  std::vector<double> means_;
  std::vector<double> deviations_;
  std::vector<double> weights_;                  // the last one is b
  std::vector<std::vector<double>> covariance_;  // of the weights
};

}  // namespace evorisk::ga
