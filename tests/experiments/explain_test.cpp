// Explanations on made-up archives: what was planted is found, and noise is not taken for it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "experiments/explain/explanation.hpp"
#include "experiments/explain/paired_comparison.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::experiments {
namespace {

using metrics::Criterion;

double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}

// A run of `generations` of 40, each child of two of the generation before (the first ten are
// parents more often), with mutations drawn at a rate of 0.3. What they do is up to the caller.
struct MadeUp {
  double of_split = 0;  // mutation split: this much more drama
  double of_dice = 0;   // gene dice 3 instead of 2: this much more lead change
  double conflict = 0;  // of what drama gains, lead change loses this share
  double noise = 0.05;
};

Archive made_up(const MadeUp& how, std::uint64_t seed, int generations = 12) {
  Random random(StreamKey{.seed = seed, .purpose = Purpose::test});
  Archive archive;
  archive.criteria = {Criterion::completeness, Criterion::drama, Criterion::lead_change};
  archive.genes = {"defence_dice", "ties"};
  struct Truth {
    double drama;
    double lead_change;
  };
  std::vector<Truth> truth;
  constexpr int size = 40;
  const auto add = [&](ArchiveIndividual one, Truth own) {
    own.lead_change += how.of_dice * (one.genes[0] == "3" ? 1 : 0);
    one.territories = 10;
    one.borders = 15;
    one.continents = 3;
    one.matches = 100;
    one.criteria = {{0.9 + how.noise * normal(random), how.noise},
                    {own.drama + how.noise * normal(random), how.noise},
                    {own.lead_change + how.noise * normal(random), how.noise}};
    for (const metrics::Estimate& value : one.criteria) one.fitness += value.mean;
    own.lead_change -= how.of_dice * (one.genes[0] == "3" ? 1 : 0);
    truth.push_back(own);
    archive.individuals.push_back(std::move(one));
  };
  for (int g = 0; g < generations; ++g) {
    for (int i = 0; i < size; ++i) {
      ArchiveIndividual one;
      one.id = "g" + std::to_string(g) + "-" + std::to_string(i);
      one.game = one.id;
      if (g == 0) {
        one.genes = {random.chance(0.5) ? "2" : "3", random.chance(0.5) ? "\"a\"" : "\"b\""};
        add(one, {0.3 + 0.02 * normal(random), 0.3 + 0.02 * normal(random)});
        continue;
      }
      const auto parent = [&] {
        const std::uint32_t place = random.chance(0.5) ? random.below(10) : random.below(size);
        return static_cast<std::size_t>((g - 1) * size) + place;
      };
      const std::size_t a = parent();
      const std::size_t b = parent();
      one.parents = {archive.individuals[a].id, archive.individuals[b].id};
      one.crossover = "planar";
      for (const char* name : {"split", "merge", "swap"}) {
        if (random.chance(0.3)) one.mutations.emplace_back(name);
      }
      const auto has = [&](const char* name) {
        return std::find(one.mutations.begin(), one.mutations.end(), name) != one.mutations.end();
      };
      for (std::size_t gene = 0; gene < 2; ++gene) {
        one.genes.push_back(archive.individuals[random.chance(0.5) ? a : b].genes[gene]);
      }
      if (random.chance(0.2)) one.genes[0] = one.genes[0] == "2" ? "3" : "2";
      const double shift = 0.05 * normal(random);
      Truth own{(truth[a].drama + truth[b].drama) / 2,
                (truth[a].lead_change + truth[b].lead_change) / 2};
      own.drama += (has("split") ? how.of_split : 0) + shift;
      own.lead_change -= how.conflict * shift;
      add(std::move(one), own);
    }
  }
  return archive;
}

const FactorEffect* effect_of(const EffectTable& table, const std::string& factor,
                              const std::string& column) {
  for (std::size_t f = 0; f < table.factors.size(); ++f) {
    if (table.factors[f].name != factor) continue;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c] == column) return &table.effects[f][c];
    }
  }
  return nullptr;
}

int clear_effects(const EffectTable& table) {
  int clear = 0;
  for (const std::vector<FactorEffect>& row : table.effects) {
    for (const FactorEffect& effect : row) clear += effect.significant ? 1 : 0;
  }
  return clear;
}

TEST(Explain, FindsWhatWasPlantedAndNothingElse) {
  const Archive archive = made_up({.of_split = 0.05, .of_dice = 0.06}, 1, 25);
  const EffectTable operators = operator_effects(archive);
  EXPECT_EQ(operators.children, 24 * 40);
  const FactorEffect* split = effect_of(operators, "split", "drama");
  ASSERT_NE(split, nullptr);
  EXPECT_TRUE(split->significant);
  EXPECT_NEAR(split->mean, 0.05, 4 * split->se);
  EXPECT_LT(split->low, 0.05);
  EXPECT_GT(split->high, 0.05);
  EXPECT_FALSE(effect_of(operators, "merge", "drama")->significant);
  EXPECT_FALSE(effect_of(operators, "split", "completeness")->significant);
  const EffectTable genes = gene_effects(archive);
  // Which of the two values is the usual one is chance.
  const FactorEffect* three = effect_of(genes, "defence_dice 3", "lead_change");
  const FactorEffect* two = effect_of(genes, "defence_dice 2", "lead_change");
  ASSERT_TRUE((three == nullptr) != (two == nullptr));
  const FactorEffect& dice = three != nullptr ? *three : *two;
  EXPECT_TRUE(dice.significant);
  EXPECT_NEAR(dice.mean, three != nullptr ? 0.06 : -0.06, 4 * dice.se);
  EXPECT_EQ(effect_of(genes, "territories +1", "drama"), nullptr);  // never changed
}

// Without any effect a table has a clear one at most as often as it says, and an interval holds the
// truth as often as it says.
TEST(Explain, TakesNoiseForNoEffect) {
  const int archives = evorisk::test::cases(160, 40);
  int alarms = 0;
  int held = 0;
  int intervals = 0;
  int pulling = 0;
  metrics::Objective objective;
  for (const Criterion c : {Criterion::completeness, Criterion::drama, Criterion::lead_change}) {
    objective.terms.push_back({c, 1, 1});
  }
  for (int i = 0; i < archives; ++i) {
    const Archive archive = made_up({}, 100 + static_cast<std::uint64_t>(i));
    for (const EffectTable& table : {operator_effects(archive), gene_effects(archive)}) {
      alarms += clear_effects(table) > 0 ? 1 : 0;
      for (const std::vector<FactorEffect>& row : table.effects) {
        for (const FactorEffect& effect : row) {
          held += effect.low <= 0 && 0 <= effect.high ? 1 : 0;
          ++intervals;
        }
      }
    }
    for (const TradeOff& pair : trade_offs(objective, &archive, nullptr)) {
      pulling += pair.verdict != TradeOffVerdict::unclear ? 1 : 0;
    }
  }
  // Three standard errors above the promised rate of one table in twenty.
  const double tables = 2.0 * archives;
  EXPECT_LE(alarms, 0.05 * tables + 3 * std::sqrt(0.05 * 0.95 * tables));
  EXPECT_NEAR(static_cast<double>(held) / intervals, 0.95, 0.03);
  EXPECT_LE(pulling, 0.05 * archives + 3 * std::sqrt(0.05 * 0.95 * archives));
}

// A search among 64 games, each of which plays on when it is bred again, so that all individuals of
// a game have one error. What a gene does is nothing at all.
Archive pooled_noise(std::uint64_t seed) {
  Random random(StreamKey{.seed = seed, .purpose = Purpose::test});
  Archive archive;
  archive.criteria = {Criterion::completeness, Criterion::drama, Criterion::lead_change};
  archive.genes = {"a", "b", "c", "d", "e", "f"};
  std::vector<std::vector<metrics::Estimate>> of_game(64);
  for (std::vector<metrics::Estimate>& criteria : of_game) {
    for (int c = 0; c < 3; ++c) criteria.push_back({0.5 + 0.05 * normal(random), 0.05});
  }
  constexpr std::uint32_t size = 20;
  std::vector<std::uint32_t> games;
  for (std::uint32_t i = 0; i < 30 * size; ++i) {
    ArchiveIndividual one;
    one.id = "g" + std::to_string(i / size) + "-" + std::to_string(i % size);
    std::uint32_t game = random.below(64);
    if (i >= size) {
      const auto parent = [&] {
        const std::uint32_t one_of = (i / size - 1) * size + random.below(size);
        const std::uint32_t other = (i / size - 1) * size + random.below(size);
        return archive.individuals[one_of].fitness < archive.individuals[other].fitness ? one_of
                                                                                        : other;
      };
      const std::uint32_t a = parent();
      const std::uint32_t b = parent();
      const std::uint32_t from_b = random.below(64);
      game = (games[a] & ~from_b) | (games[b] & from_b);
      if (random.chance(0.4)) game ^= 1u << random.below(6);
      one.parents = {archive.individuals[a].id, archive.individuals[b].id};
      one.crossover = "planar";
    }
    games.push_back(game);
    const auto first = std::find(games.begin(), games.end(), game) - games.begin();
    one.game = first == static_cast<std::ptrdiff_t>(i) ? one.id : archive.individuals[first].id;
    for (int gene = 0; gene < 6; ++gene) one.genes.push_back((game >> gene & 1) != 0 ? "1" : "0");
    one.territories = 10;
    one.borders = 15;
    one.continents = 3;
    one.criteria = of_game[game];
    for (const metrics::Estimate& value : one.criteria) one.fitness += value.mean;
    archive.individuals.push_back(std::move(one));
  }
  return archive;
}

TEST(Explain, TakesTheCommonErrorOfAGameForNoEffect) {
  const int archives = evorisk::test::cases(160);
  int alarms = 0;
  int held = 0;
  int intervals = 0;
  for (int i = 0; i < archives; ++i) {
    const EffectTable table = gene_effects(pooled_noise(300 + static_cast<std::uint64_t>(i)));
    EXPECT_GE(table.games, 16);
    alarms += clear_effects(table) > 0 ? 1 : 0;
    for (const std::vector<FactorEffect>& row : table.effects) {
      for (const FactorEffect& effect : row) {
        held += effect.low <= 0 && 0 <= effect.high ? 1 : 0;
        ++intervals;
      }
    }
  }
  EXPECT_GE(static_cast<double>(held) / intervals, 0.9);
  // Few games were parents often, so few degrees of freedom are left for the tails.
  EXPECT_LE(alarms, 0.15 * archives + 3 * std::sqrt(0.15 * 0.85 * archives));
}

TEST(Explain, FewChildrenAreNotJudged) {
  const EffectTable none = operator_effects(made_up({.of_split = 1}, 3, 1));
  EXPECT_EQ(none.children, 0);
  EXPECT_TRUE(none.factors.empty());
  const Archive empty;
  EXPECT_TRUE(gene_effects(empty).factors.empty());
}

TEST(Pulls, FindConflictsInChildrenAndInSteps) {
  metrics::Objective objective;
  objective.terms = {
      {Criterion::completeness, 1, 1}, {Criterion::drama, 1, 1}, {Criterion::lead_change, 1, 1}};
  const auto of = [](const std::vector<TradeOff>& all, Criterion a, Criterion b) {
    for (const TradeOff& pair : all) {
      if (pair.a == a && pair.b == b) return pair;
    }
    return TradeOff{};
  };
  const Archive apart = made_up({.conflict = 1, .noise = 0.02}, 7, 25);
  const std::vector<TradeOff> found = trade_offs(objective, &apart, nullptr);
  ASSERT_EQ(found.size(), 3u);
  const TradeOff conflict = of(found, Criterion::drama, Criterion::lead_change);
  EXPECT_EQ(conflict.verdict, TradeOffVerdict::conflict);
  EXPECT_LT(conflict.high, 0);
  EXPECT_EQ(of(found, Criterion::completeness, Criterion::drama).verdict, TradeOffVerdict::unclear);
  const Archive along = made_up({.conflict = -1, .noise = 0.02}, 8, 25);
  EXPECT_EQ(
      of(trade_offs(objective, &along, nullptr), Criterion::drama, Criterion::lead_change).verdict,
      TradeOffVerdict::together);

  // Twelve steps beyond their errors: eleven move the first two apart; two do not count.
  Sensitivity steps;
  for (int i = 0; i < 14; ++i) {
    StepEffect step;
    const double sign = i % 2 == 0 ? 1 : -1;
    step.losses = {{0.1 * sign, i < 12 ? 0.01 : 0.2},
                   {i < 11 ? -0.1 * sign : 0.1 * sign, 0.01},
                   {0.001, 0.01}};
    steps.steps.push_back(step);
  }
  const std::vector<TradeOff> by_steps = trade_offs(objective, nullptr, &steps);
  const TradeOff pair = of(by_steps, Criterion::completeness, Criterion::drama);
  EXPECT_EQ(pair.steps_apart, 11);
  EXPECT_EQ(pair.steps_together, 1);
  EXPECT_NEAR(pair.steps_p, 2 * 13.0 / 4096, 1e-12);
  EXPECT_NEAR(pair.steps_p_adjusted, 3 * 2 * 13.0 / 4096, 1e-12);
  EXPECT_EQ(pair.verdict, TradeOffVerdict::conflict);
  EXPECT_EQ(of(by_steps, Criterion::drama, Criterion::lead_change).steps_apart, 0);
  EXPECT_EQ(trade_off_in_words(pair),
            "completeness and drama pull apart: what brings one nearer its ideal mostly takes the "
            "other away from its own (11 of 12 single steps apart)");
  // With children, whose tests can make verdicts as well, of twice as many tests: three pairs by
  // each, and one of the children's is smaller.
  const std::vector<TradeOff> both = trade_offs(objective, &apart, &steps);
  const TradeOff tried = of(both, Criterion::completeness, Criterion::drama);
  EXPECT_EQ(of(both, Criterion::drama, Criterion::lead_change).p_adjusted, 6 * conflict.p);
  EXPECT_NEAR(tried.steps_p_adjusted, 5 * 2 * 13.0 / 4096, 1e-12);
  // Four of four is an even coin's one time in eight.
  steps.steps.resize(4);
  EXPECT_EQ(
      of(trade_offs(objective, nullptr, &steps), Criterion::completeness, Criterion::drama).verdict,
      TradeOffVerdict::unclear);
}

TEST(Pulls, SpearmanByHand) {
  const std::vector<double> a = {1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(spearman(a, std::vector<double>{2, 4, 8, 16, 32}), 1);
  EXPECT_DOUBLE_EQ(spearman(a, std::vector<double>{5, 4, 3, 2, 1}), -1);
  // 1 - 6 (0 + 0 + 1 + 1 + 0) / (5 * 24)
  EXPECT_DOUBLE_EQ(spearman(a, std::vector<double>{1, 2, 4, 3, 5}), 0.9);
  EXPECT_EQ(spearman(a, std::vector<double>{3, 3, 3, 3, 3}), 0);
  // Ties have their mean rank: 0, 1.5, 1.5, 3.
  const std::vector<double> tied = {1, 2, 2, 5};
  EXPECT_DOUBLE_EQ(spearman(tied, std::vector<double>{1, 2, 3, 4}), 4.5 / std::sqrt(4.5 * 5));
}

TEST(Statistics, StudentBoundsAreThoseOfTables) {
  EXPECT_NEAR(student_bound(0.05, 10), 2.2281388519, 1e-8);
  EXPECT_NEAR(student_bound(0.01, 4), 4.6040948713, 1e-8);
}

metrics::Objective like(const std::string& name) {
  metrics::Objective objective = metrics::thesis_objective();
  auto target = std::make_shared<metrics::Target>();
  target->variant = std::make_shared<const risk::Variant>(risk::load_variant(name));
  target->rules.weight = 1;
  target->map.weight = 1;
  objective.target = target;
  return objective;
}

TEST(TargetParts, SwapsWhatDiffersOneAtATime) {
  const metrics::Objective objective = like("thesis-8");
  const risk::Variant& target = *objective.target->variant;
  risk::Rules rules = target.rules();
  rules.defence_dice = rules.defence_dice == 2 ? 3 : 2;
  rules.turn_limit *= 2;
  const risk::Variant here("here", rules, risk::load_variant("cycle-4").map_ptr());
  const auto engine = metrics::make_engine({});
  const StreamKey key{.seed = 5, .purpose = Purpose::match};
  const std::optional<TargetParts> parts = target_parts(here, objective, *engine, key, 200);
  ASSERT_TRUE(parts);
  // The map, both rules together, and each rule.
  ASSERT_EQ(parts->swaps.size(), 4u);
  EXPECT_TRUE(parts->exact);
  EXPECT_GT(parts->edits.cost(), 0);
  std::vector<double> p;
  for (std::size_t i = 0; i < 4; ++i) {
    const PartSwap& swap = parts->swaps[i];
    EXPECT_EQ(swap.impossible, "");
    if (i > 0) {
      EXPECT_GE(swap.with.total(), parts->swaps[i - 1].with.total());
    }
    if (swap.part == "map") {
      EXPECT_EQ(swap.with.map, 0);
      EXPECT_EQ(swap.with.rules, parts->best.rules);
      EXPECT_EQ(swap.target_with.map, parts->best.map);
    } else {
      EXPECT_EQ(swap.with.map, parts->best.map);
      EXPECT_LT(swap.with.rules, parts->best.rules);
    }
    if (swap.part == "rules") {
      EXPECT_EQ(swap.with.rules, 0);
    }
    EXPECT_NEAR(swap.with.criteria.mean - parts->best.criteria.mean, swap.criteria.mean, 1e-9);
    p.push_back(swap.criteria.p);
  }
  const std::vector<double> adjusted = holm(p);  // over all parts
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(parts->swaps[i].criteria.p_adjusted, adjusted[i]);
  const std::optional<TargetParts> same = target_parts(target, objective, *engine, key, 50);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->swaps.empty());
  EXPECT_EQ(same->best.map + same->best.rules, 0);
}

// A map that is too small for the target's number of players.
TEST(TargetParts, SayWhatDoesNotFit) {
  metrics::Objective objective = like("thesis-8");
  risk::Rules six = objective.target->variant->rules();
  six.players = 6;
  auto target = std::make_shared<metrics::Target>(*objective.target);
  target->variant =
      std::make_shared<const risk::Variant>("six", six, objective.target->variant->map_ptr());
  objective.target = target;
  const risk::Variant here("here", risk::load_variant("thesis-8").rules(),
                           risk::load_variant("cycle-4").map_ptr());
  const auto engine = metrics::make_engine({});
  const std::optional<TargetParts> parts =
      target_parts(here, objective, *engine, {.seed = 5, .purpose = Purpose::match}, 20);
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->swaps.size(), 2u);
  EXPECT_EQ(parts->swaps[0].part, "map");
  EXPECT_EQ(parts->swaps[1].part, "players");
  EXPECT_NE(parts->swaps[1].impossible, "");
}

TEST(Sensitivity, ChangesOfALossHaveTheErrorsOfTheCriterion) {
  const risk::Variant base = risk::load_variant("cycle-4");
  metrics::Objective objective = metrics::thesis_objective();
  for (metrics::Objective::Term& term : objective.terms) {
    term.loss = metrics::Loss::squared;
    term.ideal = 2;  // above all values, so that the loss goes one way
  }
  const auto engine = metrics::make_engine({});
  const auto found =
      sensitivity(base, objective, *engine, {.seed = 2, .purpose = Purpose::match}, 4000);
  ASSERT_TRUE(found);
  int clear = 0;
  for (const StepEffect& step : found->steps) {
    for (std::size_t t = 0; t < objective.terms.size(); ++t) {
      const metrics::Difference& change =
          step.comparison.criteria[static_cast<std::size_t>(objective.terms[t].criterion)];
      if (change.se == 0 || std::abs(change.mean) < 3 * change.se) continue;
      ++clear;
      // As many standard errors from 0, and nearer to the ideal where the criterion grows.
      EXPECT_NEAR(-step.losses[t].mean / step.losses[t].se, change.mean / change.se,
                  0.02 * std::abs(change.mean / change.se));
    }
  }
  EXPECT_GT(clear, 10);
}

TEST(PairedComparison, GroupsOfVariantsAreThatOfPairs) {
  const risk::Variant base = risk::load_variant("cycle-4");
  const std::vector<SingleStep> steps = single_steps(base);
  const metrics::Objective objective = metrics::thesis_objective();
  const auto engine = metrics::make_engine({});
  const StreamKey key{.seed = 2, .purpose = Purpose::match};
  const std::optional<Sensitivity> found = sensitivity(base, objective, *engine, key, 40);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->steps.size(), steps.size());
  const auto same = std::find_if(steps.begin(), steps.end(), [&](const SingleStep& step) {
    return step.what == found->steps.front().what;
  });
  const std::vector<const risk::Variant*> one = {&same->variant};
  const std::optional<PairedComparison> alone =
      compare_paired(base, one, objective, *engine, key, 40);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->others[0].fitness.mean, found->steps.front().comparison.fitness.mean);
  EXPECT_EQ(alone->base, found->base);
  // Of so many steps a single one's test is not enough: as many criteria again are judged with it.
  const auto tests = static_cast<double>(steps.size() * metrics::criterion_count);
  for (const StepEffect& step : found->steps) {
    EXPECT_GE(step.comparison.fitness.p_adjusted, step.comparison.fitness.p);
    for (std::size_t c = 0; c < metrics::criterion_count; ++c) {
      const metrics::Difference& own = step.comparison.criteria[c];
      EXPECT_GE(own.p_adjusted, own.p);
      EXPECT_TRUE(!own.significant || own.p < 0.05);
      EXPECT_TRUE(own.significant || own.p * tests >= 0.05) << "Bonferroni's test is stricter";
    }
  }
  const std::optional<PairedComparison> nobody =
      compare_paired(base, {}, objective, *engine, key, 40);
  ASSERT_TRUE(nobody);
  EXPECT_EQ(nobody->base, found->base);
}

}  // namespace
}  // namespace evorisk::experiments
