// The claims of every method against noise, on synthetic problems whose noise is known.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/json.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/evidence_store.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/config_file.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

// Normal arms: what a policy makes of a budget.
struct Bandit {
  std::vector<double> means;
  std::vector<double> deviations;
};

double normal_cdf(double z) {
  return std::erfc(-z / std::sqrt(2.0)) / 2;
}

// The arms after the budget is spent.
std::vector<Arm> race(const Bandit& bandit, const Budget& budget, std::int64_t share,
                      Random& random) {
  const std::size_t count = bandit.means.size();
  const auto policy =
      budget_policy(budget.policy).make(budget, std::vector<std::int64_t>(count, share));
  std::vector<Arm> arms(count);
  std::vector<double> sums(count);
  std::vector<double> squares(count);
  std::int64_t spent = 0;
  for (auto plan = policy(arms); !plan.empty(); plan = policy(arms)) {
    EXPECT_EQ(plan.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_GE(plan[i], 0);
      spent += plan[i];
      for (std::int64_t m = 0; m < plan[i]; ++m) {
        const double x = bandit.means[i] + bandit.deviations[i] * draw_normal(random);
        sums[i] += x;
        squares[i] += x * x;
      }
      arms[i].matches += plan[i];
      const auto n = static_cast<double>(arms[i].matches);
      if (arms[i].matches == 0) continue;
      arms[i].mean = sums[i] / n;
      arms[i].se =
          n < 2 ? 0
                : std::sqrt(std::max(0.0, squares[i] / n - arms[i].mean * arms[i].mean) / (n - 1));
    }
  }
  EXPECT_EQ(spent, share * static_cast<std::int64_t>(count)) << "all of the budget, no more";
  return arms;
}

// How often the arm that is truly best looks best; of halving, among those that played to the end.
double correct(const Bandit& bandit, const Budget& budget, std::int64_t share, int rounds) {
  int right = 0;
  for (int r = 0; r < rounds; ++r) {
    Random random({11, Purpose::test, 5, static_cast<std::uint32_t>(r)});
    const std::vector<Arm> arms = race(bandit, budget, share, random);
    std::int64_t most = 0;
    for (const Arm& arm : arms) most = std::max(most, arm.matches);
    std::size_t best = arms.size();
    for (std::size_t i = 0; i < arms.size(); ++i) {
      if (budget.policy == "halving" && arms[i].matches < most - 1) continue;
      if (best == arms.size() || arms[i].mean < arms[best].mean) best = i;
    }
    right += best == 0;
  }
  return right / static_cast<double>(rounds);
}

// The chance that the first of normal arms with n matches each has the least mean, by integration.
double theory_of_equal(const Bandit& bandit, double n) {
  double sum = 0;
  constexpr double step = 0.01;
  for (double z = -8; z < 8; z += step) {
    double all = std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)) * step;
    for (std::size_t i = 1; i < bandit.means.size(); ++i) {
      const double gap =
          bandit.means[i] - bandit.means[0] - z * bandit.deviations[0] / std::sqrt(n);
      all *= normal_cdf(gap / (bandit.deviations[i] / std::sqrt(n)));
    }
    sum += all;
  }
  return sum;
}

// Ten designs, evenly apart, with as much noise: the standard example (Chen and Lee 2010, 4.5).
Bandit ten() {
  Bandit bandit;
  for (int i = 0; i < 10; ++i) {
    bandit.means.push_back(i);
    bandit.deviations.push_back(6);
  }
  return bandit;
}

Budget with(const std::string& policy) {
  Budget budget;
  budget.policy = policy;
  budget.first = 10;
  return budget;
}

TEST(Racing, SharesWorkedOutByHand) {
  // Best 0 with deviation 1; distances 1 and 2, deviations 1 and 2: both ratios are 1, and the best
  // has 1 * sqrt(1 / 1 + 1 / 4).
  const std::vector<Arm> arms = {{1, 0.1, 100, 0}, {0, 0.1, 100, 0}, {2, 0.2, 100, 0}};
  const std::vector<double> shares = ocba_shares(arms, 1);
  const double all = 2 + std::sqrt(1.25);
  EXPECT_NEAR(shares[0], 1 / all, 1e-12);
  EXPECT_NEAR(shares[1], std::sqrt(1.25) / all, 1e-12);
  EXPECT_NEAR(shares[2], 1 / all, 1e-12);
  // The two best from the third: the border is between 1 and 2, one third of the way (errors 0.1
  // and 0.2); ratios (1 / (4 / 3))^2, (1 / (1 / 3))^2, (2 / (2 / 3))^2.
  const std::vector<double> two = ocba_shares(arms, 2);
  const double sum = 9 / 16.0 + 9 + 9;
  EXPECT_NEAR(two[1], 9 / 16.0 / sum, 1e-12);
  EXPECT_NEAR(two[0], 9 / sum, 1e-12);
  EXPECT_NEAR(two[2], 9 / sum, 1e-12);
  // Who violates a constraint that another keeps is out of the race.
  const std::vector<Arm> out = {{1, 0.1, 100, 0}, {0, 0.1, 100, 0.5}, {2, 0.2, 100, 0}};
  EXPECT_EQ(ocba_shares(out, 1)[1], 0);
  EXPECT_EQ(apportion(10, std::vector<double>{1, 1, 1}), (std::vector<std::int64_t>{4, 3, 3}));
  EXPECT_EQ(apportion(7, std::vector<double>{0, 3, 1}), (std::vector<std::int64_t>{0, 5, 2}));

  const std::vector<std::int64_t> share(8, 12);
  const auto halving = budget_policy("halving").make(Budget(), share);
  std::vector<Arm> eight(8);
  for (std::size_t i = 0; i < 8; ++i) eight[i].mean = static_cast<double>(7 - i);
  EXPECT_EQ(halving(eight), std::vector<std::int64_t>(8, 4));
  EXPECT_EQ(halving(eight), (std::vector<std::int64_t>{0, 0, 0, 0, 8, 8, 8, 8}));
  EXPECT_EQ(halving(eight), (std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 16, 16}));
  EXPECT_TRUE(halving(eight).empty());
}

// Equal allocation is as good as theory says; OCBA with half of its budget is better, and the
// shares it aims at are near the best there are by Bonferroni's bound (they are derived for many
// arms, where the best has far more than each other), far from equal ones.
TEST(Racing, OcbaChoosesRightMoreOftenThanEqualShares) {
  const Bandit bandit = ten();
  const int rounds = 600;
  const double theory = theory_of_equal(bandit, 60);
  const double equal = correct(bandit, with("equal"), 60, rounds);
  EXPECT_NEAR(equal, theory, 4 * std::sqrt(theory * (1 - theory) / rounds));
  const double ocba = correct(bandit, with("ocba"), 60, rounds);
  const double half = correct(bandit, with("ocba"), 30, rounds);
  RecordProperty("equal", std::to_string(equal));
  RecordProperty("ocba", std::to_string(ocba));
  EXPECT_GT(ocba, theory + 4 * std::sqrt(theory * (1 - theory) / rounds));
  EXPECT_GT(half, theory - 3 * std::sqrt(theory * (1 - theory) / rounds));

  std::vector<Arm> known;
  for (const double mean : bandit.means) known.push_back({mean, 6 / 10.0, 100, 0});
  const auto bound = [&](const std::vector<double>& shares) {
    double wrong = 0;
    for (std::size_t i = 1; i < shares.size(); ++i) {
      wrong += normal_cdf(-(bandit.means[i] - bandit.means[0]) /
                          std::sqrt(36 / (4000 * shares[0]) + 36 / (4000 * shares[i])));
    }
    return wrong;
  };
  const std::vector<double> best = ocba_shares(known, 1);
  for (int c = 0; c < 200; ++c) {
    Random random({11, Purpose::test, 6, static_cast<std::uint32_t>(c)});
    std::vector<double> other = best;
    double sum = 0;
    for (double& share : other) sum += share *= 0.5 + 1.5 * random.unit();
    for (double& share : other) share /= sum;
    EXPECT_LT(bound(best), 1.3 * bound(other)) << c;
  }
  EXPECT_LT(2 * bound(best), bound(std::vector<double>(10, 0.1)));
}

// Karnin, Koren and Somekh 2013, theorem 4.1: sequential halving errs with a probability of at most
// 3 log2 K exp(-T / (8 log2 K H2)) for rewards in an interval of length 1 (variance proxy 1 / 4).
TEST(Racing, HalvingKeepsItsBoundAndBeatsEqualShares) {
  Bandit bandit;
  for (int i = 0; i < 16; ++i) {
    bandit.means.push_back(i == 0 ? 0 : 0.2);
    bandit.deviations.push_back(0.5);
  }
  const double h2 = 16 / (0.2 * 0.2);
  const int rounds = 800;
  const double share = 4 * 8 * h2 / 16;  // T / (8 log2 K H2) = 4
  const double bound = 3 * 4 * std::exp(-share * 16 / (8 * 4 * h2));
  const auto each = static_cast<std::int64_t>(share / 10);
  EXPECT_LE(1 - correct(bandit, with("halving"), each, rounds), bound);
  const double equal = theory_of_equal(bandit, 40);
  const double halving = correct(bandit, with("halving"), 40, rounds);
  RecordProperty("equal", std::to_string(equal));
  RecordProperty("halving", std::to_string(halving));
  EXPECT_GT(halving, equal + 4 * std::sqrt(equal * (1 - equal) / rounds));
}

// A sphere: the fitness is the squared distance of the divisor and the dice from 2, in steps of
// 0.02, plus noise of deviation 0.1, a share `common` of its variance due to the match's number.
class SphereEngine final : public SyntheticEngine {
 public:
  explicit SphereEngine(double common) : common_(common) {}
  static double truth(const risk::Variant& variant) {
    const double divisor = variant.rules().reinforcement_divisor - 2;
    const double dice = variant.rules().defence_dice - 2;
    return 0.4 + 0.02 * (divisor * divisor + dice * dice);
  }
  static constexpr double deviation = 0.1;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, int> played;

 private:
  metrics::MatchSummary match(const risk::Variant& variant, const StreamKey& key) override {
    ++played[{key.generation, key.individual, key.match}];
    const risk::Rules& rules = variant.rules();
    StreamKey own = key;
    own.purpose = Purpose::test;
    own.substream =
        static_cast<std::uint32_t>(rules.reinforcement_divisor * 8 + rules.defence_dice + 100);
    Random together(key);
    Random apart(own);
    const double width = std::sqrt(12.0) * deviation;  // of a uniform distribution
    const double noise = std::sqrt(common_) * (together.unit() - 0.5) +
                         std::sqrt(1 - common_) * (apart.unit() - 0.5);
    metrics::MatchSummary summary;
    summary.winner = 0;
    summary.turns = 10;
    summary.drama = truth(variant) + width * noise;
    return summary;
  }
  double common_;
};

Config sphere() {
  Config config;
  const Json objective = parse_json(R"({"criteria": {"drama": 0}})");
  config.objective = metrics::objective_from_json(JsonView(objective, "test"));
  const Json space = parse_json(
      R"({"rules": {"defence_dice": [1, 2, 3], "reinforcement_divisor": [1, 2, 3, 4]},
          "map": false, "initial_maps": ["two"]})");
  config.search_space = search_space_from_json(JsonView(space, "test"), ".");
  config.population = 8;
  config.tournament = 3;
  config.matches = 25;
  config.monitor_matches = 0;
  config.final = {200, 3};
  return config;
}

std::vector<Individual> grid(const Config& config) {
  std::vector<Individual> all;
  for (int i = 0; i < 12; ++i) {
    Individual individual;
    individual.index = i;
    individual.genome = {{i / 4, i % 4}, config.search_space.initial_maps.front().map};
    individual.forget(2, config);
    all.push_back(individual);
  }
  return all;
}

TEST(CommonNumbers, TakeTheCommonPartOutOfDifferences) {
  const double common = 0.75;
  double ratio[2];
  for (const bool shared : {false, true}) {
    Config config = sphere();
    config.budget.common_numbers = shared;
    double squares = 0;
    double sum = 0;
    const int rounds = test::cases(1600);
    for (int r = 0; r < rounds; ++r) {
      config.seed = static_cast<std::uint64_t>(r) + 1;
      SphereEngine engine(common);
      Evaluator evaluator(config, engine);
      std::vector<Individual> pair = grid(config);
      pair.resize(2);
      ASSERT_TRUE(evaluator.measure(pair, 3, {}));
      const double difference = pair[0].fitness.mean - pair[1].fitness.mean;
      sum += difference;
      squares += difference * difference;
      EXPECT_EQ(engine.played.size(), shared ? 25u : 50u);
    }
    const double mean = sum / rounds;
    const double variance = squares / rounds - mean * mean;
    ratio[shared ? 1 : 0] = variance / (2 * 0.01 / 25);
    EXPECT_NEAR(mean, 0.02 - 0.0, 4 * std::sqrt(variance / rounds)) << shared;
    const double expected = shared ? 1 - common : 1;
    EXPECT_NEAR(ratio[shared ? 1 : 0], expected, 5 * expected * std::sqrt(2.0 / rounds));
  }
}

// Twelve games, bred over and over: every match counts once, for its game, for ever.
TEST(Evidence, IsPooledPerGameAndNeverReplaced) {
  Config config = sphere();
  config.evidence_pool = EvidencePool::genotype;
  SphereEngine engine(0);
  Evaluator evaluator(config, engine);
  EvidenceStore store(config);
  std::map<std::string, double> truth;
  for (int g = 0; g < 40; ++g) {
    std::vector<Individual> all = grid(config);
    Random random({4, Purpose::test, 9, static_cast<std::uint32_t>(g)});
    for (Individual& individual : all) {
      individual.generation = g;
      individual.genome.genes[1] = static_cast<int>(random.below(4));
    }
    store.recall(all);
    ASSERT_TRUE(evaluator.measure(all, g, {}));
    store.keep(g, all);
    for (const Individual& individual : all) {
      const std::string key = game_key(individual.genome);
      truth[key] = SphereEngine::truth(variant_of(individual, config));
      // Its error is that of all its matches: deviation / sqrt(n).
      const auto n = static_cast<double>(individual.evidence.front().matches());
      EXPECT_NEAR(individual.fitness.se * std::sqrt(n) / SphereEngine::deviation, 1,
                  4 / std::sqrt(2 * n));
      EXPECT_LT(std::abs(individual.fitness.mean - truth[key]), 5 * individual.fitness.se);
      for (const Individual& other : all) {
        if (same_game(individual.genome, other.genome)) {
          EXPECT_EQ(individual.evidence, other.evidence);
        }
      }
    }
  }
  EXPECT_EQ(store.to_json().size(), 12u);
  std::vector<Individual> last = grid(config);
  store.recall(last);
  std::int64_t total = 0;
  for (const Individual& individual : last) {
    total += individual.evidence.front().matches();
    EXPECT_EQ(individual.evidence.front().matches(), individual.matches_played);
  }
  EXPECT_EQ(total, 40 * 12 * 25) << "nothing is lost";
  EXPECT_EQ(engine.played.size(), 40u * 12u * 25u) << "and nothing played twice";

  const Json json = store.to_json();
  EvidenceStore again(config);
  again.restore(JsonView(json, "test"));
  EXPECT_EQ(again.to_json(), json);

  config.evidence_kept = 5;
  EvidenceStore few(config);
  few.keep(0, {&last[0], 7});
  few.keep(1, {&last[4], 5});
  EXPECT_EQ(few.to_json().size(), 5u) << "those of the last generation stay";
}

// Copies of a game that are measured apart, as islands do it.
TEST(Evidence, OfAGameOnSeveralIslandsIsNeverReplacedByLess) {
  Config config = sphere();
  config.evidence_pool = EvidencePool::genotype;
  SphereEngine engine(0);
  Evaluator evaluator(config, engine);
  EvidenceStore store(config);
  std::vector<Individual> copies(2, grid(config).front());
  copies[0].index = 0;
  copies[1].index = 7;
  const auto measure = [&](int generation, std::vector<std::int64_t> matches) {
    store.recall(copies);
    for (std::size_t i = 0; i < copies.size(); ++i) {
      config.matches = matches[i];
      ASSERT_TRUE(evaluator.measure({&copies[i], 1}, generation, {}));
    }
    store.keep(generation, copies);
  };
  const auto known = [&] {
    std::vector<Individual> asked = {copies[0]};
    store.recall(asked);
    return asked[0].evidence.front().matches();
  };
  // New on both: each has matches of its own.
  measure(0, {100, 40});
  EXPECT_EQ(known(), 140);
  // From there on both play the same ones, the first one more of them; then the second one.
  measure(1, {60, 20});
  EXPECT_EQ(known(), 200);
  measure(2, {10, 30});
  EXPECT_EQ(known(), 230);
}

Individual known(double mean, double se) {
  Individual individual;
  individual.fitness = {mean, se};
  return individual;
}

TEST(Rankings, KnowTheErrors) {
  // A lucky unknown, a sound second, others.
  std::vector<Individual> all = {known(0.9, 0.5), known(1.0, 0.01), known(1.5, 0.01),
                                 known(1.9, 0.01), known(1.7, 0.01)};
  Config config;
  EXPECT_EQ(ranking(all, config), (std::vector<int>{0, 1, 2, 4, 3}));
  config.ranking = "bound";
  EXPECT_EQ(ranking(all, config), (std::vector<int>{1, 0, 2, 4, 3}));
  config.ranking_errors = 2;
  EXPECT_EQ(ranking(all, config), (std::vector<int>{1, 2, 4, 0, 3}));
  config.ranking = "shrunk";
  EXPECT_EQ(ranking(all, config).front(), 1);
  const std::vector<double> shrunk = scores(pointers_to(all), config);
  EXPECT_GT(shrunk[0], 1.1);
  EXPECT_NEAR(shrunk[1], 1.0, 0.01);
  all[1].violation = 0.1;
  EXPECT_EQ(ranking(all, config).back(), 1) << "constraints come first";

  // Two contestants: the first wins as often as it is better.
  const std::vector<Individual> two = {known(1, 0.3), known(1.2, 0.4)};
  const int rounds = test::cases(20000);
  int wins = 0;
  for (int r = 0; r < rounds; ++r) {
    Random random({5, Purpose::test, 8, static_cast<std::uint32_t>(r)});
    const auto [first, second] = drawn_tournament(two, 2, random);
    EXPECT_EQ(first + second, 1);
    wins += first == 0;
  }
  const double p = normal_cdf(0.2 / 0.5);
  EXPECT_NEAR(wins / double(rounds), p, 4.5 * std::sqrt(p * (1 - p) / rounds));
}

// Shrinking makes the error of many estimates together smaller, whatever the true values: what
// ranks on top is nearer to what it says.
TEST(Rankings, ShrunkMeansAreNearerToTheTruth) {
  Config config;
  config.ranking = "shrunk";
  double plain = 0;
  double better = 0;
  for (int r = 0; r < test::cases(400); ++r) {
    Random random({5, Purpose::test, 7, static_cast<std::uint32_t>(r)});
    std::vector<Individual> all;
    std::vector<double> truth;
    for (int i = 0; i < 30; ++i) {
      truth.push_back(1 + 0.1 * draw_normal(random));
      const double se = random.chance(0.5) ? 0.05 : 0.2;
      all.push_back(known(truth.back() + se * draw_normal(random), se));
    }
    const std::vector<double> shrunk = scores(pointers_to(all), config);
    for (std::size_t i = 0; i < all.size(); ++i) {
      plain += std::pow(all[i].fitness.mean - truth[i], 2);
      better += std::pow(shrunk[i] - truth[i], 2);
    }
  }
  EXPECT_LT(better, 0.5 * plain);
}

// All of it at once, in runs that are stopped and resumed, within a budget of matches.
TEST_F(RunTest, NoiseMethodsStoppedAndResumedGiveTheSameBytes) {
  struct Row {
    const char* policy;
    const char* ranking;
    bool common;
  };
  for (const Row& row : {Row{"halving", "shrunk", true}, Row{"ocba", "drawn", false}}) {
    Config config = small();
    config.generations = 20;
    config.search_space.map_evolves = false;
    config.budget.policy = row.policy;
    config.budget.first = 3;
    config.budget.rounds = 3;
    config.budget.common_numbers = row.common;
    config.budget.matches = 6 * 10 * 6 + 59;
    config.ranking = row.ranking;
    config.evidence_pool = EvidencePool::genotype;
    config.evidence_kept = 12;
    check(config, "test");
    ASSERT_EQ(run(config, "whole"), RunOutcome::finished);
    const auto expected = results("whole");
    const std::vector<Json> lines = log("whole");
    ASSERT_EQ(lines.size(), 6u) << "a seventh generation would exceed the budget";
    EXPECT_EQ(lines.back()["spent"], (Json{{"generation", 60}, {"search", 360}}));
    EXPECT_EQ(result("whole")["generations"].size(), 6u);
    for (const std::int64_t after : {0, 55, 130, 222, 333, 460}) {
      std::atomic<bool> stop{false};
      MadeUpEngine stopping(after, &stop);
      ASSERT_EQ(run(config, "s", RunOptions::Start::fresh, stopping, &stop),
                RunOutcome::interrupted);
      ASSERT_EQ(run(config, "s", RunOptions::Start::resume), RunOutcome::finished);
      ASSERT_EQ(results("s"), expected) << row.policy << ' ' << after;
      fs::remove_all(directory("s"));
    }
    fs::remove_all(directory("whole"));
  }
}

}  // namespace
}  // namespace evorisk::ga
