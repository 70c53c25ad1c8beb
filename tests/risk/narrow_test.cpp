// The vector kernels of small boards: each against the plain loop that it replaces, on every
// instruction set of the processor; and that matches are the same with and without vectors.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "risk/narrow/kernels.hpp"
#include "risk/spread.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

// Calls f with each instruction set of the processor chosen, the last time without vectors.
template <class F>
void on_every_target(const F& f) {
  for (std::int64_t left = hwy::SupportedTargets() | HWY_SCALAR; left != 0; left &= left - 1) {
    hwy::SetSupportedTargetsForTest((left & -left) | HWY_SCALAR);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    f();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

// A position in the middle of a match; now and then more troops than a byte holds.
State random_state(const Variant& variant, Random& random) {
  State state(variant);
  Position position;
  const int n = variant.territories();
  const int most = below(random, 20) == 0 ? 400 : 1 + below(random, 12);
  for (int t = 0; t < n; ++t) {
    position.owners.push_back(t < 2 ? t : below(random, variant.players()));
    position.troops.push_back(1 + below(random, most));
  }
  state.arrange(position);
  return state;
}

void check_kernels(const Variant& variant, Random& random) {
  const narrow::Tables tables(variant);
  if (!tables.usable()) return;
  const State state = random_state(variant, random);
  const auto n = static_cast<std::size_t>(variant.territories());
  const std::int32_t* const troops = state.troops().data();
  const bits::Word own = state.owned(state.seat())[0];

  EXPECT_EQ(narrow::attack_moves(tables, own, troops, state.enemy_neighbours().data(),
                                 variant.rules().attack_dice),
            attack_moves(state));
  EXPECT_EQ(narrow::fortify_moves(tables, own, troops, state.enemy_neighbours().data()),
            fortify_moves(state));

  bits::Word stacks = 0;
  std::vector<bits::Word> owned(static_cast<std::size_t>(variant.players()));
  for (int t = 0; t < variant.territories(); ++t) {
    stacks |= bits::Word{state.troops(t) >= 2} << t;
    bits::insert(&owned[static_cast<std::size_t>(state.owner(t))], t);
  }
  EXPECT_EQ(narrow::stacks(tables, troops), stacks);
  std::vector<std::int32_t> enemies(64);
  EXPECT_EQ(narrow::borders(tables, owned.data(), variant.players(), enemies.data()),
            state.frontier()[0]);
  EXPECT_TRUE(std::equal(enemies.begin(), enemies.begin() + static_cast<std::ptrdiff_t>(n),
                         state.enemy_neighbours().begin()));

  const bits::Word where = random.next() & variant.all_territories()[0];
  if (where == 0) return;
  const int amount = 1 + below(random, below(random, 4) == 0 ? 300 : 9);
  Spread spread;
  spread.reserve(variant.territories());
  bits::for_each(&where, 1, [&](int t) { spread.add(t, state.troops(t)); });
  spread.run(amount);
  std::vector<std::int32_t> expected(state.troops().begin(), state.troops().end());
  std::vector<std::int32_t> gains(64);
  int receivers = 0;
  while (!spread.empty()) {
    const Placement& part = spread.next();
    expected[static_cast<std::size_t>(part.territory)] += part.troops;
    gains[static_cast<std::size_t>(part.territory)] = part.troops;
    ++receivers;
  }
  expected.resize(64);
  std::vector<std::int32_t> after(state.troops().begin(), state.troops().end());
  after.resize(64);
  std::vector<std::int32_t> arrived(64);
  const int got = narrow::hand_out(tables, after.data(), where, amount, arrived.data());
  if (got == 0) {  // only where the troops might not fit into bytes
    int least = 1000;
    bits::for_each(&where, 1, [&](int t) { least = std::min(least, state.troops(t)); });
    EXPECT_GE(least + amount, 255);
    return;
  }
  EXPECT_EQ(got, receivers);
  EXPECT_EQ(after, expected);
  EXPECT_EQ(arrived, gains);
}

TEST(Narrow, KernelsDoWhatLoopsDo) {
  on_every_target([] {
    Random random(test_key(1, 7));
    for (int i = 0; i < evorisk::test::cases(1000) && !testing::Test::HasFailure(); ++i) {
      Rules rules;
      rules.players = 2 + below(random, 3);
      rules.attack_dice = 1 + below(random, 4);
      const int territories = std::max(rules.players, 2 + below(random, 63));
      check_kernels(Variant("narrow", rules, random_map(random, territories)), random);
    }
  });
}

// Ends and turns of some matches.
std::vector<int> played(const Variant& variant, std::uint32_t individual) {
  Seats seats({});
  for (int seat = 0; seat < variant.players(); ++seat) seats.add(make_agent("cautious"));
  MatchPlayer player(variant, seats.span());
  std::vector<int> seen;
  for (std::uint64_t match = 0; match < 3; ++match) {
    const MatchResult result = player.play(test_key(match, individual));
    seen.insert(seen.end(), {static_cast<int>(result.end), result.winner, result.turns});
  }
  return seen;
}

TEST(Narrow, MatchesAreTheSameOnEveryInstructionSet) {
  std::vector<std::vector<int>> first;
  on_every_target([&] {
    Random random(test_key(2, 7));
    std::vector<std::vector<int>> all;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(evorisk::test::cases(80)); ++i) {
      Rules rules = random_rules(random);
      rules.turn_limit = 1 + below(random, 40);
      rules.initial_troops = std::min(rules.initial_troops, below(random, 25));
      // In some there are more troops than bytes hold.
      if (i % 8 == 0) rules.reinforcement_minimum = 100;
      const int territories = std::max(rules.players, 2 + below(random, 63));
      all.push_back(played(Variant("any", rules, random_map(random, territories)), i));
    }
    if (first.empty()) first = all;
    EXPECT_EQ(all, first);
  });
}

}  // namespace
}  // namespace evorisk::risk
