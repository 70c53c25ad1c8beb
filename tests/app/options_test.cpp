// What Options promises, on a command that declares one option of each kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/cli/parser.hpp"
#include "base/error.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;

class ProbeCommand final : public Command {
 public:
  std::string name() const override { return "probe"; }
  std::string summary() const override { return "Declare every kind of option"; }
  std::string details() const override { return "A second paragraph."; }
  std::vector<std::string> examples() const override {
    return {"evorisk probe board.json", "evorisk probe board.json --json"};
  }
  void add_options(Options& options) override {
    static constexpr std::string_view colours[] = {"red", "green", "blue"};
    options.argument("BOARD", board, "The board");
    options.arguments("MORE", more, "More boards", 0, 2);
    options.common({Common::seed, Common::threads, Common::force});
    options.flag("--resume", resume, "Continue");
    options.option("--out", out, "DIR", "Where to write");
    options.repeatable("--set", sets, "KEY=VALUE", "Change a value");
    options.choice("--colour", colour, colours, "The colour");
    options.integer("--matches", matches, 1, 1000, "How many");
    options.integer("--budget", budget, 0, 1'000'000'000'000, "How many at most");
    options.number("--rate", rate, 0, 1, "How likely");
  }
  Exit run(Context&) override { return Exit::done; }

  std::string board, out = "here", colour = "green";
  std::vector<std::string> more, sets;
  bool resume = false;
  int matches = 100;
  std::optional<std::int64_t> budget;
  double rate = 0.5;
};

struct Outcome {
  ProbeCommand command;
  Context context;
  std::string help;
  Parsed parsed = Parsed::run;
};

std::unique_ptr<Outcome> parse(const std::vector<std::string>& arguments) {
  auto outcome = std::make_unique<Outcome>();
  outcome->parsed =
      parse_command_line(outcome->command, arguments, outcome->context, outcome->help);
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
  EXPECT_EQ(outcome->command.board, "b.json");
  EXPECT_EQ(outcome->command.out, "here");
  EXPECT_EQ(outcome->command.colour, "green");
  EXPECT_EQ(outcome->command.matches, 100);
  EXPECT_EQ(outcome->command.rate, 0.5);
  EXPECT_FALSE(outcome->command.budget.has_value());
  EXPECT_FALSE(outcome->command.resume);
  EXPECT_TRUE(outcome->command.more.empty());
  EXPECT_FALSE(outcome->context.seed.has_value());
  EXPECT_GE(outcome->context.threads, 1);
  EXPECT_FALSE(outcome->context.json || outcome->context.quiet || outcome->context.force);
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
  EXPECT_EQ(outcome->context.seed, 9223372036854775807u);
  EXPECT_EQ(outcome->command.board, "b.json");
  EXPECT_EQ(outcome->command.more, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(outcome->command.sets, (std::vector<std::string>{"a=1", "b=2"}));
  EXPECT_EQ(outcome->command.colour, "blue");
  EXPECT_TRUE(outcome->command.resume);
  EXPECT_EQ(outcome->command.matches, 1000);
  EXPECT_EQ(outcome->command.budget, 7);
  EXPECT_EQ(outcome->command.rate, 0.25);
  EXPECT_EQ(outcome->context.threads, 3);
  EXPECT_TRUE(outcome->context.json && outcome->context.quiet && outcome->context.force);
  EXPECT_EQ(outcome->command.out, "x y");
}

TEST(Options, TakeWordsAfterTwoDashesAsArguments) {
  EXPECT_EQ(parse({"--", "--seed"})->command.board, "--seed");
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
  EXPECT_EQ(outcome->parsed, Parsed::help);
  EXPECT_THAT(outcome->help, HasSubstr("Declare every kind of option."));
  EXPECT_THAT(outcome->help, HasSubstr("A second paragraph."));
  EXPECT_THAT(outcome->help, HasSubstr("--matches N=100"));
  EXPECT_THAT(outcome->help, HasSubstr("--colour red|green|blue=green"));
  EXPECT_THAT(outcome->help, HasSubstr("\nUsage: evorisk probe BOARD [MORE...] [OPTIONS]\n"));
  EXPECT_THAT(outcome->help, testing::EndsWith("Examples:\n  evorisk probe board.json\n"
                                               "  evorisk probe board.json --json\n"));
}

}  // namespace
}  // namespace evorisk::app
