// The agent `cautious`: every decision against a plain reading of its rules, and each sentence of
// its description in a position worked out by hand.
#include <functional>
#include <map>

#include "maps/io.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

// The rules of the agent followed step by step: one troop at a time, every scan from the first
// territory, nothing remembered but the continent being captured.
class PlainCautious {
 public:
  explicit PlainCautious(int seat) : me_(seat) {}

  int pick(const State& s, Random& random) {
    const maps::Map& map = s.variant().map();
    std::vector<int> candidates;
    if (capturing_ >= 0) candidates = free_of(s, map.continent(capturing_).territories);
    if (candidates.empty()) {
      capturing_ = -1;
      for (int c = 0; c < map.continent_count(); ++c) {
        const auto& territories = map.continent(c).territories;
        if (free_of(s, territories).size() != territories.size()) continue;
        if (capturing_ < 0 || map.continent(c).bonus > map.continent(capturing_).bonus) {
          capturing_ = c;
        }
      }
      if (capturing_ >= 0) candidates = map.continent(capturing_).territories;
    }
    if (candidates.empty()) {
      for (int t = 0; t < map.territory_count(); ++t) {
        if (s.owner(t) < 0) candidates.push_back(t);
      }
    }
    return candidates[random.below(static_cast<std::uint32_t>(candidates.size()))];
  }

  // Which exchanges the rules leave open, all equally likely; several orders of the same cards
  // count once.
  std::set<std::pair<std::set<int>, int>> exchanges(const State& s) const {
    std::set<std::pair<std::set<int>, int>> with_own;
    std::set<std::pair<std::set<int>, int>> all;
    int lowest = -1;
    const int n = s.variant().territories();
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        for (int c = b + 1; c < n; ++c) {
          if (a == b || a == c || !s.holds(me_, a) || !s.holds(me_, b) || !s.holds(me_, c))
            continue;
          const std::set<int> symbols{a % 3, b % 3, c % 3};
          if (s.variant().rules().card_set == CardSet::matching && symbols.size() == 2) continue;
          all.insert({{a, b, c}, -1});
          if (s.owner(a) != me_ || (lowest >= 0 && lowest != a)) continue;
          lowest = a;
          with_own.insert({{a, b, c}, s.variant().rules().card_territory_bonus > 0 ? a : -1});
        }
      }
    }
    if (!with_own.empty()) return with_own;
    if (s.hand_size(me_) >= s.variant().rules().card_forced_at && !all.empty()) return all;
    return {{{-1}, -1}};
  }

  // Troops that each territory gets in a placement phase.
  std::map<int, int> placements(const State& s) const {
    const int n = s.variant().territories();
    std::vector<int> candidates;
    if (s.phase() == Phase::continent) {
      const maps::Continent& land = s.variant().map().continent(s.continent());
      for (const int t : land.territories) {
        if (has_enemy(s, t)) candidates.push_back(t);
      }
      if (candidates.empty()) {
        for (const int t : land.territories) {
          for (const int u : s.variant().map().neighbours(t)) {
            if (s.variant().map().continent_of(u) != s.continent()) {
              candidates.push_back(t);
              break;
            }
          }
        }
      }
      if (candidates.empty()) candidates = land.territories;
    } else {
      for (int t = 0; t < n; ++t) {
        if (s.owner(t) == me_ && has_enemy(s, t)) candidates.push_back(t);
      }
    }
    std::map<int, int> placed;
    for (int left = s.to_place(); left > 0; --left) {
      int best = -1;
      for (const int t : candidates) {
        if (best < 0 || s.troops(t) + placed[t] < s.troops(best) + placed[best]) best = t;
      }
      ++placed[best];
    }
    std::erase_if(placed, [](const auto& entry) { return entry.second == 0; });
    return placed;
  }

  Attack attack(const State& s) const {
    for (int from = 0; from < s.variant().territories(); ++from) {
      if (s.owner(from) != me_ || s.troops(from) < 2) continue;
      int weakest = -1;
      for (const int u : s.variant().map().neighbours(from)) {
        if (s.owner(u) == me_) continue;
        if (weakest < 0 || s.troops(u) < s.troops(weakest)) weakest = u;
      }
      if (weakest >= 0 && s.troops(weakest) < s.troops(from)) return {from, weakest};
    }
    return {};
  }

  // Troops that each pair of territories exchanges in a fortify phase.
  std::map<std::pair<int, int>, int> fortifications(const State& s) const {
    const int n = s.variant().territories();
    std::vector<int> troops;
    for (int t = 0; t < n; ++t) troops.push_back(s.troops(t));
    const FortifyMode mode = s.variant().rules().fortify;
    std::map<std::pair<int, int>, int> moves;
    for (int from = 0; from < n; ++from) {
      if (s.owner(from) != me_ || has_enemy(s, from)) continue;
      const auto source = static_cast<std::size_t>(from);
      while (troops[source] > 1) {
        int best = -1;
        for (int to = 0; to < n; ++to) {
          if (s.owner(to) != me_ || !has_enemy(s, to)) continue;
          if (mode == FortifyMode::connected ? !s.linked(from, to)
                                             : !s.variant().map().adjacent(from, to)) {
            continue;
          }
          if (best < 0 ||
              troops[static_cast<std::size_t>(to)] < troops[static_cast<std::size_t>(best)]) {
            best = to;
          }
        }
        if (best < 0) break;
        if (mode != FortifyMode::adjacent) return {{{from, best}, troops[source] - 1}};
        --troops[source];
        ++troops[static_cast<std::size_t>(best)];
        ++moves[{from, best}];
      }
    }
    return moves;
  }

 private:
  static std::vector<int> free_of(const State& s, const std::vector<int>& territories) {
    std::vector<int> free;
    for (const int t : territories) {
      if (s.owner(t) < 0) free.push_back(t);
    }
    return free;
  }
  bool has_enemy(const State& s, int t) const {
    for (const int u : s.variant().map().neighbours(t)) {
      if (s.owner(u) != s.owner(t)) return true;
    }
    return false;
  }

  int me_;
  int capturing_ = -1;
};

// Sits in the agent's place, asks it, and compares with the plain reading.
class Comparing : public Agent {
 public:
  void begin_match(const Variant& variant, int seat) override {
    settle();
    agent_->begin_match(variant, seat);
    plain_ = PlainCautious(seat);
  }
  int pick(const State& s, Random& random) override {
    Random same = random;
    const int decision = agent_->pick(s, random);
    EXPECT_EQ(decision, plain_.pick(s, same));
    return decision;
  }
  Exchange exchange(const State& s, Random& random) override {
    const Exchange decision = agent_->exchange(s, random);
    std::set<int> cards(decision.cards, decision.cards + 3);
    EXPECT_EQ(plain_.exchanges(s).count({cards, decision.bonus_territory}), 1u);
    return decision;
  }
  Placement place(const State& s, Random& random) override {
    if (placements_.empty()) {
      settle();
      placements_ = plain_.placements(s);
    }
    const Placement decision = agent_->place(s, random);
    EXPECT_GE(placements_[decision.territory] -= decision.troops, 0);
    if (placements_[decision.territory] == 0) placements_.erase(decision.territory);
    return decision;
  }
  Attack attack(const State& s, Random& random) override {
    settle();
    const Attack decision = agent_->attack(s, random);
    EXPECT_EQ(decision, plain_.attack(s));
    fortifying_ = false;
    return decision;
  }
  Fortify fortify(const State& s, Random& random) override {
    if (!fortifying_) fortifications_ = plain_.fortifications(s);
    fortifying_ = true;
    const Fortify decision = agent_->fortify(s, random);
    if (decision.from < 0) {
      settle();
    } else {
      const std::pair<int, int> pair{decision.from, decision.to};
      EXPECT_GE(fortifications_[pair] -= decision.troops, 0);
      if (fortifications_[pair] == 0) fortifications_.erase(pair);
    }
    return decision;
  }

 private:
  // All that the plain reading does was done.
  void settle() {
    EXPECT_TRUE(placements_.empty());
    EXPECT_TRUE(fortifications_.empty());
    placements_.clear();
    fortifications_.clear();
  }

  std::unique_ptr<Agent> agent_ = make_agent("cautious");
  PlainCautious plain_{0};
  std::map<int, int> placements_;
  std::map<std::pair<int, int>, int> fortifications_;
  bool fortifying_ = false;
};

void compare(const Variant& variant, std::uint64_t matches, std::uint32_t individual) {
  Seats seats({});
  for (int seat = 0; seat < variant.players(); ++seat) seats.add(std::make_unique<Comparing>());
  MatchPlayer player(variant, seats.span());
  for (std::uint64_t match = 0; match < matches && !testing::Test::HasFailure(); ++match) {
    EXPECT_NE(player.play(test_key(match, individual)).end, EndReason::invalid);
  }
}

TEST(Cautious, DecidesAsThePlainReadingOnTheLibrary) {
  for (const char* map : {"thesis-1", "thesis-4", "thesis-9", "thesis-10", "risk"}) {
    for (const char* preset : {"thesis", "risk", "war", "risk-classic"}) {
      Rules rules = preset_rules(preset);
      rules.turn_limit = std::min(rules.turn_limit, 60);
      compare(Variant("library", rules, maps::library_map(map)), test::cases(60), 1);
    }
  }
}

TEST(Cautious, DecidesAsThePlainReadingUnderRandomRules) {
  Random random(test_key(2, 2));
  for (std::uint32_t i = 0; i < evorisk::test::cases(1500); ++i) {
    Rules rules = random_rules(random);
    rules.turn_limit = 1 + below(random, 40);
    rules.initial_troops = std::min(rules.initial_troops, below(random, 25));
    const int territories = std::max(rules.players, 2 + below(random, 30));
    compare(Variant("random", rules, random_map(random, territories)), 2, i);
    ASSERT_FALSE(HasFailure()) << "variant " << i << ":\n" << rules_to_json(rules).dump();
  }
  // Beyond one word of territories.
  for (const int territories : {65, 130}) {
    compare(Variant("wide", Rules{}, random_map(random, territories)), 5, 1);
  }
}

// --- By hand ---

class ByHand : public testing::Test {
 protected:
  // 0 - 1 - 2 - 3 - 4 - 5, continents {0 1 2} bonus 4 and {3 4 5} bonus 2.
  Variant row(const std::function<void(Rules&)>& change = [](Rules&) {}) {
    Rules rules;
    change(rules);
    return Variant("row", rules, row_map({{3, 4}, {3, 2}}));
  }
  std::unique_ptr<Agent> agent_ = make_agent("cautious");
  Random random_{test_key(1)};
};

TEST_F(ByHand, PicksTheRichestFreeContinentAndKeepsToIt) {
  const Variant variant = row([](Rules& r) { r.allocation = Allocation::pick; });
  for (int trial = 0; trial < 50; ++trial) {
    State state(variant);
    agent_->begin_match(variant, 0);
    const int first = agent_->pick(state, random_);
    EXPECT_LT(first, 3);
    play(state, Pick{first});
    play(state, Pick{first == 0 ? 1 : 0});  // the opponent cuts in: it goes on capturing
    const int second = agent_->pick(state, random_);
    EXPECT_LT(second, 3);
    play(state, Pick{second});
    play(state, Pick{4});  // now no continent is wholly free: anywhere
    const int third = agent_->pick(state, random_);
    EXPECT_TRUE(state.owner(third) < 0);
  }
}

TEST_F(ByHand, PicksTheLowestOfEquallyRichContinentsUniformly) {
  const Variant variant(
      "equal",
      [] {
        Rules r;
        r.allocation = Allocation::pick;
        return r;
      }(),
      row_map({{2, 1}, {4, 3}, {4, 3}}));
  std::vector<double> seen(10);
  for (int trial = 0; trial < 8000; ++trial) {
    State state(variant);
    agent_->begin_match(variant, 0);
    ++seen[static_cast<std::size_t>(agent_->pick(state, random_))];
  }
  std::vector<double> expected(10);
  for (std::size_t t = 2; t < 6; ++t) expected[t] = 2000;
  EXPECT_LT(chi_square(seen, expected), 30.66);
}

TEST_F(ByHand, ExchangesACardOfAnOwnTerritoryAndTwoOthers) {
  const Variant variant = row();
  State state(variant);
  arrange(state, {{0, 1, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}, {{1, 2, 3, 4}}, 0, 1, 0});
  std::map<std::set<int>, double> seen;
  for (int trial = 0; trial < 3000; ++trial) {
    agent_->begin_match(variant, 0);
    const Exchange e = agent_->exchange(state, random_);
    EXPECT_EQ(e.bonus_territory, 2);  // the lowest own territory held
    ++seen[{e.cards[0], e.cards[1], e.cards[2]}];
  }
  ASSERT_EQ(seen.size(), 3u);  // 2 and two of 1, 3, 4
  for (const auto& [cards, times] : seen) {
    EXPECT_TRUE(cards.count(2) == 1 && cards.size() == 3);
    EXPECT_NEAR(times, 1000, 150);
  }
}

TEST_F(ByHand, KeepsCardsOfOthersUntilForced) {
  const Variant variant = row();
  State state(variant);
  arrange(state, {{0, 0, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {{2, 3, 4, 5}}, 0, 1, 0});
  agent_->begin_match(variant, 0);
  EXPECT_LT(agent_->exchange(state, random_).cards[0], 0);
  arrange(state, {{0, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {{1, 2, 3, 4, 5}}, 0, 1, 0});
  std::set<std::set<int>> seen;
  for (int trial = 0; trial < 500; ++trial) {
    const Exchange e = agent_->exchange(state, random_);
    EXPECT_EQ(e.bonus_territory, -1);
    seen.insert({e.cards[0], e.cards[1], e.cards[2]});
  }
  EXPECT_EQ(seen.size(), 10u);  // any three of five
}

TEST_F(ByHand, ExchangesMatchingSetsOnly) {
  const Variant variant(
      "cards",
      [] {
        Rules r;
        r.card_set = CardSet::matching;
        return r;
      }(),
      row_map({{12, 1}}));
  State state(variant);
  std::vector<int> owners(12, 1);
  owners[0] = owners[1] = 0;
  // 0 3 6 are infantry, 1 is cavalry: 1 is in no set, 0 is in one.
  arrange(state, {owners, std::vector<int>(12, 1), {{0, 1, 3, 6}}, 0, 1, 0});
  agent_->begin_match(variant, 0);
  Exchange e = agent_->exchange(state, random_);
  EXPECT_EQ(std::set<int>(e.cards, e.cards + 3), (std::set<int>{0, 3, 6}));
  EXPECT_EQ(e.bonus_territory, 0);
  // No set at all, though the hand is large enough to be forced... it is not: 0 3 1 4 has none.
  arrange(state, {owners, std::vector<int>(12, 1), {{0, 1, 3, 4}}, 0, 1, 0});
  EXPECT_LT(agent_->exchange(state, random_).cards[0], 0);
}

// Placement by placement until the phase is done; what each territory got.
std::vector<int> placed(Agent& agent, State& state, Random& random) {
  std::vector<int> before;
  for (int t = 0; t < state.variant().territories(); ++t) before.push_back(state.troops(t));
  const Phase phase = state.phase();
  const int continent = state.continent();
  while (state.phase() == phase && state.continent() == continent) {
    play(state, agent.place(state, random));
  }
  for (int t = 0; t < state.variant().territories(); ++t) {
    before[static_cast<std::size_t>(t)] = state.troops(t) - before[static_cast<std::size_t>(t)];
  }
  return before;
}

TEST_F(ByHand, ContinentBonusGoesToItsWeakestBorderThenItsGatesThenAnywhere) {
  const Variant variant = row();
  State state(variant);
  agent_->begin_match(variant, 0);
  // Owns 0 1 2: only 2 has an enemy neighbour.
  arrange(state, {{0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1}, {}, 0, 1, 0});
  EXPECT_EQ(placed(*agent_, state, random_), (std::vector<int>{0, 0, 4, 0, 0, 0}));
  // Owns 0 1 2 3: no enemy next to the continent, but 2 leads out of it. (In the other, nothing.)
  arrange(state, {{0, 0, 0, 0, 1, 1}, {1, 1, 9, 1, 1, 1}, {}, 0, 1, 0});
  EXPECT_EQ(placed(*agent_, state, random_), (std::vector<int>{0, 0, 4, 0, 0, 0}));
  // Several border territories: one at a time where there are fewest, lowest first.
  const Variant star("star", Rules{},
                     make_map(6, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}, {0, 5}, {4, 5}},
                              {{5, {1, 2, 3}}, {1, {0}}, {1, {4, 5}}}));
  State other(star);
  agent_->begin_match(star, 1);
  arrange(other, {{0, 1, 1, 1, 0, 0}, {3, 4, 2, 2, 1, 1}, {}, 1, 2, 0});
  // 2 -> 3, 3 -> 3, 2 -> 4, 3 -> 4, then 1, 2, 3 are equal: 1.
  EXPECT_EQ(placed(*agent_, other, random_), (std::vector<int>{0, 1, 2, 2, 0, 0}));
}

TEST_F(ByHand, ReinforcesTheWeakestOwnBorder) {
  const Variant variant = row([](Rules& r) { r.reinforcement_minimum = 6; });
  State state(variant);
  agent_->begin_match(variant, 0);
  arrange(state, {{0, 0, 1, 0, 0, 1}, {1, 4, 1, 2, 3, 1}, {}, 0, 1, 0});
  // Border: 1 (4), 3 (2), 4 (3); 0 is none. 3, 3, 4, 1, 3, 4.
  EXPECT_EQ(placed(*agent_, state, random_), (std::vector<int>{0, 1, 0, 3, 2, 0}));
}

TEST_F(ByHand, AttacksTheWeakestNeighbourOfTheFirstThatIsStronger) {
  const Variant variant = row();
  State state(variant);
  agent_->begin_match(variant, 0);
  const auto attack_of = [&](std::vector<int> owners, std::vector<int> troops) {
    arrange(state, {std::move(owners), std::move(troops), {}, 0, 1, 0});
    while (state.phase() != Phase::attack) {
      // All to territory 0, which has no enemy next to it here.
      play(state, Placement{0, state.to_place()});
    }
    return agent_->attack(state, random_);
  };
  // 2 (3 troops) has enemies 1 (3: not fewer) and 3 (2: fewer).
  EXPECT_EQ(attack_of({0, 0, 0, 1, 0, 1}, {1, 1, 3, 2, 9, 1}), (Attack{2, 3}));
  // Equal is not fewer: 2 stays, 4 (9) attacks the weaker of 3 and 5.
  EXPECT_EQ(attack_of({0, 0, 0, 1, 0, 1}, {1, 1, 2, 2, 9, 1}), (Attack{4, 5}));
  // Ties go to the lowest index.
  EXPECT_EQ(attack_of({0, 0, 0, 1, 0, 1}, {1, 1, 2, 2, 9, 2}), (Attack{4, 3}));
  // One troop never attacks; nobody stronger: the end.
  EXPECT_EQ(attack_of({0, 0, 0, 1, 0, 1}, {1, 1, 1, 1, 1, 1}), Attack{});
}

TEST_F(ByHand, FortifiesBordersFromTheInterior) {
  // 0 in the middle of 1 2 3 (own), behind which 4 5 6 (enemy); 7 behind 0 (own).
  const maps::MapPtr map =
      make_map(8, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 6}, {0, 7}, {4, 5}, {5, 6}},
               {{1, {0, 1, 2, 3, 4, 5, 6, 7}}});
  for (const FortifyMode mode :
       {FortifyMode::adjacent, FortifyMode::single, FortifyMode::connected}) {
    Rules rules;
    rules.fortify = mode;
    const Variant variant("star", rules, map);
    State state(variant);
    agent_->begin_match(variant, 0);
    arrange(state, {{0, 0, 0, 0, 1, 1, 1, 0}, {6, 3, 2, 2, 9, 9, 9, 5}, {}, 0, 1, 0});
    play(state, Placement{7, state.to_place()});  // 3 more
    play(state, Battle{});
    while (state.phase() == Phase::fortify) play(state, agent_->fortify(state, random_));
    std::vector<int> after;
    for (int t = 0; t < 8; ++t) after.push_back(state.troops(t));
    switch (mode) {
      case FortifyMode::adjacent:
        // 0 sends 5: to 2, 3, then (all 3) 1, 2, 3. 7 has no neighbouring border: 8 stay.
        EXPECT_EQ(after, (std::vector<int>{1, 4, 4, 4, 9, 9, 9, 8}));
        break;
      case FortifyMode::single:
        // One move: all 5 of 0 to 2, the first of the weakest.
        EXPECT_EQ(after, (std::vector<int>{1, 3, 7, 2, 9, 9, 9, 8}));
        break;
      default:
        EXPECT_EQ(after, (std::vector<int>{1, 3, 7, 2, 9, 9, 9, 8}));
        break;
    }
  }
}

}  // namespace
}  // namespace evorisk::risk
