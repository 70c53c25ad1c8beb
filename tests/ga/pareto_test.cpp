// Several losses: ranks, crowding, hypervolume, and NSGA-II at work.
#include "ga/algorithms/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "base/json.hpp"
#include "ga/run/config_file.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

std::vector<Losses> random_points(Random& random, std::size_t count, std::size_t losses,
                                  std::uint32_t grid) {
  std::vector<Losses> points(count);
  for (Losses& point : points) {
    for (std::size_t l = 0; l < losses; ++l) point.push_back(random.below(grid) / double(grid));
  }
  return points;
}

TEST(Pareto, WorkedOutByHand) {
  const std::vector<Losses> points = {{1, 3}, {2, 2}, {3, 1}, {3, 3}, {2, 2}, {4, 4}};
  EXPECT_EQ(pareto_ranks(points), (std::vector<int>{0, 0, 0, 1, 0, 2}));
  // The last keeps the constraints, the first breaks them most.
  const std::vector<double> violations = {2, 1, 1, 1, 1, 0};
  EXPECT_EQ(pareto_ranks(points, violations), (std::vector<int>{2, 1, 1, 1, 1, 0}));
  EXPECT_TRUE(dominates({1, 2}, {1, 3}));
  EXPECT_FALSE(dominates({1, 2}, {1, 2}));
  EXPECT_FALSE(dominates({1, 4}, {2, 3}));
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<Losses> front = {{0, 10}, {1, 6}, {4, 5}, {10, 0}};
  EXPECT_EQ(crowding_distances(front),
            (std::vector<double>{infinite, 0.4 + 0.5, 0.9 + 0.6, infinite}));
  EXPECT_EQ(hypervolume({{1, 3}, {2, 2}, {3, 1}}, {4, 4}), 3 + 2 + 1);
  EXPECT_EQ(hypervolume({{1, 3}, {5, 0}, {4, 0}}, {4, 4}), 3) << "what is not below counts nothing";
  EXPECT_EQ(hypervolume({{0, 0, 0}}, {1, 2, 3}), 6);
  EXPECT_EQ(hypervolume({{0, 1, 0}, {1, 0, 0}}, {2, 2, 2}), 2 * (2 + 2 - 1));
  EXPECT_EQ(hypervolume({}, {1, 1}), 0);
}

// Inclusion and exclusion over all subsets: the definition, exponential.
TEST(Pareto, HypervolumeIsThatOfTheUnionOfBoxes) {
  for (int c = 0; c < test::cases(400); ++c) {
    Random random({3, Purpose::test, 1, static_cast<std::uint32_t>(c)});
    const std::size_t losses = 2 + random.below(3);
    const std::vector<Losses> points = random_points(random, 1 + random.below(8), losses, 5);
    const Losses reference(losses, 0.9);
    double expected = 0;
    for (std::uint32_t set = 1; set < (1u << points.size()); ++set) {
      double box = 1;
      int size = 0;
      for (std::size_t l = 0; l < losses; ++l) {
        double corner = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
          if ((set >> i & 1u) != 0) corner = std::max(corner, points[i][l]);
        }
        box *= std::max(0.0, reference[l] - corner);
      }
      for (std::size_t i = 0; i < points.size(); ++i) size += set >> i & 1u;
      expected += size % 2 == 1 ? box : -box;
    }
    ASSERT_NEAR(hypervolume(points, reference), expected, 1e-12) << c;
  }
}

TEST(Pareto, RanksPeelOffWhatNobodyDominates) {
  for (int c = 0; c < test::cases(300); ++c) {
    Random random({3, Purpose::test, 2, static_cast<std::uint32_t>(c)});
    const std::vector<Losses> points =
        random_points(random, 1 + random.below(25), 2 + random.below(3), 6);
    const std::vector<int> ranks = pareto_ranks(points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      int highest = -1;  // of those that dominate it
      for (std::size_t j = 0; j < points.size(); ++j) {
        if (dominates(points[j], points[i])) highest = std::max(highest, ranks[j]);
      }
      ASSERT_EQ(ranks[i], highest + 1) << c;
    }
  }
}

// tests/pagmo/pagmo_fronts.cpp wrote the file.
TEST(Pareto, AgreesWithPagmo) {
  std::ifstream in(std::string(EVORISK_SOURCE_DIR) + "/tests/ga/golden/pagmo_fronts.txt");
  std::string word;
  int cases = 0;
  std::size_t count = 0;
  std::size_t losses = 0;
  while (in >> word >> count >> losses) {
    ASSERT_EQ(word, "case");
    ++cases;
    std::vector<Losses> points(count, Losses(losses));
    std::vector<int> ranks(count);
    std::vector<double> crowding(count);
    bool ties = false;
    for (std::size_t i = 0; i < count; ++i) {
      for (double& x : points[i]) in >> x;
      in >> ranks[i] >> word;
      crowding[i] = std::stod(word);
      for (std::size_t j = 0; j < i; ++j) {
        for (std::size_t l = 0; l < losses; ++l) ties = ties || points[j][l] == points[i][l];
      }
    }
    double volume = 0;
    in >> word >> volume;
    EXPECT_EQ(pareto_ranks(points), ranks) << "case " << cases;
    EXPECT_NEAR(hypervolume(points, Losses(losses, 1.1)), volume, 1e-12) << "case " << cases;
    if (ties) continue;  // who is at the end of a loss then is either's choice
    const int most = *std::max_element(ranks.begin(), ranks.end());
    for (int rank = 0; rank <= most; ++rank) {
      std::vector<Losses> front;
      std::vector<double> expected;
      for (std::size_t i = 0; i < count; ++i) {
        if (ranks[i] != rank) continue;
        front.push_back(points[i]);
        expected.push_back(crowding[i]);
      }
      const std::vector<double> found = crowding_distances(front);
      for (std::size_t m = 0; m < front.size(); ++m) {
        if (std::isinf(expected[m])) {
          EXPECT_TRUE(std::isinf(found[m])) << "case " << cases;
        } else {
          EXPECT_NEAR(found[m], expected[m], 1e-10) << "case " << cases;
        }
      }
    }
  }
  EXPECT_EQ(cases, 13);
}

class Nsga2Test : public RunTest {
 protected:
  static Config several() {
    Config config = small();
    const Json objective = parse_json(
        R"({"criteria": {"drama": 0, "lead_change": 0, "duration": 0.4, "killer_moves": 0.5},
            "groups": {"a": ["drama", "killer_moves"], "b": ["lead_change", "duration"]},
            "constraints": {"territories": {"at_most": 30}, "split_continents": {"at_most": 1}}})");
    config.objective = metrics::objective_from_json(JsonView(objective, "test"));
    config.algorithm = "nsga2";
    config.final.candidates = 4;
    check(config, "test");
    return config;
  }
};

TEST_F(Nsga2Test, KeepsTheBestOfParentsAndChildrenAndSaysWhatItFound) {
  const Config config = several();
  ASSERT_EQ(run(config, "a"), RunOutcome::finished);
  const std::vector<Json> lines = log("a");
  ASSERT_EQ(lines.size(), 5u);
  std::vector<Json> before;
  for (std::size_t g = 0; g < lines.size(); ++g) {
    const Json& individuals = lines[g]["individuals"];
    ASSERT_EQ(individuals.size(), g == 0 ? 6u : 12u);
    std::vector<Losses> points;
    std::vector<double> violations;
    for (const Json& individual : individuals) {
      points.push_back({individual["losses"]["a"]["mean"], individual["losses"]["b"]["mean"]});
      violations.push_back(individual["violation"]);
      EXPECT_NEAR(points.back()[0] + points.back()[1], double(individual["fitness"]["mean"]),
                  1e-12);
      const int territories = individual["territories"];
      EXPECT_EQ(violations.back() > 0, territories > 30 || violations.back() >= 1);
    }
    const std::vector<int> ranks = pareto_ranks(points, violations);
    std::vector<std::string> front;
    std::vector<Losses> volume;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (ranks[i] != 0 || violations[i] > 0) continue;
      front.push_back(individuals[i]["id"]);
      volume.push_back(points[i]);
    }
    EXPECT_EQ(lines[g]["front"]["members"], Json(front));
    EXPECT_EQ(lines[g]["front"]["size"], front.size());
    EXPECT_EQ(double(lines[g]["front"]["hypervolume"]), hypervolume(volume, {2, 2}));
    // The survivors are the six best of the generation before; their evidence adds up.
    if (g > 0) {
      std::vector<std::string> survived;
      for (std::size_t i = 0; i < 6; ++i) {
        survived.push_back(individuals[i]["id"]);
        EXPECT_LT(int(individuals[i]["born"]), int(g));
        EXPECT_GE(int(individuals[i]["matches"]), 20);
      }
      for (std::size_t i = 6; i < 12; ++i) EXPECT_EQ(individuals[i]["born"], g);
      std::vector<double> old_violations;
      std::vector<Losses> old;
      for (const Json& x : before) {
        old.push_back({x["losses"]["a"]["mean"], x["losses"]["b"]["mean"]});
        old_violations.push_back(x["violation"]);
      }
      const std::vector<int> old_ranks = pareto_ranks(old, old_violations);
      int worst_in = 0;
      int best_out = 1000;
      for (std::size_t i = 0; i < before.size(); ++i) {
        const bool in =
            std::find(survived.begin(), survived.end(), before[i]["id"]) != survived.end();
        if (in) worst_in = std::max(worst_in, old_ranks[i]);
        if (!in) best_out = std::min(best_out, old_ranks[i]);
      }
      EXPECT_LE(worst_in, best_out);
    }
    before.assign(individuals.begin(), individuals.end());
  }
  const Json front = result("a")["front"];
  EXPECT_EQ(front["reference"], Json({2.0, 2.0}));
  EXPECT_EQ(front["candidates"].size(), result("a")["candidates"].size());
  EXPECT_EQ(front["candidates"][0]["id"], result("a")["best"]["id"]);
}

TEST_F(Nsga2Test, StoppedAndResumedGivesTheSameBytes) {
  const Config config = several();
  run(config, "whole");
  const auto expected = results("whole");
  for (const std::int64_t after : {0, 59, 61, 150, 271, 430, 560}) {
    std::atomic<bool> stop{false};
    MadeUpEngine stopping(after, &stop);
    ASSERT_EQ(run(config, "s", RunOptions::Start::fresh, stopping, &stop), RunOutcome::interrupted);
    ASSERT_EQ(run(config, "s", RunOptions::Start::resume), RunOutcome::finished);
    ASSERT_EQ(results("s"), expected) << after;
    fs::remove_all(directory("s"));
  }
}

}  // namespace
}  // namespace evorisk::ga
