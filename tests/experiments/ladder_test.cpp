// Ladders: who plays whom, that ratings are those of an arena, and that nothing is lost.
#include "experiments/arena/ladder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<risk::Variant> boards() {
  const risk::Variant four = risk::load_variant("thesis-8");
  risk::Rules rules = four.rules();
  rules.players = 4;
  return {risk::load_variant("thesis-10"), risk::load_variant("thesis-9"),
          risk::Variant("four", rules, four.map_ptr())};
}

const std::vector<LadderAgent> usual_agents = {
    {"cautious", "cautious"},
    {"random", "random"},
    {"weak", "blunder:{\"p\":0.5,\"agent\":\"builder\"}"},
    {"builder", "builder"}};

void add_all(const fs::path& file, const std::vector<LadderAgent>& agents,
             std::int64_t matches = 20) {
  Ladder ladder(file, boards(), matches, 5);
  for (const LadderAgent& agent : agents) EXPECT_TRUE(ladder.add(agent, {}));
}

std::string refusal_of(const fs::path& file, std::vector<risk::Variant> variants = {},
                       std::int64_t matches = 0, std::optional<std::uint64_t> seed = {},
                       const LadderAgent& agent = usual_agents[0]) {
  try {
    Ladder(file, std::move(variants), matches, seed).add(agent, {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

class LadderTest : public testing::Test {
 protected:
  fs::path file() const { return directory_.path() / "ladder.json"; }
  // Without its checksum, as earlier versions wrote it.
  Json document() const { return read_sealed(file(), largest_log, Unsealed::allowed); }
  void change(const char* member, const Json& value) const {
    Json json = document();
    json[Json::json_pointer(member)] = value;
    write_file(file(), json.dump());
  }
  test::TemporaryDirectory directory_;
};

TEST_F(LadderTest, RatesAsAnArenaOfTheSamePairDoes) {
  add_all(file(), {usual_agents[0], usual_agents[3]}, 42);
  const Ladder ladder(file(), {}, 0, {});
  ArenaConfig config;
  config.agents = {"builder", "cautious"};
  config.first = 1;
  config.variants = boards();
  config.matches = 42;
  config.anchor = 1;
  config.seed = 5;
  Arena arena(config);
  ArenaEffort effort(2);
  ASSERT_TRUE(play_arena(arena, effort, nullptr, {}));
  arena.conclude();
  EXPECT_NEAR(ladder.ratings().rating(1), arena.ratings().rating(0), 1e-6);
  EXPECT_NEAR(ladder.ratings().error(1), arena.ratings().error(0), 1e-6);
  for (int b = 0; b < 3; ++b) {
    EXPECT_NEAR(ladder.ratings(b).rating(1), arena.result(b).ratings->rating(0), 1e-6);
  }
  EXPECT_EQ(ladder.played(1), std::pair(std::int64_t{42 + 42 + 44}, std::int64_t{0}));
  // Four seats, eleven deals: a letter for each match.
  EXPECT_EQ(document()["results"][0]["matches"][2].get<std::string>().size(), 44u);
}

TEST_F(LadderTest, ANewcomerPlaysTheNearestOnly) {
  std::vector<LadderAgent> agents;
  for (const char* p : {"1", "0.9", "0.8", "0.6", "0.4", "0.2", "0.1", "0"}) {
    agents.push_back({p, std::string("blunder:{\"p\":") + p + ",\"agent\":\"strategist\"}"});
  }
  add_all(file(), agents);
  const Json before = document();
  std::map<std::string, int> pairs;
  for (const Json& result : before["results"]) ++pairs[result["agents"][0]];
  EXPECT_EQ(pairs["0.9"], 1);
  EXPECT_EQ(pairs["0.2"], 5);
  EXPECT_EQ(pairs["0"], 5);
  add_all(file(), {{"newcomer", "blunder:{\"p\":0.85,\"agent\":\"strategist\"}"}});
  const Json after = document();
  // It joined at the end, and all else is as it was.
  EXPECT_EQ(after["agents"].size(), before["agents"].size() + 1);
  std::vector<std::string> rivals;
  for (std::size_t i = 0; i < after["results"].size(); ++i) {
    if (i < before["results"].size()) {
      EXPECT_EQ(after["results"][i], before["results"][i]);
    } else {
      EXPECT_EQ(after["results"][i]["agents"][0], "newcomer");
      rivals.push_back(after["results"][i]["agents"][1]);
    }
  }
  ASSERT_EQ(rivals.size(), 5u);
  EXPECT_THAT(rivals, testing::IsSupersetOf({"1", "0.9", "0.8"}));
  EXPECT_THAT(rivals, testing::Not(testing::Contains("0")));
}

TEST_F(LadderTest, StoppedAnywhereItGoesOnToTheSameBytes) {
  add_all(file(), usual_agents);
  const std::string whole = read_file(file());
  fs::remove(file());
  int stops = 0;
  for (bool done = false; !done; ++stops) {
    Ladder ladder(file(), boards(), 20, 5);
    done = true;
    for (const LadderAgent& agent : usual_agents) {
      std::atomic<bool> stop = false;
      int blocks = 0;
      ArenaOptions options;
      options.stop = &stop;
      options.on_left = [&](std::int64_t) { stop = ++blocks == 2; };
      const bool added = done && ladder.add(agent, options);
      if (done) {
        EXPECT_EQ(ladder.unfinished(static_cast<int>(&agent - usual_agents.data())), !added);
      }
      done = added;
    }
    if (stops != 3) continue;
    // A file that lost the end of a block.
    Json json = document();
    std::string& letters = json["results"].back()["matches"][0].get_ref<std::string&>();
    letters.resize(letters.size() - 1);
    write_file(file(), json.dump());
  }
  EXPECT_GT(stops, 5);
  EXPECT_EQ(read_file(file()), whole);
  // Once more: nothing is left to do.
  add_all(file(), usual_agents);
  EXPECT_EQ(read_file(file()), whole);
}

TEST_F(LadderTest, AnAgentThatCrashesIsRatedAndHarmsNoOther) {
  add_all(file(), usual_agents, 100);
  const auto ratings = [&] { return Ladder(file(), {}, 0, {}).ratings(); };
  const metrics::Ratings before = ratings();
  add_all(file(), {{"gone", R"(external:{"command":["/no/such/program"]})"}}, 100);
  const auto [matches, forfeits] = Ladder(file(), {}, 0, {}).played(4);
  EXPECT_EQ(matches, 1200);
  EXPECT_GT(forfeits, 1100);  // it may have lost before it is asked
  for (int a = 0; a < 4; ++a) {
    EXPECT_EQ(Ladder(file(), {}, 0, {}).played(a).second, 0) << a;
    EXPECT_NEAR(ratings().rating(a), before.rating(a), before.error(a) / 2 + 1e-9) << a;
    EXPECT_LT(ratings().rating(4), before.rating(a) - 2);
  }
  // No agent plays against a program that need not be here.
  add_all(file(), {{"turtle", "turtle"}}, 100);
  EXPECT_EQ(Ladder(file(), {}, 0, {}).played(5), std::pair(std::int64_t{1200}, std::int64_t{0}));
}

TEST_F(LadderTest, IsLookedAtWhileOthersAdd) {
  add_all(file(), usual_agents);
  const Ladder adds(file(), {}, 0, {});
  EXPECT_EQ(Ladder(file(), {}, 0, {}, false).agents().size(), 4);
  EXPECT_THROW(Ladder(file(), {}, 0, {}), SystemError);
}

TEST_F(LadderTest, RefusesWhatIsNotItsOwn) {
  EXPECT_THAT(refusal_of(file()), HasSubstr("no such ladder; name the boards of a new one"));
  add_all(file(), {usual_agents[0], usual_agents[1]});
  EXPECT_EQ(refusal_of(file(), boards(), 20, 5), "");
  EXPECT_THAT(refusal_of(file(), {risk::load_variant("two")}), HasSubstr("has other boards"));
  EXPECT_THAT(refusal_of(file(), {}, 30), HasSubstr("plays 20 matches of a pair, not 30"));
  EXPECT_THAT(refusal_of(file(), {}, 0, 6), HasSubstr("has the seed 5, not 6"));
  EXPECT_THAT(refusal_of(file(), {}, 0, {}, {"random", "turtle"}),
              HasSubstr("\"random\" is random there; take another name"));
  EXPECT_THAT(refusal_of(file(), {}, 0, {}, {"new", "turtl"}), HasSubstr("unknown agent"));
  EXPECT_EQ(document()["agents"].size(), 2u);
  const Json good = document();
  const std::pair<const char*, Json> broken[] = {
      {"/simulation", 1},
      {"/matches", 0},
      {"/agents/0/name", "someone"},
      {"/results/0/agents", parse_json(R"(["cautious", "random"])")},
      {"/results/0/matches", parse_json(R"(["01"])")},
      {"/results/0/matches/0", "012-"},
      {"/results/0/matches/0", std::string(22, '0')},
      {"/boards/0/rules/players", 9}};
  for (const auto& [member, value] : broken) {
    write_file(file(), good.dump());
    change(member, value);
    const std::string why = refusal_of(file());
    EXPECT_THAT(why, HasSubstr("ladder.json: ")) << member;
    if (std::string(member) == "/simulation") {
      EXPECT_THAT(why, HasSubstr("cannot be compared"));
    }
  }
}

}  // namespace
}  // namespace evorisk::experiments
