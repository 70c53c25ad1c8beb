#include "app/text/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evorisk::app {
namespace {

TEST(ProgressLine, ShowsBarRateAndTimeLeft) {
  EXPECT_EQ(progress_line("evolve", 25, 100, "generations", 10, "best 1.23", 100, true),
            "evolve [######..................] 25/100 generations, 2.50/s, 30 s left, best 1.23");
  EXPECT_EQ(progress_line("evolve", 100, 100, "generations", 10, "", 100, true),
            "evolve [########################] 100/100 generations, 10.0/s, 10 s in all");
}

TEST(ProgressLine, NeedsNoTotal) {
  EXPECT_EQ(progress_line("simulate", 3'000'000, 0, "matches", 2, "", 100, true),
            "simulate 3000000 matches, 1.50 M/s");
}

TEST(ProgressLine, GivesUpTheBarFirstAndNeverExceedsTheWidth) {
  EXPECT_EQ(progress_line("evolve", 25, 100, "generations", 10, "", 60, true),
            "evolve 25/100 generations, 2.50/s, 30 s left");
  for (int width = 0; width < 120; ++width) {
    EXPECT_LE(progress_line("evolve", 7, 90, "runs", 3, "note", width, true).size(),
              static_cast<std::size_t>(width));
  }
}

TEST(ProgressLine, BeforeTheFirstUnit) {
  EXPECT_EQ(progress_line("x", 0, 4, "runs", 0, "", 100, true),
            "x [........................] 0/4 runs");
}

TEST(DurationText, GrowsWithTheDuration) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1:00");
  EXPECT_EQ(duration_text(185), "3:05");
  EXPECT_EQ(duration_text(7385), "2:03:05");
}

TEST(Progress, LinesAreAMinuteApartAndAShortJobHasNone) {
  testing::internal::CaptureStderr();
  {
    Progress progress("play", 1000, "matches", Progress::Style::lines);
    for (std::uint64_t done = 1; done <= 1000; ++done) {
      progress.update(done, "fine");
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Progress, BarRedrawsItsLine) {
  testing::internal::CaptureStderr();
  {
    Progress progress("play", 10, "matches", Progress::Style::bar);
    progress.update(1);
    progress.finish();
    progress.update(2);
  }
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::MatchesRegex("\rplay .*1/10 matches.*\rplay .*1/10 matches[^\r]*\n"));
}

TEST(Progress, SilentSaysNothing) {
  testing::internal::CaptureStderr();
  Progress("play", 10, "matches", Progress::Style::silent).update(3);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace evorisk::app
