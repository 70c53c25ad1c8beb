// Tests whether one sample tends to larger values than another, and by how much. Only ranks count:
// nothing is assumed about distributions, and infinite values are allowed.
#pragma once

#include <cstddef>
#include <span>

namespace evorisk::experiments {

// The first sample against the second.
struct RankTest {
  double p = 1;  // two-sided, of "both come from the same distribution"
  bool exact = false;
  // The chance that a value of the first is larger than one of the second, ties counted half
  // (Vargha and Delaney 2000): 0.5 no difference, 1 always larger. low ... high is its 95 %
  // interval.
  double a = 0.5;
  double low = 0;
  double high = 1;
};

// Mann and Whitney 1947 (Wilcoxon's rank sums): exact where there are at most 100 values on
// either side and, with ties, at most 200,000 ways to choose the first sample's; else the normal
// approximation with corrections for ties and continuity. The interval is Newcombe's fifth method
// (2006), which never leaves 0 ... 1. If a sample is empty, returns the defaults of RankTest.
RankTest rank_test(std::span<const double> first, std::span<const double> second);

// The chance that U of samples of these sizes is at most `u`, when both come from the same
// distribution without ties. Sizes 1 ... 100, 0 <= u.
double mann_whitney_cdf(std::size_t first, std::size_t second, std::size_t u);

// A median, with an interval between two order statistics that covers the true one with a
// probability of at least 95 % (the whole range for fewer than 6 values). Requires values; they may
// be infinite.
struct MedianInterval {
  double median = 0;
  double low = 0;
  double high = 0;
};
MedianInterval median_interval(std::span<const double> values);

}  // namespace evorisk::experiments
