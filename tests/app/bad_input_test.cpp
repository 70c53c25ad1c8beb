// What a person can get wrong, and the answer: one line on standard error, the exit code, nothing
// on standard output. Each case runs the program in an empty directory with the files it names.
#include "tests/app/bad_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/process.hpp"

namespace evorisk::app {

void PrintTo(const BadInput& input, std::ostream* stream) {
  *stream << input.name;
}

namespace {

class BadInputs : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, GetOneClearAnswer) {
  const BadInput& input = GetParam();
  const test::TemporaryDirectory directory;
  for (const auto& [name, content] : input.files) directory.write(name, content);
  test::ProcessOptions options;
  options.directory = directory.path();
  const auto result = test::run(input.arguments, options);
  EXPECT_EQ(result.err, "evorisk: error: " + input.message + "\n");
  EXPECT_EQ(result.exit_code, static_cast<int>(input.code));
  EXPECT_EQ(result.out, "");
  // Nothing half-written is left behind.
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.path())) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(files, input.files.size());
}

std::string case_name(const testing::TestParamInfo<BadInput>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(CommandLine, BadInputs, testing::ValuesIn(bad_command_lines()), case_name);
INSTANTIATE_TEST_SUITE_P(Maps, BadInputs, testing::ValuesIn(bad_maps()), case_name);
INSTANTIATE_TEST_SUITE_P(Variants, BadInputs, testing::ValuesIn(bad_variants()), case_name);
INSTANTIATE_TEST_SUITE_P(Runs, BadInputs, testing::ValuesIn(bad_runs()), case_name);

}  // namespace
}  // namespace evorisk::app
