// Configurations that do not hold together, run directories that cannot be used, checkpoints that
// are broken.
#include "tests/app/bad_input.hpp"
#include "tests/app/bad_input_names.hpp"

namespace evorisk::app {
namespace {

BadInput config(const std::string& name, const std::string& text, const std::string& message) {
  return {name,
          {{"run.json", text}},
          {"evolve", "run.json", "--out", "run"},
          Exit::usage,
          "run.json: " + message};
}

// A run of a second that stopped before its last generation, with `spoil` done to it. Its options
// may be more.
BadInput spoilt_run(const std::string& name, const std::string& spoil,
                    const std::vector<std::string>& arguments, const std::string& message,
                    const std::string& options = {}) {
  return {name,
          {},
          arguments,
          Exit::usage,
          message,
          "cp " EVORISK_SOURCE_DIR
          "/risk/agents/learned/weights.json . && "
          "evorisk evolve thesis --quiet --set generations=2 --set population=4 --set tournament=2 "
          "--set "
          "matches=5 --set monitor_matches=0 --set final.matches=5 --out run " +
              options + " > out.txt && rm run/result.json && " + spoil};
}

BadInput wish(const std::string& name, std::vector<std::string> arguments,
              const std::string& message) {
  arguments.insert(arguments.begin(), "evolve");
  return {name, {}, arguments, Exit::usage, message};
}

const std::vector<std::string> resume = {"evolve", "--resume", "--out", "run"};

}  // namespace

std::vector<BadInput> bad_runs() {
  return {
      wish("RangeThatIsNone", {"--minutes", "60-90"},
           "wishes: minutes: \"60-90\" is no range of whole numbers from 1 to 1440; valid: "
           "\"60..90\", \"..24\", \"5..\", \"5\""),
      wish("RangeTurnedRound", {"--minutes", "90..60"},
           "wishes: minutes: 60 is below the range's least, 90"),
      wish("RulesOfNoLevel", {"--rules", "wilde"},
           "wishes: rules: unknown value \"wilde\"; did you mean \"wild\"? Valid: classic, new, "
           "wild"),
      wish("ContinentsTooMany", {"--continents", "9", "--territories", "..8"},
           "wishes: continents: 9 do not fit into 8 territories: a continent has 2 at least"),
      wish("KeepOfNothing", {"--keep", "map"},
           "wishes: keep: there is no start of which \"map\" could be kept"),
      wish("WishesAndAConfiguration", {"thesis", "--players", "3"},
           "wishes make a configuration of their own: they do not go with thesis; leave out one of "
           "them"),
      wish("WishWithoutAValue", {"--minutes", ""}, "--minutes: the value is empty"),
      wish("PlayersTooMany", {"--players", "7"},
           "wishes: players: expected an integer from 2 to 6, found 7"),
      wish("LuckOfNoKind", {"--luck", "lots"},
           "wishes: luck: unknown value \"lots\"; valid: any, luck, balanced, skill"),
      wish("MinutesTooFew", {"--minutes", "5", "--territories", "40"},
           "wishes: minutes: 5 is too short: the setup of 40 territories and one turn of each of 2 "
           "players take 20; ask for more minutes or fewer territories"),
      wish("MinutesTooMany", {"--minutes", "1000", "--territories", "8"},
           "wishes: minutes: 1000 is too long for 8 territories and 2 players: matches of eight "
           "times the usual length take 59; ask for fewer minutes or more territories"),
      wish("KeepOfARuleThatIsNone", {"--from", "two", "--keep", "rule:tie"},
           "wishes: keep: rule:tie: unknown rule \"tie\"; did you mean \"ties\"? Valid: " +
               rule_names()),
      wish(
          "KeepOfAll", {"--from", "risk", "--keep", "map,rules"},
          "wishes: keep: the map and every rule are kept, so there is nothing to breed; keep less"),
      wish("KeepOfMoreThanAskedFor", {"--from", "risk", "--keep", "map", "--territories", "..20"},
           "wishes: territories: ..20 asked for, but what is kept has 42"),
      wish("SecondsOfNothing", {"--players", "3", "--seconds", "roll"},
           "--seconds: \"roll\" is no KEY=N; valid: \"roll=10,target=8\""),
      wish("SecondsUnknown", {"--players", "3", "--seconds", "rol=3"},
           "wishes: seconds: unknown member \"rol\"; did you mean \"roll\"? Valid: unpack, setup, "
           "hand_over, place, target, roll, fortify, card, exchange"),
      {"StartIsADirectory",
       {{"run/best.json", "{}"}},
       {"evolve", "--from", "run"},
       Exit::usage,
       "wishes: start: run is a directory; name a variant file (of a run, its best.json), a map "
       "file or a board of the library"},
      {"BredForIsNoObjective",
       {{"v.json",
         R"({"format": 1, "name": "v", "map": "two", "bred_for": {"criteria": {"dram": 1}}})"}},
       {"simulate", "v.json"},
       Exit::usage,
       "v: bred_for.criteria: unknown member \"dram\"; did you mean \"drama\"? Valid: " +
           criterion_names()},
      wish("ConfigurationOfNoName", {"thesiss"},
           "no such file, and unknown configuration \"thesiss\"; did you mean \"thesis\"? Valid: "
           "shortlist, gallery, thesis, quick, two-player, party, small, classic-board, front, "
           "islands, raced, risk-to-war"),
      wish("ShortlistOfNoName", {"shortlst"},
           "no such file, and unknown configuration \"shortlst\"; did you mean \"shortlist\"? "
           "Valid: shortlist, gallery, thesis, quick, two-player, party, small, classic-board, "
           "front, islands, raced, risk-to-war"),
      {"WishUnknown",
       {{"w.json", R"({"format": 1, "minute": 5})"}},
       {"evolve", "--wishes", "w.json"},
       Exit::usage,
       "w.json: unknown member \"minute\"; did you mean \"minutes\"? Valid: format, players, "
       "minutes, territories, continents, rules, luck, start, keep, seconds, objective"},
      {"LikesBroken",
       {{"likes.txt", "5 like g3-17\n6 lik g3-17\n"}},
       {"evolve", "thesis", "--likes", "likes.txt", "--out", "run"},
       Exit::usage,
       "likes.txt:2: unknown verdict \"lik\"; did you mean \"like\"? Valid: like, drop, forget, "
       "off, "
       "on"},
      {"LikesOfAnotherAlgorithm",
       {{"likes.txt", "5 like g3-17\n"}},
       {"evolve", "thesis", "--set", "algorithm=random_search", "--likes", "likes.txt"},
       Exit::usage,
       "likes.txt: algorithm \"random_search\" chooses no parents by one order, which likes could "
       "bend; \"generational\" and \"climber\" do"},
      {"LikesOfNoEntry",
       {{"likes.txt", "1-small-and-quick 5 like g3-17\n2-a-dual 5 like g3-17\n"}},
       {"evolve", "--likes", "likes.txt", "--out", "run"},
       Exit::usage,
       "likes.txt:2: unknown entry of the shortlist \"2-a-dual\"; did you mean \"2-a-duel\"? "
       "Valid: "
       "1-small-and-quick, 2-a-duel, 3-an-evening, 4-large-and-long, 5-lively-company, "
       "6-classic-board-with-new-rules"},
      {"LikesOfAShortlistThatIsNone",
       {{"run/config.json", "{}"}},
       {"evolve", "--likes", "run", "--out", "again"},
       Exit::usage,
       "run: holds no shortlist (there is no shortlist.json)"},
      wish("SettingOfASingleRun", {"--set", "generations=2"},
           "--set generations=2: is of the configuration of one run, and a shortlist has a run for "
           "each entry; name a configuration, for example: evorisk evolve thesis --set "
           "generations=2"),
      wish("SettingOfNothing", {"--set", "scren=50"},
           "--set scren=50: unknown member or wish \"scren\"; did you mean \"screen\"? Valid: "
           "title, "
           "matches, agents, fairness, completeness, finalists, screen, fresh_matches, seed, "
           "players, minutes, territories, continents, rules, luck, start, keep, seconds, "
           "objective"),
      wish("LikesWithResume", {"--resume", "--out", "run", "--likes", "likes.txt"},
           "--resume and --likes: a run that is there hears what is added to its likes.txt"),
      config("ConfigIsAList", "[]", "expected an object, found an array"),
      config("ConfigOfAnotherFormat", R"({"format": 9})",
             "format: this program reads format 1, found 9"),
      config("ConfigKeyUnknown", R"({"format": 1, "populaton": 50})",
             "unknown member \"populaton\"; did you mean \"population\"? Valid: " +
                 std::string(config_keys)),
      config("RateAboveOne", R"({"format": 1, "mutation_rate": 1.5})",
             "mutation_rate: expected a number from 0 to 1, found 1.5"),
      config("PopulationOfOne", R"({"format": 1, "population": 1})",
             "population: expected an integer from 2 to 1000000, found 1"),
      config("TournamentTooLarge", R"({"format": 1, "population": 10, "tournament": 11})",
             "tournament: 11 contestants, but the population has 10 individuals"),
      config("OnlyElites", R"({"format": 1, "population": 4, "tournament": 2, "elites": 4})",
             "elites: 4 of a population of 4 leave no place for children"),
      config(
          "TooManyMatches",
          R"({"format": 1, "population": 1000000, "generations": 1000000, "matches": 1000000000})",
          "matches: all generations play up to 1e+21; at most 1e18"),
      config("CrossoverUnknown", R"({"format": 1, "crossover": "planer"})",
             "crossover: unknown value \"planer\"; did you mean \"planar\"? Valid: " +
                 crossover_names()),
      config("ElitePolicyUnknown", R"({"format": 1, "elite_policy": "keep"})",
             "elite_policy: unknown value \"keep\"; valid: accumulate, reevaluate"),
      config("OneJudge", R"({"format": 1, "judges": ["cautious"]})",
             "judges: one judge alone is what \"agents\" is for; name two or more, or none"),
      config("JudgesAndAgents",
             R"({"format": 1, "agents": ["random"], "judges": ["cautious", "random"]})",
             "judges: they sit in all seats themselves; leave \"agents\" empty"),
      config("JudgementUnknown", R"({"format": 1, "judgement": "median"})",
             "judgement: unknown value \"median\"; did you mean \"mean\"? Valid: mean, worst"),
      config("AlgorithmUnknown", R"({"format": 1, "algorithm": "annealing"})",
             "algorithm: unknown value \"annealing\"; valid: " + algorithm_names()),
      config("RatesAdapted", R"({"format": 1, "operator_rates": {"adapt": "pursuit"}})",
             "unknown member \"operator_rates\"; valid: " + std::string(config_keys)),
      config("CriterionUnknown", R"({"format": 1, "objective": {"criteria": {"dramma": {}}}})",
             "objective.criteria: unknown member \"dramma\"; did you mean \"drama\"? Valid: " +
                 criterion_names()),
      config("ObjectiveMissing", R"({"format": 1, "objective": "mine.json"})",
             "objective: neither \"thesis\" nor a file: cannot read mine.json: No such file or "
             "directory"),
      config("RuleOfSpaceUnknown",
             R"({"format": 1, "search_space": {"rules": {"defence": [2, 3]}}})",
             "search_space.rules.defence: unknown rule \"defence\"; valid: " + rule_names()),
      config("ValueOfSpaceOutOfRange",
             R"({"format": 1, "search_space": {"rules": {"defence_dice": [2, 30]}}})",
             "search_space.rules.defence_dice[1]: expected an integer from 1 to 6, found 30"),
      config("MapOfSpaceUnknown",
             R"({"format": 1, "search_space": {"initial_maps": ["thesis-20"]}})",
             "search_space.initial_maps[0]: unknown map \"thesis-20\"; did you mean \"thesis-2\"? "
             "Valid: " +
                 map_names() + "; or the path of a map file"),
      config("NoMapOfSpace", R"({"format": 1, "search_space": {"initial_maps": []}})",
             "search_space.initial_maps: the first population needs at least one map, found an "
             "empty list"),
      config("TooManyPlayersForAMap",
             R"({"format": 1, "base_rules": {"players": 3}, "search_space": {"initial_maps":)"
             R"( ["two"]}})",
             "search_space.initial_maps[0]: a map of 2 territories is too small for 3 players"),
      config("AgentsOfNoSeat", R"({"format": 1, "agents": ["cautious", "random", "random"]})",
             "agents: 3 agents for 2 players; give one per seat, or one for all"),
      config("EngineUnknown", R"({"format": 1, "engine": "fast"})",
             "unknown engine \"fast\"; valid: " + engine_names()),
      config("NameWithSlash", R"({"format": 1, "name": "a/b"})",
             "name: \"a/b\" is no name of a run: 1 to 100 letters (a to z, A to Z), digits, '.', "
             "'_' and '-', starting with a letter, a digit or '_'"),
      config("NameWithAccent", R"({"format": 1, "name": "Sertão"})",
             "name: \"Sertão\" is no name of a run: 1 to 100 letters (a to z, A to Z), digits, "
             "'.', '_' and '-', starting with a letter, a digit or '_'"),
      config(
          "TargetOfNegativeWeight",
          R"({"format": 1, "objective": {"criteria": {"drama": 0.5}, "target": {"variant": "war",)"
          R"( "map": -1}}})",
          "objective.target.map: expected a number from 0 to 1000, found -1"),
      config("TargetsPartsInNoGroup",
             R"({"format": 1, "objective": {"criteria": {"drama": 0.5, "duration": 0}, "target":)"
             R"( {"variant": "war"}, "groups": {"a": ["drama"], "b": ["duration"]}}})",
             "objective.groups: no group has rules, the target's; what counts belongs to one"),
      config("InitialRuleOutsideTheSpace",
             R"({"format": 1, "search_space": {"initial_rules": {"defence_dice": 4}}})",
             "search_space.initial_rules.defence_dice: 4 is not a value of the search space; "
             "valid: 2, 3"),
      config("TopologyUnknown", R"({"format": 1, "islands": {"topology": "rings"}})",
             "islands.topology: unknown value \"rings\"; did you mean \"ring\"? Valid: ring, "
             "both_ways, complete, star, none"),
      config("IslandsOfAnArchive",
             R"({"format": 1, "algorithm": "map_elites", "islands": {"count": 2}})",
             "islands.count: \"map_elites\" has one archive; islands need a population each"),
      {"ExplainNoRun",
       {{"run/notes.txt", "x"}},
       {"explain", "run"},
       Exit::usage,
       "run: holds no run (there is no config.json)"},
      {"ExplainARunByAnotherObjective",
       {{"run/notes.txt", "x"}},
       {"explain", "run", "--objective", "mine.json"},
       Exit::usage,
       "--objective: a run is explained by its own"},
      {"TargetOfNoWeight",
       {},
       {"target", "two", "--criteria-weight", "0", "--rules-weight", "0", "--map-weight", "0"},
       Exit::usage,
       "all three weights are 0; something must count"},
      {"TargetOfUnknownRule",
       {},
       {"target", "two", "--rules", "allocation,tie"},
       Exit::usage,
       "unknown rule \"tie\"; did you mean \"ties\"? Valid: " + rule_names()},
      {"TargetThatIsThere",
       {{"like.json", "{}"}},
       {"target", "two", "--out", "like.json"},
       Exit::usage,
       "like.json exists already; --force replaces it"},
      {"LikesMissing",
       {},
       {"evolve", "thesis", "--likes", "no.txt", "--out", "run"},
       Exit::usage,
       "cannot read no.txt: No such file or directory"},
      {"ObjectiveFileMissing",
       {},
       {"evaluate", "two", "--objective", "no.json"},
       Exit::usage,
       "cannot read no.json: No such file or directory"},
      {"ConfigMissing",
       {},
       {"evolve", "nowhere.json"},
       Exit::usage,
       "cannot read nowhere.json: No such file or directory"},
      {"SettingUnknown",
       {},
       {"evolve", "thesis", "--set", "matchs=3", "--out", "run"},
       Exit::usage,
       "--set matchs=3: unknown member \"matchs\"; did you mean \"matches\"? Valid: " +
           std::string(config_keys)},
      {"SettingInsideANumber",
       {},
       {"evolve", "thesis", "--set", "matches.x=3", "--out", "run"},
       Exit::usage,
       "--set matches.x=3: matches is not an object, so it has no \"x\""},
      {"ResumeAndForce",
       {},
       {"evolve", "--resume", "--force", "--out", "run"},
       Exit::usage,
       "--resume and --force: one continues the run there, the other replaces it"},
      {"ResumeNothing", {}, resume, Exit::usage, "run: holds no run (there is no config.json)"},
      {"RunIsAFile",
       {{"run", "x"}},
       {"evolve", "--out", "run"},
       Exit::usage,
       "run: is a file; a run needs a directory"},
      {"RunBelowAFile",
       {{"file", "x"}},
       {"evolve", "--out", "file/run"},
       Exit::failure,
       "cannot make directory file/run: Not a directory"},
      {"RunInProc",
       {},
       {"evolve", "--out", "/proc/evorisk"},
       Exit::failure,
       "cannot make directory /proc/evorisk: No such file or directory"},
      {"RunNotEmpty",
       {{"run/notes.txt", "x"}},
       {"evolve", "--out", "run"},
       Exit::usage,
       "run: is not empty (notes.txt); --resume continues the run there, --force replaces it"},
      spoilt_run("ResumeWithAnotherConfiguration", "true",
                 {"evolve", "--resume", "--out", "run", "--set", "population=5"},
                 "run/config.json: cannot resume with another configuration (there and here): "
                 "population: 4 and 5"),
      spoilt_run("CheckpointBrokenOff",
                 "head -c 300 run/checkpoint.json > c && mv c run/checkpoint.json", resume,
                 "run/checkpoint.json: line 1, column 301: syntax error while parsing object key - "
                 "invalid string: missing closing quote; last read: '\"reinforcement_divisor'; "
                 "expected string literal; without the file, all begins anew"),
      spoilt_run("CheckpointEmpty", ": > run/checkpoint.json", resume,
                 "run/checkpoint.json: is empty; without the file, all begins anew"),
      spoilt_run(
          "CheckpointChanged",
          "cp run/checkpoint.json run/checkpoint.before.json && "
          "sed -i 's/\"format\":4/\"format\":3/' run/checkpoint.json",
          resume,
          "run/checkpoint.json: the checksum does not match: it is damaged, or was changed by "
          "hand; without the file, checkpoint.before.json, the checkpoint before it, is gone "
          "on from"),
      spoilt_run("CheckpointOfAnotherRun", "sed -i 's/: 2/:  2/' run/config.json", resume,
                 "run/checkpoint.json: configuration: this checkpoint is of another configuration "
                 "than run/config.json, or the files of its agents have changed"),
      spoilt_run("DirectoryOfRuns", "mkdir six && mv run six/two && cp -r six/two six/one",
                 {"explain", "six"}, "six: holds runs; name one of them, as six/one"),
      spoilt_run("WeightsChanged", "sed -i 's/[.]/.1/' weights.json", resume,
                 "run/checkpoint.json: configuration: this checkpoint is of another configuration "
                 "than run/config.json, or the files of its agents have changed",
                 R"(--set 'agents=["learned:{\"weights\":\"weights.json\"}"]')"),
      spoilt_run("LogChanged", "sed -i '1s/0/1/' run/generations.jsonl", resume,
                 "run/generations.jsonl: is not the file that the checkpoint was made with"),
      spoilt_run(
          "ExplainUnfinishedRun", "true", {"explain", "run"},
          "run: the run there is not finished; evorisk evolve --out run --resume continues it"),
      spoilt_run(
          "ReportOfUnfinishedRun", "true", {"report", "run"},
          "run: the run there is not finished; evorisk evolve --out run --resume continues it"),
  };
}

}  // namespace evorisk::app
