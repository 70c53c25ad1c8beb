// Matches played in `play`'s dialogue, without a terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/play/dialogue.hpp"
#include "base/utf8.hpp"
#include "risk/legal.hpp"
#include "tests/app/play_fixture.hpp"
#include "tests/risk/state_check.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;
using testing::HasSubstr;
using testing::Not;

risk::RecordHeader header_of(std::vector<std::string> agents, std::uint64_t seed) {
  return {.program = "test",
          .agents = std::move(agents),
          .key = {.seed = seed, .purpose = Purpose::match}};
}

// A person who types what an agent would do plays that agent's match; the record says so.
TEST(Dialogue, PlaysTheMatchThatIsTyped) {
  const test::TemporaryDirectory directory;
  const std::vector<std::vector<std::string>> settings = {
      {"thesis-9"},
      {"thesis-8", "allocation=pick", "initial_troops=3", "players=3", "card_set=matching"},
      {"mirror-12", "players=6", "conquest_move=dice", "fortify=connected", "turn_limit=60"}};
  for (const auto& setting : settings) {
    const risk::Variant base = risk::load_variant(setting[0]);
    risk::Rules rules = base.rules();
    risk::set_rules(rules, std::span(setting).subspan(1));
    const risk::Variant variant(setting[0], rules, base.map_ptr());
    std::vector<std::string> agents(static_cast<std::size_t>(rules.players), "cautious");
    agents.back() = "builder";
    std::vector<std::string> seats = agents;
    const int seat = rules.players - 2;
    seats[static_cast<std::size_t>(seat)] = risk::person_agent;
    risk::OpenMatch match(variant, header_of(seats, 3));
    Mimic person(match, seat, "cautious");
    ScriptedTerminal terminal([&] { return person.line(); });
    const auto file = directory.path() / "match.jsonl";
    ASSERT_EQ(play(match, file, terminal, false), DialogueEnd::over);
    EXPECT_THAT(terminal.screen, Not(HasSubstr("cannot be done")));
    const std::string text = directory.read("match.jsonl");
    EXPECT_EQ(text, match.record());
    const risk::Record record = risk::read_record(text, "match");
    ASSERT_FALSE(record.problem);
    EXPECT_EQ(risk::play_again(record, text).outcome, risk::PlayedAgain::Outcome::same);
    const risk::Record plain =
        risk::read_record(risk::play_record(variant, header_of(agents, 3)), "plain");
    EXPECT_TRUE(record.events == plain.events);
  }
}

// What one person must not know is never on the screen: which cards others draw.
TEST(Dialogue, HidesTheCardsOfOthers) {
  const test::TemporaryDirectory directory;
  const risk::Variant variant = risk::load_variant("thesis-9");
  risk::OpenMatch match(variant, header_of({"cautious", "person"}, 3));
  Mimic person(match, 1, "cautious");
  bool ask = false;
  ScriptedTerminal terminal([&]() -> std::string {
    ask = !ask;
    return ask ? "cards; explain; list" : person.line();
  });
  ASSERT_EQ(play(match, directory.path() / "m", terminal, false), DialogueEnd::over);
  EXPECT_THAT(terminal.screen, HasSubstr("Seat 1 draws a card.\n"));
  EXPECT_THAT(terminal.screen, HasSubstr("Seat 2 draws the card "));
  EXPECT_THAT(terminal.screen, Not(HasSubstr("Seat 1 draws the card")));
  // `cards` lists what seat 1 holds, and only while it holds it.
  risk::State state(variant);
  std::set<int> held;
  for (const risk::Event& event : match.events()) {
    if (const auto* draw = std::get_if<risk::Draw>(&event); draw && state.seat() == 1)
      held.insert(draw->card);
    state.apply(event);
  }
  for (int t = 0; t < variant.territories(); ++t) {
    if (held.contains(t)) continue;
    for (int i = 0; i < 8; ++i)
      EXPECT_THAT(terminal.screen,
                  Not(HasSubstr("card " + std::to_string(i) + ": " + std::to_string(t) + " (")));
  }
}

// What an agent weighed is told; where it says nothing, what it decided and the odds.
TEST(Dialogue, ExplainsWhatTheOthersDid) {
  const test::TemporaryDirectory directory;
  const risk::Variant variant = risk::load_variant("thesis-9");
  for (const char* agent : {"strategist", "cautious", "lookahead:{\"samples\":30}"}) {
    risk::OpenMatch match(variant, header_of({"person", agent}, 3));
    Mimic person(match, 0, "cautious");
    int lines = 0;
    ScriptedTerminal terminal([&]() -> std::optional<std::string> {
      ++lines;
      if (lines == 40) return std::nullopt;
      return lines % 2 == 0 ? "explain" : person.line();
    });
    play(match, directory.path() / agent, terminal, true);
    const bool reasons = std::string(agent) != "cautious";
    EXPECT_THAT(terminal.screen,
                HasSubstr("Seat 2, " + std::string(agent) + ", turn 2:\n  places "));
    EXPECT_THAT(terminal.screen, testing::ContainsRegex(
                                     "attacks [0-9]+ from [0-9]+, [0-9]+ against [0-9]+: conquers "
                                     "with [0-9.]+ %\n"));
    EXPECT_EQ(terminal.screen.find("It gives no reasons.") == std::string::npos, reasons);
    EXPECT_EQ(terminal.screen.find("considered: ") != std::string::npos, reasons);
    if (std::string(agent) != "strategist") continue;
    EXPECT_THAT(terminal.screen, HasSubstr("weights: attack 4.5, complete 3.7, break 8.0, hold "));
    EXPECT_THAT(terminal.screen, HasSubstr("complete continent 2 ("));
    // Who comes back is told what happened since, and can ask about it.
    const risk::Record record = risk::read_record(match.record(), "r");
    risk::OpenMatch again(variant, record.header);
    ScriptedTerminal other([&, asked = false]() mutable -> std::optional<std::string> {
      asked = !asked;
      return asked ? std::optional<std::string>("explain") : std::nullopt;
    });
    MatchSession session(again, directory.path() / "again");
    session.follow(record, "again");
    play_dialogue(again, session, other, true);
    EXPECT_EQ(again.record(), match.record());
    EXPECT_THAT(other.screen, HasSubstr("Seat 2, strategist, turn "));
    EXPECT_THAT(other.screen, HasSubstr("\nSeat 2 places "));
  }
}

// Two people at one terminal: nobody's draw is told.
TEST(Dialogue, SeveralPeopleShareATerminal) {
  const test::TemporaryDirectory directory;
  const risk::Variant variant = risk::load_variant("thesis-9");
  risk::OpenMatch match(variant, header_of({"person", "person"}, 3));
  Mimic first(match, 0, "cautious");
  Mimic second(match, 1, "cautious");
  ScriptedTerminal terminal(
      [&] { return match.state().seat() == 0 ? first.line() : second.line(); });
  ASSERT_EQ(play(match, directory.path() / "m", terminal, true), DialogueEnd::over);
  EXPECT_THAT(terminal.screen, HasSubstr("People sit at ( ) 1, [ ] 2."));
  EXPECT_THAT(terminal.screen, HasSubstr("seat 2, attack> "));
  EXPECT_THAT(terminal.screen, Not(HasSubstr("draws the card")));
}

// The short forms, undo and answers, in a match on the smallest map.
TEST(Dialogue, AnswersWhatIsMistyped) {
  const test::TemporaryDirectory directory;
  const risk::Variant variant = risk::load_variant("two");
  risk::OpenMatch match(variant, header_of({"person", "cautious"}, 1));
  std::vector<std::string> lines = {"east",
                                    "undo",
                                    "",
                                    "1 all",
                                    "west 5",
                                    "0; 9 9; 0",
                                    "undo",
                                    "0 all",
                                    "undo",
                                    "0",
                                    "0 1",
                                    "undo; 0",
                                    "0 all",
                                    "undo",
                                    "0 3",
                                    "save",
                                    "save " + (directory.path() / "m").string(),
                                    "save " + (directory.path() / "copy").string(),
                                    "0 0",
                                    "undo",
                                    "0 1 until 9",
                                    "1 0",
                                    "0 1 x",
                                    "explain; quit",
                                    "0 1 all"};
  std::size_t next = 0;
  const auto answer = [&]() -> std::optional<std::string> {
    return next < lines.size() ? std::optional(lines[next++]) : std::nullopt;
  };
  ScriptedTerminal terminal(answer);
  const auto file = directory.path() / "m";
  EXPECT_EQ(play(match, file, terminal, false), DialogueEnd::left);
  test::expect_golden("tests/app/golden/mistyped.txt", [&] {
    std::string text = terminal.screen;
    const std::string path = directory.path().string();
    for (std::size_t at; (at = text.find(path)) != text.npos;) text.replace(at, path.size(), "DIR");
    return text;
  }());
  EXPECT_EQ(directory.read("m"), match.record());
  EXPECT_TRUE(risk::read_record(directory.read("copy"), "copy").unfinished);
}

// Garbage of many kinds: nothing illegal is ever done, nothing is lost, nothing ends the match but
// the words that do.
TEST(Dialogue, SurvivesAnything) {
  const test::TemporaryDirectory directory;
  Random random({.seed = 8, .purpose = Purpose::test});
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  const char* words[] = {"0",     "1",    "2",     "3",     "12",     "99",    "-1",      "all",
                         "until", "to",   "->",    ";",     "attack", "a",     "place",   "p",
                         "keep",  "stop", "undo",  "map",   "list",   "hint",  "explain", "cards",
                         "help",  "quit", "rules", "x",     "bonus",  "pick",  "fortify", "save",
                         "move",  "f",    "0 0",   "0 0 0", "alaska", "north", "brazil",  "\""};
  int lines = 0;
  int left = 0;
  std::set<Phase> phases;
  for (int round = 0; lines < test::cases(2500, 310); ++round) {
    const bool picks = round % 2 == 0;
    const risk::Variant base = risk::load_variant(round % 3 == 0 ? "thesis-9" : "two");
    risk::Rules rules = base.rules();
    rules.allocation = picks ? risk::Allocation::pick : risk::Allocation::random;
    rules.initial_troops = round % 4;
    const risk::Variant variant("garbage", rules, base.map_ptr());
    risk::OpenMatch match(variant,
                          header_of({"person", "random"}, static_cast<std::uint64_t>(round)));
    int asked = 0;
    ScriptedTerminal terminal([&]() -> std::optional<std::string> {
      EXPECT_EQ(risk::state_inconsistency(match.state()), "");
      phases.insert(match.state().phase());
      ++lines;
      if (++asked > 300) return std::nullopt;
      std::string line;
      const int kind = below(4);
      if (kind == 0) {  // any bytes but those that would write files
        for (int n = below(30); n > 0; --n) line += static_cast<char>(below(256));
        std::erase(line, '\n');
      } else if (kind < 3) {
        for (int n = 1 + below(5); n > 0; --n) line += std::string(words[below(40)]) + " ";
        if (line.find("save") != line.npos) line = "save";
      } else if (match.waits()) {  // a legal decision now and then, to get on
        std::vector<risk::Action> actions;
        risk::legal_actions(match.state(), actions);
        const auto pick = random.below(static_cast<std::uint32_t>(actions.size()));
        line = typed_line(match.state(), actions[pick]);
      }
      return line;
    });
    const auto file = directory.path() / "garbage";
    // Whoever quits comes back.
    while (asked <= 300 && !match.over()) {
      if (play(match, file, terminal, true) == DialogueEnd::left) ++left;
      ASSERT_EQ(directory.read("garbage"), match.record());
    }
    const risk::Record record = risk::read_record(match.record(), "garbage");
    ASSERT_TRUE(match.over() ? !record.problem : record.unfinished);
    ASSERT_EQ(risk::play_again(record, match.record()).outcome, risk::PlayedAgain::Outcome::same);
    ASSERT_EQ(valid_utf8_prefix(terminal.screen), terminal.screen.size());
    ASSERT_EQ(std::ranges::count(std::filesystem::directory_iterator(directory.path()), true,
                                 [](const auto&) { return true; }),
              1);
  }
  EXPECT_GT(left, 1);
  EXPECT_GE(phases.size(), 5u);
}

}  // namespace
}  // namespace evorisk::app
