// Matches in words. The texts in tests/risk/told/ are golden: read their diff.
#include "risk/record/narration.hpp"

#include <gmock/gmock.h>

#include "base/files.hpp"
#include "risk/record/record.hpp"
#include "tests/risk/play.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::risk {
namespace {

using testing::HasSubstr;

TEST(Narration, OfGoldenRecordsIsAsItWasRead) {
  for (const char* name : {"two", "cycle-4-four", "thesis-8-three"}) {
    const Record record = read_record(
        read_file(test::source_file(std::string("tests/risk/golden/") + name + ".jsonl")), name);
    ASSERT_FALSE(record.problem);
    State state(*record.variant);
    std::string text;
    for (const Event& event : record.events) {
      if (state.phase() != Phase::deal && state.phase() != Phase::pick && text.empty())
        text += describe_position(state);
      const int turn = state.turn();
      text += describe_event(state, event) + "\n";
      state.apply(event);
      if (state.turn() != turn || state.over()) text += describe_position(state);
    }
    text += describe_end(record.result) + "\n";
    test::expect_golden(std::string("tests/risk/told/") + name + ".txt", text);
  }
}

// Names, numbers before and after, and what follows from each event, in a position set up by hand.
TEST(Narration, SaysWhatAnEventDoes) {
  maps::MapData data = row_map({{3, 4}, {3, 2}})->data();
  const char* names[] = {"Alba", "Breda", "Cadiz", "Delft", "Evora", "Faro"};
  for (std::size_t t = 0; t < 6; ++t) data.territories[t].name = names[t];
  data.continents[0].name = "West";
  const auto map = std::make_shared<maps::Map>(data);
  Rules rules;
  rules.players = 3;
  const Variant variant("coast", rules, map);
  State state(variant);
  const auto told = [&](const Event& event) {
    std::string text = describe_event(state, event);
    play(state, event);
    return text;
  };
  arrange(state, {{0, 0, 0, 1, 2, 2}, {1, 1, 5, 1, 3, 1}, {{0, 1, 2}, {3}}, 0, 1, 0});
  EXPECT_EQ(told(Exchange{{1, 0, 2}, 1}),
            "Seat 1 exchanges 1 Breda (cavalry), 0 Alba (infantry) and 2 Cadiz (artillery) for 4 "
            "troops; 2 troops go to 1 Breda.");
  EXPECT_EQ(told(Placement{2, 4}),
            "Seat 1 places 4 troops on 2 Cadiz: 5 -> 9, for continent 0 West.");
  EXPECT_EQ(told(Placement{0, 1}), "Seat 1 places 1 troop on 0 Alba: 1 -> 2.");
  EXPECT_EQ(told(Placement{2, 6}), "Seat 1 places 6 troops on 2 Cadiz: 9 -> 15.");
  EXPECT_EQ(told(Battle{{2, 3}, {1, 0}}),
            "Seat 1 attacks 3 Delft (1) of seat 2 from 2 Cadiz (15), 3 dice to 1: loses 1, seat 2 "
            "loses 0; 14 against 1.");
  EXPECT_EQ(
      told(Battle{{2, 3}, {0, 1}}),
      "Seat 1 attacks 3 Delft (1) of seat 2 from 2 Cadiz (14), 3 dice to 1: loses 0, seat 2 "
      "loses 1; conquered, 1 troop in, 13 stay behind. Seat 2 is eliminated; seat 1 takes its "
      "1 card.");
  EXPECT_EQ(told(Battle{}), "Seat 1 ends its attacks.");
  EXPECT_EQ(told(Fortify{2, 3, 10}),
            "Seat 1 moves 10 troops from 2 Cadiz to 3 Delft: 13 -> 3, 1 -> 11.");
  EXPECT_EQ(told(Fortify{}), "Seat 1 moves no more troops.");
  EXPECT_EQ(told(Draw{5}), "Seat 1 draws the card 5 Faro (artillery).");
  EXPECT_EQ(describe_position(state),
            "  continent 0 West (+4): [0 Alba 1:2] [1 Breda 1:3] [2 Cadiz 1:3]\n"
            "  continent 1 (+2): [3 Delft 1:11] [4 Evora 3:3] [5 Faro 3:1]\n"
            "  seat 1: 4 territories, 19 troops, 2 cards\n"
            "  seat 2: 0 territories, 0 troops, 0 cards\n"
            "  seat 3: 2 territories, 4 troops, 0 cards\n");
  EXPECT_EQ(describe_refused(state, Attack{4, 9}, Refusal::no_such_territory),
            "Seat 3 wants to attack territory 9 from 4 Evora, which is illegal: there is no such "
            "territory.");
  EXPECT_THAT(describe_refused(state, Placement{4, 9}, Refusal::too_many_troops),
              HasSubstr("wants to place 9 troops on 4 Evora"));
  EXPECT_THAT(describe_refused(state, Exchange{{0, 1, 2}, -1}, Refusal::card_not_held),
              HasSubstr("exchange the cards 0 Alba, 1 Breda and 2 Cadiz"));
  EXPECT_THAT(describe_refused(state, Exchange{}, Refusal::must_exchange),
              HasSubstr("keep its cards"));
  EXPECT_THAT(describe_refused(state, Pick{2}, Refusal::not_free), HasSubstr("claim 2 Cadiz"));
  EXPECT_THAT(describe_refused(state, Fortify{4, 5, 1}, Refusal::lone_troop),
              HasSubstr("move 1 troop from 4 Evora to 5 Faro"));
  EXPECT_EQ(describe_end({EndReason::conquest, 1, 1, -1}), "Seat 2 wins by conquest after 1 turn.");
  EXPECT_EQ(describe_end({EndReason::turn_limit, -1, 48, -1}),
            "The match is unfinished after 48 turns: the turn limit.");
  EXPECT_EQ(describe_end({EndReason::invalid, -1, 3, 2, Fault::illegal}),
            "The match breaks off in turn 3: seat 3 forfeits it by " +
                std::string(fault_text(Fault::illegal)) + ".");
}

}  // namespace
}  // namespace evorisk::risk
