// Jobs of experiments by several threads, and the journals that experiments go on from.
#include "experiments/work.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/reading/remarks.hpp"
#include "base/seal.hpp"
#include "experiments/journal.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

TEST(Work, EveryJobIsDoneOnce) {
  for (const int threads : {1, 3}) {
    std::vector<std::atomic<int>> done(100);
    std::atomic<bool> known_threads = true;
    work_through(threads, 100, [&](std::int64_t job, int thread) {
      ++done[static_cast<std::size_t>(job)];
      if (thread < 0 || thread >= threads) known_threads = false;
      return true;
    });
    for (const auto& times : done) EXPECT_EQ(times, 1);
    EXPECT_TRUE(known_threads);
  }
}

TEST(Work, NothingBeginsAfterAJobThatEndsIt) {
  std::vector<std::int64_t> begun;
  work_through(1, 100, [&](std::int64_t job, int) {
    begun.push_back(job);
    return job < 4;
  });
  EXPECT_EQ(begun, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  begun.clear();
  const auto fail = [&] {
    work_through(1, 100, [&](std::int64_t job, int) -> bool {
      begun.push_back(job);
      throw std::runtime_error(std::to_string(job));
    });
  };
  EXPECT_THROW(fail(), std::runtime_error);
  EXPECT_EQ(begun.size(), 1u);
}

TEST(Journal, IsReadLineByLineWithoutTheOneThatBreaksOff) {
  const test::TemporaryDirectory directory;
  const auto file = directory.path() / "journal.jsonl";
  std::vector<int> read;
  const auto use = [&](const JsonView& line) {
    read.push_back(static_cast<int>(line.at("n").integer(0, 9)));
  };
  read_journal(file, use);
  EXPECT_TRUE(read.empty()) << "there is none";
  write_file(file, "{\"n\": 1}\n{\"n\": 2}\n{\"n\"");
  take_remarks();
  read_journal(file, use);
  EXPECT_EQ(read, (std::vector<int>{1, 2}));
  const std::vector<Message> remarks = take_remarks();
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].text(), file.string() + ": its last line breaks off, and is left out");
  EXPECT_EQ(read_file(file), "{\"n\": 1}\n{\"n\": 2}\n");
}

TEST(Journal, ADirectoryHoldsOneExperiment) {
  const test::TemporaryDirectory directory;
  const auto place = directory.path() / "new";
  open_experiment(place, "an arena", "plan.json", "{\"n\": 1}\n");
  EXPECT_EQ(read_sealed(place / "plan.json"), parse_json("{\"n\": 1}"));
  EXPECT_NO_THROW(open_experiment(place, "an arena", "plan.json", "{\"n\":1}"));
  EXPECT_THROW(open_experiment(place, "an arena", "plan.json", "{\"n\":2}"), InputError);
  EXPECT_THROW(open_experiment(place, "a study", "design.json", "{\"n\":1}"), InputError);
  // Damaged, it is not another one.
  std::string text = read_file(place / "plan.json");
  text.replace(text.find('1'), 1, "2");
  write_file(place / "plan.json", text);
  try {
    open_experiment(place, "an arena", "plan.json", "{\"n\": 1}");
    ADD_FAILURE() << "it is taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the checksum does not match"));
  }
}

}  // namespace
}  // namespace evorisk::experiments
