// Each rule key and each of its values in a position worked out by hand; what concerns cards is in
// cards_test.cpp.
#include "tests/risk/scenarios.hpp"

namespace evorisk::risk {
namespace {

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
  const Variant variant = row_variant(as_they_are);
  std::vector<double> seen(36);
  Random dice(test_key(8));
  for (int trial = 0; trial < 18'000; ++trial) {
    State state(variant);
    const int first = std::get<Deal>(chance_event(state, dice)).territory;
    state.deal(first);
    const int second = std::get<Deal>(chance_event(state, dice)).territory;
    ++seen[static_cast<std::size_t>(first * 6 + second)];
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
    arrange(state, {owners, std::vector<int>(14, 1), {}, 0, 1, 0});
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
  arrange(state, {owners, std::vector<int>(14, 1), {}, 0, 1, 0});
  EXPECT_EQ(state.phase(), Phase::attack);
}

TEST(Reinforcement, ContinentsInOrderThenTerritoryBonusThenTheRest) {
  // Three continents {0 1} 5, {2 3} 2, {4 5} 1; seat 1 owns the first and third.
  const Variant variant("row", Rules{}, row_map({{2, 5}, {2, 2}, {2, 1}}));
  State state(variant);
  arrange(state, {{1, 1, 0, 0, 1, 1}, {1, 1, 1, 1, 1, 1}, {{}, {0, 2, 3}}, 1, 2, 1});
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

TEST(Attacking, DiceAreBoundByTroopsAndRules) {
  for (int most = 1; most <= 6; ++most) {
    const Variant variant = row_variant([&](Rules& r) { r.attack_dice = r.defence_dice = most; });
    for (int troops = 2; troops <= 8; ++troops) {
      State state(variant);
      arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, troops, troops, 1, 1}, {}, 0, 1, 0});
      place_all_on(state, 0);
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
  const Variant variant = row_variant(as_they_are);
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 0}, {1, 1, 1, 1, 1, 2}, {}, 0, 1, 0});
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
    const Variant variant = row_variant([&](Rules& r) { r.conquest_move = c.move; });
    State state(variant);
    arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 10, c.defenders, 1, 1}, {}, 0, 1, 0});
    place_all_on(state, 0);
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
    const Variant variant = row_variant([&](Rules& r) { r.conquest_move = move; });
    State state(variant);
    arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 2, 1, 1, 1}, {}, 0, 1, 0});
    place_all_on(state, 0);
    play(state, Battle{{2, 3}, {0, 1}});
    EXPECT_EQ(state.troops(3), 1);
    EXPECT_EQ(state.troops(2), 1);
  }
}

TEST(Attacking, TiesDecideWhoWinsEqualDice) {
  const Variant defender = row_variant([](Rules& r) { r.ties = Ties::defender; });
  const Variant attacker = row_variant([](Rules& r) { r.ties = Ties::attacker; });
  EXPECT_EQ(defender.dice(1, 1).at_most[0], 15u);  // of 36: the attacker's die is higher
  EXPECT_EQ(attacker.dice(1, 1).at_most[0], 21u);
}

TEST(Ending, TheWinningRollEndsTheMatchAtOnce) {
  const Variant variant = row_variant(as_they_are);
  State state(variant);
  arrange(state, {{0, 0, 0, 0, 0, 1}, {1, 1, 1, 1, 5, 1}, {}, 0, 7, 0});
  place_all_on(state, 0);
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
  const Variant variant = row_variant([](Rules& r) { r.turn_limit = 3; });
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 5, 1, 1, 1}, {}, 0, 3, 0});
  place_all_on(state, 0);
  play(state, Battle{{2, 3}, {0, 1}});
  play(state, Battle{});
  play(state, Fortify{});
  EXPECT_EQ(state.phase(), Phase::draw);  // the last turn's card is still drawn
  play(state, Draw{5});
  EXPECT_TRUE(state.over());
  EXPECT_EQ(state.winner(), -1);
  EXPECT_EQ(state.turn(), 3);
}

TEST(Fortifying, AdjacentEachTroopCrossesOneBorderAtMost) {
  const Variant variant = row_variant(as_they_are);
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all_on(state, 0);  // 4 + 3 to 0: 11
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
  const Variant variant = row_variant([](Rules& r) { r.fortify = FortifyMode::single; });
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all_on(state, 0);
  play(state, Battle{});
  EXPECT_EQ(refusal(state, Fortify{0, 2, 1}), Refusal::not_adjacent);
  play(state, Fortify{0, 1, 10});
  EXPECT_EQ(state.seat(), 1);
}

TEST(Fortifying, ConnectedIsOneMoveThroughOwnTerritories) {
  const Variant variant = row_variant([](Rules& r) { r.fortify = FortifyMode::connected; });
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 0, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all_on(state, 0);
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
  const Variant variant = row_variant([](Rules& r) { r.fortify = FortifyMode::none; });
  State state(variant);
  arrange(state, {{0, 0, 0, 1, 1, 1}, {4, 2, 1, 9, 9, 9}, {}, 0, 1, 0});
  place_all_on(state, 0);
  play(state, Battle{});
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.turn(), 2);
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
      place_all_on(state, state.seat());
      play(state, Battle{});
      play(state, Fortify{});
    }
  }
}

}  // namespace
}  // namespace evorisk::risk
