// The program as a whole: help, version, exit codes, the standard streams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/cli/commands.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using test::run;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

TEST(Program, VersionTellsRevisionCompilerBuildAndInstructions) {
  const auto result = run({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith("evorisk 0."));
  for (const char* line : {"\ncompiler: ", "\nbuild type: ", "\ninstruction set: "}) {
    EXPECT_THAT(result.out, HasSubstr(line));
  }
}

TEST(Program, HelpListsEverySubcommandWithItsSummary) {
  const auto result = run({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  for (const auto& command : make_commands()) {
    EXPECT_THAT(result.out, HasSubstr("\n  " + command->name() + " "));
    EXPECT_THAT(result.out, HasSubstr("  " + command->summary() + "\n"));
  }
}

TEST(Program, CommandsAreWellFormed) {
  std::set<std::string> names;
  for (const auto& command : make_commands()) {
    const std::string name = command->name();
    SCOPED_TRACE(name);
    EXPECT_TRUE(names.insert(name).second) << "listed twice";
    EXPECT_THAT(name, MatchesRegex("[a-z]+( [a-z]+)?"));
    EXPECT_THAT(command->summary(), MatchesRegex("[A-Z][^\n]*[^.\n]"));
    EXPECT_LE(command->summary().size(), 76u);
    EXPECT_GE(command->examples().size(), 2u);
  }
  for (const std::string& name : names) {
    const std::size_t space = name.find(' ');
    if (space == std::string::npos) continue;
    EXPECT_FALSE(names.contains(name.substr(0, space))) << name << ": a group is no subcommand";
  }
}

TEST(Program, OutputThatCannotBeWrittenIsAFailure) {
  test::ProcessOptions full, closed, broken;
  full.output_file = "/dev/full";
  closed.close_output = true;
  broken.broken_output = true;
  const struct {
    const test::ProcessOptions& options;
    const char* reason;
  } cases[] = {
      {full, "No space left on device"}, {closed, "Bad file descriptor"}, {broken, "Broken pipe"}};
  for (const auto& test : cases) {
    const auto result = run({"--help"}, test.options);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.signal, 0);
    EXPECT_EQ(result.err, std::string("evorisk: error: cannot write to standard output: ") +
                              test.reason + "\n");
  }
}

}  // namespace
}  // namespace evorisk::app
