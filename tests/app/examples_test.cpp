// Every example of every --help is run, as printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/commands.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& command : make_commands()) {
    names.push_back(command->name());
  }
  return names;
}

std::unique_ptr<Command> find_command(const std::string& name) {
  for (auto& command : make_commands()) {
    if (command->name() == name) {
      return std::move(command);
    }
  }
  return nullptr;
}

class Examples : public testing::TestWithParam<std::string> {};

TEST_P(Examples, RunAsPrinted) {
  const auto command = find_command(GetParam());
  const test::TemporaryDirectory directory;
  for (const std::string& example : command->examples()) {
    SCOPED_TRACE(example);
    EXPECT_THAT(example, testing::HasSubstr("evorisk " + command->name()));
    const auto result = test::run_shell(example, directory.path());
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
}

TEST_P(Examples, AreAtTheEndOfTheHelp) {
  const auto command = find_command(GetParam());
  const auto result = test::run_shell("evorisk " + GetParam() + " --help", ".");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  std::string end = "Examples:\n";
  for (const std::string& example : command->examples()) {
    end += "  " + example + "\n";
  }
  EXPECT_THAT(result.out, testing::EndsWith(end));
  EXPECT_THAT(result.out, testing::StartsWith(command->summary() + ".\n"));
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
