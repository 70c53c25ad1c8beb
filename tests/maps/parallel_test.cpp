#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace evorisk {
namespace {

TEST(ParallelFor, WorksOnceOnEach) {
  for (const int threads : {1, 2, 3, 4}) {
    for (const std::int64_t count : {0, 1, 2, 3, 7, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      parallel_for_dynamic(count, threads,
                           [&](std::int64_t i) { ++done.at(static_cast<std::size_t>(i)); });
      EXPECT_TRUE(std::ranges::all_of(done, [](const auto& times) { return times == 1; }))
          << threads << ' ' << count;
    }
  }
}

TEST(ParallelFor, ThrowsWhatTheFirstThrew) {
  for (const int threads : {1, 2, 4}) {
    for (int times = 0; times < 20; ++times) {
      std::atomic<int> done = 0;
      try {
        parallel_for_dynamic(100, threads, [&](std::int64_t i) {
          if (i >= 61) throw std::runtime_error(std::to_string(i));
          ++done;
        });
        FAIL();
      } catch (const std::runtime_error& problem) {
        EXPECT_STREQ(problem.what(), "61");
      }
      EXPECT_EQ(done, 61);
    }
  }
}

}  // namespace
}  // namespace evorisk
