// One run of several islands over MPI ranks of this machine: the same bytes at any number of ranks,
// and as from one process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/support/process.hpp"

namespace evorisk::mpi {
namespace {

const char* const config = R"({"format": 1, "name": "islands", "generations": 6, "population": 6,
    "tournament": 3, "matches": 20, "monitor_matches": 40, "mutation_rate": 0.4,
    "search_space": {"initial_maps": ["thesis-7", "thesis-8", "cycle-4"]},
    "islands": {"count": 4, "interval": 2, "topology": "both_ways"},
    "final": {"matches": 100, "candidates": 3}})";

class IslandsMpi : public testing::Test {
 protected:
  void SetUp() override {
    directory_.write("islands.json", config);
    ASSERT_EQ(shell("evorisk evolve islands.json --out one --quiet").exit_code, 0);
  }
  test::ProcessResult shell(const std::string& line) const {
    return test::run_shell(line, directory_.path());
  }
  // As root, and with more ranks than processors.
  test::ProcessResult ranks(int count, const std::string& arguments) const {
    return shell("mpirun --allow-run-as-root --oversubscribe --bind-to none -n " +
                 std::to_string(count) + " evorisk-mpi evolve " + arguments + " --threads 1");
  }
  void expect_the_same(const std::string& other) const {
    for (const char* file : {"config.json", "generations.jsonl", "checkpoint.json", "best.json",
                             "result.json", "report.html"}) {
      EXPECT_TRUE(directory_.read("one/" + std::string(file)) ==
                  directory_.read(other + '/' + file))
          << file;
    }
  }
  test::TemporaryDirectory directory_;
};

TEST_F(IslandsMpi, GiveTheBytesOfOneProcessAtAnyNumberOfRanks) {
  for (const int count : {1, 2, 3, 4, 6}) {
    const std::string name = "ranks-" + std::to_string(count);
    const auto result = ranks(count, "islands.json --quiet --out " + name);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    expect_the_same(name);
  }
}

TEST_F(IslandsMpi, GoOnWhereOneProcessOrOtherRanksStopped) {
  ASSERT_EQ(shell("cp -r one cut && rm cut/result.json cut/best.json").exit_code, 0);
  // As far as its checkpoint: the whole search is done, the final evaluation is not.
  auto result = ranks(3, "--resume --quiet --out cut");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_the_same("cut");
  // Killed on the way, as soon as there is a generation; then with another number of ranks.
  const auto killed = shell(
      "mpirun --allow-run-as-root --oversubscribe --bind-to none -n 2 evorisk-mpi evolve "
      "islands.json --set matches=2000 --out killed --threads 1 >out 2>&1 & mpi=$!; "
      "while [ ! -s killed/checkpoint.json ] && kill -0 $mpi; do :; done; "
      "kill -9 $(pgrep -n -P $mpi); wait $mpi; echo ended $?");
  EXPECT_THAT(killed.out, testing::Not(testing::HasSubstr("ended 0")));
  ASSERT_EQ(shell("rm -rf one && evorisk evolve islands.json --set matches=2000 --quiet --out one")
                .exit_code,
            0);
  result = ranks(4, "--resume --quiet --out killed");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_the_same("killed");
}

int lines_with(const std::string& text, const std::string& words) {
  int count = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    count += line.find(words) != line.npos ? 1 : 0;
  }
  return count;
}

TEST_F(IslandsMpi, RefuseOnce) {
  const auto full = ranks(3, "islands.json --out one");
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_EQ(lines_with(full.err, "is not empty"), 1) << full.err;
  const auto wrong = ranks(2, "islands.json --set islands.count=0 --out w");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(lines_with(wrong.err, "islands.count"), 1) << wrong.err;
}

}  // namespace
}  // namespace evorisk::mpi
