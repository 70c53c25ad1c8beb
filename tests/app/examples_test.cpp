// Every example of every --help is run, as printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/commands.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) names.emplace_back(row.name);
  return names;
}

class Examples : public testing::TestWithParam<std::string> {};

TEST_P(Examples, RunAsPrinted) {
  const test::TemporaryDirectory directory;
  for (const std::string& example : command_text(GetParam()).examples) {
    SCOPED_TRACE(example);
    EXPECT_THAT(example, testing::HasSubstr("evorisk " + GetParam()));
    const auto result = test::run_shell(example, directory.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
}

TEST_P(Examples, AreAtTheEndOfTheHelp) {
  const CommandText text = command_text(GetParam());
  const auto result = test::run_shell("evorisk " + GetParam() + " --help", ".");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  std::string end = "Examples:\n";
  for (const std::string& example : text.examples) {
    end += "  " + example + "\n";
  }
  EXPECT_THAT(result.out, testing::EndsWith(end));
  EXPECT_THAT(result.out, testing::StartsWith(text.summary + ".\n"));
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Commands, Examples, testing::ValuesIn(command_names()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Examples);

}  // namespace
}  // namespace evorisk::app
