// Intervals that cover, also where an estimate stands at the end of its range: shares and means
// near 0 and 1, distances that cannot fall below 0.
#pragma once

#include <cstdint>

namespace evorisk::metrics {

// How often an interval covers the true value: as often as a normal estimate's of one, or of two,
// standard errors on each side.
enum class Coverage : std::uint8_t {
  one_error,   // 68.3 %
  two_errors,  // 95.4 %
};
constexpr double errors_of(Coverage coverage) {
  return coverage == Coverage::one_error ? 1 : 2;
}

struct Interval {
  double middle = 0;  // the true value is as often above as below it
  double low = 0;
  double high = 0;

  double half_length() const { return (high - low) / 2; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// The interval, widened to the estimate where that is beside it: one free of bias may be less than
// the truth can be, another larger than what is left without its bias.
Interval holding(double estimate, Interval interval);

// Of a share of n >= 1 matches, by Wilson's score (1927; Brown, Cai and DasGupta 2001). `se`: its
// standard error by the sample's deviation; where that is larger or smaller than a count's, the
// number of matches is the one with which it would be a count's (Korn and Graubard 1998). 0 when
// all are equal: then as much is left open on both sides as for a share of 0 or 1. The middle is
// the share.
Interval share_interval(double share, double se, double n, Coverage coverage);
// As of a normal estimate so many standard errors on each side.
Interval share_interval(double share, double se, double n, double errors);

// Of the mean of n >= 2 independent values from 0 to `highest`, which may be infinite: Student's t
// on the scale on which the ends of the range are infinitely far away, the logit (Newcombe 2001,
// whose inverse sinh is Wilson's interval: too short for values that are no counts) or, without an
// upper end, the logarithm. Where the error is large by comparison with the distance from an end,
// the values are skew: most are near it, a few far, and a mean without those has too small an
// error. Where that error rests on a few values, t has fewer degrees of freedom: with a relative
// error r of the distance from the nearer end, values of one size away from it were seen 1 / r^2
// times, and four degrees are left of each. The four is measured (results/coverage): without it the
// interval of two errors covers 90 % where 2 % of the values are away from the end. The middle is
// the mean. Where all values are equal: as of a share, or the mean alone.
Interval mean_interval(double mean, double se, double n, double highest, Coverage coverage);

// A distance of P shares from equal ones, which chance makes larger. With P = 2 all are the same.
enum class Distance : std::uint8_t {
  largest,  // of the shares, above or below an equal one
  all,      // the root of the sum of their squares
  lowest,   // of the lowest share
};

// Of such a distance, seen at t standard errors of one share: the unified interval of Feldman and
// Cousins (1998), in the same unit. With P = 2 it is that of the absolute value of one normal
// variable. With more, one share is taken to stand out from others that are equal. The middle is
// free of bias in the median: 0 for a t that is no surprise where all are equal. Requires t >= 0
// and 2 <= P <= 6.
Interval distance_interval(double t, Distance kind, int shares, Coverage coverage);

// Of a distance that cannot fall below 0, by the interval of what it is a distance of: that reaches
// so far `below` and `above` it (both >= 0, in the direction away from 0), for one error `unit` on
// average. As distance_interval() near 0, all of it far from 0. Nothing is added where unit is 0.
Interval distance_interval(double distance, double unit, double below, double above, Distance kind,
                           int shares, Coverage coverage);

}  // namespace evorisk::metrics
