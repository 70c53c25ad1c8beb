// The bulk engine against the plain one, and both against exact solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "maps/io.hpp"
#include "metrics/bulk/played_rules.hpp"
#include "metrics/bulk/roll.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/engine.hpp"
#include "tests/metrics/agreement.hpp"
#include "tests/metrics/samples.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics {
namespace {

std::vector<MatchSummary> play(const char* engine, const risk::Variant& variant, std::uint64_t seed,
                               std::size_t matches) {
  EngineOptions options;
  options.engine = engine;
  std::vector<MatchSummary> out(matches);
  const MatchJob job{&variant, {seed, Purpose::match}, out};
  EXPECT_TRUE(make_engine(options)->play({&job, 1}));
  return out;
}

std::string told(const std::vector<DistributionTest>& comparisons) {
  std::string text;
  for (const DistributionTest& c : comparisons) {
    text += c.what + ": p = " + std::to_string(c.p) + "; " + c.detail + "\n";
  }
  return text;
}

// A sample of the whole comparison, which tests/proof/bulk_agreement.cpp makes.
TEST(BulkAgreement, WithThePlainEngine) {
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {"two", {}},
      {"cycle-4", {"conquest_move=max"}},
      {"star-6", {"fortify=single", "conquest_move=dice"}},
      {"path-5", {"initial_troops=5", "reinforcement_rounding=ceil", "reinforcement_divisor=2"}},
      {"thesis-8", {"allocation=pick", "card_set=matching", "card_forced_at=4"}},
      {"thesis-9", {"seat_compensation=6", "first_turn_reinforcement=50"}},
      {"thesis-9", {"allocation=pick", "defence_dice=2", "conquest_move=max"}},
      {"thesis-9", {"fortify=connected", "ties=attacker"}},
      {"grid-4x4", {"allocation=pick", "attack_dice=2", "reinforcement_minimum=1"}},
      {"thesis-10", {"fortify=none", "card_schedule_step=40", "turn_limit=90"}},
      {"thesis-1", {"allocation=pick", "defence_dice=2", "conquest_move=max"}},
  };
  std::vector<DistributionTest> all;
  for (const auto& [map, settings] : cases) {
    const risk::Variant variant = variant_of(map, settings);
    const bool large = variant.territories() > 20;
    const std::size_t matches = test::cases(large ? 2000 : 8000, large ? 125 : 500);
    for (DistributionTest c :
         compare_matches(play("bulk", variant, 1, matches), play("plain", variant, 2, matches))) {
      c.what = std::string(map) + ", " + c.what;
      all.push_back(c);
    }
  }
  EXPECT_GT(all.size(), 100u);
  const auto rejected = holm_rejections(all, 0.001);
  EXPECT_TRUE(rejected.empty()) << told(rejected);
}

// A value of a rule key other than its default, and other settings under which it matters.
struct RuleCase {
  std::string setting;
  std::vector<std::string> beside;
};

// Every other value of a choice and of a boolean; of numbers those at the ends of their range and
// one beside the lower end; lists of those.
std::vector<RuleCase> rule_cases() {
  const std::map<std::string_view, std::vector<std::string>> beside = {
      {"initial_troops_mode=total", {"initial_troops=20"}},
      {"reinforcement_rounding=ceil", {"reinforcement_divisor=2", "reinforcement_minimum=1"}},
      {"reinforcement_divisor=1", {"reinforcement_minimum=1"}},
      {"reinforcement_divisor=2", {"reinforcement_minimum=1"}},
      {"reinforcement_divisor=100", {"reinforcement_minimum=1"}},
  };
  std::vector<RuleCase> cases;
  for (const risk::RuleKey& key : risk::rule_keys()) {
    std::vector<std::string> values;
    for (const std::string_view choice : key.choices) values.emplace_back(choice);
    if (key.kind == risk::RuleKey::Kind::boolean) values = {"true", "false"};
    if (key.kind == risk::RuleKey::Kind::integer) {
      for (const int value : std::set{key.lowest, key.lowest + 1, key.highest}) {
        values.push_back(std::to_string(value));
      }
    }
    if (key.kind == risk::RuleKey::Kind::integers) {
      const std::string lowest = std::to_string(key.lowest);
      const std::string highest = std::to_string(key.highest);
      values = {"[" + lowest + "]", "[" + highest + "]", "[" + lowest + "," + highest + "]"};
    }
    for (const std::string& value : values) {
      const std::string setting = std::string(key.name) + "=" + value;
      risk::Rules rules;
      risk::set_rule(rules, key.name, value);
      if (rules == risk::Rules()) continue;
      const auto found = beside.find(setting);
      cases.push_back({setting, found == beside.end() ? RuleCase{}.beside : found->second});
    }
  }
  return cases;
}

// What the bulk engine says that it plays, it plays as the plain one does; the rest it leaves to
// that.
TEST(BulkAgreement, InEveryRuleAndValue) {
  std::vector<DistributionTest> all;
  std::vector<std::string> refused;
  for (const auto& [setting, beside] : rule_cases()) {
    std::vector<std::string> settings = beside;
    settings.push_back(setting);
    const risk::Variant variant = variant_of("thesis-9", settings);
    if (choose_engine(variant, {}).name == "plain") {
      refused.push_back(setting);
      continue;
    }
    const std::size_t matches = test::cases(1000);
    for (DistributionTest c :
         compare_matches(play("bulk", variant, 1, matches), play("plain", variant, 2, matches))) {
      c.what = setting + ", " + c.what;
      all.push_back(c);
    }
  }
  EXPECT_EQ(refused, (std::vector<std::string>{"players=3", "players=6", "objective=missions"}));
  // Few matches leave more criteria constant, of which there is nothing to compare.
  EXPECT_GT(all.size(), test::sanitized ? 300u : 400u);
  const auto rejected = holm_rejections(all, 0.001);
  EXPECT_TRUE(rejected.empty()) << told(rejected);
}

// A new key is stated in metrics/bulk/played_rules.cpp with the values that the engine plays, once
// it plays them; and a new value of a key as well.
TEST(BulkRules, EveryKeyIsStated) {
  for (const risk::RuleKey& key : risk::rule_keys()) {
    EXPECT_TRUE(bulk::states_rule(key.name)) << key.name;
  }
  EXPECT_FALSE(bulk::states_rule("a new rule"));
}

TEST(BulkRules, OthersGoToThePlainEngine) {
  const auto refusal = [](const std::string& setting) {
    risk::Rules rules;
    risk::set_rules(rules, std::vector{setting});
    return bulk::rules_refusal(rules);
  };
  EXPECT_EQ(refusal("players=2"), "");
  EXPECT_EQ(refusal("card_schedule=[0,1000]"), "");
  EXPECT_EQ(refusal("players=3"), "it plays 2 players only");
  EXPECT_EQ(refusal("objective=missions"), "it plays no missions");
  risk::Rules rules;
  rules.fortify = risk::FortifyMode::none;
  EXPECT_EQ(bulk::rules_refusal(rules), "");
  rules.turn_limit = 10001;  // beyond what is stated
  EXPECT_EQ(bulk::rules_refusal(rules), "it does not play turn_limit = 10001");
  rules = {};
  rules.card_schedule = {4, 1001, 6};
  EXPECT_EQ(bulk::rules_refusal(rules), "it does not play card_schedule = [4,1001,6]");
}

// The comparison can fail: it tells rules that differ in one place.
TEST(BulkAgreement, SeesSmallDifferences) {
  const auto expected = play("plain", variant_of("thesis-9", {}), 2, 12'000);
  for (const char* setting :
       {"reinforcement_divisor=2", "card_territory_bonus=3", "fortify=connected"}) {
    const auto other = play("bulk", variant_of("thesis-9", {setting}), 1, 12'000);
    EXPECT_FALSE(holm_rejections(compare_matches(other, expected), 0.001).empty()) << setting;
  }
}

// Every match on two territories, turn by turn, with its probability: a straight reading of the
// rules and of the criteria's definitions.
struct ExactTwo {
  explicit ExactTwo(const risk::Variant& v) : variant(v) {
    gain = variant.reinforcement(1) + variant.bonus(0);
    turn({}, 1, 1, 1);
  }

  struct History {
    int turns = 0;
    double moves = 0;
    std::vector<double> lead_of_0;  // D_0 at the end of each turn
  };

  // `mine` and `others`: the troops of the mover and of the other at the start of the turn.
  void turn(const History& history, int mine, int others, double probability) {
    if (probability < 1e-13) return;
    const int mover = history.turns % 2;
    History h = history;
    ++h.turns;
    mine += gain;
    h.moves += gain + std::min(variant.rules().attack_dice, mine - 1);
    // The fight, roll by roll: how probable each pair of troops is when it ends.
    std::map<std::pair<int, int>, double> at = {{{mine, others}, probability}};
    std::map<std::pair<int, int>, double> ends;
    while (!at.empty()) {
      const auto [position, p] = *at.rbegin();  // the most troops first: each is met once
      at.erase(position);
      const auto [a, d] = position;
      if (d == 0 || a <= d) {
        ends[position] += p;
        continue;
      }
      const risk::DiceTable& dice = variant.dice(std::min(variant.rules().attack_dice, a - 1),
                                                 std::min(variant.rules().defence_dice, d));
      double before = 0;
      for (int lost = 0; lost <= dice.comparisons; ++lost) {
        const double until = lost < dice.comparisons ? dice.at_most[lost] : dice.rolls;
        at[{a - lost, d - (dice.comparisons - lost)}] += p * (until - before) / dice.rolls;
        before = until;
      }
    }
    for (const auto& [position, p] : ends) {
      const auto [a, d] = position;
      History then = h;
      const double share = double(a) / (a + d);
      const double lead = (d == 0 ? 0.8 : 0) + 0.2 * (2 * share - 1);
      then.lead_of_0.push_back(mover == 0 ? lead : -lead);
      if (d == 0 || then.turns == variant.rules().turn_limit) {
        finish(then, d == 0 ? mover : -1, p);
      } else {
        // Fortification has one own territory with no own neighbour: no move. The turn passes.
        turn(then, d, a, p);
      }
    }
  }

  void finish(const History& h, int winner, double p) {
    outcomes[{h.turns, winner}] += p;
    double behind = 0;
    int turns_behind = 0;
    double swing = 0;
    int changes = 0;
    int leader = 0;
    for (std::size_t n = 0; n < h.lead_of_0.size(); ++n) {
      const double d = h.lead_of_0[n];
      const double of_winner = winner == 0 ? d : -d;
      if (winner >= 0 && of_winner < -1e-12) {
        behind += std::sqrt(-of_winner);
        ++turns_behind;
      }
      if (n > 0) swing = std::max(swing, (n % 2 == 0 ? 1 : -1) * (d - h.lead_of_0[n - 1]));
      const int leads = d > 1e-12 ? 1 : d < -1e-12 ? -1 : 0;
      if (leads != 0 && leader != 0 && leads != leader) ++changes;
      if (leads != 0) leader = leads;
    }
    const double drama = turns_behind > 0 ? behind / turns_behind : 0;
    const double lead_change = h.turns > 1 ? double(changes) / (h.turns - 1) : 0;
    add(0, p, std::abs(24.0 - h.turns) / 24);
    add(1, p, std::min(1.0, std::log10(h.moves / h.turns + 1) / 2));
    add(2, p, drama);
    add(3, p, std::min(1.0, swing));
    add(4, p, lead_change);
  }

  void add(std::size_t i, double p, double value) {
    mean[i] += p * value;
    square[i] += p * value * value;
  }

  const risk::Variant& variant;
  int gain;
  std::map<std::pair<int, int>, double> outcomes;  // turns and winner
  std::array<double, 5> mean{};
  std::array<double, 5> square{};
};

TEST(BulkAgreement, WithTheExactSolutionOfTwoTerritories) {
  std::vector<DistributionTest> all;
  for (const std::vector<std::string>& settings :
       {std::vector<std::string>{},
        {"defence_dice=2"},
        {"attack_dice=1", "ties=attacker"},
        {"attack_dice=2", "defence_dice=2", "reinforcement_minimum=1", "turn_limit=6"},
        {"attack_dice=4", "defence_dice=1", "reinforcement_minimum=2"}}) {
    const risk::Variant variant = variant_of("two", settings);
    const ExactTwo exact(variant);
    double total = 0;
    for (const auto& [outcome, p] : exact.outcomes) total += p;
    ASSERT_NEAR(total, 1, 1e-9);
    for (const char* engine : {"bulk", "plain"}) {
      const std::size_t matches = test::cases(engine[0] == 'b' ? 200'000 : 50'000);
      const auto played = play(engine, variant, 3, matches);
      const std::string name = std::string(engine) + " " + testing::PrintToString(settings);
      std::vector<double> counts;
      std::vector<double> probabilities;
      for (const auto& [outcome, p] : exact.outcomes) {
        const int turns = outcome.first;
        const int winner = outcome.second;
        counts.push_back(
            static_cast<double>(std::ranges::count_if(played, [&](const MatchSummary& m) {
              return m.turns == turns && m.winner == winner;
            })));
        probabilities.push_back(p);
      }
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0.0), double(matches)) << name;
      all.push_back({name + ", turns and winner", chi_square_p(counts, probabilities), ""});
      const double MatchSummary::*const members[] = {
          &MatchSummary::duration, &MatchSummary::branching_factor, &MatchSummary::drama,
          &MatchSummary::killer_moves, &MatchSummary::lead_change};
      for (std::size_t i = 0; i < 5; ++i) {
        double sum = 0;
        for (const MatchSummary& m : played) sum += m.*members[i];
        const double mean = sum / double(matches);
        const double error = std::sqrt(
            std::max(0.0, exact.square[i] - exact.mean[i] * exact.mean[i]) / double(matches));
        const double difference = std::abs(mean - exact.mean[i]);
        const double p = difference < 1e-7 ? 1
                         : error == 0      ? 0
                                           : std::erfc(difference / error / std::sqrt(2.0));
        all.push_back({name + ", criterion " + std::to_string(i), p,
                       std::to_string(mean) + ", exactly " + std::to_string(exact.mean[i])});
      }
    }
  }
  const auto rejected = holm_rejections(all, 0.001);
  EXPECT_TRUE(rejected.empty()) << told(rejected);
}

// Every first word of a roll, and what the undecided ones add, in whole numbers.
TEST(BulkDraws, RollsAreExact) {
  for (const risk::Ties ties : {risk::Ties::defender, risk::Ties::attacker}) {
    for (int a = 1; a <= risk::max_dice; ++a) {
      for (int d = 1; d <= risk::max_dice; ++d) {
        const risk::DiceTable dice = risk::make_dice_table(a, d, ties);
        const bulk::Roll roll(dice);
        std::vector<std::uint64_t> words(static_cast<std::size_t>(roll.comparisons) + 1);
        bulk::Words unused;
        for (std::uint32_t word = 0; word < roll.undecided; ++word) {
          ++words[static_cast<std::size_t>(roll.losses(static_cast<std::uint16_t>(word), unused))];
        }
        EXPECT_LE(65536 - roll.undecided, static_cast<std::uint32_t>(roll.comparisons));
        EXPECT_EQ(roll.rests, (65536 - roll.undecided) * std::uint64_t{dice.rolls});
        std::uint64_t before = 0;
        for (std::size_t lost = 0; lost < words.size(); ++lost) {
          const std::uint64_t until =
              lost + 1 < words.size() ? dice.at_most[lost] : std::uint64_t{dice.rolls};
          EXPECT_EQ(words[lost] * dice.rolls + roll.rest[lost], 65536 * (until - before))
              << a << " against " << d << ", " << lost;
          before = until;
        }
      }
    }
  }
}

TEST(BulkDraws, UndecidedRollsTakeWhatRoundingTook) {
  const bulk::Roll roll(risk::make_dice_table(3, 3, risk::Ties::defender));
  ASSERT_GT(roll.rests, 0u);
  std::vector<double> counts(4);
  std::vector<double> probabilities;
  bulk::Words words = bulk::seed_words(7, 7);
  for (int i = 0; i < 200'000; ++i) ++counts[static_cast<std::size_t>(roll.decide(words))];
  for (int lost = 0; lost < 4; ++lost) {
    probabilities.push_back(double(roll.rest[static_cast<std::size_t>(lost)]) / double(roll.rests));
  }
  EXPECT_GT(chi_square_p(counts, probabilities), 0.001);
}

// Over all words that are not rejected, every result is equally frequent.
TEST(BulkDraws, BoundedIntegersAreExact) {
  for (const std::uint32_t bound : {1u, 2u, 3u, 5u, 7u, 13u, 42u, 100u, 255u, 256u}) {
    std::vector<int> counts(bound);
    for (std::uint32_t word = 0; word < 65536; ++word) {
      bulk::Words words{static_cast<std::uint16_t>(word), 0, 0, 0};
      const std::uint32_t result = words.below(bound);
      ASSERT_LT(result, bound);
      if (words.counter == 1) ++counts[result];  // taken at once
    }
    EXPECT_EQ(std::ranges::min(counts), std::ranges::max(counts)) << bound;
    EXPECT_EQ(counts[0], static_cast<int>(65536 / bound));
  }
}

// First words, and pairs of neighbouring words, of many streams.
TEST(BulkDraws, StreamsLookUniformAndIndependent) {
  const std::uint64_t key = bulk::seed_key({11, Purpose::bulk});
  constexpr std::size_t streams = 1 << 17;
  constexpr std::size_t length = 12;
  std::vector<double> high(65536);
  std::vector<double> low(65536);
  std::vector<double> across(65536);
  std::uint16_t last = 0;
  for (std::uint64_t match = 0; match < streams; ++match) {
    bulk::Words words = bulk::seed_words(key, match);
    std::uint16_t before = words.next();
    ++across[static_cast<std::size_t>((last & 0xFF00) | (before >> 8))];
    last = before;
    for (std::size_t i = 1; i < length; ++i) {
      const std::uint16_t word = words.next();
      ++high[static_cast<std::size_t>((before & 0xFF00) | (word >> 8))];
      ++low[static_cast<std::size_t>((before & 0xFF) << 8 | (word & 0xFF))];
      before = word;
    }
  }
  for (const auto* counts : {&high, &low}) {
    const double expected = double(streams) * (length - 1) / 65536;
    double chi_square = 0;
    for (const double c : *counts) chi_square += (c - expected) * (c - expected) / expected;
    const double p = chi_square_tail(chi_square, 65535);
    EXPECT_GT(p, 0.0005);
    EXPECT_LT(p, 0.9995);
  }
  double chi_square = 0;
  for (const double c : across) chi_square += (c - 2) * (c - 2) / 2;
  EXPECT_GT(chi_square_tail(chi_square, 65535), 0.0005);
}

}  // namespace
}  // namespace evorisk::metrics
