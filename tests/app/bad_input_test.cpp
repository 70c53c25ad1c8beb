// What a person can get wrong, and the answer: one line on standard error, the exit code, nothing
// on standard output. Each case runs the program in an empty directory with the files it names.
#include "tests/app/bad_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/app/bad_input_names.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {

void PrintTo(const BadInput& input, std::ostream* stream) {
  *stream << input.name;
}

namespace {

class BadInputs : public testing::TestWithParam<BadInput> {};

// Every file below a directory, with its content.
std::map<std::string, std::string> snapshot(const test::TemporaryDirectory& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.path())) {
    if (!entry.is_regular_file()) continue;
    const std::string name = std::filesystem::relative(entry.path(), directory.path()).string();
    files[name] = directory.read(name);
  }
  return files;
}

TEST_P(BadInputs, GetOneClearAnswer) {
  const BadInput& input = GetParam();
  const test::TemporaryDirectory directory;
  for (const auto& [name, content] : input.files) directory.write(name, content);
  if (!input.before.empty()) {
    const auto prepared = test::run_shell(input.before, directory.path());
    ASSERT_EQ(prepared.exit_code, 0) << prepared.err;
  }
  const auto files = snapshot(directory);
  test::ProcessOptions options;
  options.directory = directory.path();
  const auto result = test::run(input.arguments, options);
  EXPECT_EQ(result.err, "evorisk: error: " + with_config_keys(input.message) + "\n");
  EXPECT_EQ(result.exit_code, static_cast<int>(input.code));
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(snapshot(directory), files) << "something was written or changed";
}

std::string case_name(const testing::TestParamInfo<BadInput>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(CommandLine, BadInputs, testing::ValuesIn(bad_command_lines()), case_name);
INSTANTIATE_TEST_SUITE_P(Maps, BadInputs, testing::ValuesIn(bad_maps()), case_name);
INSTANTIATE_TEST_SUITE_P(Variants, BadInputs, testing::ValuesIn(bad_variants()), case_name);
INSTANTIATE_TEST_SUITE_P(Matches, BadInputs, testing::ValuesIn(bad_matches()), case_name);
INSTANTIATE_TEST_SUITE_P(Runs, BadInputs, testing::ValuesIn(bad_runs()), case_name);
INSTANTIATE_TEST_SUITE_P(Galleries, BadInputs, testing::ValuesIn(bad_galleries()), case_name);
INSTANTIATE_TEST_SUITE_P(Sweeps, BadInputs, testing::ValuesIn(bad_sweeps()), case_name);
INSTANTIATE_TEST_SUITE_P(Arenas, BadInputs, testing::ValuesIn(bad_arenas()), case_name);
INSTANTIATE_TEST_SUITE_P(Reproductions, BadInputs, testing::ValuesIn(bad_reproductions()),
                         case_name);

}  // namespace
}  // namespace evorisk::app
