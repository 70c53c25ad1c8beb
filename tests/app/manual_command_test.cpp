// Manual pages and completions, as shells use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "app/cli/commands.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;

TEST(Manual, HasAPageOfEachCommandAndNothingElse) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(test::run_in(directory, {"manual", "m"}).exit_code, 0);
  std::set<std::string> pages;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path() / "m/man1")) {
    pages.insert(entry.path().filename().string());
  }
  EXPECT_EQ(pages.size(), commands().size() + 1);
  const std::string overview = directory.read("m/man1/evorisk.1");
  for (const CommandRow& row : commands()) {
    std::string name(row.name);
    EXPECT_THAT(overview, HasSubstr("\\fB" + name + "\\fR\n"));
    for (char& c : name) c = c == ' ' ? '-' : c;
    EXPECT_TRUE(pages.contains("evorisk-" + name + ".1")) << name;
  }
  const std::string page = directory.read("m/man1/evorisk-map-draw.1");
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-\\-out\\fR FILE\n"));
  // What a terminal would take for a command of troff.
  EXPECT_THAT(page, testing::Not(HasSubstr("\n'")));
}

TEST(Manual, BashCompletesCommandsOptionsAndValues) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(test::run_in(directory, {"manual", "m"}).exit_code, 0);
  struct Case {
    const char* words;
    int at;
    const char* completed;
  };
  for (const Case& typed : std::initializer_list<Case>{
           {"evorisk evo", 1, "evolve"},
           {"evorisk map d", 2, "draw"},
           {"evorisk map draw --high", 3, "--highlight"},
           {"evorisk print x --pap", 3, "--paper"},
           {"evorisk print x --paper l", 4, "letter"},
           {"evorisk sweep run d --sh", 4, "--shard"},
           {"evorisk nonsense --sh", 2, ""},
           {"evorisk play mirr", 2, "mirror-12"},
           {"evorisk evolve gal", 2, "gallery"},
           {"evorisk evolve two-p", 2, "two-player"},
           {"evorisk reproduce table-5.5", 2, "table-5.5"},
           {"evorisk play m", 2, "m mirror-12"},
       }) {
    SCOPED_TRACE(typed.words);
    const auto result = test::run_shell(
        "bash -c 'source m/bash/evorisk; COMP_WORDS=(" + std::string(typed.words) +
            "); COMP_CWORD=" + std::to_string(typed.at) + "; _evorisk; echo \"${COMPREPLY[*]}\"'",
        directory.path());
    EXPECT_EQ(result.out, typed.completed + std::string("\n")) << result.err;
  }
}

// Where these shells are installed.
TEST(Manual, OtherShellsReadTheirCompletions) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(test::run_in(directory, {"manual", "m"}).exit_code, 0);
  const auto result = test::run_shell(
      "if command -v zsh >/dev/null; then zsh -n m/zsh/_evorisk || echo zsh; fi; "
      "if command -v fish >/dev/null; then test \"$(fish -c 'source m/fish/evorisk.fish; complete "
      "-C "
      "\"evorisk print --pape\"' | cut -f1)\" = --paper || echo fish; fi",
      directory.path());
  EXPECT_EQ(result.out + result.err, "");
}

}  // namespace
}  // namespace evorisk::app
