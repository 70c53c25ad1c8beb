// evorisk playtest learn, of people whose taste is known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using json = nlohmann::ordered_json;
using testing::HasSubstr;

// Forty-two variants with a record each, and how far the drama of each is from the ideal one.
std::vector<double> played(const test::TemporaryDirectory& directory) {
  std::vector<double> distances;
  for (const char* board :
       {"thesis-9", "thesis-6", "cycle-4", "path-5", "two", "mirror-12", "war"}) {
    for (const char* rule : {"defence_dice=1", "defence_dice=3", "reinforcement_divisor=1",
                             "reinforcement_divisor=5", "turn_limit=16", "fortify=none"}) {
      const std::string name = "m" + std::to_string(distances.size());
      EXPECT_EQ(test::run_in(directory, {"simulate", board, "--set", rule, "--matches", "1",
                                         "--record", name, "--record-matches", "1"})
                    .exit_code,
                0);
      const auto told = test::run_in(
          directory, {"evaluate", board, "--set", rule, "--matches", "2000", "--json", "--quiet"});
      const double drama = parse_json(told.out)["criteria"]["drama"]["mean"];
      distances.push_back(std::abs(drama - 0.5));
    }
  }
  return distances;
}

// What three people say of each variant.
template <class Fun>
void answer(const test::TemporaryDirectory& directory, const std::vector<double>& distances,
            const Fun& fun) {
  for (std::size_t number = 0; number < distances.size(); ++number) {
    const std::string name = "m" + std::to_string(number);
    json answers = json::array();
    for (int seat = 0; seat < 3; ++seat) {
      answers.push_back({{"seat", seat}, {"fun", fun(distances[number], seat)}});
    }
    json file = {
        {"format", 1}, {"record", "match-0.jsonl"}, {"variant", name}, {"answers", answers}};
    for (const auto& entry : std::filesystem::directory_iterator(directory.path() / name)) {
      if (entry.path().extension() == ".jsonl") file["record"] = entry.path().filename().string();
    }
    directory.write(name + "/a.answers.json", file.dump());
  }
}

TEST(PlaytestLearn, WritesAnObjectiveOfWhatPeopleLike) {
  const test::TemporaryDirectory directory;
  const std::vector<double> distances = played(directory);
  answer(directory, distances, [](double distance, int seat) {
    return std::clamp(static_cast<int>(std::lround(6.5 - 12 * distance)) + seat % 2, 1, 5);
  });
  const auto learned = test::run_in(
      directory, {"playtest", "learn", ".", "--out", "learned.json", "--json", "--quiet"});
  ASSERT_EQ(learned.exit_code, 0) << learned.out << learned.err;
  const json told = parse_json(learned.out);
  EXPECT_EQ(told["variants"], 42);
  EXPECT_EQ(told["answers"], 126);
  ASSERT_EQ(told["criteria"].size(), 7u);
  EXPECT_TRUE(told["more_needed"].is_null());
  const json objective = parse_json(directory.read("learned.json"));
  EXPECT_GT(objective["criteria"]["drama"]["weight"], 0.5);
  EXPECT_EQ(test::run_in(directory, {"evaluate", "thesis-9", "--matches", "100", "--objective",
                                     "learned.json"})
                .exit_code,
            0);
  const auto again = test::run_in(directory, {"playtest", "learn", ".", "--out", "learned.json"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("--force"));

  // Nothing is claimed of people who do not care.
  int number = 0;
  answer(directory, distances, [&number](double, int) { return 1 + (7 * number++) % 5; });
  const auto nothing = test::run_in(directory, {"playtest", "learn", ".", "--out", "none.json"});
  EXPECT_EQ(nothing.exit_code, 3) << nothing.out << nothing.err;
  EXPECT_THAT(nothing.out, HasSubstr("no objective is written. About "));
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "none.json"));
}

TEST(PlaytestLearn, LearnsNothingFromTooLittle) {
  const test::TemporaryDirectory directory;
  const auto learned = test::run_in(directory, {"playtest", "learn", "."});
  EXPECT_EQ(learned.exit_code, 2);
  EXPECT_THAT(learned.err, HasSubstr("from 30 answers to 10 variants or more; here are 0 to 0"));
}

}  // namespace
}  // namespace evorisk::app
