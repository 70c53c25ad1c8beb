// Codes of answer sheets, what is typed in under them, and the minutes that people took.
#include "experiments/playtest/sheets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "experiments/playtest/pace.hpp"
#include "metrics/criteria/minutes.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

TEST(Sheets, CodesTellTheirMatchAndEveryMistypedLetter) {
  const risk::Variant variant = risk::load_variant("thesis-9");
  const std::string letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  int unnoticed = 0;
  int swaps = 0;
  for (const int match : {0, 1, 31, 32, 700, most_sheet_matches - 1}) {
    const std::string code = sheet_code(variant, match);
    EXPECT_EQ(match_of_code(code, variant), match);
    std::string typed;
    for (const char c : code) typed += static_cast<char>(std::tolower(c));
    EXPECT_EQ(match_of_code(" " + typed + " ", variant), match);
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (code[i] == '-') continue;
      for (const char other : letters) {
        std::string wrong = code;
        wrong[i] = other;
        if (wrong == code) continue;
        EXPECT_THROW(match_of_code(wrong, variant), InputError) << wrong;
      }
      std::string swapped = code;
      if (i == 0 || code[i - 1] == '-' || code[i] == code[i - 1]) continue;
      std::swap(swapped[i], swapped[i - 1]);
      // The one pair that Luhn's check does not tell: the first and the last letter.
      if (std::minmax({code[i], code[i - 1]}) == std::pair('2', 'Z')) continue;
      ++swaps;
      try {
        match_of_code(swapped, variant);
        ++unnoticed;
      } catch (const InputError&) {
      }
    }
  }
  EXPECT_GT(swaps, 10);
  EXPECT_EQ(unnoticed, 0);
  EXPECT_THAT([&] { match_of_code(sheet_code(variant, 3), risk::load_variant("thesis-8")); },
              testing::ThrowsMessage<InputError>(sheet_code(variant, 3) +
                                                 ": the code of another variant than thesis-8"));
}

TEST(Sheets, AnswersAreKeptByMatchAndSeat) {
  const test::TemporaryDirectory directory;
  const risk::Variant variant = risk::load_variant("thesis-9");
  const auto enter = [&](const Json& answers, const Json& of_match) {
    return enter_answers(directory.path(), variant, 7, JsonView(answers, "in"), of_match);
  };
  const auto file = enter({{"seat", 1}, {"fun", 4}}, {{"minutes", 50}});
  enter({{"seat", 0}, {"fun", 2}, {"comment", "shorter"}}, {{"winner", 1}});
  enter({{"seat", 1}, {"fun", 5}, {"again", 1}}, Json::object());
  const Playtest read = read_playtest(file);
  ASSERT_EQ(read.people.size(), 2u);
  EXPECT_EQ(read.people[0].seat, 0);
  EXPECT_EQ(read.people[1].values, (std::vector<int>{5, 0, 0, 0, 1}));
  EXPECT_EQ(read.minutes, 50);
  EXPECT_EQ(read.winner, 1);
  EXPECT_THROW(enter({{"seat", 2}, {"fun", 5}}, Json::object()), InputError);
  EXPECT_THROW(enter({{"seat", 0}, {"fun", 6}}, Json::object()), InputError);
  const auto gathered = read_opinions(directory.path(), 50, 1, 1, {});
  ASSERT_EQ(gathered->size(), 1u);
  EXPECT_EQ(gathered->front().matches[0].winner, 1);
  EXPECT_FALSE(gathered->front().matches[0].measured);
}

// People who take 1.5 times the model's minutes, give or take a third.
TEST(Pace, IsToldWithAnIntervalThatCovers) {
  const risk::Variant variant = risk::load_variant("risk");
  Opinions one{.variant = variant,
               .matches = {},
               .people = 0,
               .given = {},
               .liking = {},
               .comments = {},
               .totals = metrics::CriteriaTotals(2)};
  metrics::MatchSummary match;
  match.turns = 40;
  one.totals.add(match);
  const double model = metrics::minutes_of(40, 42);
  for (const double part : {0.8, 1.3, 0.75, 1.25, 1.0}) {
    EXPECT_FALSE(pace_of({one}));
    one.matches.push_back(
        {.people = {}, .measured = {}, .winner = {}, .minutes = 1.5 * part * model});
  }
  const auto pace = pace_of({one});
  ASSERT_TRUE(pace);
  EXPECT_EQ(pace->matches, 5);
  EXPECT_NEAR(pace->factor, 1.5 * std::pow(0.8 * 1.3 * 0.75 * 1.25, 0.2), 1e-9);
  EXPECT_LT(pace->low, 1.5);
  EXPECT_GT(pace->high, 1.5);
  const metrics::TableSeconds seconds = paced({}, *pace);
  EXPECT_NEAR(metrics::minutes_of(40, 42, seconds), pace->factor * model, 1e-6);
}

}  // namespace
}  // namespace evorisk::experiments
