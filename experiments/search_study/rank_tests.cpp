#include "experiments/search_study/rank_tests.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/statistics.hpp"

namespace evorisk::experiments {
namespace {

constexpr std::size_t most_exact = 100;
constexpr double most_arrangements = 200'000;

// How many ways there are to choose the first sample.
double arrangements(std::size_t first, std::size_t second) {
  double all = 1;
  for (std::size_t i = 1; i <= first; ++i) {
    all *= static_cast<double>(second + i) / static_cast<double>(i);
  }
  return all;
}

// With ties: of all choices of as many values as the first sample has, the part whose U is as far
// from its mean as this one, or farther. `counts`: how often each value occurs in both samples.
double permutation_p(const std::map<double, std::size_t>& counts, std::size_t first,
                     std::size_t second, std::size_t twice_u) {
  // ways[k][sum]: choices of k values whose mean ranks, doubled, have this sum.
  const std::size_t most = 2 * first * (first + second);
  std::vector<std::vector<double>> ways(first + 1, std::vector<double>(most + 1, 0));
  ways[0][0] = 1;
  std::size_t below = 0;
  for (const auto& [value, count] : counts) {
    const std::size_t rank = 2 * below + count + 1;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = first; k > 0; --k) {
        for (std::size_t sum = rank; sum <= most; ++sum) ways[k][sum] += ways[k - 1][sum - rank];
      }
    }
    below += count;
  }
  const auto apart = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
  const std::size_t distance = apart(twice_u, first * second);
  double far = 0;
  for (std::size_t sum = 0; sum <= most; ++sum) {
    if (apart(sum, first * (first + second + 1)) >= distance) far += ways[first][sum];
  }
  return std::min(1.0, far / arrangements(first, second));
}

// Newcombe's variance of A, of an exponential model, with the mean of both sizes.
double variance_of(double a, double first, double second) {
  const double size = (first + second) / 2;
  return a * (1 - a) / (first * second) * (1 + (size - 1) * ((1 - a) / (2 - a) + a / (1 + a)));
}

// The end, towards `end`, of the values that `a` is within 1.96 errors of.
double interval_end(double a, double end, double first, double second) {
  double inside = a;
  double outside = end;
  for (int step = 0; step < 60; ++step) {
    const double middle = (inside + outside) / 2;
    const bool near = std::abs(middle - a) <= z95 * std::sqrt(variance_of(middle, first, second));
    (near ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

double mann_whitney_cdf(std::size_t first, std::size_t second, std::size_t u) {
  // Coefficients of the product of (1 - q^(second + i)) / (1 - q^i), i = 1 ... first: how many
  // arrangements have each U.
  const std::size_t most = first * second;
  std::vector<double> ways(most + 1, 0);
  ways[0] = 1;
  for (std::size_t i = 1; i <= first; ++i) {
    for (std::size_t k = most; k >= second + i && k <= most; --k) ways[k] -= ways[k - second - i];
    for (std::size_t k = i; k <= most; ++k) ways[k] += ways[k - i];
  }
  double sum = 0;
  for (std::size_t k = 0; k <= std::min(u, most); ++k) sum += ways[k];
  return std::min(1.0, sum / arrangements(first, second));
}

RankTest rank_test(std::span<const double> first, std::span<const double> second) {
  RankTest test;
  if (first.empty() || second.empty()) return test;
  std::map<double, std::size_t> counts;
  for (const double value : first) ++counts[value];
  for (const double value : second) ++counts[value];
  std::size_t twice_u = 0;
  for (const double x : first) {
    for (const double y : second) twice_u += x > y ? 2U : (x == y ? 1U : 0U);
  }
  const auto n1 = static_cast<double>(first.size());
  const auto n2 = static_cast<double>(second.size());
  const double u = static_cast<double>(twice_u) / 2;
  test.a = u / (n1 * n2);
  test.low = interval_end(test.a, 0, n1, n2);
  test.high = interval_end(test.a, 1, n1, n2);
  const bool ties = counts.size() < first.size() + second.size();
  test.exact = std::max(first.size(), second.size()) <= most_exact &&
               (!ties || arrangements(first.size(), second.size()) < most_arrangements + 0.5);
  if (test.exact && ties) {
    // Of the smaller sample; the other's ranks are the rest.
    const auto [fewer, more] = std::minmax({first.size(), second.size()});
    test.p = permutation_p(counts, fewer, more, twice_u);
    return test;
  }
  if (test.exact) {
    const double smaller = std::min(u, n1 * n2 - u);
    test.p = std::min(
        1.0, 2 * mann_whitney_cdf(first.size(), second.size(), static_cast<std::size_t>(smaller)));
    return test;
  }
  const double n = n1 + n2;
  double tied = 0;
  for (const auto& [value, count] : counts) {
    const auto t = static_cast<double>(count);
    tied += t * t * t - t;
  }
  const double variance = n1 * n2 / 12 * (n + 1 - tied / (n * (n - 1)));
  const double distance = std::max(0.0, std::abs(u - n1 * n2 / 2) - 0.5);
  test.p = variance > 0 ? std::erfc(distance / std::sqrt(2 * variance)) : 1;
  return test;
}

MedianInterval median_interval(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  // Of the symmetric pairs of order statistics the innermost that covers the median often enough:
  // as many values left out on either side as a binomial of n halves has in 2.5 % of the cases.
  double term = std::pow(0.5, static_cast<double>(n));
  double below = 0;
  std::size_t out = 0;
  while (2 * (out + 1) <= n && below + term <= 0.025) {
    below += term;
    term *= static_cast<double>(n - out) / static_cast<double>(out + 1);
    ++out;
  }
  const std::size_t low = out == 0 ? 0 : out - 1;
  const double upper = sorted[n / 2];
  const double lower = sorted[(n - 1) / 2];
  return {upper == lower ? upper : (lower + upper) / 2, sorted[low], sorted[n - 1 - low]};
}

}  // namespace evorisk::experiments
