// Dice: exact tables, and what is rolled, alone and inside whole matches.
#include <array>
#include <map>

#include "maps/io.hpp"
#include "tests/risk/play.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

// Quantiles of chi-square at 1 - 1e-6, by degrees of freedom. Seeds are fixed: a pass stays a pass.
constexpr double critical[] = {0, 23.93, 27.63, 30.66, 33.38, 35.89, 38.26};

struct Fraction {
  int ways;
  int rolls;
};
struct KnownRoll {
  int attack;
  int defence;
  std::vector<Fraction> attacker_loses;  // 0, 1, 2, ... troops
};

// By enumeration, ties to the defender (facts of the game of Risk).
const std::vector<KnownRoll>& known_rolls() {
  static const std::vector<KnownRoll> rolls = {
      {1, 1, {{15, 36}, {21, 36}}},
      {2, 1, {{125, 216}, {91, 216}}},
      {3, 1, {{855, 1296}, {441, 1296}}},
      {1, 2, {{55, 216}, {161, 216}}},
      {2, 2, {{295, 1296}, {420, 1296}, {581, 1296}}},
      {3, 2, {{2890, 7776}, {2611, 7776}, {2275, 7776}}},
      {1, 3, {{225, 1296}, {1071, 1296}}},
      {2, 3, {{979, 7776}, {1981, 7776}, {4816, 7776}}},
      {3, 3, {{6420, 46656}, {10017, 46656}, {12348, 46656}, {17871, 46656}}},
  };
  return rolls;
}

std::vector<int> sorted_faces(int roll, int dice) {
  std::vector<int> faces;
  for (int i = 0; i < dice; ++i, roll /= 6) faces.push_back(roll % 6);
  std::sort(faces.rbegin(), faces.rend());
  return faces;
}

int power_of_six(int exponent) {
  return exponent == 0 ? 1 : 6 * power_of_six(exponent - 1);
}

TEST(Dice, TablesHoldTheKnownFractions) {
  for (const KnownRoll& known : known_rolls()) {
    const DiceTable table = make_dice_table(known.attack, known.defence, Ties::defender);
    ASSERT_EQ(table.comparisons + 1, static_cast<int>(known.attacker_loses.size()));
    std::uint32_t sum = 0;
    for (std::size_t lost = 0; lost < known.attacker_loses.size(); ++lost) {
      EXPECT_EQ(static_cast<std::uint32_t>(known.attacker_loses[lost].rolls), table.rolls);
      sum += static_cast<std::uint32_t>(known.attacker_loses[lost].ways);
      if (lost + 1 < known.attacker_loses.size()) {
        EXPECT_EQ(table.at_most[lost], sum) << known.attack << " against " << known.defence;
      }
    }
    EXPECT_EQ(sum, table.rolls);
  }
}

TEST(Dice, TablesEqualPlainEnumeration) {
  for (int a = 1; a <= max_dice; ++a) {
    for (int d = 1; d <= max_dice && a + d <= (test::sanitized ? 5 : 7); ++d) {
      for (const Ties ties : {Ties::defender, Ties::attacker}) {
        std::array<std::uint32_t, max_dice + 1> ways{};
        std::vector<std::vector<int>> defences;
        for (int r = 0; r < power_of_six(d); ++r) defences.push_back(sorted_faces(r, d));
        for (int r = 0; r < power_of_six(a); ++r) {
          const std::vector<int> attack = sorted_faces(r, a);
          for (const std::vector<int>& defence : defences) {
            std::size_t lost = 0;
            for (std::size_t i = 0; i < attack.size() && i < defence.size(); ++i) {
              if (attack[i] < defence[i]) ++lost;
              if (attack[i] == defence[i] && ties == Ties::defender) ++lost;
            }
            ++ways[lost];
          }
        }
        const DiceTable table = make_dice_table(a, d, ties);
        std::uint32_t sum = 0;
        for (int lost = 0; lost < max_dice; ++lost) {
          sum += ways[static_cast<std::size_t>(lost)];
          EXPECT_EQ(table.at_most[lost], lost < std::min(a, d) ? sum : ~0u);
        }
      }
    }
  }
  // The largest table: all rolls of 12 dice, symmetric under a swap of sides and ties.
  const DiceTable most = make_dice_table(6, 6, Ties::defender);
  const DiceTable swapped = make_dice_table(6, 6, Ties::attacker);
  EXPECT_EQ(most.rolls, 2176782336u);
  for (int lost = 0; lost + 1 < max_dice; ++lost) {
    EXPECT_EQ(most.at_most[lost], swapped.rolls - swapped.at_most[5 - lost]);
  }
}

TEST(Dice, RollsFollowTheTables) {
  Random random(test_key(1));
  constexpr int rolls = 200'000;
  for (const KnownRoll& known : known_rolls()) {
    const DiceTable table = make_dice_table(known.attack, known.defence, Ties::defender);
    std::vector<double> observed(known.attacker_loses.size());
    std::vector<double> expected;
    for (const Fraction& f : known.attacker_loses)
      expected.push_back(rolls * 1.0 * f.ways / f.rolls);
    for (int i = 0; i < rolls; ++i) {
      const Losses losses = table.roll(random);
      ASSERT_EQ(losses.attacker + losses.defender, table.comparisons);
      ++observed[static_cast<std::size_t>(losses.attacker)];
    }
    EXPECT_LT(chi_square(observed, expected), critical[observed.size() - 1])
        << known.attack << " against " << known.defence;
  }
}

// Counts the losses of every battle by the dice rolled, which it works out from the troops.
class BattleCounter : public MatchListener {
 public:
  void on_event(const State& state, const Event& event) override {
    const Battle* battle = std::get_if<Battle>(&event);
    if (battle == nullptr || battle->attack.from < 0) return;
    const int attack = std::min(3, state.troops(battle->attack.from) - 1);
    const int defence = std::min(3, state.troops(battle->attack.to));
    auto& counts = seen[{attack, defence}];
    counts.resize(static_cast<std::size_t>(std::min(attack, defence)) + 1);
    ++counts.at(static_cast<std::size_t>(battle->losses.attacker));
  }

  std::map<std::pair<int, int>, std::vector<double>> seen;
};

TEST(Dice, BattlesInWholeMatchesFollowTheTables) {
  Rules rules;
  const Variant variant("dice", rules, maps::library_map("thesis-9"));
  BattleCounter counter;
  const auto matches = static_cast<std::uint64_t>(test::cases(2000, 400));
  for (const char* agent : {"cautious", "random"}) {
    const Seats seats({agent, agent});
    MatchPlayer player(variant, seats.span());
    for (std::uint64_t match = 0; match < matches; ++match)
      player.play(test_key(match), nullptr, &counter);
  }
  for (const KnownRoll& known : known_rolls()) {
    const std::vector<double>& observed = counter.seen[{known.attack, known.defence}];
    ASSERT_FALSE(observed.empty());
    double rolls = 0;
    for (const double count : observed) rolls += count;
    EXPECT_GT(rolls, 1000) << known.attack << " against " << known.defence;
    std::vector<double> expected;
    for (const Fraction& f : known.attacker_loses) expected.push_back(rolls * f.ways / f.rolls);
    EXPECT_LT(chi_square(observed, expected), critical[observed.size() - 1])
        << known.attack << " against " << known.defence;
  }
}

}  // namespace
}  // namespace evorisk::risk
