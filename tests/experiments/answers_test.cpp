// Answers that people give about their matches.
#include "experiments/playtest/answers.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "risk/rules/variant.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

TEST(Answers, OfPeopleWhoAnswerAtTheSameTimeAreAllKept) {
  const test::TemporaryDirectory directory;
  const risk::Variant variant = risk::load_variant("two");
  for (int match = 0; match < 50; ++match) {
    const auto sheet = directory.path() / (std::to_string(match) + ".sheet.json");
    {
      std::vector<std::jthread> people;
      for (int seat = 0; seat < variant.players(); ++seat)
        people.emplace_back([&, seat] {
          add_sheet_answers(sheet, variant, {{"seat", seat}, {"fun", 4}}, "", Json::object(),
                            Earlier::kept);
        });
      people.emplace_back([&] {
        add_sheet_answers(sheet, variant, {}, "", {{"minutes", 60}}, Earlier::kept);
      });
    }
    const Playtest kept = read_playtest(answers_file(sheet));
    ASSERT_EQ(kept.answers.size(), static_cast<std::size_t>(variant.players()));
    ASSERT_EQ(kept.minutes, 60);
  }
  for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
    EXPECT_EQ(entry.path().extension(), ".json") << entry.path() << " is left";
}

}  // namespace
}  // namespace evorisk::experiments
