// What a collection says of its variants.
#include "app/text/gallery_words.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "app/text/minutes.hpp"
#include "maps/facts.hpp"
#include "maps/io.hpp"
#include "metrics/engine.hpp"
#include "tests/support/pattern.hpp"

namespace evorisk::app {
namespace {

using experiments::Collection;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Collection collection() {
  Collection all{"All", {"cautious", "builder"}, 0.1, 6, 0, {}};
  const auto engine = metrics::make_engine({});
  for (const char* map : {"mirror-12", "thesis-4", "thesis-6", "thesis-8", "war", "risk"}) {
    risk::Variant variant(map, risk::Rules{}, maps::library_map(map));
    const risk::Variant* one = &variant;
    auto tables = experiments::measure_tables(
        *engine, {{&one, 1}, all.agents, 3, experiments::MatchUse::reporting, 0, 0, 50, {}}, {});
    all.exhibits.push_back({"",
                            "f",
                            "s",
                            "",
                            std::move(variant),
                            metrics::thesis_objective(),
                            {},
                            std::move(tables->front())});
  }
  return all;
}

TEST(GalleryWords, SayTwoTrueSentencesAndDoNotRepeatThem) {
  const Collection all = collection();
  const std::vector<std::string> texts = plays_like(all);
  ASSERT_EQ(texts.size(), all.exhibits.size());
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size());
  std::multiset<std::string> shapes;  // second sentences without figures and names
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const risk::Variant& variant = all.exhibits[i].variant;
    const metrics::CriteriaTotals& table = all.exhibits[i].tables.front();
    EXPECT_EQ(std::ranges::count(test::replaced(texts[i], "[0-9]\\.[0-9]", ""), '.'), 2)
        << texts[i];
    EXPECT_THAT(texts[i], HasSubstr(std::to_string(variant.territories()) + " territories"));
    // As long as its heading says, which is of all agents.
    EXPECT_THAT(texts[i], HasSubstr(' ' + turns_text(metrics::length_of(all.exhibits[i].tables))));
    // Every figure with a name is the criterion of that name.
    using metrics::Criterion;
    for (const auto& [name, criterion] : {std::pair{"drama", Criterion::drama},
                                          std::pair{"killer moves", Criterion::killer_moves}}) {
      if (texts[i].find(fmt::format("({} ", name)) == std::string::npos) continue;
      EXPECT_THAT(texts[i],
                  HasSubstr(fmt::format("({} {:.2f})", name, table.criterion(criterion).mean)));
    }
    const std::string second = texts[i].substr(texts[i].find(". ") + 2);
    std::string shape = test::replaced(second, "[0-9]+(\\.[0-9]+)?", "#");
    for (const maps::Continent& continent : variant.map().continents()) {
      if (const auto at = shape.find(continent.name); at != std::string::npos) {
        shape.replace(at, continent.name.size(), "NAME");
      }
    }
    shapes.insert(shape);
  }
  for (const std::string& shape : shapes) EXPECT_EQ(shapes.count(shape), 1u) << shape;
}

TEST(GalleryWords, SayWhatIsUnlikeRiskInTheRulebooksSentences) {
  risk::Rules rules = risk::preset_rules("risk-classic");
  rules.players = 4;
  rules.turn_limit = 99;
  EXPECT_THAT(unlike_risk(rules), IsEmpty());
  rules.ties = risk::Ties::attacker;
  EXPECT_THAT(unlike_risk(rules), ElementsAre(HasSubstr("attacker")));
}

TEST(GalleryWords, SayWhatIsNotKept) {
  Collection all = collection();
  experiments::Exhibit& exhibit = all.exhibits.front();  // mirror-12
  EXPECT_THAT(not_kept(all, exhibit), IsEmpty());
  exhibit.objective.constraints = {{"minutes", 1, 2}, {"split_continents", 1, std::nullopt}};
  const auto minutes = [&](std::size_t a) {
    return metrics::quantity(metrics::quantity_info("minutes"), exhibit.variant.map(),
                             exhibit.tables[a], {})
        .mean;
  };
  EXPECT_THAT(
      not_kept(all, exhibit),
      ElementsAre(fmt::format("minutes: {:.0f} by cautious, {:.0f} by builder (bred for: at "
                              "least 1, at most 2)",
                              minutes(0), minutes(1)),
                  "split continents: 0 (bred for: at least 1)"));
  // A value that rounding would put on the other side of its bound has more digits.
  const double turns = exhibit.tables[0].turns().mean;
  exhibit.objective.constraints = {{"turns", std::nullopt, turns - 1e-4}};
  const std::string text = not_kept(all, exhibit)[0];
  ASSERT_THAT(text, StartsWith("turns: "));
  EXPECT_GT(std::stod(text.substr(7)), turns - 1e-4) << text;
}

TEST(GalleryWords, SayHowWellAgentsAgree) {
  Collection all = collection();
  for (experiments::Exhibit& exhibit : all.exhibits) exhibit.tables[1] = exhibit.tables[0];
  EXPECT_EQ(agreement_of_ranks(all), "fitness 1.00 (0.30 to 1.00), fairness 1.00 (0.30 to 1.00)");
  all.exhibits.front().objective.constraints = {{"turns", 1, std::nullopt}};
  EXPECT_EQ(agreement_of_ranks(all), "fairness 1.00 (0.30 to 1.00)");  // no common fitness
  all.agents = {"cautious"};
  EXPECT_EQ(agreement_of_ranks(all), "");
  all = collection();
  all.exhibits.erase(all.exhibits.begin() + 3, all.exhibits.end());  // too few for an error
  EXPECT_EQ(agreement_of_ranks(all), "");
}

TEST(GalleryWords, GiveTheChanceOfASeatWithItsError) {
  metrics::CriteriaTotals table(2);
  for (int i = 0; i < 10; ++i) {
    metrics::MatchSummary match{};
    match.winner = i < 8 ? i % 4 == 0 : -1;  // of 8 decided, seat 1 wins 2
    match.turns = 10;
    table.add(match);
  }
  EXPECT_DOUBLE_EQ(chance_of_seat(table, 1).mean, 0.25);
  EXPECT_NEAR(chance_of_seat(table, 1).se, 0.1470, 1e-4);  // half of Wilson's interval
  metrics::CriteriaTotals one_sided(2);
  metrics::MatchSummary match{};
  match.winner = 0;
  match.turns = 10;
  for (int i = 0; i < 8; ++i) one_sided.add(match);
  EXPECT_EQ(chance_of_seat(one_sided, 1).mean, 0);
  EXPECT_NEAR(chance_of_seat(one_sided, 1).se, 1. / 18, 1e-9);  // no certainty after eight
  EXPECT_EQ(chance_of_seat(metrics::CriteriaTotals(2), 0), metrics::Estimate{});
}

TEST(GalleryWords, TellAMatchTurnByTurn) {
  const risk::Variant variant("two", risk::Rules{}, maps::library_map("two"));
  const StreamKey key{.seed = 1, .purpose = Purpose::match};
  const std::vector<std::string> story = match_story(variant, "cautious", key);
  ASSERT_GE(story.size(), 2u);
  EXPECT_THAT(story.front(), HasSubstr("Seat 1 takes"));
  EXPECT_THAT(story.back(), HasSubstr(" turn"));
  EXPECT_EQ(story, match_story(variant, "cautious", key));
}

}  // namespace
}  // namespace evorisk::app
