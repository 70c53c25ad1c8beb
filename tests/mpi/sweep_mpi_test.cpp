// A sweep over several MPI ranks of this machine: the same bytes as from one process, also when a
// rank is killed on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "tests/support/process.hpp"

namespace evorisk::mpi {
namespace {

namespace fs = std::filesystem;

const char* const sweep = R"({"format": 1, "repetitions": 8, "base": {"format": 1, "matches": 1000,
    "monitor_matches": 0, "tournament": 2, "final": {"matches": 40}},
    "grid": {"generations": [4, 12], "population": [4, 8], "crossover": ["planar", "reject-first"]}})";

// As root, and with more ranks than processors.
const std::string mpirun =
    "mpirun --allow-run-as-root --oversubscribe --bind-to none -n 3 evorisk-mpi sweep run ";

class SweepMpi : public testing::Test {
 protected:
  void SetUp() override {
    directory_.write("sweep.json", sweep);
    ASSERT_EQ(shell("evorisk sweep plan sweep.json --out one --pilot 0").exit_code, 0);
    ASSERT_EQ(shell("evorisk sweep plan sweep.json --out many --pilot 0").exit_code, 0);
    ASSERT_EQ(shell("evorisk sweep run one && evorisk sweep collect one").exit_code, 0);
  }
  test::ProcessResult shell(const std::string& line) const {
    return test::run_shell(line, directory_.path());
  }
  void expect_the_same() const {
    ASSERT_EQ(shell("evorisk sweep collect many").exit_code, 0);
    EXPECT_TRUE(directory_.read("one/sweep.sqlite") == directory_.read("many/sweep.sqlite"));
  }
  test::TemporaryDirectory directory_;
};

TEST_F(SweepMpi, GivesTheBytesOfOneProcess) {
  const auto result = shell(mpirun + "many --threads 2 --json");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto summary = nlohmann::json::parse(result.out);
  EXPECT_EQ(summary["done"], 64);
  EXPECT_EQ(summary["here"]["runs"], 64);
  expect_the_same();
}

TEST_F(SweepMpi, GoesOnAfterARankWasKilled) {
  // One of its processes, as soon as the first records are there.
  const auto killed = shell(mpirun +
                            "many --threads 1 >out 2>&1 & mpi=$!; "
                            "while [ \"$(ls many/runs/000 2>/dev/null | wc -l)\" -lt 5 ]; do :; "
                            "done; kill -9 $(pgrep -n -P $mpi); wait $mpi; echo ended $?");
  EXPECT_THAT(killed.out, testing::Not(testing::HasSubstr("ended 0")));
  const auto status = shell("evorisk sweep status many --json");
  EXPECT_GT(nlohmann::json::parse(status.out)["missing"], 0);
  const auto resumed = shell(mpirun + "many --threads 1");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  expect_the_same();
}

TEST_F(SweepMpi, RefusesOnce) {
  const auto result = shell(mpirun + "nowhere 2>&1 | grep -c 'holds no sweep'");
  EXPECT_EQ(result.out, "1\n");
}

}  // namespace
}  // namespace evorisk::mpi
