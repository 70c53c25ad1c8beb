// Configurations that do not hold together, run directories that cannot be used, checkpoints that
// are broken.
#include "tests/app/bad_input.hpp"

namespace evorisk::app {
namespace {

BadInput config(const std::string& name, const std::string& text, const std::string& message) {
  return {name,
          {{"run.json", text}},
          {"evolve", "run.json", "--out", "run"},
          Exit::usage,
          "run.json: " + message};
}

// A run of a second that stopped before its last generation, with `spoil` done to it.
BadInput spoilt(const std::string& name, const std::string& spoil,
                const std::vector<std::string>& arguments, const std::string& message) {
  return {name,
          {},
          arguments,
          Exit::usage,
          message,
          "evorisk evolve --quiet --set generations=2 --set population=4 --set tournament=2 --set "
          "matches=5 --set monitor_matches=0 --set final.matches=5 --out run > out.txt && rm "
          "run/result.json && " +
              spoil};
}

const std::vector<std::string> resume = {"evolve", "--resume", "--out", "run"};

}  // namespace

std::vector<BadInput> bad_runs() {
  return {
      config("ConfigIsAList", "[]", "?"),
      config("ConfigOfAnotherFormat", R"({"format": 9})", "?"),
      config("ConfigKeyUnknown", R"({"format": 1, "populaton": 50})", "?"),
      config("RateAboveOne", R"({"format": 1, "mutation_rate": 1.5})", "?"),
      config("PopulationOfOne", R"({"format": 1, "population": 1})", "?"),
      config("TournamentTooLarge", R"({"format": 1, "population": 10, "tournament": 11})", "?"),
      config("OnlyElites", R"({"format": 1, "population": 4, "tournament": 2, "elites": 4})", "?"),
      config("CrossoverUnknown", R"({"format": 1, "crossover": "planer"})", "?"),
      config("ElitePolicyUnknown", R"({"format": 1, "elite_policy": "keep"})", "?"),
      config("AlgorithmUnknown", R"({"format": 1, "algorithm": "annealing"})", "?"),
      config("CriterionUnknown", R"({"format": 1, "objective": {"criteria": {"dramma": {}}}})",
             "?"),
      config("ObjectiveMissing", R"({"format": 1, "objective": "mine.json"})", "?"),
      config("RuleOfSpaceUnknown",
             R"({"format": 1, "search_space": {"rules": {"defence": [2, 3]}}})", "?"),
      config("ValueOfSpaceOutOfRange",
             R"({"format": 1, "search_space": {"rules": {"defence_dice": [2, 30]}}})", "?"),
      config("MapOfSpaceUnknown",
             R"({"format": 1, "search_space": {"initial_maps": ["thesis-20"]}})", "?"),
      config("NoMapOfSpace", R"({"format": 1, "search_space": {"initial_maps": []}})", "?"),
      config("TooManyPlayersForAMap",
             R"({"format": 1, "base_rules": {"players": 3}, "search_space": {"initial_maps":)"
             R"( ["two"]}})",
             "?"),
      config("AgentsOfNoSeat", R"({"format": 1, "agents": ["cautious", "random", "random"]})", "?"),
      config("EngineUnknown", R"({"format": 1, "engine": "fast"})", "?"),
      config("NameWithSlash", R"({"format": 1, "name": "a/b"})", "?"),
      {"ConfigMissing",
       {},
       {"evolve", "nowhere.json"},
       Exit::failure,
       "cannot read nowhere.json: No such file or directory"},
      {"SettingUnknown", {}, {"evolve", "--set", "matchs=3", "--out", "run"}, Exit::usage, "?"},
      {"SettingInsideANumber",
       {},
       {"evolve", "--set", "matches.x=3", "--out", "run"},
       Exit::usage,
       "?"},
      {"ResumeAndForce", {}, {"evolve", "--resume", "--force", "--out", "run"}, Exit::usage, "?"},
      {"ResumeNothing", {}, resume, Exit::usage, "?"},
      {"RunIsAFile", {{"run", "x"}}, {"evolve", "--out", "run"}, Exit::usage, "?"},
      {"RunBelowAFile", {{"file", "x"}}, {"evolve", "--out", "file/run"}, Exit::failure, "?"},
      {"RunInProc", {}, {"evolve", "--out", "/proc/evorisk"}, Exit::failure, "?"},
      {"RunNotEmpty", {{"run/notes.txt", "x"}}, {"evolve", "--out", "run"}, Exit::usage, "?"},
      spoilt("ResumeWithAnotherConfiguration", "true",
             {"evolve", "--resume", "--out", "run", "--set", "population=5"}, "?"),
      spoilt("CheckpointBrokenOff",
             "head -c 300 run/checkpoint.json > c && mv c run/checkpoint.json", resume, "?"),
      spoilt("CheckpointEmpty", ": > run/checkpoint.json", resume, "?"),
      spoilt("CheckpointOfAnotherRun",
             "sed -i 's/\"configuration\":\"./\"configuration\":\"x/' run/checkpoint.json", resume,
             "?"),
      spoilt("LogShorterThanCheckpoint", ": > run/generations.jsonl", resume, "?"),
      spoilt("LogChanged", "sed -i '1s/0/1/' run/generations.jsonl", resume, "?"),
      spoilt("ReportOfUnfinishedRun", "true", {"report", "run"}, "?"),
  };
}

}  // namespace evorisk::app
