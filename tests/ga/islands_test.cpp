// Islands: who sends to whom, what arrives, and the same bytes whoever does the work.
#include "ga/algorithms/islands.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <barrier>
#include <set>
#include <thread>

#include "base/communicator.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/run/config_file.hpp"
#include "maps/io.hpp"
#include "tests/ga/made_up_run.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::ga {
namespace {

using testing::ElementsAre;

const TopologyKind& topology(std::string_view name) {
  return *std::ranges::find_if(topologies(), [&](const auto& kind) { return kind.name == name; });
}

TEST(Topologies, SayWhoSendsToWhom) {
  EXPECT_THAT(topology("ring").senders(0, 4), ElementsAre(3));
  EXPECT_THAT(topology("ring").senders(2, 4), ElementsAre(1));
  EXPECT_THAT(topology("both_ways").senders(0, 4), ElementsAre(1, 3));
  EXPECT_THAT(topology("both_ways").senders(1, 2), ElementsAre(0));
  EXPECT_THAT(topology("complete").senders(1, 4), ElementsAre(0, 2, 3));
  EXPECT_THAT(topology("star").senders(0, 3), ElementsAre(1, 2));
  EXPECT_THAT(topology("star").senders(2, 3), ElementsAre(0));
  EXPECT_TRUE(topology("none").senders(2, 3).empty());
  for (const TopologyKind& kind : topologies()) {
    EXPECT_GE(kind.summary.size(), 20u) << kind.name;
    EXPECT_FALSE(kind.source.empty()) << kind.name;
    for (int count = 2; count < 9; ++count) {
      for (int i = 0; i < count; ++i) {
        const std::vector<int> senders = kind.senders(i, count);
        EXPECT_TRUE(std::ranges::is_sorted(senders));
        EXPECT_EQ(std::ranges::count(senders, i), 0) << kind.name;
        EXPECT_EQ(std::set<int>(senders.begin(), senders.end()).size(), senders.size());
        for (const int sender : senders) EXPECT_TRUE(sender >= 0 && sender < count);
      }
    }
  }
  EXPECT_EQ(most_immigrants({.count = 5, .topology = "star", .migrants = 2}), 8);
  EXPECT_EQ(most_immigrants({.count = 5, .topology = "none", .migrants = 2}), 0);
}

// What threads tell each other as if they were processes.
class Meeting {
 public:
  explicit Meeting(int ranks) : barrier_(ranks), texts_(static_cast<std::size_t>(ranks)) {}

  class Seat final : public Communicator {
   public:
    Seat(Meeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}
    int rank() const override { return rank_; }
    int ranks() const override { return static_cast<int>(meeting_.texts_.size()); }
    std::vector<std::string> gather(const std::string& own) override {
      meeting_.texts_[static_cast<std::size_t>(rank_)] = own;
      meeting_.barrier_.arrive_and_wait();
      std::vector<std::string> all = meeting_.texts_;
      meeting_.barrier_.arrive_and_wait();
      return all;
    }

   private:
    Meeting& meeting_;
    int rank_;
  };

 private:
  std::barrier<> barrier_;
  std::vector<std::string> texts_;
};

class IslandsTest : public RunTest {
 protected:
  static Config islands() {
    Config config = small();
    config.generations = 6;
    config.search_space.initial_maps.clear();
    for (const char* name : {"thesis-7", "thesis-8", "cycle-4", "star-6"}) {
      config.search_space.initial_maps.push_back({name, maps::library_map(name)});
    }
    config.islands = {.count = 4, .topology = "both_ways", .interval = 2, .migrants = 1};
    return config;
  }

  // One run by so many processes; stopped, if at all, by the first of them.
  std::vector<RunOutcome> run_together(const Config& config, const std::string& name, int ranks,
                                       RunOptions::Start start, std::int64_t stop_after = -1) {
    Meeting meeting(ranks);
    std::vector<RunOutcome> outcomes(static_cast<std::size_t>(ranks));
    std::atomic<bool> stop{false};
    std::vector<std::thread> processes;
    for (int rank = 0; rank < ranks; ++rank) {
      processes.emplace_back([&, rank] {
        Meeting::Seat seat(meeting, rank);
        std::atomic<bool> never{false};
        std::atomic<bool>* flag = rank == 0 ? &stop : &never;
        MadeUpEngine engine(rank == 0 ? stop_after : -1, flag);
        RunOptions options;
        options.directory = directory(name);
        options.start = start;
        options.stop = flag;
        options.communicator = &seat;
        options.likes = likes_;
        outcomes[static_cast<std::size_t>(rank)] = run_evolution(config, engine, options);
      });
    }
    for (std::thread& process : processes) process.join();
    return outcomes;
  }

  std::vector<Statement> likes_;
};

TEST_F(IslandsTest, LikesAreHeardByAllProcesses) {
  likes_ = {{1, Verdict::like, "g0-1"}, {3, Verdict::drop, "g2-2"}, {5, Verdict::off, ""}};
  run_together(islands(), "alone", 1, RunOptions::Start::fresh);
  run_together(islands(), "shared", test::sanitized ? 2 : 3, RunOptions::Start::fresh);
  EXPECT_TRUE(results("shared") == results("alone"));
  EXPECT_EQ(log("shared")[3].at("likes"), Json{"drop g2-2"});
  if (test::sanitized) return;
  run(islands(), "without");
  EXPECT_NE(log("without").back(), log("alone").back());
}

TEST_F(IslandsTest, SameBytesAtAnyNumberOfProcesses) {
  Config pooled = islands();
  pooled.evidence_pool = EvidencePool::genotype;
  pooled.ranking = "shrunk";
  pooled.budget.policy = "ocba";
  pooled.budget.first = 4;
  pooled.islands.policy = "drawn";
  Config aims = islands();
  aims.algorithm = "nsga2";
  const Json objective = parse_json(R"({"criteria": {"drama": {}, "duration": {}},
      "target": {"variant": "thesis-8", "rules": 1, "map": 1},
      "groups": {"a": ["drama", "rules"], "b": ["duration", "map"]}})");
  aims.objective = metrics::objective_from_json(JsonView(objective, "test"));
  aims.playability = playability_from_json(JsonView(
      parse_json(R"([{"matches": 0, "limits": {"territories": {"at_most": 30}}}])"), "test"));
  int number = 0;
  std::vector<Config> configs = {pooled, aims};
  if (!test::sanitized) configs.push_back(islands());
  for (const Config& config : configs) {
    const std::string name = "run" + std::to_string(number++);
    ASSERT_EQ(run(config, name), RunOutcome::finished);
    const auto alone = results(name);
    EXPECT_TRUE(alone.contains("result.json"));
    for (const int ranks : {2, 3, 5}) {
      if (test::sanitized && ranks != 2) continue;
      const std::string shared = name + "-" + std::to_string(ranks);
      run_together(config, shared, ranks, RunOptions::Start::fresh);
      EXPECT_TRUE(results(shared) == alone) << name << " by " << ranks;
    }
  }
}

TEST_F(IslandsTest, StoppedAndResumedByOthersGiveTheSameBytes) {
  const Config config = islands();
  ASSERT_EQ(run(config, "whole"), RunOutcome::finished);
  for (const int stop_after : {30, 500}) {
    if (test::sanitized && stop_after == 30) continue;
    const std::string name = "cut" + std::to_string(stop_after);
    const auto outcomes = run_together(config, name, 2, RunOptions::Start::fresh, stop_after);
    EXPECT_THAT(outcomes, testing::Each(RunOutcome::interrupted)) << stop_after;
    EXPECT_FALSE(results(name).contains("result.json"));
    const auto resumed = run_together(config, name, 3, RunOptions::Start::resume);
    EXPECT_THAT(resumed, testing::Each(RunOutcome::finished));
    EXPECT_TRUE(results(name) == results("whole")) << stop_after;
    // And a run that is done has nothing left to do.
    run_together(config, name, 2, RunOptions::Start::resume);
    EXPECT_TRUE(results(name) == results("whole"));
  }
}

TEST_F(IslandsTest, TheOthersEndWhenTheFirstCannotBegin) {
  ASSERT_EQ(run(islands(), "full"), RunOutcome::finished);
  Meeting meeting(2);
  std::vector<std::string> errors(2);
  std::vector<std::thread> processes;
  for (int rank = 0; rank < 2; ++rank) {
    processes.emplace_back([&, rank] {
      Meeting::Seat seat(meeting, rank);
      MadeUpEngine engine;
      RunOptions options;
      options.directory = directory("full");
      options.communicator = &seat;
      try {
        run_evolution(islands(), engine, options);
      } catch (const InputError& error) {
        errors[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  }
  for (std::thread& process : processes) process.join();
  EXPECT_THAT(errors[0], testing::HasSubstr("is not empty"));
  EXPECT_NE(errors[1], "");
}

TEST_F(IslandsTest, MigrantsArriveWhereTheyAreSent) {
  Config config = islands();
  config.islands.topology = "ring";
  ASSERT_EQ(run(config, "ring"), RunOutcome::finished);
  const int stride = 2 * config.population + 1;
  const auto island_of = [&](const std::string& id) {
    return std::stoi(id.substr(id.find('-') + 1)) / stride;
  };
  std::set<std::string> known;
  for (const Json& line : log("ring")) {
    const int generation = line["generation"];
    ASSERT_EQ(line["islands"].size(), 4u);
    std::set<std::string> ids;
    int guests = 0;
    for (const Json& individual : line["individuals"]) {
      const std::string id = individual["id"];
      EXPECT_TRUE(ids.insert(id).second) << id;
      EXPECT_TRUE(individual["born"] != generation || individual.contains("map")) << id;
      for (const Json& parent : individual["parents"]) {
        // Its own island's; a guest's parent is of the island before, of this generation.
        if (individual["crossover"] == migration_name) {
          EXPECT_EQ((island_of(parent) + 1) % 4, island_of(id));
        } else {
          EXPECT_EQ(island_of(parent), island_of(id));
          EXPECT_TRUE(known.contains(parent)) << parent;
        }
      }
      if (individual["crossover"] != migration_name) continue;
      if (individual["born"] != generation) continue;
      ++guests;
      EXPECT_TRUE(ids.contains(individual["parents"][0]));
      EXPECT_TRUE(individual.contains("stream"));
    }
    known.insert(ids.begin(), ids.end());
    const bool due = generation > 0 && generation % 2 == 0;
    EXPECT_EQ(guests, due ? 4 : 0) << generation;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(line["islands"][i]["immigrants"].size(), due ? 1u : 0u);
      EXPECT_EQ(line["islands"][i]["individuals"], config.population);
    }
  }
}

TEST_F(IslandsTest, BreedApartWhenNobodyIsSent) {
  Config config = islands();
  config.islands.topology = "none";
  ASSERT_EQ(run(config, "apart"), RunOutcome::finished);
  const std::vector<Json> lines = log("apart");
  std::set<std::string> first;
  for (std::size_t i = 0; i < 4; ++i) {
    std::string genes;
    for (std::size_t k = 0; k < 6; ++k) {
      const Json& individual = lines[0]["individuals"][6 * i + k];
      genes += individual["genes"].dump() + individual["map"].dump();
    }
    first.insert(genes);
  }
  EXPECT_EQ(first.size(), 4u);  // each begins with a population of its own
  for (const Json& line : lines) {
    for (const Json& individual : line["individuals"]) {
      EXPECT_NE(individual["crossover"], migration_name);
    }
  }
}

TEST_F(IslandsTest, RefusesWhatDoesNotFit) {
  const auto message = [](std::vector<std::string> settings) -> std::string {
    try {
      load_config("", settings);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message({"islands.count=4", "algorithm=map_elites"}),
              testing::HasSubstr("one archive"));
  EXPECT_THAT(message({"islands.count=6", "islands.topology=complete", "islands.migrants=10"}),
              testing::HasSubstr("up to 50 immigrants leave none"));
  EXPECT_THAT(message({"islands.topology=rings"}), testing::HasSubstr("did you mean \"ring\""));
  EXPECT_THAT(message({"islands.policy=worst"}), testing::HasSubstr("best, drawn"));
  EXPECT_THAT(message({"islands.count=40", "budget.matches=100000"}),
              testing::HasSubstr("the first population alone plays 200000"));
  EXPECT_EQ(message({"islands.count=4", "islands.interval=1"}), "");
  // Numbers of individuals and of matches that no integer holds.
  EXPECT_THAT(message({"islands.count=10000", "population=1000000", "islands.topology=none"}),
              testing::HasSubstr("10000 islands number up to 20000000000 individuals"));
  EXPECT_THAT(message({"islands.count=3001", "islands.topology=complete",
                       "islands.migrants=1000000", "population=2", "tournament=2"}),
              testing::HasSubstr("up to 3000000000 immigrants leave none of a population of 2"));
}

}  // namespace
}  // namespace evorisk::ga
