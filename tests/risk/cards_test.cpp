// The rule keys about cards, each value in a position worked out by hand: exchanges, drawing, and
// what happens to the cards of the eliminated.
#include "tests/risk/scenarios.hpp"

namespace evorisk::risk {
namespace {

TEST(Exchange, TroopsFollowTheScheduleThenTheStep) {
  Rules rules;
  rules.card_schedule = {4, 6, 8, 10, 12, 15};
  rules.card_schedule_step = 5;
  const Variant variant("row", rules, row_map({{12, 1}}));
  const std::vector<int> expected = {4, 6, 8, 10, 12, 15, 20, 25, 30};
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(variant.exchange_troops(static_cast<int>(k)), expected[k]);
    State state(variant);
    std::vector<int> owners(12, 1);
    owners[0] = 0;
    arrange(state, {owners, std::vector<int>(12, 1), {{1, 2, 3}}, 0, 1, static_cast<int>(k)});
    play(state, Exchange{{3, 1, 2}, -1});
    EXPECT_EQ(state.to_place(), 3 + expected[k]);
  }
}

TEST(Exchange, RepeatedWhileWantedForcedByTheHand) {
  const Variant variant("row", Rules{}, row_map({{12, 1}}));
  State state(variant);
  std::vector<int> owners(12, 1);
  owners[0] = 0;
  arrange(state, {owners, std::vector<int>(12, 1), {{1, 2, 3, 4, 5, 6, 7, 8}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{}), Refusal::must_exchange);
  play(state, Exchange{{1, 2, 3}, -1});
  EXPECT_EQ(state.hand_size(0), 5);
  EXPECT_EQ(state.phase(), Phase::exchange);
  EXPECT_EQ(refusal(state, Exchange{}), Refusal::must_exchange);
  play(state, Exchange{{4, 5, 6}, -1});  // two left: the phase ends by itself
  EXPECT_EQ(state.phase(), Phase::reinforce);
  EXPECT_EQ(state.to_place(), 3 + 4 + 6);
  // Four cards may be kept, and with card_forced_at 4 may not.
  for (const int forced : {4, 5}) {
    Rules rules;
    rules.card_forced_at = forced;
    const Variant other("row", rules, row_map({{12, 1}}));
    State four(other);
    arrange(four, {owners, std::vector<int>(12, 1), {{1, 2, 3, 4}}, 0, 1, 0});
    EXPECT_EQ(refusal(four, Exchange{}), forced == 4 ? Refusal::must_exchange : Refusal::none);
  }
}

TEST(Exchange, MatchingSetsAreThreeAlikeOrThreeDifferent) {
  Rules rules;
  rules.card_set = CardSet::matching;
  rules.card_forced_at = 4;
  const Variant variant("row", rules, row_map({{12, 1}}));
  State state(variant);
  std::vector<int> owners(12, 1);
  owners[11] = 0;
  // Infantry 0 3 6, cavalry 1, artillery 2.
  arrange(state, {owners, std::vector<int>(12, 1), {{0, 3, 6, 1, 2}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{{0, 3, 6}, -1}), Refusal::none);
  EXPECT_EQ(refusal(state, Exchange{{6, 1, 2}, -1}), Refusal::none);
  EXPECT_EQ(refusal(state, Exchange{{0, 3, 1}, -1}), Refusal::not_a_set);
  EXPECT_EQ(refusal(state, Exchange{{0, 1, 1}, -1}), Refusal::card_twice);
  // Two and two hold no set: not even a forced hand exchanges.
  arrange(state, {owners, std::vector<int>(12, 1), {{0, 3, 1, 4}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{}), Refusal::none);
  EXPECT_FALSE(must_exchange(state));
  EXPECT_STREQ(card_symbol_name(0), "infantry");
  EXPECT_STREQ(card_symbol_name(4), "cavalry");
  EXPECT_STREQ(card_symbol_name(11), "artillery");
}

TEST(Exchange, NoTerritoryBonusWhereTheRulesGrantNone) {
  const Variant variant = row_variant([](Rules& r) { r.card_territory_bonus = 0; });
  State state(variant);
  arrange(state, {{0, 0, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {{0, 1, 2}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{{0, 1, 2}, 0}), Refusal::no_bonus);
  play(state, Exchange{{0, 1, 2}, -1});
  EXPECT_EQ(state.turn_troops(), 3 + 4);
}

TEST(Cards, OneAfterATurnWithAConquest) {
  const Variant variant = row_variant(as_they_are);
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {{0}, {1, 2}}, 0, 1, 0});
  place_all_on(state, 2);  // 12 in 2
  play(state, Battle{{2, 3}, {0, 1}});
  EXPECT_EQ(refusal(state, Fortify{}), Refusal::wrong_phase);
  play(state, Battle{});
  play(state, Fortify{});
  play(state, Draw{3});
  EXPECT_EQ(state.hand_size(0), 2);
  EXPECT_EQ(state.hand_size(1), 2);
  EXPECT_EQ(state.seat(), 1);
}

TEST(Cards, DrawnUniformlyFromTheDeck) {
  const Variant variant("row", Rules{}, row_map({{5, 1}, {5, 1}}));
  State state(variant);
  std::vector<int> owners{0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
  arrange(state, {owners, {1, 1, 1, 1, 9, 1, 1, 1, 1, 1}, {{0, 9}, {3, 4}}, 0, 1, 0});
  place_all_on(state, 0);
  play(state, Battle{{4, 5}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  ASSERT_EQ(state.phase(), Phase::draw);
  EXPECT_EQ(refusal(state, Draw{9}), Refusal::card_not_in_deck);
  EXPECT_EQ(refusal(state, Draw{3}), Refusal::card_not_in_deck);
  EXPECT_EQ(refusal(state, Draw{10}), Refusal::no_such_territory);
  std::vector<double> seen(10);
  Random dice(test_key(6));
  for (int i = 0; i < 6000; ++i) {
    ++seen[static_cast<std::size_t>(std::get<Draw>(chance_event(state, dice)).card)];
  }
  EXPECT_LT(chi_square(seen, {0, 1000, 1000, 0, 0, 1000, 1000, 1000, 1000, 0}), 35.89);
  play(state, Draw{5});
  EXPECT_EQ(state.hand_size(0), 3);
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.turn(), 2);
}

TEST(Cards, NoneWithoutAConquestOrADeck) {
  const Variant variant = row_variant(as_they_are);
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 9, 2, 1, 1}, {}, 0, 1, 0});
  place_all_on(state, 0);
  play(state, Battle{{2, 3}, {1, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.seat(), 1);  // no conquest, no card
  arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {{0, 1}, {2, 3, 4, 5}}, 0, 1, 0});
  place_all_on(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.seat(), 1);  // every card is in a hand
  EXPECT_EQ(state.phase(), Phase::exchange);
}

TEST(Cards, ExchangedOnesMayBeDrawnTheSameTurn) {
  // Every card is in a hand; the exchange frees three, and only these can be drawn.
  const Variant variant = row_variant(as_they_are);
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {{3, 4, 5}, {0, 1, 2}}, 0, 1, 0});
  EXPECT_EQ(state.cards_in_deck(), 0);
  play(state, Exchange{{3, 4, 5}, -1});
  EXPECT_EQ(state.cards_in_deck(), 3);
  place_all_on(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(refusal(state, Draw{0}), Refusal::card_not_in_deck);
  play(state, Draw{4});
  EXPECT_TRUE(state.holds(0, 4));
  EXPECT_EQ(state.hand_size(0), 1);
}

TEST(Elimination, CardsPassOrGoBackAndTheSeatIsSkipped) {
  for (const bool takes : {true, false}) {
    const Variant variant = row_variant([&](Rules& r) {
      r.players = 3;
      r.elimination_takes_cards = takes;
    });
    State state(variant);
    arrange(state, {{0, 0, 0, 1, 2, 2}, {1, 1, 9, 1, 1, 1}, {{0}, {1, 2}, {3}}, 0, 4, 0});
    place_all_on(state, 0);
    play(state, Battle{{2, 3}, {0, 1}});
    EXPECT_TRUE(state.eliminated(1));
    EXPECT_FALSE(state.over());
    EXPECT_EQ(state.hand_size(1), 0);
    EXPECT_EQ(state.hand_size(0), takes ? 3 : 1);
    EXPECT_EQ(state.cards_in_deck(), takes ? 2 : 4);
    play(state, Battle{});
    play(state, Fortify{});
    play(state, Draw{5});
    EXPECT_EQ(state.seat(), 2);  // seat 1 has no turn, and none is counted
    EXPECT_EQ(state.turn(), 5);
  }
}

// Cards that are taken are not exchanged before the next turn, when a large hand must go on until
// it is below the limit.
TEST(Elimination, TakenCardsAreExchangedInTheNextTurn) {
  const Variant variant = row_variant([](Rules& r) { r.players = 3; });
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 2, 2}, {1, 1, 9, 1, 1, 1}, {{0, 1}, {2, 3, 4, 5}}, 0, 4, 0});
  place_all_on(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  EXPECT_EQ(state.hand_size(0), 6);
  EXPECT_EQ(state.phase(), Phase::attack);
  EXPECT_EQ(state.exchanges(), 0);
  play(state, Battle{});
  play(state, Fortify{});  // no card is left to draw
  place_all_on(state, 4);
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.seat(), 0);
  EXPECT_EQ(refusal(state, Exchange{}), Refusal::must_exchange);
  play(state, Exchange{{2, 3, 5}, 2});
  EXPECT_EQ(refusal(state, Exchange{}), Refusal::none);  // three are left
  play(state, Exchange{{0, 1, 4}, 1});
  EXPECT_EQ(state.exchanges(), 2);
  EXPECT_EQ(state.hand_size(0), 0);
  // Continent {0 1 2}: 4; territory bonuses: 2 and 2; 3 for four territories; exchanges: 4 and 6.
  EXPECT_EQ(state.turn_troops(), 4 + 2 + 2 + 3 + 4 + 6);
}

}  // namespace
}  // namespace evorisk::risk
