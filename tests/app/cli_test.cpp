// The program as a whole: help, version, exit codes, the standard streams.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/cli/commands.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "tests/support/pattern.hpp"
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
  const std::string unfolded = test::replaced(result.out, "\n {10,}", " ");
  for (const CommandRow& row : commands()) {
    EXPECT_THAT(result.out, HasSubstr("\n  " + std::string(row.name) + " "));
    EXPECT_THAT(unfolded, HasSubstr("  " + command_text(row.name).summary + "\n"));
  }
}

// People ask for help in either way.
TEST(Program, HelpIsASubcommandToo) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "map"}).out, run({"map", "--help"}).out);
  EXPECT_EQ(run({"help", "map", "check"}).out, run({"map", "check", "--help"}).out);
  EXPECT_THAT(run({"help", "evolv"}).err, HasSubstr("did you mean \"evolve\"?"));
}

TEST(Program, HelpFitsATerminalButForExamples) {
  for (const CommandRow& row : commands()) {
    const std::string help = test::run_shell(fmt::format("evorisk {} --help", row.name), ".").out;
    std::istringstream lines(help.substr(0, help.find("\nExamples:\n")));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(letters(line), 80u) << line;
  }
}

TEST(Program, CommandsAreWellFormed) {
  std::set<std::string> names;
  for (const CommandRow& row : commands()) {
    const std::string name(row.name);
    SCOPED_TRACE(name);
    EXPECT_TRUE(names.insert(name).second) << "listed twice";
    EXPECT_THAT(name, MatchesRegex("[a-z]+( [a-z]+)?"));
    const CommandText text = command_text(name);
    EXPECT_THAT(text.summary, MatchesRegex("[A-Z][^\n]*[^.\n]"));
    EXPECT_LE(text.summary.size(), 76u);
    EXPECT_GE(text.examples.size(), 2u);
  }
  for (const std::string& name : names) {
    const std::size_t space = name.find(' ');
    if (space == std::string::npos) continue;
    EXPECT_FALSE(names.contains(name.substr(0, space))) << name << ": a group is no subcommand";
  }
}

// What is missing shows in each --help, which tests of the examples ask for.
TEST(Program, SubcommandsUseAllOfTheirTexts) {
  const auto texts = parse_json(commands_text());
  std::set<std::string> used;  // of the texts that several subcommands share
  for (const auto& [name, text] : texts.at("commands").items()) {
    const auto result = test::run_shell("evorisk " + name + " --help", ".");
    EXPECT_EQ(result.exit_code, 0) << name;
    const std::string help = result.out + result.err;
    for (const auto& [option, meaning] : text.at("options").items()) {
      EXPECT_THAT(help, HasSubstr("\n  " + option)) << name;
    }
    for (const auto& [option, meaning] : texts.at("options").items()) {
      if (help.find("\n  " + option + ' ') != help.npos) used.insert(option);
    }
  }
  EXPECT_EQ(used.size(), texts.at("options").size());
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

TEST(Program, LongArgumentsAreToldInShort) {
  const std::string text(100'000, 'x');
  for (const auto& words : std::vector<std::vector<std::string>>{
           {text}, {"report", text}, {"evaluate", text}, {"evolve", "--set", text}}) {
    const auto result = run(words);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_LT(result.err.size(), 3000u) << words[0];
  }
}

TEST(Program, AFileThatMayNotGrowIsAFailure) {
  const test::TemporaryDirectory directory;
  const auto result =
      test::run_shell("ulimit -f 8; evorisk export risk --to board --out d", directory.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("File too large"));
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1);
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "d"));
}

// So that the same command goes on once there is room.
TEST(Program, WhatWasMadeBeforeAFailureIsRemoved) {
  // Limits in blocks of 512 bytes that let some files be written, but not all.
  for (const std::string command : {"ulimit -f 1100; evorisk export risk --to board --out d/e",
                                    "ulimit -f 12; evorisk manual d/e",
                                    "ulimit -f 80; evorisk simulate thesis-9 --matches 200 "
                                    "--record d/e --record-matches 200"}) {
    const test::TemporaryDirectory directory;
    directory.write("f", "mine");
    const auto result = test::run_shell(command, directory.path());
    EXPECT_EQ(result.exit_code, 1) << command;
    EXPECT_THAT(result.err, HasSubstr("File too large")) << command;
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "d")) << command;
    EXPECT_EQ(directory.read("f"), "mine");
  }
}

}  // namespace
}  // namespace evorisk::app
