// Random play under random rules on random maps, every state checked against itself; what is legal
// against a plain reading of the rules; states as values.
#include <cstring>

#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/risk/state_check.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

// The rules read once more, plainly and slowly, to compare risk/legal.hpp with.
class PlainReading {
 public:
  explicit PlainReading(const State& state) : s_(state), me_(state.seat()) {}

  bool operator()(const Pick& a) const {
    return s_.phase() == Phase::pick && exists(a.territory) && s_.owner(a.territory) == -1;
  }
  bool operator()(const Placement& a) const {
    if (s_.phase() != Phase::initial && s_.phase() != Phase::continent &&
        s_.phase() != Phase::reinforce) {
      return false;
    }
    if (!mine(a.territory) || a.troops < 1 || a.troops > s_.to_place()) return false;
    return s_.phase() != Phase::continent ||
           s_.variant().map().continent_of(a.territory) == s_.continent();
  }
  bool operator()(const Exchange& a) const {
    if (s_.phase() != Phase::exchange) return false;
    if (a.cards[0] < 0) {
      return s_.hand_size(me_) < s_.variant().rules().card_forced_at || !any_set();
    }
    std::set<int> cards;
    bool own = false;
    for (const int card : a.cards) {
      if (!exists(card) || !s_.holds(me_, card)) return false;
      cards.insert(card);
      own = own || s_.owner(card) == me_;
    }
    if (cards.size() != 3 || !set(a.cards[0], a.cards[1], a.cards[2])) return false;
    const bool pays = s_.variant().rules().card_territory_bonus > 0 && own;
    if (!pays) return a.bonus_territory < 0;
    return mine(a.bonus_territory) && cards.count(a.bonus_territory) == 1;
  }
  bool operator()(const Attack& a) const {
    if (s_.phase() != Phase::attack) return false;
    if (a.from < 0) return true;
    return mine(a.from) && exists(a.to) && !mine(a.to) &&
           s_.variant().map().adjacent(a.from, a.to) && s_.troops(a.from) >= 2;
  }
  bool operator()(const Fortify& a) const {
    if (s_.phase() != Phase::fortify) return false;
    if (a.from < 0) return true;
    if (!mine(a.from) || !mine(a.to) || a.from == a.to || a.troops < 1) return false;
    if (a.troops > s_.troops(a.from) - 1) return false;
    const FortifyMode mode = s_.variant().rules().fortify;
    if (mode == FortifyMode::connected) return reachable(a.from, a.to);
    if (!s_.variant().map().adjacent(a.from, a.to)) return false;
    return mode != FortifyMode::adjacent ||
           a.troops <= s_.troops(a.from) - StateForTests::fortify_note(s_, a.from);
  }
  bool operator()(const Action& a) const { return std::visit(*this, a); }

 private:
  bool exists(int t) const { return t >= 0 && t < s_.variant().territories(); }
  bool mine(int t) const { return exists(t) && s_.owner(t) == me_; }
  bool set(int a, int b, int c) const {
    if (s_.variant().rules().card_set == CardSet::any) return true;
    return std::set<int>{a % 3, b % 3, c % 3}.size() != 2;
  }
  bool any_set() const {
    for (int a = 0; a < s_.variant().territories(); ++a) {
      for (int b = 0; b < a; ++b) {
        for (int c = 0; c < b; ++c) {
          if (s_.holds(me_, a) && s_.holds(me_, b) && s_.holds(me_, c) && set(a, b, c)) return true;
        }
      }
    }
    return false;
  }
  bool reachable(int from, int to) const {
    std::set<int> seen{from};
    std::vector<int> open{from};
    while (!open.empty()) {
      const int t = open.back();
      open.pop_back();
      for (const int u : s_.variant().map().neighbours(t)) {
        if (mine(u) && seen.insert(u).second) open.push_back(u);
      }
    }
    return seen.count(to) == 1;
  }

  const State& s_;
  int me_;
};

Action random_action(const State& state, Random& random) {
  const int n = state.variant().territories();
  const auto territory = [&] { return below(random, n + 3) - 2; };  // from -2 to n
  const auto troops = [&] { return below(random, 6) - 1; };
  switch (below(random, 5)) {
    case 0:
      return Pick{territory()};
    case 1:
      return Placement{territory(), troops()};
    case 2:
      return Exchange{{territory(), territory(), territory()}, territory()};
    case 3:
      return Attack{territory(), territory()};
    default:
      return Fortify{territory(), territory(), troops()};
  }
}

// Garbage is refused exactly where the plain reading refuses it, with a reason.
void try_garbage(const State& state, Random& random) {
  for (int i = 0; i < 6; ++i) {
    const Action action = random_action(state, random);
    const bool legal = PlainReading(state)(action);
    const Refusal why = refusal(state, action);
    ASSERT_EQ(why == Refusal::none, legal)
        << refusal_text(why) << " in phase " << phase_name(state.phase()) << ", kind "
        << action.index();
    ASSERT_GT(std::strlen(refusal_text(why)), 0u);
  }
}

// The list of legal actions holds each once, all of them legal, and the ending one last.
void check_enumeration(const State& state, std::vector<Action>& actions) {
  legal_actions(state, actions);
  const bool decides = state.phase() != Phase::mission && state.phase() != Phase::deal &&
                       state.phase() != Phase::draw && !state.over();
  ASSERT_EQ(actions.empty(), !decides);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    ASSERT_TRUE(PlainReading(state)(actions[i]));
    for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(actions[i] == actions[j]);
  }
}

bool within(const Action& small, const Action& large) {
  if (small == large) return true;
  if (const Placement* a = std::get_if<Placement>(&small)) {
    const Placement* b = std::get_if<Placement>(&large);
    return b != nullptr && a->territory == b->territory && a->troops <= b->troops;
  }
  if (const Fortify* a = std::get_if<Fortify>(&small)) {
    const Fortify* b = std::get_if<Fortify>(&large);
    return b != nullptr && a->from == b->from && a->to == b->to && a->troops <= b->troops;
  }
  return false;
}

// The number of troops that a turn brings, from the rules alone.
int turn_income(const State& state, int exchanged, int bonuses) {
  const Rules& rules = state.variant().rules();
  const int me = state.seat();
  const int owned = state.territories_of(me);
  int share = owned / rules.reinforcement_divisor;
  if (rules.reinforcement_rounding == Rounding::ceil && owned % rules.reinforcement_divisor > 0) {
    ++share;
  }
  share = std::max(share, rules.reinforcement_minimum);
  if (state.turn() == 1) share = share * rules.first_turn_reinforcement / 100;
  int income = share + exchanged + bonuses * rules.card_territory_bonus;
  for (const maps::Continent& continent : state.variant().map().continents()) {
    bool whole = true;
    for (const int t : continent.territories) whole = whole && state.owner(t) == me;
    if (whole) income += continent.bonus;
  }
  return income;
}

int schedule(const Rules& rules, int k) {
  const auto& list = rules.card_schedule;
  const int last = static_cast<int>(list.size()) - 1;
  return k <= last ? list[static_cast<std::size_t>(k)]
                   : list.back() + (k - last) * rules.card_schedule_step;
}

// Plays one match event by event, checking the state after each one and the books of the turn.
void play_checked(const Variant& variant, const Seats& seats, std::uint64_t match, Random& random,
                  int max_events) {
  State state(variant);
  Random dice(test_key(match, 7));
  std::vector<Random> randoms = agent_randoms(test_key(match, 7), variant.players());
  for (int seat = 0; seat < variant.players(); ++seat) seats[seat].begin_match(variant, seat);
  std::vector<Action> actions;
  int turn = 0;
  int troops_before = 0;  // the mover's, when its turn began
  int exchanged = 0;
  int bonuses = 0;
  int exchanges = 0;
  bool booked = false;
  for (int step = 0; !state.over(); ++step) {
    ASSERT_LT(step, max_events);
    const int me = state.seat();
    if (state.turn() != turn) {
      turn = state.turn();
      troops_before = state.troops_of(me);
      exchanged = bonuses = 0;
      booked = false;
    }
    if (state.phase() == Phase::attack && !booked) {
      booked = true;
      const int income = turn_income(state, exchanged, bonuses);
      ASSERT_EQ(state.troops_of(me), troops_before + income);
      ASSERT_EQ(state.turn_troops(), income);
    }
    if (step % 16 == 0) {
      try_garbage(state, random);
      check_enumeration(state, actions);
    }
    const Event event = next_event(state, seats, randoms, dice);
    if (step % 16 == 0 && !std::holds_alternative<Deal>(event) &&
        !std::holds_alternative<Draw>(event) && !std::holds_alternative<MissionDeal>(event)) {
      // Every decision made is in the list.
      const Action action = std::visit(
          [](const auto& e) -> Action {
            if constexpr (std::is_same_v<std::decay_t<decltype(e)>, Battle>) {
              return e.attack;
            } else if constexpr (std::is_convertible_v<decltype(e), Action>) {
              return e;
            } else {
              return Attack{};
            }
          },
          event);
      bool listed = false;
      for (const Action& a : actions) listed = listed || within(action, a);
      if (const Exchange* e = std::get_if<Exchange>(&action); e != nullptr && !listed) {
        // The same cards in another order.
        for (const Action& a : actions) {
          const Exchange& other = std::get<Exchange>(a);
          listed = listed || (std::set<int>(e->cards, e->cards + 3) ==
                                  std::set<int>(other.cards, other.cards + 3) &&
                              e->bonus_territory == other.bonus_territory);
        }
      }
      ASSERT_TRUE(listed);
    }
    ASSERT_EQ(refusal(state, event), Refusal::none) << refusal_text(refusal(state, event));
    if (const Exchange* exchange = std::get_if<Exchange>(&event);
        exchange != nullptr && exchange->cards[0] >= 0) {
      exchanged += schedule(variant.rules(), exchanges++);
      bonuses += exchange->bonus_territory >= 0 ? 1 : 0;
    }
    int all_before = 0;
    for (const int troops : state.troop_counts()) all_before += troops;
    const int deck_before = state.cards_in_deck();
    state.apply(event);
    ASSERT_EQ(state_inconsistency(state), "") << "event " << step << " of match " << match;
    // Nothing but placing, allocating and the territory bonus brings troops, and only rolls cost
    // any.
    int all_after = 0;
    for (const int troops : state.troop_counts()) all_after += troops;
    if (const Battle* battle = std::get_if<Battle>(&event)) {
      ASSERT_EQ(all_after, all_before - battle->losses.attacker - battle->losses.defender);
    } else if (std::holds_alternative<Fortify>(event) || std::holds_alternative<Draw>(event)) {
      ASSERT_EQ(all_after, all_before);
      if (std::holds_alternative<Draw>(event)) {
        ASSERT_EQ(state.cards_in_deck(), deck_before - 1);
      }
    } else if (std::holds_alternative<Deal>(event) || std::holds_alternative<Pick>(event)) {
      ASSERT_EQ(all_after, all_before + 1);
    }
    if (state.exchanges() != exchanges) FAIL() << "exchanges are miscounted";
  }
  ASSERT_TRUE(state.winner() >= 0 || state.turn() == variant.rules().turn_limit);
}

void play_random_variants(std::uint32_t part, int variants) {
  Random random(test_key(part, 1));
  int played = 0;
  while (played < variants) {
    Rules rules = random_rules(random);
    rules.turn_limit = std::min(rules.turn_limit, 1 + below(random, 30));
    rules.initial_troops = std::min(rules.initial_troops, below(random, 25));
    const int territories = std::max(rules.players, 2 + below(random, 1 + below(random, 40)));
    const maps::MapPtr map = random_map(random, territories);
    if (broken_rule(rules, territories, 6 * map->continent_count())) continue;
    const Variant variant("random", rules, map);
    Seats seats({});
    for (int seat = 0; seat < rules.players; ++seat) {
      seats.add(make_agent(below(random, 2) == 0 ? "cautious" : "random"));
    }
    ASSERT_NO_FATAL_FAILURE(
        play_checked(variant, seats, static_cast<std::uint64_t>(played), random, 10'000'000))
        << "variant " << played << " of part " << part << ":\n"
        << rules_to_json(rules).dump();
    ++played;
  }
}

// In two parts so that they run side by side.
TEST(RandomPlay, EveryStateIsConsistent1) {
  play_random_variants(1, evorisk::test::cases(2000));
}
TEST(RandomPlay, EveryStateIsConsistent2) {
  play_random_variants(2, evorisk::test::cases(2000));
}

TEST(RandomPlay, WideMaps) {
  Random random(test_key(9, 1));
  for (const int territories : {63, 64, 65, 128, 130, 1000}) {
    if (test::sanitized && territories == 1000) continue;
    for (const char* agent : {"cautious", "random"}) {
      Rules rules = random_rules(random);
      rules.players = 2 + below(random, 5);
      rules.turn_limit = territories == 1000 ? 7 : 15;
      rules.initial_troops_mode = InitialTroops::extra;
      rules.initial_troops = below(random, 10);
      const Variant variant("wide", rules, random_map(random, territories));
      const Seats seats(std::vector<std::string>(static_cast<std::size_t>(rules.players), agent));
      // Checking takes long in proportion to the map: a part of the match is enough.
      State state(variant);
      Random dice(test_key(3, 8));
      std::vector<Random> randoms = agent_randoms(test_key(3, 8), variant.players());
      for (int seat = 0; seat < variant.players(); ++seat) seats[seat].begin_match(variant, seat);
      for (int step = 0; !state.over(); ++step) {
        const Event event = next_event(state, seats, randoms, dice);
        ASSERT_EQ(refusal(state, event), Refusal::none);
        state.apply(event);
        if (step % (territories / 60) == 0) {
          ASSERT_EQ(state_inconsistency(state), "");
        }
      }
      ASSERT_EQ(state_inconsistency(state), "");
    }
  }
}

TEST(StateValue, CopiesAreEqualAndIndependent) {
  Random random(test_key(4, 4));
  const Variant variant("copy", Rules{}, random_map(random, 70));
  const Seats seats({"cautious", "random"});
  State state(variant);
  State kept(variant);
  const std::byte* storage = kept.bytes().data();
  Random dice(test_key(5));
  std::vector<Random> randoms = agent_randoms(test_key(5), 2);
  for (int seat = 0; seat < 2; ++seat) seats[seat].begin_match(variant, seat);
  while (!state.over()) {
    kept = state;
    ASSERT_EQ(kept.bytes().data(), storage) << "assigning allocated";
    ASSERT_TRUE(kept == state);
    ASSERT_EQ(std::memcmp(kept.bytes().data(), state.bytes().data(), state.bytes().size()), 0);
    const Event event = next_event(state, seats, randoms, dice);
    state.apply(event);
    ASSERT_FALSE(kept == state);
    State replayed(kept);
    replayed.apply(event);
    ASSERT_TRUE(replayed == state);
  }
  // Into a state of another shape.
  const Variant small("small", Rules{}, random_map(random, 5));
  State other(small);
  other = state;
  EXPECT_TRUE(other == state);
  EXPECT_EQ(&other.variant(), &variant);
  other.restart();
  EXPECT_TRUE(other == State(variant));
}

TEST(StateValue, ArrangedPositionsAreChecked) {
  const Variant variant("row", Rules{}, row_map({{2, 1}, {2, 1}}));
  State state(variant);
  Position good{{0, 0, 1, 1}, {1, 2, 3, 4}, {{0}, {3, 2}}, 1, 5, 2};
  arrange(state, good);
  EXPECT_EQ(state_inconsistency(state), "");
  EXPECT_EQ(state.turn(), 5);
  EXPECT_EQ(state.seat(), 1);
  EXPECT_EQ(state.exchanges(), 2);
  EXPECT_EQ(state.hand_size(1), 2);
  EXPECT_EQ(state.phase(), Phase::continent);
  const auto bad = [&](auto change) {
    Position position = good;
    change(position);
    EXPECT_THROW(arrange(state, position), std::invalid_argument);
  };
  bad([](Position& p) { p.owners.pop_back(); });
  bad([](Position& p) { p.owners[0] = 2; });
  bad([](Position& p) { p.owners[0] = -1; });
  bad([](Position& p) { p.troops[0] = 0; });
  bad([](Position& p) { p.troops = {1'000'000'000, 1'000'000'000, 1'000'000'000, 1}; });
  bad([](Position& p) { p.exchanges = -1; });
  bad([](Position& p) { p.owners = {0, 0, 0, 0}; });
  bad([](Position& p) { p.hands = {{1}, {1}}; });
  bad([](Position& p) { p.hands = {{4}}; });
  bad([](Position& p) { p.seat = 2; });
  bad([](Position& p) { p.turn = 49; });
}

TEST(Bits, SelectAndCountAgreeWithPlainLoops) {
  Random random(test_key(11));
  for (int i = 0; i < 20'000; ++i) {
    bits::Word set[3];
    for (bits::Word& word : set) {
      word = random.next();
      for (int thin = below(random, 5); thin > 0; --thin) word &= random.next();
    }
    std::vector<int> members;
    for (int t = 0; t < 192; ++t) {
      if (bits::has(set, t)) members.push_back(t);
    }
    ASSERT_EQ(bits::count(set, 3), static_cast<int>(members.size()));
    std::vector<int> visited;
    bits::for_each(set, 3, [&](int t) { visited.push_back(t); });
    ASSERT_EQ(visited, members);
    for (std::size_t rank = 0; rank < members.size(); ++rank) {
      ASSERT_EQ(bits::select(set, 3, static_cast<int>(rank)), members[rank]);
    }
  }
}

}  // namespace
}  // namespace evorisk::risk
