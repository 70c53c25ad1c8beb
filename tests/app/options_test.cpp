// What Options promises, on a command that declares one option of each kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/commands.hpp"
#include "base/error.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;

class ProbeCommand final : public Command {
 public:
  using Command::Command;
  std::string listed() const override { return "red and blue"; }
  Exit run(Context&) override { return Exit::done; }

  static constexpr std::string_view colours[] = {"red", "green", "blue"};
  const std::string& board = argument("BOARD");
  const std::vector<std::string>& more = arguments("MORE", 0, 2);
  const std::optional<std::uint64_t>& some_seed = given_seed();
  const int& some_threads = threads();
  const bool& forced = force();
  const bool& resume = flag("--resume");
  const std::string& out = option("--out", "DIR", "here");
  const std::vector<std::string>& sets = repeatable("--set", "KEY=VALUE");
  const std::string& colour = choice("--colour", colours, "green");
  const int& matches = integer("--matches", 100, 1, 1000);
  const std::optional<std::int64_t>& budget = optional_integer("--budget", 0, 1'000'000'000'000);
  const double& rate = number("--rate", 0.5, 0, 1);
};

constexpr CommandRow probe{"probe", make<ProbeCommand>};
const CommandText probe_text{
    .summary = "Declare every kind of option",
    .details = "A second paragraph of {names}.",
    .examples = {"evorisk probe board.json", "evorisk probe board.json --json"},
    .options = {{"BOARD", "The board"},
                {"MORE", "More boards"},
                {"--seed", "Seed"},
                {"--threads", "Threads"},
                {"--force", "Replace"},
                {"--resume", "Continue"},
                {"--out", "Where to write"},
                {"--set", "Change a value"},
                {"--colour", "The colour"},
                {"--matches", "How many"},
                {"--budget", "How many at most"},
                {"--rate", "How likely"},
                {"--json", "As JSON"},
                {"--quiet", "Less"}}};

struct Outcome {
  Context context;
  std::string help;
  std::unique_ptr<Command> parsed;  // none after --help
  const ProbeCommand* command = nullptr;
};

Outcome parse(const std::vector<std::string>& arguments) {
  Outcome outcome;
  outcome.parsed = parse_command_line(probe, probe_text, arguments, outcome.context, outcome.help);
  outcome.command = static_cast<const ProbeCommand*>(outcome.parsed.get());
  return outcome;
}

std::string refusal(const std::vector<std::string>& arguments) {
  try {
    parse(arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Options, KeepDefaultsWhenNothingIsGiven) {
  const auto outcome = parse({"b.json"});
  EXPECT_EQ(outcome.command->board, "b.json");
  EXPECT_EQ(outcome.command->out, "here");
  EXPECT_EQ(outcome.command->colour, "green");
  EXPECT_EQ(outcome.command->matches, 100);
  EXPECT_EQ(outcome.command->rate, 0.5);
  EXPECT_FALSE(outcome.command->budget.has_value());
  EXPECT_FALSE(outcome.command->resume);
  EXPECT_TRUE(outcome.command->more.empty());
  EXPECT_FALSE(outcome.command->some_seed.has_value());
  EXPECT_GE(outcome.command->some_threads, 1);
  EXPECT_FALSE(outcome.context.json || outcome.context.quiet || outcome.command->forced);
}

TEST(Options, ReadEveryKindInAnyOrder) {
  const auto outcome = parse({"--seed",     "9223372036854775807",
                              "b.json",     "--set",
                              "a=1",        "--set=b=2",
                              "--colour",   "blue",
                              "c",          "--resume",
                              "--matches",  "1000",
                              "--budget=7", "d",
                              "--rate",     "0.25",
                              "--threads",  "3",
                              "--json",     "--quiet",
                              "--force",    "--out",
                              "x y"});
  EXPECT_EQ(outcome.command->some_seed, 9223372036854775807u);
  EXPECT_EQ(outcome.command->board, "b.json");
  EXPECT_EQ(outcome.command->more, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(outcome.command->sets, (std::vector<std::string>{"a=1", "b=2"}));
  EXPECT_EQ(outcome.command->colour, "blue");
  EXPECT_TRUE(outcome.command->resume);
  EXPECT_EQ(outcome.command->matches, 1000);
  EXPECT_EQ(outcome.command->budget, 7);
  EXPECT_EQ(outcome.command->rate, 0.25);
  EXPECT_EQ(outcome.command->some_threads, 3);
  EXPECT_TRUE(outcome.context.json && outcome.context.quiet && outcome.command->forced);
  EXPECT_EQ(outcome.command->out, "x y");
}

TEST(Options, TakeWordsAfterTwoDashesAsArguments) {
  EXPECT_EQ(parse({"--", "--seed"}).command->board, "--seed");
}

TEST(Options, RefuseWithOneSentence) {
  const struct {
    std::vector<std::string> arguments;
    std::string message;
  } cases[] = {
      {{"b", "--matches", "abc"}, "--matches: expected an integer from 1 to 1000, found \"abc\""},
      {{"b", "--matches", "0"}, "--matches: expected an integer from 1 to 1000, found \"0\""},
      {{"b", "--matches", "1001"}, "--matches: expected an integer from 1 to 1000, found \"1001\""},
      {{"b", "--matches", "1.5"}, "--matches: expected an integer from 1 to 1000, found \"1.5\""},
      {{"b", "--matches", "99999999999999999999"},
       "--matches: expected an integer from 1 to 1000, found \"99999999999999999999\""},
      {{"b", "--matches="}, "--matches needs a value"},
      {{"b", "--seed", "-1"},
       "--seed: expected an integer from 0 to 9223372036854775807, found \"-1\""},
      {{"b", "--threads", "0"}, "--threads: expected an integer from 1 to 1024, found \"0\""},
      {{"b", "--rate", "nan"}, "--rate: expected a number from 0 to 1, found \"nan\""},
      {{"b", "--rate", "1e9"}, "--rate: expected a number from 0 to 1, found \"1e9\""},
      {{"b", "--colour", "bleu"},
       "--colour: unknown value \"bleu\"; did you mean \"blue\"? Valid: red, green, blue"},
      {{"b", "--mathces", "3"},
       "unknown option \"--mathces\"; did you mean \"--matches\"? Valid: --help, --seed, "
       "--threads, --force, --resume, --out, --set, --colour, --matches, --budget, --rate, --json, "
       "--quiet"},
      {{"b", "--resume=yes"}, "--resume takes no value"},
      {{"b", "--out"}, "--out needs a value"},
      {{"b", "--out", "x", "--out", "y"}, "--out is given more than once"},
      {{}, "BOARD is missing"},
      {{"b", "c", "d", "e"}, "unexpected argument \"e\""},
      {{"b", "-x"}, "unknown option \"-x\""},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(testing::PrintToString(test.arguments));
    EXPECT_EQ(refusal(test.arguments), test.message);
  }
}

TEST(Options, HelpShowsDefaultsAndEndsWithTheExamples) {
  const auto outcome = parse({"--help"});
  EXPECT_EQ(outcome.parsed, nullptr);
  EXPECT_THAT(outcome.help, HasSubstr("Declare every kind of option."));
  EXPECT_THAT(outcome.help, HasSubstr("A second paragraph of red and blue."));
  EXPECT_THAT(outcome.help, HasSubstr("--matches N=100"));
  EXPECT_THAT(outcome.help, HasSubstr("--colour red|green|blue=green"));
  EXPECT_THAT(outcome.help, HasSubstr("\nUsage: evorisk probe BOARD [MORE...] [OPTIONS]\n"));
  EXPECT_THAT(outcome.help, testing::EndsWith("Examples:\n  evorisk probe board.json\n"
                                              "  evorisk probe board.json --json\n"));
}

}  // namespace
}  // namespace evorisk::app
