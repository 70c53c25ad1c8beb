// A test that may stop early: the data are looked at several times, and the probability of a false
// alarm at any of the looks together is what was asked for.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace evorisk::metrics {

// The probability of a false alarm that may have been used up when a share `information` (0 ... 1]
// of all data is there, for a two-sided test of level `alpha`: the spending function of Lan and
// DeMets (1983) that resembles the bounds of O'Brien and Fleming (1979), 4 - 4 Phi(z / sqrt(t))
// with z the upper alpha/4 quantile. Little is spent early, so the last look is hardly stricter
// than a test that looks once.
double spent(double information, double alpha);

// The bounds of |z| at each look, z being the sum of independent increments divided by its standard
// deviation: beyond them there is a difference. `information`: ascending, the last one 1. Found by
// integrating the density of the sum from look to look (Armitage, McPherson and Rowe 1969); the
// steps of the integration make them right to about three decimals. Requires 0 < alpha < 1.
std::vector<double> sequential_bounds(std::span<const double> information, double alpha);

// Differences of pairs, summed; without a difference they are as likely to have one sign as the
// other. z is the sum over the root of the sum of squares: it takes no estimate of the spread from
// few pairs, and for symmetric differences no distribution has heavier tails than exp(-z^2 / 2)
// (Efron 1969). Integers, so the order of additions does not matter.
struct PairedDifferences {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t squares = 0;

  void add(std::int64_t difference) {
    ++count;
    sum += difference;
    squares += difference * difference;
  }
  // 0 while all differences are 0.
  double z() const {
    return squares == 0 ? 0 : static_cast<double>(sum) / std::sqrt(static_cast<double>(squares));
  }
};

}  // namespace evorisk::metrics
