// What a gallery says of a variant.
#include "app/text/gallery_words.hpp"

#include <gmock/gmock.h>

#include "maps/io.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(GalleryWords, NameTheOutermostTraitsAndTheRareRules) {
  std::vector<experiments::GalleryCandidate> all;
  for (const char* map : {"two", "thesis-4", "thesis-6", "thesis-8", "thesis-9", "risk"}) {
    all.push_back(
        {map, {map, risk::Rules{}, maps::library_map(map)}, 0, std::vector<double>(8, 1)});
  }
  risk::Rules rare;
  rare.defence_dice = rare.defence_dice == 2 ? 3 : 2;
  all.back().variant = {"risk", rare, maps::library_map("risk")};
  EXPECT_THAT(what_is_different(all, 0), HasSubstr("one of the smallest boards"));
  EXPECT_THAT(what_is_different(all, 0), HasSubstr("Its rules are the usual ones here"));
  const std::string largest = what_is_different(all, 5);
  EXPECT_THAT(largest, HasSubstr("42 territories in 6 continents"));
  EXPECT_THAT(largest, HasSubstr("one of the largest boards"));
  EXPECT_THAT(largest, HasSubstr("A rule that few others here have: defence_dice"));
  EXPECT_THAT(what_is_different(all, 2), Not(HasSubstr("boards")));
}

TEST(GalleryWords, TellAMatchTurnByTurn) {
  const risk::Variant variant("two", risk::Rules{}, maps::library_map("two"));
  const StreamKey key{.seed = 1, .purpose = Purpose::match};
  const std::vector<std::string> story = match_story(variant, "cautious", key);
  ASSERT_GE(story.size(), 2u);
  EXPECT_THAT(story.front(), HasSubstr("Seat 0 takes"));
  EXPECT_THAT(story.back(), HasSubstr(" turn"));
  EXPECT_EQ(story, match_story(variant, "cautious", key));
}

}  // namespace
}  // namespace evorisk::app
