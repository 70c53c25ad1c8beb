// What `evorisk reproduce` cannot do.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/registry.hpp"
#include "experiments/reproduce/targets.hpp"
#include "tests/app/bad_input.hpp"

namespace evorisk::app {

std::vector<BadInput> bad_reproductions() {
  const std::string targets =
      fmt::format("{}", fmt::join(names_of(experiments::reproduce::targets()), ", "));
  const auto reproduce = [](const std::string& name, std::vector<std::string> arguments,
                            const std::string& message, Exit code = Exit::usage) {
    arguments.insert(arguments.begin(), "reproduce");
    return BadInput{name, {}, arguments, code, message};
  };
  BadInput existing = reproduce("ReproductionThere", {"figure-5.7", "--out", "old"},
                                "old/figure-5.7.json exists already; --force replaces it");
  existing.files = {{"old/figure-5.7.json", "{}"}};
  BadInput file = reproduce("ReproductionsIntoAFile", {"figure-5.7", "--out", "file"},
                            "file: is a file; the pages need a directory");
  file.files = {{"file", ""}};
  BadInput broken = reproduce("SweepIsNoDatabase", {"rules", "--from", "sweep"},
                              "sweep/sweep.sqlite: file is not a database", Exit::failure);
  broken.files = {{"sweep/sweep.sqlite", "this is no database, but long enough to be looked at"}};
  const std::string figures =
      R"({"map": "thesis-9", "allocation": "pick", "defence_dice": 2, "conquest_move": "max", )"
      R"("reinforcement_divisor": 3, "matches_per_batch": 100, "batches": {"completeness": [1, 1]}})";
  BadInput missing = reproduce("FiguresOfACriterionMissing", {"program", "--figures", "f.jsonl"},
                               "f.jsonl: line 1: batches: member \"duration\" is missing");
  missing.files = {{"f.jsonl", figures}};
  BadInput empty =
      reproduce("FiguresMissing", {"program", "--figures", "f.jsonl"}, "f.jsonl: holds no figures");
  empty.files = {{"f.jsonl", "\n"}};
  return {
      missing,
      empty,
      reproduce("FiguresForAnotherTarget", {"rules", "--figures", "f.jsonl"},
                "--figures: only the target \"program\" compares with figures"),
      reproduce("NoTarget", {}, "no target given; see \"evorisk reproduce --list\""),
      reproduce("TargetUnknown", {"table-5.7"},
                "unknown target \"table-5.7\"; did you mean \"table-5.1\"? Valid: " + targets),
      reproduce("ListOfATarget", {"rules", "--list"}, "--list takes no target"),
      reproduce("MarkdownAndJson", {"rules", "--markdown", "--json"},
                "--markdown and --json: only one of them"),
      reproduce("ScaleBelowNothing", {"rules", "--scale", "-1"},
                "--scale: expected a number from 0 to 1000, found \"-1\""),
      reproduce("ProfileUnknown", {"rules", "--profile", "orginal"},
                "--profile: unknown value \"orginal\"; did you mean \"original\"? Valid: both, "
                "text, original"),
      reproduce("ProfileOfDifferences", {"differences", "--profile", "text"},
                "--profile: differences is not of one profile"),
      reproduce("FromForOneGame", {"table-5.5", "--from", "sweep"},
                "--from: table-5.5 takes nothing from a sweep; see \"evorisk reproduce --list\""),
      reproduce("FromAndScale", {"rules", "--from", "sweep", "--scale", "0.5"},
                "--from and --scale: a stored sweep is what it is"),
      reproduce("FromAndStore", {"rules", "--from", "sweep", "--store", "store"},
                "--from and --store: a stored sweep is what it is"),
      reproduce("FromAndSeed", {"rules", "--from", "sweep", "--seed", "2"},
                "--from and --seed: a stored sweep is what it is"),
      reproduce("FromAndProfile", {"rules", "--from", "sweep", "--profile", "text"},
                "--from and --profile: a stored sweep is what it is"),
      reproduce("SweepMissing", {"rules", "--from", "sweep"},
                "sweep: holds no collected sweep (there is no sweep.sqlite); evorisk sweep collect "
                "makes one"),
      reproduce("ReproductionsBelowAFile", {"figure-5.7", "--out", "/dev/null/x"},
                "cannot make directory /dev/null/x: Not a directory", Exit::failure),
      reproduce("StoredWithoutAStore", {"rules", "--stored"},
                "--stored needs the directory of a store: --store DIR"),
      reproduce("ShardWithoutAStore", {"rules", "--shard", "1/2"},
                "--shard needs the directory of a store: --store DIR"),
      reproduce("RehearsalsInAStore", {"rules", "--store", "store", "--generations", "1"},
                "--generations makes a rehearsal; --store keeps whole runs"),
      reproduce("StoredShard", {"rules", "--store", "store", "--stored", "--shard", "1/2"},
                "--stored plays no runs, --shard plays only some: only one of them"),
      reproduce("MatchesOfNone", {"program", "--matches", "5"},
                "--matches: program plays nothing by it"),
      reproduce("PageIsADirectory", {"figure-5.7", "--out", "p", "--page", "p"},
                "--page: p is a directory; name a file"),
      reproduce("PageIsATargets", {"figure-5.7", "--out", "p", "--page", "p/figure-5.7.json"},
                "--page: p/figure-5.7.json is a file of the target figure-5.7"),
      {"BenchChecksOnly",
       {},
       {"bench", "--check", "--only", "x"},
       Exit::usage,
       "--check compares signatures and measures nothing: without --memory, --only and "
       "--no-evolution"},
      {"StudyOverAPicture",
       {{"mine.svg", ""}},
       {"study", "agents", "thesis-8", "thesis-9", "--agents", "cautious;random", "--svg",
        "mine.svg"},
       Exit::usage,
       "mine.svg exists already; --force replaces it"},
      existing,
      file,
      broken,
  };
}

}  // namespace evorisk::app
