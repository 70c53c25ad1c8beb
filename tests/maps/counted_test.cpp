#include "base/counted.hpp"

#include <gtest/gtest.h>

namespace evorisk {
namespace {

TEST(Counted, OneIsNoPlural) {
  EXPECT_EQ(counted(0, "border"), "0 borders");
  EXPECT_EQ(counted(1, "border"), "1 border");
  EXPECT_EQ(counted(2, "border"), "2 borders");
  EXPECT_EQ(counted(1, "match", "matches"), "1 match");
  EXPECT_EQ(counted(10'000'000'000, "match", "matches"), "10000000000 matches");
  EXPECT_EQ(noun(1, "die", "dice"), "die");
  EXPECT_EQ(noun(3, "die", "dice"), "dice");
}

}  // namespace
}  // namespace evorisk
