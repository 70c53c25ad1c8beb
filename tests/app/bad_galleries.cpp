// Galleries, merged archives and studies of searches that cannot be made.
#include "tests/app/bad_input.hpp"
#include "tests/app/bad_input_names.hpp"

namespace evorisk::app {
namespace {

// A run of a moment, in directory `out`.
std::string tiny_run(const std::string& out, const std::string& algorithm,
                     const std::string& more = "") {
  return "evorisk evolve thesis --quiet --set generations=1 --set population=4 --set tournament=2 "
         "--set "
         "matches=5 --set monitor_matches=0 --set final.matches=5 --set "
         "map_elites.fresh_matches=5 --set algorithm=" +
         algorithm + " " + more + " --out " + out + " > out.txt";
}

const std::string tiny_design = R"({"format": 1, "name": "s", "budgets": [{"matches": 100,
  "seeds": 1}], "classes": [[2, 42]], "turns": [0, 9], "playable": {"completeness":
  {"at_least": 0.5}}, "base": {"format": 1, "population": 4, "tournament": 2, "matches": 5,
  "monitor_matches": 0}, "searches": {"one": {"title": "One", "about": "a search", "set": {}}}})";

const std::string one_entry = R"({"format": 1, "shortlist": [{"title": "A"}]})";

BadInput bad_study(const std::string& name, const std::vector<std::string>& more,
                   const std::string& message) {
  std::vector<std::string> arguments = {"study", "search", "s.json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {name, {{"s.json", tiny_design}}, arguments, Exit::usage, message};
}

}  // namespace

std::vector<BadInput> bad_galleries() {
  return {
      {"GalleryNowhere", {}, {"gallery", "run"}, Exit::usage, "--out: say where the gallery goes"},
      {"GalleryOfNoRun",
       {},
       {"gallery", "nowhere", "--out", "g"},
       Exit::usage,
       "nowhere: holds no run (there is no config.json)"},
      {"GalleryOfUnfinishedRun",
       {},
       {"gallery", "run", "--out", "g"},
       Exit::usage,
       "run: the run there is not finished; evorisk evolve --out run --resume continues it",
       tiny_run("run", "generational") + " && rm run/result.json"},
      {"GalleryOverAnother",
       {{"g/index.html", "x"}},
       {"gallery", "run", "--out", "g"},
       Exit::usage,
       "g/index.html exists already; --force replaces it"},
      {"GalleryAgentUnknown",
       {},
       {"gallery", "run", "--out", "g", "--agents", "cautius"},
       Exit::usage,
       "unknown agent \"cautius\"; did you mean \"cautious\"? Valid: " + agent_names()},
      {"ShortlistOverAnother",
       {{"s/x", "y"}},
       {"evolve", "--out", "s"},
       Exit::usage,
       "s: is not empty (x); --resume continues the run there, --force replaces it"},
      {"ShortlistUnfinished",
       {{"s/shortlist.json", one_entry}},
       {"report", "s"},
       Exit::usage,
       "s: the shortlist there is not finished; evorisk evolve --out s --resume continues it"},
      {"ShortlistResumedAsAnother",
       {{"s/shortlist.json", one_entry}},
       {"evolve", "--resume", "--out", "s", "--set", "matches=200"},
       Exit::usage,
       "s/shortlist.json: cannot resume with another shortlist"},
      {"ShortlistSettingWithoutValue",
       {},
       {"evolve", "shortlist", "--set", "players", "--out", "s"},
       Exit::usage,
       "players: must be KEY=VALUE, for example population=20"},
      {"MergeNowhere",
       {},
       {"archive", "merge", "a", "b"},
       Exit::usage,
       "--out: say where the merged archive goes"},
      {"MergeWithoutArchive",
       {},
       {"archive", "merge", "run", "run", "--out", "m"},
       Exit::usage,
       "run: a run of algorithm \"generational\" has no archive; only map_elites has one",
       tiny_run("run", "generational")},
      {"MergeTheSameSeed",
       {},
       {"archive", "merge", "run", "run", "--out", "m"},
       Exit::usage,
       "run and run have the same seed, 1, and so the same matches",
       tiny_run("run", "map_elites")},
      {"MergeDifferentConfigurations",
       {},
       {"archive", "merge", "a", "b", "--out", "m"},
       Exit::usage,
       "a and b are not runs of one configuration: mutation_rate: 0.6 and 0.5",
       tiny_run("a", "map_elites") + " && " +
           tiny_run("b", "map_elites", "--seed 2 --set mutation_rate=0.5")},
      {"StudyOfFewBoards",
       {},
       {"study", "boards", "risk", "war"},
       Exit::usage,
       "too few boards to study: 2, 10 or more are needed"},
      {"StudyOfNoBoard",
       {{"boards/a.json", "{}"}},
       {"study", "boards", "boards"},
       Exit::usage,
       "boards/a.json: member \"format\" is missing"},
      {"CoverageOfOneMatch",
       {},
       {"study", "coverage", "thesis-9", "--matches", "100,1"},
       Exit::usage,
       "--matches: expected numbers of matches from 2 on, found \"1\""},
      {"CoverageAsMarkdownAndJson",
       {},
       {"study", "coverage", "thesis-9", "--markdown", "--json"},
       Exit::usage,
       "--markdown and --json exclude each other"},
      {"StudyMemberUnknown",
       {{"d.json", R"({"format": 1, "nope": 1})"}},
       {"study", "search", "d.json", "--out", "s"},
       Exit::usage,
       "d.json: unknown member \"nope\"; did you mean \"name\"? Valid: format, name, seed, "
       "budgets, classes, turns, fresh, playable, base, searches, like"},
      {"StudyMissing",
       {},
       {"study", "search", "nowhere.json", "--out", "s"},
       Exit::usage,
       "cannot read nowhere.json: No such file or directory"},
      bad_study("StudyNotThere", {"--out", "s", "--report"}, "s: holds no study to report on"),
      bad_study("StudyNowhere", {}, "--out: say where the study goes"),
      bad_study("StudyBudgetUnknown", {"--out", "s", "--budgets", "50"},
                "--budgets: the study has no budget of 50 matches; it has 100"),
      bad_study("StudyBudgetNoNumber", {"--out", "s", "--budgets", "many"},
                "--budgets: expected numbers of matches from 1 on, found \"many\""),
      bad_study("StudySearchUnknown", {"--out", "s", "--searches", "one,two"},
                "--searches: unknown search \"two\"; valid: one"),
      {"StudyOverAnother",
       {{"s.json", tiny_design}, {"s/design.json", "{}"}},
       {"study", "search", "s.json", "--out", "s"},
       Exit::usage,
       "s: holds another study (format differs); give a directory of its own to every study"},
  };
}

}  // namespace evorisk::app
