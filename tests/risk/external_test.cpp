// Agents outside of the program: the examples play, and whatever rude ones do, the match ends and
// says why.
#include <sys/wait.h>

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "examples/hermit_agent.cpp"
#include "maps/io.hpp"
#include "risk/record/record.hpp"
#include "risk/simulation.hpp"
#include "tests/risk/play.hpp"

namespace evorisk::risk {
namespace {

const std::string source = EVORISK_SOURCE_DIR;

std::string external(const std::vector<std::string>& command, int budget_ms = 60'000,
                     int grace_ms = 60'000) {
  const nlohmann::json parameters = {
      {"command", command}, {"budget_ms", budget_ms}, {"start_ms", 60'000}, {"grace_ms", grace_ms}};
  return "external:" + parameters.dump();
}

Variant small_variant() {
  return Variant("small", preset_rules("thesis"), maps::library_map("thesis-10"));
}

// No child may outlive its agent, not even as a zombie.
bool children_left() {
  return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

TEST(External, TheExamplesPlay) {
  Rules rules = preset_rules("risk-classic");
  rules.players = 3;
  rules.turn_limit = 12;
  const Variant classic("classic", rules, maps::library_map("thesis-8"));
  for (const auto& command :
       {std::vector<std::string>{"python3", source + "/examples/agent.py"},
        std::vector<std::string>{std::string(EVORISK_BINARY_DIR) + "/example_agent"}}) {
    const Variant variant = small_variant();
    const Seats two({external(command), "random"});
    MatchPlayer player(variant, two.span());
    int ahead = 0;
    for (std::uint64_t match = 0; match < 5; ++match) {
      const MatchResult result = player.play(test_key(match));
      ASSERT_NE(result.end, EndReason::invalid) << fault_name(result.fault);
      ahead += result.winner == 0 ? 1 : result.winner == 1 ? -1 : 0;
    }
    EXPECT_GT(ahead, 0);
    const Seats three({external(command), "cautious", external(command)});
    const MatchResult result = MatchPlayer(classic, three.span()).play(test_key(1));
    EXPECT_NE(result.end, EndReason::invalid) << fault_name(result.fault);
  }
  EXPECT_FALSE(children_left());
}

TEST(External, TheExampleInsideTheProgramPlays) {
  const nlohmann::ordered_json parameters = {{"odds", 0.6}};
  Seats seats({});
  seats.add(make_hermit_agent(JsonView(parameters, "hermit")));
  seats.add(make_agent("random"));
  for (const char* preset : {"thesis", "risk-classic"}) {
    Rules rules = preset_rules(preset);
    rules.turn_limit = 40;
    const Variant variant("hermit", rules, maps::library_map("thesis-9"));
    MatchPlayer player(variant, seats.span());
    for (std::uint64_t match = 0; match < 50; ++match) {
      EXPECT_NE(player.play(test_key(match)).end, EndReason::invalid);
    }
  }
}

struct RudeRow {
  const char* mode;
  Fault fault;
  int budget_ms = 60'000;
  int grace_ms = 60'000;
};

TEST(External, RudeOnesForfeitWithAReason) {
  const Variant variant = small_variant();
  const RudeRow rows[] = {
      {"exits_at_once", Fault::crash},
      {"exits", Fault::crash},
      {"dies", Fault::crash},
      {"half_a_line", Fault::crash},
      {"closes", Fault::crash},
      {"sleeps", Fault::silence, 60, 60},
      {"late", Fault::late, 150},
      {"not_ready", Fault::garbage},
      {"text", Fault::garbage},
      {"no_action", Fault::garbage},
      {"wrong_types", Fault::garbage},
      {"huge_number", Fault::garbage},
      {"nested", Fault::garbage},
      {"binary", Fault::garbage},
      {"empty_lines", Fault::garbage},
      {"floods", Fault::flood},
      {"floods_lines", Fault::garbage},
      {"wrong_seat", Fault::wrong_seat},
      {"old_request", Fault::wrong_request},
      {"answers_twice", Fault::wrong_request},
      {"illegal", Fault::illegal},
  };
  for (const RudeRow& row : rows) {
    SCOPED_TRACE(row.mode);
    const Seats seats({external({"python3", source + "/tests/risk/rude_agent.py", row.mode},
                                row.budget_ms, row.grace_ms),
                       "cautious"});
    MatchPlayer player(variant, seats.span());
    const MatchResult result = player.play(test_key(0));
    EXPECT_EQ(result.end, EndReason::invalid);
    EXPECT_EQ(result.offender, 0);
    EXPECT_EQ(result.winner, -1);
    EXPECT_STREQ(fault_name(result.fault), fault_name(row.fault));
  }
  EXPECT_FALSE(children_left());
}

TEST(External, StartsAnewForTheNextMatchAndIsGivenUpInTheEnd) {
  const Variant variant = small_variant();
  const SimulationCounts rude = simulate(
      variant, {external({"python3", source + "/tests/risk/rude_agent.py", "exits"}), "cautious"},
      test_key(0), 3, 1);
  EXPECT_EQ(rude.ends[static_cast<int>(EndReason::invalid)], 3);
  EXPECT_EQ(rude.offences[0], 3);
  EXPECT_EQ(rude.faults[0][static_cast<std::size_t>(Fault::crash)], 3);
  // One that never gets ready is waited for three times only.
  const nlohmann::json parameters = {
      {"command", {"python3", source + "/tests/risk/rude_agent.py", "never_ready"}},
      {"start_ms", 20},
      {"grace_ms", 20}};
  const SimulationCounts dead =
      simulate(variant, {"cautious", "external:" + parameters.dump()}, test_key(0), 20'000, 1);
  EXPECT_EQ(dead.faults[1][static_cast<std::size_t>(Fault::silence)], 20'000);
  const SimulationCounts missing =
      simulate(variant, {"cautious", external({"/no/such/program"})}, test_key(0), 50, 2);
  EXPECT_EQ(missing.faults[1][static_cast<std::size_t>(Fault::crash)], 50);
  EXPECT_FALSE(children_left());
}

TEST(External, RecordsSayWhyAndStartNothing) {
  const Variant variant = small_variant();
  const std::string marker = testing::TempDir() + "evorisk-external-started";
  std::remove(marker.c_str());
  const RecordHeader header{
      .program = "test", .agents = {external({"touch", marker}), "cautious"}, .key = test_key(0)};
  const std::string text = play_record(variant, header);
  EXPECT_TRUE(std::ifstream(marker).good());
  std::remove(marker.c_str());
  EXPECT_NE(text.find("{\"event\":\"forfeit\",\"seat\":0,\"fault\":\"crash\""), std::string::npos);

  const Record record = read_record(text, "record");
  EXPECT_FALSE(record.problem.has_value());
  EXPECT_EQ(record.result.end, EndReason::invalid);
  EXPECT_EQ(record.result.fault, Fault::crash);
  EXPECT_EQ(play_again(record, text).outcome, PlayedAgain::Outcome::other_agents);
  // Nor inside of another agent.
  Record nested = read_record(text, "record");
  nested.header.agents[0] = "blunder:{\"p\":0,\"agent\":{\"council\":{\"members\":[" +
                            nlohmann::json(header.agents[0]).dump() + "]}}}";
  EXPECT_EQ(play_again(nested, text).outcome, PlayedAgain::Outcome::other_agents);
  EXPECT_FALSE(std::ifstream(marker).good());
}

TEST(External, NeedsACommand) {
  for (const char* parameters : {"", ":{}", ":{\"command\":[]}", ":{\"command\":\"agent\"}",
                                 ":{\"command\":[\"a\"],\"budget_ms\":0}"}) {
    EXPECT_THROW(make_agent(std::string("external") + parameters), InputError) << parameters;
  }
}

}  // namespace
}  // namespace evorisk::risk
