// Agents outside of the program: the examples play, and whatever rude ones do, the match ends and
// says why.
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/reading/remarks.hpp"
#include "examples/hermit_agent.cpp"
#include "maps/io.hpp"
#include "risk/record/open_match.hpp"
#include "risk/record/record.hpp"
#include "risk/simulation.hpp"
#include "tests/risk/play.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::risk {
namespace {

const std::string source = EVORISK_SOURCE_DIR;

std::string external(const std::vector<std::string>& command, int budget_ms = 60'000,
                     int grace_ms = 60'000) {
  const nlohmann::ordered_json parameters = {
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

// Matches won less matches lost against another agent.
int ahead(const Variant& variant, const std::vector<std::string>& command, const char* other,
          int matches) {
  const Seats seats({external(command), other});
  MatchPlayer player(variant, seats.span());
  int ahead = 0;
  for (int match = 0; match < matches; ++match) {
    const MatchResult result = player.play(test_key(static_cast<std::uint64_t>(match)));
    EXPECT_NE(result.end, EndReason::invalid) << fault_name(result.fault);
    ahead += result.winner == 0 ? 1 : result.winner == 1 ? -1 : 0;
  }
  return ahead;
}

// And a match of three, in which it has one seat or, `twice`, two.
void expect_plays(const std::vector<std::string>& command, const char* other, int least,
                  bool twice = true) {
  EXPECT_GE(ahead(small_variant(), command, other, 20), least);
  Rules rules = preset_rules("risk-classic");
  rules.players = 3;
  rules.turn_limit = 12;
  const Variant classic("classic", rules, maps::library_map("thesis-8"));
  const Seats three({external(command), "cautious", twice ? external(command) : "cautious"});
  const MatchResult result = MatchPlayer(classic, three.span()).play(test_key(1));
  EXPECT_NE(result.end, EndReason::invalid) << fault_name(result.fault);
}

TEST(External, TheExamplesPlay) {
  expect_plays({std::string(EVORISK_BINARY_DIR) + "/example_agent"}, "random", 1);
  // The complete ones are clearly better than the thesis' agent.
  expect_plays({"python3", source + "/examples/agent.py"}, "cautious", 8);
  EXPECT_FALSE(children_left());
}

TEST(External, TheExampleInJavaPlays) {
  if (std::system("java -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no java";
  // It is compiled at each start; the quicker, the less the machine prepares.
  expect_plays(
      {"java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", source + "/examples/Agent.java"},
      "cautious", 8, false);
  EXPECT_FALSE(children_left());
}

std::string planning(const char* mode, const std::string& log) {
  const nlohmann::ordered_json parameters = {
      {"command", {"python3", source + "/tests/risk/planning_agent.py", mode}},
      {"budget_ms", 60'000},
      {"start_ms", 60'000},
      {"log", log}};
  return "external:" + parameters.dump();
}

// Of different rules: how territories are allocated, troops placed, enter and are moved.
std::vector<Variant> variants_of_all_phases() {
  std::vector<Variant> variants;
  for (const char* preset : {"thesis", "risk", "risk-classic"}) {
    for (const FortifyMode mode :
         {FortifyMode::adjacent, FortifyMode::single, FortifyMode::connected}) {
      Rules rules = preset_rules(preset);
      rules.players = preset == std::string("thesis") ? 2 : 3;
      rules.fortify = mode;
      rules.turn_limit = 30;
      variants.emplace_back("phases", rules, maps::library_map("thesis-8"));
      if (test::sanitized) break;  // one of each preset
    }
  }
  return variants;
}

TEST(External, PlansPlayTheMatchThatSingleDecisionsPlay) {
  const std::string log = testing::TempDir() + "evorisk-external-requests";
  std::uintmax_t requests[2] = {};
  for (const Variant& variant : variants_of_all_phases()) {
    std::vector<Event> events[2];
    for (const bool plans : {false, true}) {
      std::filesystem::remove(log);
      RecordHeader header{.program = "test", .agents = {}, .key = test_key(3)};
      header.agents.assign(static_cast<std::size_t>(variant.players()), "cautious");
      header.agents[0] = planning(plans ? "plans" : "rolls", log);
      const Record record = read_record(play_record(variant, header), "record");
      EXPECT_NE(record.result.end, EndReason::invalid) << fault_name(record.result.fault);
      events[plans] = record.events;
      requests[plans] += std::filesystem::file_size(log);
    }
    EXPECT_GT(events[0].size(), 40u);
    EXPECT_TRUE(events[0] == events[1]);
  }
  EXPECT_LT(requests[1], requests[0] * 3 / 4);
}

// Matches that are over before it is asked are none that it broke off.
TEST(External, MatchesWithoutADecisionAreNotHeldAgainstIt) {
  const Variant variant = small_variant();
  const std::unique_ptr<Agent> agent =
      make_agent(external({"python3", source + "/examples/agent.py"}));
  for (int i = 0; i < 5; ++i) agent->begin_match(variant, 0);
  const std::unique_ptr<Agent> other = make_agent("random");
  Agent* const seats[] = {agent.get(), other.get()};
  const MatchResult result = MatchPlayer(variant, seats).play(test_key(1));
  EXPECT_NE(result.end, EndReason::invalid) << fault_name(result.fault);
}

// A wrapper plays something else now and then: what is left of a plan may be illegal by then.
TEST(External, PlansEndWhenAnotherDecides) {
  for (const Variant& variant : variants_of_all_phases()) {
    std::vector<std::string> agents(static_cast<std::size_t>(variant.players()), "cautious");
    const std::string agent = external({"python3", source + "/examples/agent.py"});
    const nlohmann::ordered_json blunder = {{"p", 0.3}, {"agent", agent}};
    const nlohmann::ordered_json council = {{"members", {agent, "random", "random"}}};
    for (const std::string& wrapper : {"blunder:" + blunder.dump(), "council:" + council.dump()}) {
      agents[0] = wrapper;
      MatchPlayer player(variant, agents);
      for (std::uint64_t match = 0; match < 3; ++match) {
        EXPECT_NE(player.play(test_key(match)).end, EndReason::invalid) << wrapper;
      }
    }
  }
}

TEST(External, EventsTellAllThatAStateHolds) {
  const std::string log = testing::TempDir() + "evorisk-external-mirror";
  const auto said = [&] { return read_file(log); };
  std::vector<Variant> variants = variants_of_all_phases();
  Rules rules = preset_rules("war-classic");
  rules.players = 4;
  rules.turn_limit = 40;
  variants.emplace_back("missions", rules, maps::library_map("war"));
  for (const Variant& variant : variants) {
    std::filesystem::remove(log);
    RecordHeader header{.program = "test", .agents = {}, .key = test_key(5)};
    header.agents.assign(static_cast<std::size_t>(variant.players()), "strategist");
    header.agents[1] = planning("mirror", log);
    // Within other agents, too.
    header.agents[0] = "council:{\"members\":[\"builder\"," +
                       nlohmann::ordered_json(header.agents[1]).dump() + "]}";
    EXPECT_NE(MatchPlayer(variant, header.agents).play(header.key).end, EndReason::invalid)
        << variant.name() << ": " << said();
    // Event by event, with a person who takes decisions back.
    header.agents[0] = person_agent;
    OpenMatch match(variant, header);
    Seats person({"aggressive"});
    person[0].begin_match(variant, 0);
    Random random(test_key(0));
    while (!match.over()) {
      if (!match.waits()) {
        match.step();
        continue;
      }
      const Action action = ask(person[0], match.view(0), random);
      match.play(action);
      if (!match.can_undo() || random.chance(0.5)) continue;
      match.undo();
      match.play(action);
    }
    EXPECT_NE(match.result().end, EndReason::invalid) << variant.name() << ": " << said();
  }
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

std::string rude(const RudeRow& row, bool plans) {
  std::vector<std::string> command = {"python3", source + "/tests/risk/rude_agent.py", row.mode};
  if (plans) command.emplace_back("plans");
  return external(command, row.budget_ms, row.grace_ms);
}

void expect_forfeit(const RudeRow& row, bool plans) {
  SCOPED_TRACE(std::string(row.mode) + (plans ? " with plans" : ""));
  const Variant variant = small_variant();
  const Seats seats({rude(row, plans), "cautious"});
  const MatchResult result = MatchPlayer(variant, seats.span()).play(test_key(0));
  EXPECT_EQ(result.end, EndReason::invalid);
  EXPECT_EQ(result.offender, 0);
  EXPECT_EQ(result.winner, -1);
  EXPECT_STREQ(fault_name(result.fault), fault_name(row.fault));
}

TEST(External, RudeOnesForfeitWithAReason) {
  const RudeRow rows[] = {
      {"exits_at_once", Fault::crash},
      {"dies_early", Fault::crash},
      {"exits", Fault::crash},
      {"dies", Fault::crash},
      {"half_a_line", Fault::crash},
      {"closes", Fault::crash},
      {"closes_input", Fault::silence, 60, 60},
      {"sleeps", Fault::silence, 60, 60},
      {"late", Fault::late, 150},
      {"not_ready", Fault::garbage},
      {"half_ready", Fault::garbage},
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
    expect_forfeit(row, false);
    expect_forfeit(row, true);
  }
  const RudeRow with_plans[] = {{"illegal_later", Fault::illegal},
                                {"no_plan", Fault::garbage},
                                {"empty_plan", Fault::garbage},
                                {"bad_keep", Fault::garbage},
                                {"long_plan", Fault::flood}};
  for (const RudeRow& row : with_plans) expect_forfeit(row, true);
  EXPECT_FALSE(children_left());
}

TEST(External, MegabytesOnStandardErrorHarmNothing) {
  const Variant variant = small_variant();
  const Seats seats({rude({"chatters", Fault::none}, true), "cautious"});
  EXPECT_NE(MatchPlayer(variant, seats.span()).play(test_key(0)).end, EndReason::invalid);
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
  const nlohmann::ordered_json parameters = {
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

// Whether a process has ended, or is ending.
bool ends(pid_t pid) {
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  if (descriptor < 0) return errno == ESRCH;
  pollfd ended{descriptor, POLLIN, 0};
  const int count = ::poll(&ended, 1, 10'000);
  ::close(descriptor);
  return count == 1;
}

TEST(External, AllThatItStartedEndsWithIt) {
  const test::TemporaryDirectory directory;
  const std::string file = (directory.path() / "child").string();
  ::setenv("CHILD_FILE", file.c_str(), 1);
  expect_forfeit({"leaves_a_child", Fault::crash}, false);
  pid_t child = 0;
  std::ifstream(file) >> child;
  ASSERT_GT(child, 0);
  EXPECT_TRUE(ends(child));
}

TEST(External, FailuresAreNamedWithTheCommandAndTheReason) {
  take_remarks();
  const struct {
    std::vector<std::string> command;
    const char* reason;
  } cases[] = {
      {{"/no/such/agent", "--deep"},
       "agent `/no/such/agent --deep`: cannot be started: No such file"},
      {{"python3", source + "/tests/risk/rude_agent.py", "exits_at_once"}, "ended with status 3"},
      {{"python3", source + "/tests/risk/rude_agent.py", "dies"}, "was ended by signal 9"},
      {{"python3", source + "/tests/risk/rude_agent.py", "closes"}, "closed its output"},
      {{"python3", source + "/tests/risk/rude_agent.py", "sleeps"}, "gave no answer within"},
      {{"python3", source + "/tests/risk/rude_agent.py", "text"}, "answer"},
      {{"python3", source + "/tests/risk/rude_agent.py", "wrong_seat"}, "for another seat"}};
  for (const auto& [command, reason] : cases) {
    const Seats seats({external(command, 60, 60), "cautious"});
    const Variant variant = small_variant();
    MatchPlayer(variant, seats.span()).play(test_key(0));
    const std::vector<Message> failures = take_remarks();
    ASSERT_EQ(failures.size(), 1u) << reason;
    EXPECT_THAT(failures[0].text(), testing::HasSubstr(reason));
  }
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
                            nlohmann::ordered_json(header.agents[0]).dump() + "]}}}";
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
