// Arenas that cannot be held, and trainings.
#include "risk/agent.hpp"
#include "tests/app/bad_input.hpp"

namespace evorisk::app {

std::vector<BadInput> bad_arenas() {
  std::string agents;
  for (const auto& kind : risk::agent_kinds()) {
    agents += (agents.empty() ? "" : ", ") + std::string(kind.name);
  }
  const auto usage = [](const std::string& name, std::vector<std::string> arguments,
                        const std::string& message) {
    arguments.insert(arguments.begin(), "arena");
    return BadInput{name, {}, std::move(arguments), Exit::usage, message};
  };
  const std::string held =
      "evorisk arena two --agents cautious,random --matches 4 --out held > held.txt 2>&1";
  const auto strength = [&](const std::string& name, std::vector<std::string> arguments,
                            const std::string& message) {
    arguments.insert(arguments.begin(), {"study", "strength"});
    return BadInput{name, {}, std::move(arguments), Exit::usage, message};
  };
  return {
      strength("StrengthOfOddPlayers", {"--players", "3"},
               "--players: expected an even number: every other seat is the agent's"),
      strength("StrengthOfOddMatches", {"--matches", "7"},
               "--matches: expected an even number: each deal is played twice"),
      strength("StrengthAgainstTwo", {"--against", "cautious,random"},
               "unknown agent \"cautious,random\"; valid: " + agents),
      strength("StrengthOfUnknownAgent", {"--agents", "cautios"},
               "unknown agent \"cautios\"; did you mean \"cautious\"? Valid: " + agents),
      strength("StrengthOnOneBoard", {"--boards", "1"},
               "--boards: expected an integer from 2 to 1000000, found \"1\""),
      usage("ArenaWithoutVariant", {}, "VARIANT is missing"),
      usage("ArenaOfOne", {"two", "--agents", "cautious"}, "an arena needs at least two agents"),
      usage("ArenaAgentUnknown", {"two", "--agents", "cautious,randm"},
            "unknown agent \"randm\"; did you mean \"random\"? Valid: " + agents),
      usage("ArenaAgentTwice", {"two", "--agents", "cautious,random,cautious"},
            "agent \"cautious\" is named twice; \"evorisk simulate\" lets an agent play itself"),
      usage("ArenaAgentEmpty", {"two", "--agents", "cautious,"},
            "--agents: \"cautious,\" names no agent between its commas; write a,b or one name for "
            "all seats"),
      usage("ArenaVariantTwice", {"two", "two"},
            "two variants have the name \"two\"; give each its own"),
      usage("ArenaTooManyPlayersForTheMap", {"two", "--players", "3"},
            "players is 3, but the map has only 2 territories; each player needs "
            "at least one"),
      usage("ArenaPlayersOutOfRange", {"two", "--players", "7"},
            "--players: expected an integer from 2 to 6, found \"7\""),
      usage("ArenaLevelOutOfRange", {"two", "--until", "0.6"},
            "--until: expected a number from 0 to 0.5, found \"0.6\""),
      usage("ArenaAnchorDoesNotPlay", {"two", "--agents", "cautious,random", "--anchor", "cautios"},
            "--anchor: unknown agent of this arena \"cautios\"; did you mean \"cautious\"? Valid: "
            "cautious, random"),
      usage("ArenaDrawsOfTooFewAgents",
            {"thesis-9", "--players", "3", "--agents", "cautious,random", "--tables", "2"},
            "--tables: 2 agents fill one table of 3, there is nothing to draw"),
      usage("ArenaAgentOnBothSides",
            {"two", "--agents", "cautious", "--against", "cautious,random"},
            "agent \"cautious\" is named twice; \"evorisk simulate\" lets an agent play itself"),
      usage("ArenaDrawsOfTheseAgainstThose",
            {"two", "--agents", "cautious", "--against", "random", "--tables", "1"},
            "--tables draws among all agents; leave it out with --against"),
      usage(
          "ArenaNameWithoutAgent", {"two", "--name", "al", "--agents", "al,random"},
          "--name: found \"al\", must be NAME=AGENT, with a name of letters, digits, \"-\", \"_\" "
          "and \".\""),
      usage("ArenaNameOfAnAgent", {"two", "--name", "random=cautious", "--agents", "random,turtle"},
            "--name: \"random\" is an agent of the program; take another name"),
      usage("ArenaNameTwice", {"two", "--name", "al=cautious", "--name", "al=random"},
            "--name: \"al\" is given twice"),
      usage("ArenaNameOfNoAgent", {"two", "--name", "al=randm", "--agents", "al,random"},
            "unknown agent \"randm\"; did you mean \"random\"? Valid: " + agents),
      usage("LadderWithoutBoards", {"--ladder", "new.json"},
            "new.json: no such ladder; name the boards of a new one"),
      usage("LadderBegunByAnExternalAgent",
            {"two", "--ladder", "new.json", "--name", R"(al=external:{"command":["true"]})",
             "--agents", "al,cautious"},
            "new.json: a ladder begins with an agent of the program, not with \"al\""),
      {"LadderOfChangedBoards",
       {},
       {"arena", "--ladder", "new.json", "--set", "turn_limit=5", "--agents", "turtle"},
       Exit::usage,
       "--players and --set are for the boards of a new ladder; name these, too",
       "evorisk arena two --agents cautious,random --ladder new.json > ladder.txt 2>&1"},
      usage("ArenaNameNotPlaying", {"two", "--name", "al=cautious", "--agents", "random,turtle"},
            "--name: no agent is called \"al\"; --agents names who plays"),
      usage(
          "ArenaLogThatCannotBeWritten",
          {"two", "--agents", R"(external:{"command":["true"],"log":"no/such/log.txt"},cautious)"},
          R"(agent "external:{"command":["true"],"log":"no/such/log.txt"}": )"
          "log: cannot be written: No such file or directory"),
      usage("LadderAndDirectory", {"two", "--ladder", "new.json", "--out", "held"},
            "--ladder says who plays whom; leave out --against, --anchor, --out, --tables and "
            "--until"),
      {"LadderOfOtherBoards",
       {},
       {"arena", "thesis-9", "--ladder", "new.json"},
       Exit::usage,
       "new.json: has other boards; leave them out, or name another file",
       "evorisk arena two --agents cautious,random --ladder new.json > ladder.txt 2>&1"},
      {"ArenaDirectoryOfAnother",
       {},
       {"arena", "two", "--agents", "cautious,random", "--matches", "6", "--out", "held"},
       Exit::usage,
       "held: holds another arena (matches differs); give a directory of its own to every arena",
       held},
      {
          "ArenaDirectoryOfSomethingElse",
          {{"here/mine.txt", "mine"}},
          {"arena", "two", "--agents", "cautious,random", "--out", "here"},
          Exit::usage,
          "here: is not empty (mine.txt), and holds no arena",
      },
      {
          "ArenaOutIsAFile",
          {{"mine.txt", "mine"}},
          {"arena", "two", "--agents", "cautious,random", "--out", "mine.txt"},
          Exit::usage,
          "mine.txt: is a file; an arena needs a directory",
      },
      {"ArenaMatchesBroken",
       {},
       {"arena", "two", "--agents", "cautious,random", "--matches", "4", "--out", "held"},
       Exit::usage,
       "held/matches.jsonl, line 1: variant: expected an integer from 0 to 9223372036854775807, "
       "found \"x\"",
       held + " && echo '{\"variant\": \"x\", \"matches\": []}' > held/matches.jsonl"},
      {"TrainingWithoutDirectory", {}, {"train"}, Exit::usage, "DIR is missing"},
      {"TrainingOnMissions",
       {},
       {"train", "out", "--on", "war-classic"},
       Exit::usage,
       "--on: war-classic has missions, with which learned leaves all to strategist"},
      {"LearnedWeightsMissing",
       {},
       {"simulate", "two", "--agents", "learned:{\"weights\":\"none.json\"},cautious"},
       Exit::usage,
       "cannot read none.json: No such file or directory"},
      {"LearnedWeightsOfAnEarlierVersion",
       {{"w.json", "{\"format\": 1, \"inputs\": 56, \"units\": 48, \"weights\": [0]}"}},
       {"simulate", "two", "--agents", "learned:{\"weights\":\"w.json\"},cautious"},
       Exit::usage,
       "w.json: format: this program reads format 2, found 1"},
      {"LearnedWeightsOfAnotherNetwork",
       {{"w.json", "{\"format\": 2, \"inputs\": 3, \"units\": 24, \"weights\": [0]}"}},
       {"simulate", "two", "--agents", "learned:{\"weights\":\"w.json\"},cautious"},
       Exit::usage,
       "w.json: inputs: expected an integer from 56 to 56, found 3"},
      {"TrainingStateBroken",
       {},
       {"train", "out", "--on", "two", "--rounds", "1"},
       Exit::usage,
       "out/state.json: the checksum does not match: it is damaged, or was changed by hand; "
       "without the "
       "file, all begins anew",
       "evorisk train out --on two --rounds 1 > /dev/null 2>&1 && sed -i "
       "'s/\"round\":1,\"steps\"/\"round\":7,\"steps\"/' out/state.json"},
      {"TrainingOfAnother",
       {},
       {"train", "out", "--on", "two", "--rounds", "2"},
       Exit::usage,
       "out: holds another training (rounds differs); give a directory of its own to every "
       "training",
       "evorisk train out --on two --rounds 1 > /dev/null 2>&1"},
  };
}

}  // namespace evorisk::app
