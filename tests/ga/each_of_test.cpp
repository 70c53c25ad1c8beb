#include "ga/each_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace evorisk::ga {
namespace {

class EachOf : public ::testing::TestWithParam<decltype(&each_of)> {};

TEST_P(EachOf, WorksOnceOnEach) {
  for (const int threads : {1, 2, 3, 4}) {
    for (const std::int64_t count : {0, 1, 2, 3, 7, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(count));
      GetParam()(count, threads, [&](std::int64_t i) { ++done.at(static_cast<std::size_t>(i)); });
      EXPECT_TRUE(std::ranges::all_of(done, [](const auto& times) { return times == 1; }))
          << threads << ' ' << count;
    }
  }
}

TEST_P(EachOf, ThrowsWhatOneThrew) {
  for (const int threads : {1, 2, 4}) {
    EXPECT_THROW(GetParam()(100, threads,
                            [](std::int64_t i) {
                              if (i == 61) throw std::runtime_error("61");
                            }),
                 std::runtime_error);
  }
}

INSTANTIATE_TEST_SUITE_P(Work, EachOf, ::testing::Values(&each_of, &each_of_alike),
                         [](const auto& of) {
                           return std::string(of.param == &each_of ? "Any" : "Alike");
                         });

TEST(EachOfAlike, EveryThreadHasTheSameStretchEachTime) {
  const auto threads_of = [] {
    std::vector<std::thread::id> ids(101);
    each_of_alike(101, 3, [&](std::int64_t i) {
      ids[static_cast<std::size_t>(i)] = std::this_thread::get_id();
    });
    return ids;
  };
  const std::vector<std::thread::id> first = threads_of();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(threads_of(), first);
}

}  // namespace
}  // namespace evorisk::ga
