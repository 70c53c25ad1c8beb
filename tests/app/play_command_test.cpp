// Whole-command tests of `play`: at a real pseudo-terminal, over a pipe, killed and resumed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "app/play/dialogue.hpp"
#include "base/json.hpp"
#include "tests/app/play_fixture.hpp"
#include "tests/support/process.hpp"
#include "tests/support/pseudo_terminal.hpp"

namespace evorisk::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// What cautious in seat 0 would type against the strategist on thesis-9, and the record that comes
// of it (but for the program's name in its first line).
struct Script {
  std::vector<std::string> lines;
  std::string events;
};

std::string without_program(const std::string& record) {
  std::string text;
  for (std::size_t at = record.find('\n') + 1; at < record.size();) {
    const std::size_t end = record.find('\n', at);
    text += record.substr(at, record.find(",\"sum\"", at) - at) + "\n";
    at = end + 1;
  }
  return text;
}

const Script& script() {
  static const Script made = [] {
    Script made_now;
    const test::TemporaryDirectory directory;
    const risk::Variant variant = risk::load_variant("thesis-9");
    risk::OpenMatch match(variant, {.program = "test",
                                    .agents = {"person", "strategist"},
                                    .key = {.seed = 4, .purpose = Purpose::match}});
    Mimic person(match, 0, "cautious");
    ScriptedTerminal terminal([&] {
      made_now.lines.push_back(person.line());
      return made_now.lines.back();
    });
    play(match, directory.path() / "m", terminal, true);
    made_now.events = without_program(match.record());
    return made_now;
  }();
  return made;
}

// (Not EXPECT_EQ, which prints both.)
void expect_scripted(const std::string& record) {
  EXPECT_TRUE(without_program(record) == script().events)
      << "another match: "
      << record.substr(record.size() - std::min<std::size_t>(500, record.size()));
}

std::string joined(std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) text += script().lines[i] + "\n";
  return text;
}

TEST(PlayCommand, IsPlayedToItsEndAtATerminal) {
  const test::TemporaryDirectory directory;
  test::PseudoTerminal terminal({"play", "thesis-9", "--seed", "4", "--record", "m.jsonl"},
                                directory.path(), 90);
  for (const std::string& line : script().lines) {
    ASSERT_TRUE(terminal.wait_for("> ")) << terminal.screen();
    terminal.type(line + "\n");
  }
  EXPECT_EQ(terminal.wait(), 0) << terminal.screen();
  EXPECT_THAT(terminal.screen(),
              AllOf(HasSubstr("\x1b[97;44m(0:"), HasSubstr(" after "),
                    HasSubstr("the record is m.jsonl; \"evorisk replay m.jsonl\" shows it\n")));
  expect_scripted(directory.read("m.jsonl"));
  const auto replay = test::run_shell("evorisk replay m.jsonl --verify", directory.path());
  EXPECT_EQ(replay.exit_code, 0) << replay.out;
  EXPECT_THAT(replay.out, HasSubstr("Played again: the same bytes."));
  const auto turns = test::run_shell("evorisk replay m.jsonl", directory.path());
  EXPECT_THAT(turns.out, AllOf(HasSubstr("seat 1: person\n"), HasSubstr("turn 3, seat 1: ")));
}

TEST(PlayCommand, LooksAsTheTerminalWants) {
  const test::TemporaryDirectory directory;
  const auto screen = [&](int columns, const std::vector<std::string>& environment,
                          const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"play", "thesis-9", "--seed", "4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    test::PseudoTerminal terminal(arguments, directory.path(), columns, environment);
    EXPECT_TRUE(terminal.wait_for("> ")) << terminal.screen();
    terminal.type("\x04");  // the input ends
    EXPECT_EQ(terminal.wait(), 0);
    return terminal.screen();
  };
  EXPECT_THAT(screen(90, {}, {}), AllOf(HasSubstr("\x1b["), Not(HasSubstr("\xe2\xa0"))));
  EXPECT_THAT(screen(90, {"NO_COLOR=1"}, {}), AllOf(Not(HasSubstr("\x1b[")), HasSubstr("---")));
  EXPECT_THAT(screen(90, {"TERM=dumb"}, {}), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(screen(90, {"LC_ALL=C.UTF-8"}, {}), HasSubstr("\xe2\xa0"));
  EXPECT_THAT(screen(90, {"LC_ALL=C.UTF-8"}, {"--draw", "plain"}), Not(HasSubstr("\xe2\xa0")));
  EXPECT_THAT(screen(20, {}, {}), HasSubstr(" -> 1 2 5\n"));
  EXPECT_THAT(screen(90, {}, {"--draw", "list"}), HasSubstr(" -> 1 2 5\n"));
}

TEST(PlayCommand, CtrlCKeepsTheMatch) {
  const test::TemporaryDirectory directory;
  test::PseudoTerminal terminal({"play", "thesis-9", "--seed", "4", "--record", "m.jsonl"},
                                directory.path(), 90);
  ASSERT_TRUE(terminal.wait_for("> "));
  terminal.type(script().lines[0] + "\n");
  ASSERT_TRUE(terminal.wait_for("> "));
  terminal.type("half a li\x03");
  EXPECT_EQ(terminal.wait(), 130);
  EXPECT_THAT(terminal.screen(),
              HasSubstr("the match is kept; go on with: evorisk play --resume m.jsonl\n"));
  const auto rest = test::run({"play", "--resume", "m.jsonl"},
                              {directory.path(), joined(1, script().lines.size()), {}, {}, {}});
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  expect_scripted(directory.read("m.jsonl"));
}

// Killed while it waits, at several places, and gone on with: the record is that of a match that
// nothing interrupted.
TEST(PlayCommand, KilledAndResumedGivesTheSameRecord) {
  const std::size_t count = script().lines.size();
  const test::TemporaryDirectory directory;
  std::size_t done = 0;
  for (const std::size_t until : {count / 5, count / 2, count / 2 + 1, count - 2}) {
    std::vector<std::string> arguments = {"play", "--resume", "m.jsonl"};
    if (done == 0) arguments = {"play", "thesis-9", "--seed", "4", "--record", "m.jsonl"};
    test::PseudoTerminal terminal(arguments, directory.path(), 90);
    for (; done < until; ++done) {
      ASSERT_TRUE(terminal.wait_for("> ")) << terminal.screen();
      terminal.type(script().lines[done] + "\n");
    }
    ASSERT_TRUE(terminal.wait_for("> ")) << terminal.screen();
    terminal.send(SIGKILL);
    EXPECT_EQ(terminal.wait(), -SIGKILL);
  }
  const auto rest = test::run({"play", "--resume", "m.jsonl", "--quiet"},
                              {directory.path(), joined(done, count), {}, {}, {}});
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(rest.err, "");
  expect_scripted(directory.read("m.jsonl"));
}

// Over a pipe the lines that are read are shown, and with --json standard output is the result
// alone. The input may end anywhere.
TEST(PlayCommand, TakesItsOrdersFromAPipe) {
  const test::TemporaryDirectory directory;
  const auto first = test::run({"play", "thesis-9", "--seed", "4", "--json"},
                               {directory.path(), joined(0, 7) + "hint", {}, {}, {}});
  EXPECT_EQ(first.exit_code, 0);
  const auto so_far = parse_json(first.out);
  EXPECT_EQ(so_far["over"], false);
  EXPECT_EQ(so_far["record"], "results/play/thesis-9-4.jsonl");
  EXPECT_THAT(first.err, AllOf(HasSubstr("> " + script().lines[0] + "\n"),
                               HasSubstr("The strategist would type: ")));
  const auto second = test::run({"play", "--resume", "results/play/thesis-9-4.jsonl", "--json"},
                                {directory.path(), joined(7, script().lines.size()), {}, {}, {}});
  EXPECT_EQ(second.exit_code, 0);
  const auto end = parse_json(second.out);
  EXPECT_EQ(end["over"], true);
  EXPECT_EQ(end["end"], "conquest");
  EXPECT_TRUE(end["winner"] == 0 || end["winner"] == 1);
  // Another match of the same seed gets another file.
  const auto third =
      test::run({"play", "thesis-9", "--seed", "4"}, {directory.path(), "", {}, {}, {}});
  EXPECT_THAT(third.err, HasSubstr("results/play/thesis-9-4-2.jsonl"));
}

TEST(PlayCommand, GarbageOverAPipeDoesNoHarm) {
  const test::TemporaryDirectory directory;
  Random random({.seed = 9, .purpose = Purpose::test});
  std::string garbage;
  for (int line = 0; line < 1500; ++line) {
    for (std::uint32_t n = random.below(20); n > 0; --n)
      garbage += static_cast<char>(random.below(256));
    garbage += line % 3 == 0 ? " 0 0\n" : "\n";
  }
  garbage += std::string(100'000, 'x') + "\n7 7 7\n";
  const auto result = test::run({"play", "thesis-9", "--seed", "4", "--record", "m"},
                                {directory.path(), garbage, {}, {}, {}});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(risk::read_record(directory.read("m"), "m").unfinished);
}

// A seat outside of the program: its moves are taken from the file, and it is asked again after.
TEST(PlayCommand, ResumesAgainstAgentsOutsideOnlyIfTheyAreNamed) {
  const test::TemporaryDirectory directory;
  const std::string agents = std::string(R"(person,external:{"command":["python3",")") +
                             EVORISK_SOURCE_DIR + R"(/examples/agent.py"]})";
  const auto first =
      test::run({"play", "thesis-9", "--seed", "4", "--record", "m", "--agents", agents},
                {directory.path(), "0 all; 3 all; 0 0; 0 0\n", {}, {}, {}});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  const std::string kept = directory.read("m");
  const auto refused = test::run({"play", "--resume", "m"}, {directory.path(), "", {}, {}, {}});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("is started only if you name it too: --agents '"));
  const auto second =
      test::run({"play", "--resume", "m", "--agents", agents}, {directory.path(), "", {}, {}, {}});
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_TRUE(directory.read("m").starts_with(kept));
}

}  // namespace
}  // namespace evorisk::app
