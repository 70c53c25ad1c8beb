// Whatever surrounds the program: little memory, no home, another language, folders that cannot be
// written, another user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

void expect_one_error(const test::ProcessResult& result, const std::string& words) {
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("evorisk: error: "));
  EXPECT_THAT(result.err, HasSubstr(words));
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
}

TEST(Surroundings, LittleMemoryIsEnoughOrIsSaid) {
  if (test::sanitized) GTEST_SKIP() << "sanitizers reserve terabytes";
  const test::TemporaryDirectory directory;
  const auto enough = test::run_shell(
      "ulimit -v 150000; evorisk evaluate thesis-9 --matches 1000 --threads 1 --quiet",
      directory.path());
  EXPECT_EQ(enough.exit_code, 0) << enough.err;
  expect_one_error(test::run_shell("OMP_NUM_THREADS=1; export OMP_NUM_THREADS; ulimit -v 50000; "
                                   "evorisk map generate --territories 20000 --seed 1",
                                   directory.path()),
                   "out of memory");
}

// The same bytes, with commas as decimal marks or without anything.
TEST(Surroundings, NeitherHomeNorLanguageChangesABit) {
  const test::TemporaryDirectory directory;
  const std::string command = "evorisk simulate thesis-9 --matches 50 --seed 3 --json";
  const auto figures = [&](const std::string& before) {
    const auto result =
        test::run_shell(before + command + " | sed '/seconds\\|per_second/d'", directory.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  };
  const std::string usual = figures("");
  EXPECT_THAT(usual, HasSubstr("turns"));
  EXPECT_EQ(figures("unset HOME XDG_CONFIG_HOME TMPDIR; "), usual);
  for (const char* language : {"de_DE.UTF-8", "pt_BR.ISO-8859-1", "tr_TR.UTF-8", "no_such"}) {
    EXPECT_EQ(figures(std::string("export LANG=") + language + " LC_ALL=" + language + "; "),
              usual);
  }
}

TEST(Surroundings, WhatCannotBeWrittenIsNamed) {
  const test::TemporaryDirectory directory;
  // Where even the administrator cannot write.
  const std::string nowhere = "/proc/evorisk";
  for (const char* command :
       {"evolve quick --out ", "map draw risk --out ", "map convert risk --to domination --out ",
        "simulate thesis-9 --matches 2 --record ", "sweep plan small.json --out ",
        "reproduce figure-5.7 --out ", "print thesis-9 --out ", "train "}) {
    SCOPED_TRACE(command);
    directory.write("small.json",
                    R"({"format": 1, "base": {"format": 1, "matches": 10, "tournament": 2},
        "grid": {"population": [4, 8]}})");
    expect_one_error(
        test::run_shell(std::string("evorisk ") + command + nowhere + " --quiet", directory.path()),
        nowhere);
  }
}

TEST(Surroundings, AnotherUserPlaysButWritesNotHere) {
  if (::geteuid() != 0) GTEST_SKIP() << "only the administrator can become another user";
  const std::string nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
  const test::TemporaryDirectory directory;
  std::filesystem::permissions(directory.path(), std::filesystem::perms(0555));
  if (test::run_shell(nobody + "evorisk --version", directory.path()).exit_code != 0) {
    GTEST_SKIP() << "the program stands where others cannot read";
  }
  EXPECT_EQ(
      test::run_shell(nobody + "evorisk simulate thesis-9 --matches 3", directory.path()).exit_code,
      0);
  expect_one_error(
      test::run_shell(nobody + "evorisk map draw risk --out risk.svg --quiet", directory.path()),
      "risk.svg");
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

}  // namespace
}  // namespace evorisk::app
