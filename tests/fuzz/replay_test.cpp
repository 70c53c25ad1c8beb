// The inputs of the fuzzers that are kept (tests/fuzz/corpus/TARGET: examples of every form, and
// under "found-..." what once was a finding), tried without libFuzzer.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/process.hpp"

namespace evorisk::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& directory) {
  std::vector<fs::path> files;
  if (fs::exists(directory)) {
    for (const auto& entry : fs::directory_iterator(directory)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// Of this process: the machine may be at work on other things.
double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

class Replay : public testing::TestWithParam<Target> {};

TEST_P(Replay, FindsNothingInWhatIsKept) {
  const test::TemporaryDirectory seeds;
  write_seeds(GetParam().name, seeds.path());
  std::vector<fs::path> files = files_in(seeds.path());
  const fs::path kept = fs::path(EVORISK_SOURCE_DIR) / "tests/fuzz/corpus" / GetParam().name;
  std::ranges::copy(files_in(kept), std::back_inserter(files));
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.string());
    EXPECT_NO_THROW(GetParam().run(read_file(file)));
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& of) { return std::string(of.param.name); });

// EVORISK_FUZZ_INPUTS=DIR, inputs of all targets in directories of their names: how long each takes
// in this build, the slowest first, and the most memory of all.
TEST(Replay, TellsTheSlowest) {
  const char* const directory = std::getenv("EVORISK_FUZZ_INPUTS");
  if (directory == nullptr) GTEST_SKIP() << "no EVORISK_FUZZ_INPUTS";
  for (const Target& target : targets()) {
    target.prepare();
    std::vector<std::pair<double, std::string>> times;
    for (const fs::path& file : files_in(fs::path(directory) / target.name)) {
      const std::string input = read_file(file);
      const auto start = cpu_seconds();
      EXPECT_NO_THROW(target.run(input)) << file;
      const double taken = cpu_seconds() - start;
      times.emplace_back(taken, file.filename().string());
    }
    std::ranges::sort(times, std::greater());
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::printf("%-10s %6zu inputs, %4ld MB", std::string(target.name).c_str(), times.size(),
                usage.ru_maxrss / 1024);
    for (std::size_t i = 0; i < times.size() && i < 3; ++i)
      std::printf("; %.3f s %s", times[i].first, times[i].second.c_str());
    std::printf("\n");
  }
}

}  // namespace
}  // namespace evorisk::fuzz
