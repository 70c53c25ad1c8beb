// Distributions against published tables and sums by hand.
#include "base/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace evorisk {
namespace {

TEST(Statistics, QuantilesAreThoseOfTables) {
  EXPECT_NEAR(normal_quantile(0.025), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
  EXPECT_NEAR(normal_p(normal_quantile(0.005)), 0.01, 1e-12);
  EXPECT_NEAR(student_bound(0.05, 10), 2.2281388519, 1e-9);
  EXPECT_NEAR(student_p(student_bound(0.01, 3), 3), 0.01, 1e-12);
  EXPECT_NEAR(f_p(4.964602744, 1, 10), 0.05, 1e-8);
  // One degree of freedom: the square of a normal variable, and of Student's.
  EXPECT_NEAR(chi_square_p(4, 1), normal_p(2), 1e-14);
  EXPECT_NEAR(f_p(4, 1, 7), student_p(2, 7), 1e-14);
}

TEST(Statistics, PrintedErrorsAreRoundedUp) {
  EXPECT_EQ(rounded_up(0.0121, 2), 0.02);
  EXPECT_EQ(rounded_up(0.0001, 2), 0.01);
  EXPECT_EQ(rounded_up(0, 2), 0);
  EXPECT_FALSE(std::signbit(rounded_up(0, 2)));  // it would be written as -0.00
  // What is a whole number of the last decimal is told as it is.
  EXPECT_EQ(rounded_up(0.07, 2), 0.07);
  EXPECT_EQ(rounded_up(3, 0), 3);
  EXPECT_EQ(rounded_up(2.01, 0), 3);
}

TEST(Statistics, ASignTestCountsThrows) {
  EXPECT_NEAR(sign_test_p(5, 5), 2.0 / 32, 1e-14);
  EXPECT_NEAR(sign_test_p(0, 5), 2.0 / 32, 1e-14);
  EXPECT_NEAR(sign_test_p(4, 5), 12.0 / 32, 1e-14);
  EXPECT_EQ(sign_test_p(2, 4), 1) << "both sides have the middle";
  EXPECT_EQ(sign_test_p(1, 1), 1);
}

TEST(Statistics, EqualValuesShareTheirRanks) {
  // Ranks 2.5, 0, 2.5, 1 and 0, 1, 2, 3.
  EXPECT_NEAR(spearman(std::vector<double>{3, 1, 3, 2}, std::vector<double>{1, 2, 3, 4}),
              -1 / std::sqrt(4.5 * 5), 1e-14);
}

TEST(Statistics, ChiSquareTailAtPointsOfThePrintedTables) {
  EXPECT_EQ(chi_square_p(0, 3), 1);
  EXPECT_NEAR(chi_square_p(3.841458821, 1), 0.05, 1e-9);
  EXPECT_NEAR(chi_square_p(5.991464547, 2), 0.05, 1e-9);
  EXPECT_NEAR(chi_square_p(7.814727903, 3), 0.05, 1e-9);
  EXPECT_NEAR(chi_square_p(15.50731306, 8), 0.05, 1e-9);
  EXPECT_NEAR(chi_square_p(21.66599433, 9), 0.01, 1e-9);
  EXPECT_EQ(chi_square_p(4000, 7), 0);
}

// Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
TEST(Wilson, AgreesWithPublishedIntervals) {
  const double rows[][4] = {{81, 263, 0.2553, 0.3662},
                            {15, 148, 0.0624, 0.1605},
                            {0, 20, 0.0000, 0.1611},
                            {1, 29, 0.0061, 0.1718}};
  for (const auto& [count, n, low, high] : rows) {
    const Share share =
        wilson_interval(static_cast<std::int64_t>(count), static_cast<std::int64_t>(n));
    EXPECT_DOUBLE_EQ(share.share, count / n);
    EXPECT_NEAR(share.low, low, 0.00005);
    EXPECT_NEAR(share.high, high, 0.00005);
    const Share other =
        wilson_interval(static_cast<std::int64_t>(n - count), static_cast<std::int64_t>(n));
    EXPECT_NEAR(other.low, 1 - share.high, 1e-12);
    EXPECT_NEAR(other.high, 1 - share.low, 1e-12);
  }
}

}  // namespace
}  // namespace evorisk
