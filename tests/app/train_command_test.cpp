// evorisk train as a command: killed again and again, and where nothing can be written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;

std::unique_ptr<test::Process> start_training(const test::TemporaryDirectory& directory,
                                              const std::string& out, const char* threads) {
  test::ProcessOptions options;
  options.directory = directory.path();
  return std::make_unique<test::Process>(
      std::vector<std::string>{test::program(), "train", out, "--on", "cycle-4", "--rounds", "12",
                               "--quiet", "--threads", threads},
      options);
}

TEST(TrainCommand, KilledAgainAndAgainItGivesTheSameBytes) {
  const test::TemporaryDirectory directory;
  const auto whole = start_training(directory, "whole", "2")->wait();
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_THAT(whole.out, HasSubstr("play it: learned:{\"weights\":\"whole/weights.json\"}"));
  for (const char* threads : {"1", "2"}) {
    const auto process = start_training(directory, "killed", threads);
    EXPECT_TRUE(process->wait_for_lines(directory.path() / "killed/training.json", 1));
    process->send(threads[0] == '1' ? SIGKILL : SIGTERM);
    process->wait();
  }
  const auto last = start_training(directory, "killed", "1")->wait();
  ASSERT_EQ(last.exit_code, 0) << last.err;
  for (const char* file : {"training.json", "state.json", "weights.json"}) {
    EXPECT_TRUE(directory.read(std::string("whole/") + file) ==
                directory.read(std::string("killed/") + file))
        << file;
  }
  test::ProcessOptions options;
  options.directory = directory.path();
  const auto played = test::run({"simulate", "cycle-4", "--matches", "5", "--agents",
                                 "learned:{\"weights\":\"killed/weights.json\"},cautious"},
                                options);
  EXPECT_EQ(played.exit_code, 0) << played.err;
}

TEST(TrainCommand, InterruptedItSaysHowToGoOn) {
  const test::TemporaryDirectory directory;
  const auto result =
      test::run_until(directory.path() / "long/training.json",
                      {"train", "long", "--on", "two", "--rounds", "100000"}, directory.path());
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.err, HasSubstr("interrupted; the same command goes on"));
  EXPECT_THAT(directory.read("long/state.json"), HasSubstr("\"round\""));
}

}  // namespace
}  // namespace evorisk::app
