// Each rule key and each of its values in a position worked out by hand.
#include <functional>

#include "tests/risk/play.hpp"

namespace evorisk::risk {
namespace {

// 0 - 1 - 2 - 3 - 4 - 5; continents {0 1 2}, bonus 4, and {3 4 5}, bonus 2.
Variant row(const std::function<void(Rules&)>& change) {
  Rules rules;
  change(rules);
  return Variant("row", rules, row_map({{3, 4}, {3, 2}}));
}
void nothing(Rules&) {}

// Places everything on one territory and arrives in the attack phase.
void place_all(State& state, int territory) {
  while (state.phase() != Phase::attack) {
    int where = territory;
    if (state.phase() == Phase::continent) {
      where = state.variant().map().continent(state.continent()).territories[0];
    }
    ASSERT_NO_FATAL_FAILURE(play(state, Placement{where, state.to_place()}));
  }
}

TEST(Allocation, DealtOrPickedInTurnSeatZeroFirst) {
  for (const Allocation allocation : {Allocation::random, Allocation::pick}) {
    Rules rules;
    rules.players = 3;
    rules.allocation = allocation;
    const Variant variant("five", rules, row_map({{5, 1}}));
    State state(variant);
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(state.phase(), allocation == Allocation::random ? Phase::deal : Phase::pick);
      EXPECT_EQ(state.seat(), i % 3);
      EXPECT_EQ(state.turn(), 0);
      if (allocation == Allocation::random) {
        EXPECT_EQ(refusal(state, Pick{4 - i}), Refusal::wrong_phase);
        play(state, Deal{4 - i});
      } else {
        EXPECT_EQ(refusal(state, Deal{4 - i}), Refusal::wrong_phase);
        play(state, Pick{4 - i});
      }
    }
    // 5 territories: seats 0 and 1 own two, seat 2 one; seat 0 takes the first turn.
    EXPECT_EQ(state.territories_of(0), 2);
    EXPECT_EQ(state.territories_of(1), 2);
    EXPECT_EQ(state.territories_of(2), 1);
    EXPECT_EQ(state.owner(4), 0);
    EXPECT_EQ(state.owner(3), 1);
    EXPECT_EQ(state.seat(), 0);
    EXPECT_EQ(state.turn(), 1);
    EXPECT_EQ(state.phase(), Phase::reinforce);
  }
}

TEST(Allocation, DealsUniformly) {
  const Variant variant = row(nothing);
  std::vector<double> seen(36);
  Random dice(test_key(8));
  for (int trial = 0; trial < 18'000; ++trial) {
    State state(variant);
    const int first = deal_territory(state, dice);
    state.deal(first);
    ++seen[static_cast<std::size_t>(first * 6 + deal_territory(state, dice))];
  }
  std::vector<double> expected(36, 600);
  for (std::size_t i = 0; i < 6; ++i) expected[i * 7] = 0;
  EXPECT_LT(chi_square(seen, expected), 83.0);  // 29 degrees of freedom at 1 - 1e-6
}

TEST(InitialTroops, OneAtATimeInTurnByMode) {
  struct Case {
    InitialTroops mode;
    int troops;
    std::vector<int> order;  // seats in the order in which they place
  };
  // 3 players on 4 territories: seat 0 owns two, the others one.
  for (const Case& c :
       {Case{InitialTroops::extra, 2, {0, 1, 2, 0, 1, 2}},
        Case{InitialTroops::total, 3, {0, 1, 2, 1, 2}}, Case{InitialTroops::total, 1, {}}}) {
    Rules rules;
    rules.players = 3;
    rules.initial_troops = c.troops;
    rules.initial_troops_mode = c.mode;
    const Variant variant("four", rules, row_map({{4, 1}}));
    State state(variant);
    for (int t = 0; t < 4; ++t) play(state, Deal{t});
    for (const int seat : c.order) {
      EXPECT_EQ(state.phase(), Phase::initial);
      EXPECT_EQ(state.seat(), seat);
      EXPECT_EQ(refusal(state, Placement{seat, 2}), Refusal::too_many_troops);
      play(state, Placement{seat, 1});
    }
    EXPECT_EQ(state.phase(), Phase::reinforce);
    EXPECT_EQ(state.seat(), 0);
    EXPECT_EQ(state.turn(), 1);
  }
  Rules rules = preset_rules("risk-classic");
  const Variant variant("published", rules, row_map({{10, 1}}));
  State state(variant);
  while (state.phase() == Phase::pick || state.phase() == Phase::deal) {
    state.apply(state.phase() == Phase::pick
                    ? Event{Pick{10 - bits::count(state.free_territories().data(), 1)}}
                    : Event{Deal{10 - bits::count(state.free_territories().data(), 1)}});
  }
  int placed = 0;
  for (; state.phase() == Phase::initial; ++placed) {
    play(state, Placement{state.seat(), 1});
  }
  EXPECT_EQ(placed, 2 * (40 - 5));
}

// 3 players on 4 territories: seat 1 places 2, seat 2 places 4, seat 0 none; then seat 0's first
// turn brings half of its 3 troops, rounded down, and no other turn does.
TEST(InitialTroops, LaterSeatsAreCompensatedForTheFirstTurn) {
  Rules rules;
  rules.players = 3;
  rules.seat_compensation = 2;
  rules.first_turn_reinforcement = 50;
  const Variant variant("four", rules, row_map({{4, 1}}));
  State state(variant);
  for (int t = 0; t < 4; ++t) play(state, Deal{t});
  for (const int seat : {1, 2, 1, 2, 2, 2}) {
    EXPECT_EQ(state.phase(), Phase::initial);
    EXPECT_EQ(state.seat(), seat);
    play(state, Placement{seat, 1});
  }
  for (const int share : {1, 3, 3, 3}) {
    EXPECT_EQ(state.phase(), Phase::reinforce) << state.turn();
    EXPECT_EQ(state.to_place(), share) << state.turn();
    play(state, Placement{state.seat(), share});
    play(state, Battle{});
    play(state, Fortify{});
  }
}

TEST(Reinforcement, LargerOfMinimumAndShareRoundedByRule) {
  struct Case {
    int owned;
    int divisor;
    int minimum;
    Rounding rounding;
    int troops;
  };
  for (const Case& c : {Case{11, 3, 3, Rounding::floor, 3}, Case{11, 3, 3, Rounding::ceil, 4},
                        Case{12, 3, 3, Rounding::ceil, 4}, Case{11, 2, 3, Rounding::floor, 5},
                        Case{11, 1, 3, Rounding::floor, 11}, Case{11, 4, 0, Rounding::floor, 2},
                        Case{11, 4, 5, Rounding::floor, 5}, Case{1, 4, 0, Rounding::ceil, 1}}) {
    Rules rules;
    rules.reinforcement_divisor = c.divisor;
    rules.reinforcement_minimum = c.minimum;
    rules.reinforcement_rounding = c.rounding;
    const Variant variant("row", rules, row_map({{14, 9}}));
    State state(variant);
    std::vector<int> owners(14, 1);
    std::fill_n(owners.begin(), c.owned, 0);
    state.arrange({owners, std::vector<int>(14, 1), {}, 0, 1, 0});
    EXPECT_EQ(state.phase(), Phase::reinforce);
    EXPECT_EQ(state.to_place(), c.troops);
    EXPECT_EQ(state.turn_troops(), c.troops);
    EXPECT_EQ(placement_moves(state), c.troops * c.owned);
    EXPECT_EQ(refusal(state, Placement{0, c.troops + 1}), Refusal::too_many_troops);
    EXPECT_EQ(refusal(state, Placement{13, 1}), Refusal::not_owned);
    EXPECT_EQ(refusal(state, Placement{0, 0}), Refusal::too_few_troops);
    EXPECT_EQ(refusal(state, Placement{14, 1}), Refusal::no_such_territory);
    EXPECT_EQ(refusal(state, Attack{}), Refusal::wrong_phase);
  }
  // Nothing to place: straight to the attack.
  Rules rules;
  rules.reinforcement_divisor = 100;
  rules.reinforcement_minimum = 0;
  const Variant variant("row", rules, row_map({{14, 9}}));
  State state(variant);
  std::vector<int> owners(14, 1);
  owners[3] = 0;
  state.arrange({owners, std::vector<int>(14, 1), {}, 0, 1, 0});
  EXPECT_EQ(state.phase(), Phase::attack);
}

TEST(Reinforcement, ContinentsInOrderThenTerritoryBonusThenTheRest) {
  // Three continents {0 1} 5, {2 3} 2, {4 5} 1; seat 1 owns the first and third.
  const Variant variant("row", Rules{}, row_map({{2, 5}, {2, 2}, {2, 1}}));
  State state(variant);
  state.arrange({{1, 1, 0, 0, 1, 1}, {1, 1, 1, 1, 1, 1}, {{}, {0, 2, 3}}, 1, 2, 1});
  EXPECT_EQ(state.phase(), Phase::exchange);
  EXPECT_EQ(refusal(state, Exchange{{0, 2, 3}, -1}), Refusal::bonus_missing);
  EXPECT_EQ(refusal(state, Exchange{{0, 2, 3}, 2}), Refusal::not_owned);
  EXPECT_EQ(refusal(state, Exchange{{0, 2, 3}, 1}), Refusal::bonus_not_on_cards);
  EXPECT_EQ(refusal(state, Exchange{{0, 2, 2}, 0}), Refusal::card_twice);
  EXPECT_EQ(refusal(state, Exchange{{0, 2, 4}, 0}), Refusal::card_not_held);
  play(state, Exchange{{0, 2, 3}, 0});
  EXPECT_EQ(state.exchanges(), 2);
  EXPECT_EQ(state.cards_in_deck(), 6);  // back at once
  // 5 + 1 of the continents, 2 for the card, 3 for four territories, 6 for the second exchange.
  EXPECT_EQ(state.turn_troops(), 5 + 1 + 2 + 3 + 6);
  EXPECT_EQ(placement_moves(state), 17 * 4);
  EXPECT_EQ(state.phase(), Phase::continent);
  EXPECT_EQ(state.continent(), 0);
  EXPECT_EQ(state.to_place(), 5);
  EXPECT_EQ(refusal(state, Placement{4, 1}), Refusal::outside_continent);
  play(state, Placement{1, 4});
  EXPECT_EQ(state.to_place(), 1);
  play(state, Placement{0, 1});
  EXPECT_EQ(state.continent(), 2);
  EXPECT_EQ(state.to_place(), 1);
  EXPECT_EQ(state.troops(0), 2);  // the territory bonus has not come yet
  play(state, Placement{5, 1});
  EXPECT_EQ(state.phase(), Phase::reinforce);
  EXPECT_EQ(state.troops(0), 4);  // now it has
  EXPECT_EQ(state.to_place(), 9);
  play(state, Placement{4, 9});
  EXPECT_EQ(state.phase(), Phase::attack);
  EXPECT_EQ(state.troops_of(1), 4 + 17);
}

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
    state.arrange({owners, std::vector<int>(12, 1), {{1, 2, 3}}, 0, 1, static_cast<int>(k)});
    play(state, Exchange{{3, 1, 2}, -1});
    EXPECT_EQ(state.to_place(), 3 + expected[k]);
  }
}

TEST(Exchange, RepeatedWhileWantedForcedByTheHand) {
  const Variant variant("row", Rules{}, row_map({{12, 1}}));
  State state(variant);
  std::vector<int> owners(12, 1);
  owners[0] = 0;
  state.arrange({owners, std::vector<int>(12, 1), {{1, 2, 3, 4, 5, 6, 7, 8}}, 0, 1, 0});
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
    four.arrange({owners, std::vector<int>(12, 1), {{1, 2, 3, 4}}, 0, 1, 0});
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
  state.arrange({owners, std::vector<int>(12, 1), {{0, 3, 6, 1, 2}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{{0, 3, 6}, -1}), Refusal::none);
  EXPECT_EQ(refusal(state, Exchange{{6, 1, 2}, -1}), Refusal::none);
  EXPECT_EQ(refusal(state, Exchange{{0, 3, 1}, -1}), Refusal::not_a_set);
  EXPECT_EQ(refusal(state, Exchange{{0, 1, 1}, -1}), Refusal::card_twice);
  // Two and two hold no set: not even a forced hand exchanges.
  state.arrange({owners, std::vector<int>(12, 1), {{0, 3, 1, 4}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{}), Refusal::none);
  EXPECT_FALSE(must_exchange(state));
  EXPECT_STREQ(card_symbol_name(0), "infantry");
  EXPECT_STREQ(card_symbol_name(4), "cavalry");
  EXPECT_STREQ(card_symbol_name(11), "artillery");
}

TEST(Exchange, NoTerritoryBonusWhereTheRulesGrantNone) {
  const Variant variant = row([](Rules& r) { r.card_territory_bonus = 0; });
  State state(variant);
  state.arrange({{0, 0, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {{0, 1, 2}}, 0, 1, 0});
  EXPECT_EQ(refusal(state, Exchange{{0, 1, 2}, 0}), Refusal::no_bonus);
  play(state, Exchange{{0, 1, 2}, -1});
  EXPECT_EQ(state.turn_troops(), 3 + 4);
}

TEST(Attacking, DiceAreBoundByTroopsAndRules) {
  for (int most = 1; most <= 6; ++most) {
    const Variant variant = row([&](Rules& r) { r.attack_dice = r.defence_dice = most; });
    for (int troops = 2; troops <= 8; ++troops) {
      State state(variant);
      state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, troops, troops, 1, 1}, {}, 0, 1, 0});
      place_all(state, 0);
      EXPECT_EQ(attack_dice(state, 2), std::min(most, troops - 1));
      EXPECT_EQ(defence_dice(state, 3), std::min(most, troops));
      EXPECT_EQ(attack_moves(state), std::min(most, troops - 1));
      // Losses must add up to the comparisons.
      const int comparisons = std::min(most, troops - 1);
      EXPECT_EQ(refusal(state, Battle{{2, 3}, {comparisons, 1}}), Refusal::impossible_roll);
      EXPECT_EQ(refusal(state, Battle{{2, 3}, {-1, comparisons + 1}}), Refusal::impossible_roll);
      EXPECT_EQ(refusal(state, Battle{{2, 3}, {comparisons, 0}}), Refusal::none);
      EXPECT_EQ(refusal(state, Battle{{2, 3}, {0, 0}}), Refusal::impossible_roll);
    }
  }
}

TEST(Attacking, OnlyFromOwnNeighboursWithTwoTroops) {
  const Variant variant = row(nothing);
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 0}, {1, 1, 1, 1, 1, 2}, {}, 0, 1, 0});
  play(state, Placement{0, 4});
  play(state, Placement{0, 3});
  EXPECT_EQ(refusal(state, Attack{2, 3}), Refusal::lone_troop);
  EXPECT_EQ(refusal(state, Attack{0, 3}), Refusal::not_adjacent);
  EXPECT_EQ(refusal(state, Attack{0, 1}), Refusal::own_target);
  EXPECT_EQ(refusal(state, Attack{3, 2}), Refusal::not_owned);
  EXPECT_EQ(refusal(state, Attack{0, 6}), Refusal::no_such_territory);
  EXPECT_EQ(refusal(state, Attack{0, -1}), Refusal::no_such_territory);
  EXPECT_EQ(refusal(state, Attack{5, 4}), Refusal::none);
  EXPECT_EQ(refusal(state, Attack{}), Refusal::none);
  std::vector<Action> actions;
  legal_actions(state, actions);
  EXPECT_EQ(actions, (std::vector<Action>{Attack{5, 4}, Attack{}}));
}

TEST(Attacking, ConquestMoves) {
  struct Case {
    ConquestMove move;
    int defenders;
    int entered;
  };
  // Ten attackers, three dice; the defender loses all it has in one roll.
  for (const Case& c : {Case{ConquestMove::min, 1, 1}, Case{ConquestMove::min, 2, 2},
                        Case{ConquestMove::min, 3, 3}, Case{ConquestMove::max, 2, 9},
                        Case{ConquestMove::dice, 1, 3}, Case{ConquestMove::dice, 3, 3}}) {
    const Variant variant = row([&](Rules& r) { r.conquest_move = c.move; });
    State state(variant);
    state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 10, c.defenders, 1, 1}, {}, 0, 1, 0});
    place_all(state, 0);
    play(state, Battle{{2, 3}, {0, c.defenders}});
    EXPECT_EQ(state.owner(3), 0);
    EXPECT_EQ(state.troops(3), c.entered);
    EXPECT_EQ(state.troops(2), 10 - c.entered);
    EXPECT_TRUE(state.conquered());
    EXPECT_EQ(state.territories_of(0), 4);
    EXPECT_EQ(state.troops_of(1), 2);
  }
  // Two attackers roll one die: one enters, whatever the rule.
  for (const ConquestMove move : {ConquestMove::min, ConquestMove::max, ConquestMove::dice}) {
    const Variant variant = row([&](Rules& r) { r.conquest_move = move; });
    State state(variant);
    state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 2, 1, 1, 1}, {}, 0, 1, 0});
    place_all(state, 0);
    play(state, Battle{{2, 3}, {0, 1}});
    EXPECT_EQ(state.troops(3), 1);
    EXPECT_EQ(state.troops(2), 1);
  }
}

TEST(Attacking, TiesDecideWhoWinsEqualDice) {
  const Variant defender = row([](Rules& r) { r.ties = Ties::defender; });
  const Variant attacker = row([](Rules& r) { r.ties = Ties::attacker; });
  EXPECT_EQ(defender.dice(1, 1).at_most[0], 15u);  // of 36: the attacker's die is higher
  EXPECT_EQ(attacker.dice(1, 1).at_most[0], 21u);
}

TEST(Ending, TheWinningRollEndsTheMatchAtOnce) {
  const Variant variant = row(nothing);
  State state(variant);
  state.arrange({{0, 0, 0, 0, 0, 1}, {1, 1, 1, 1, 5, 1}, {}, 0, 7, 0});
  place_all(state, 0);
  play(state, Battle{{4, 5}, {0, 1}});
  EXPECT_TRUE(state.over());
  EXPECT_EQ(state.winner(), 0);
  EXPECT_EQ(state.turn(), 7);
  std::vector<Action> actions{Attack{}};
  legal_actions(state, actions);
  EXPECT_TRUE(actions.empty());
  for (const Event& event : {Event{Battle{}}, Event{Fortify{}}, Event{Draw{0}}, Event{Deal{0}}}) {
    EXPECT_EQ(refusal(state, event), Refusal::wrong_phase);
  }
}

TEST(Ending, TheTurnLimitEndsTheMatchAfterThatTurn) {
  const Variant variant = row([](Rules& r) { r.turn_limit = 3; });
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 5, 1, 1, 1}, {}, 0, 3, 0});
  place_all(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.phase(), Phase::draw);  // the last turn's card is still drawn
  play(state, Draw{5});
  EXPECT_TRUE(state.over());
  EXPECT_EQ(state.winner(), -1);
  EXPECT_EQ(state.turn(), 3);
}

TEST(Cards, OneAfterATurnWithAConquest) {
  const Variant variant = row(nothing);
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {{0}, {1, 2}}, 0, 1, 0});
  place_all(state, 2);  // 12 in 2
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
  state.arrange({owners, {1, 1, 1, 1, 9, 1, 1, 1, 1, 1}, {{0, 9}, {3, 4}}, 0, 1, 0});
  place_all(state, 0);
  play(state, Battle{{4, 5}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  ASSERT_EQ(state.phase(), Phase::draw);
  EXPECT_EQ(refusal(state, Draw{9}), Refusal::card_not_in_deck);
  EXPECT_EQ(refusal(state, Draw{3}), Refusal::card_not_in_deck);
  EXPECT_EQ(refusal(state, Draw{10}), Refusal::no_such_territory);
  std::vector<double> seen(10);
  Random dice(test_key(6));
  for (int i = 0; i < 6000; ++i) ++seen[static_cast<std::size_t>(draw_card(state, dice))];
  EXPECT_LT(chi_square(seen, {0, 1000, 1000, 0, 0, 1000, 1000, 1000, 1000, 0}), 35.89);
  play(state, Draw{5});
  EXPECT_EQ(state.hand_size(0), 3);
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.turn(), 2);
}

TEST(Cards, NoneWithoutAConquestOrADeck) {
  const Variant variant = row(nothing);
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 9, 2, 1, 1}, {}, 0, 1, 0});
  place_all(state, 0);
  play(state, Battle{{2, 3}, {1, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.seat(), 1);  // no conquest, no card
  state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {{0, 1}, {2, 3, 4, 5}}, 0, 1, 0});
  place_all(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.seat(), 1);  // every card is in a hand
  EXPECT_EQ(state.phase(), Phase::exchange);
}

TEST(Cards, ExchangedOnesMayBeDrawnTheSameTurn) {
  // Every card is in a hand; the exchange frees three, and only these can be drawn.
  const Variant variant = row(nothing);
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {{3, 4, 5}, {0, 1, 2}}, 0, 1, 0});
  EXPECT_EQ(state.cards_in_deck(), 0);
  play(state, Exchange{{3, 4, 5}, -1});
  EXPECT_EQ(state.cards_in_deck(), 3);
  place_all(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(refusal(state, Draw{0}), Refusal::card_not_in_deck);
  play(state, Draw{4});
  EXPECT_TRUE(state.holds(0, 4));
  EXPECT_EQ(state.hand_size(0), 1);
}

TEST(Fortifying, AdjacentEachTroopCrossesOneBorderAtMost) {
  const Variant variant = row(nothing);
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all(state, 0);  // 4 + 3 to 0: 11
  play(state, Battle{});
  EXPECT_EQ(fortify_moves(state), 1 * 10 + 2 * 1 + 1 * 0);
  EXPECT_EQ(refusal(state, Fortify{0, 2, 1}), Refusal::not_adjacent);
  EXPECT_EQ(refusal(state, Fortify{2, 3, 1}), Refusal::not_owned);
  EXPECT_EQ(refusal(state, Fortify{0, 0, 1}), Refusal::same_territory);
  EXPECT_EQ(refusal(state, Fortify{0, 1, 0}), Refusal::too_few_troops);
  EXPECT_EQ(refusal(state, Fortify{0, 1, 11}), Refusal::lone_troop);
  play(state, Fortify{0, 1, 5});
  // 7 in territory 1, 5 of them have moved: the 2 others may go on, the 5 may not.
  EXPECT_EQ(state.movable(1), 2);
  EXPECT_EQ(refusal(state, Fortify{1, 2, 3}), Refusal::too_many_troops);
  play(state, Fortify{1, 2, 1});
  play(state, Fortify{1, 0, 1});
  EXPECT_EQ(refusal(state, Fortify{1, 2, 1}), Refusal::too_many_troops);
  EXPECT_EQ(state.movable(0), 6);  // 7 troops, one of which arrived
  play(state, Fortify{0, 1, 6});
  EXPECT_EQ(refusal(state, Fortify{0, 1, 1}), Refusal::lone_troop);
  play(state, Fortify{});
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.troops(0), 1);
  EXPECT_EQ(state.troops(1), 11);
  EXPECT_EQ(state.troops(2), 2);
}

TEST(Fortifying, SingleIsOneMoveBetweenNeighbours) {
  const Variant variant = row([](Rules& r) { r.fortify = FortifyMode::single; });
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all(state, 0);
  play(state, Battle{});
  EXPECT_EQ(refusal(state, Fortify{0, 2, 1}), Refusal::not_adjacent);
  play(state, Fortify{0, 1, 10});
  EXPECT_EQ(state.seat(), 1);
}

TEST(Fortifying, ConnectedIsOneMoveThroughOwnTerritories) {
  const Variant variant = row([](Rules& r) { r.fortify = FortifyMode::connected; });
  State state(variant);
  state.arrange({{0, 0, 0, 1, 0, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all(state, 0);
  play(state, Battle{});
  EXPECT_EQ(refusal(state, Fortify{0, 4, 1}), Refusal::not_linked);
  EXPECT_EQ(refusal(state, Fortify{4, 2, 1}), Refusal::not_linked);
  EXPECT_EQ(refusal(state, Fortify{0, 3, 1}), Refusal::not_owned);
  EXPECT_EQ(refusal(state, Fortify{0, 0, 1}), Refusal::same_territory);
  EXPECT_EQ(refusal(state, Fortify{0, 2, 11}), Refusal::lone_troop);
  play(state, Fortify{0, 2, 10});
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.troops(2), 11);
}

TEST(Fortifying, NoneSkipsThePhase) {
  const Variant variant = row([](Rules& r) { r.fortify = FortifyMode::none; });
  State state(variant);
  state.arrange({{0, 0, 0, 1, 1, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all(state, 0);
  play(state, Battle{});
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.turn(), 2);
}

TEST(Elimination, CardsPassOrGoBackAndTheSeatIsSkipped) {
  for (const bool takes : {true, false}) {
    const Variant variant = row([&](Rules& r) {
      r.players = 3;
      r.elimination_takes_cards = takes;
    });
    State state(variant);
    state.arrange({{0, 0, 0, 1, 2, 2}, {1, 1, 9, 1, 1, 1}, {{0}, {1, 2}, {3}}, 0, 4, 0});
    place_all(state, 0);
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
  const Variant variant = row([](Rules& r) { r.players = 3; });
  State state(variant);
  state.arrange({{0, 0, 0, 1, 2, 2}, {1, 1, 9, 1, 1, 1}, {{0, 1}, {2, 3, 4, 5}}, 0, 4, 0});
  place_all(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  EXPECT_EQ(state.hand_size(0), 6);
  EXPECT_EQ(state.phase(), Phase::attack);
  EXPECT_EQ(state.exchanges(), 0);
  play(state, Battle{});
  play(state, Fortify{});  // no card is left to draw
  place_all(state, 4);
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

TEST(Players, TurnsGoRoundTwoToSix) {
  for (int players = 2; players <= 6; ++players) {
    Rules rules;
    rules.players = players;
    const Variant variant("row", rules, row_map({{6, 1}, {6, 1}}));
    State state(variant);
    for (int t = 0; t < 12; ++t) play(state, Deal{t});
    for (int turn = 1; turn <= 2 * players; ++turn) {
      EXPECT_EQ(state.turn(), turn);
      EXPECT_EQ(state.seat(), (turn - 1) % players);
      place_all(state, state.seat());
      play(state, Battle{});
      play(state, Fortify{});
    }
  }
}

}  // namespace
}  // namespace evorisk::risk
