// Sweeps that do not hold together, and directories that hold none.
#include "tests/app/bad_input.hpp"
#include "tests/app/bad_input_names.hpp"

namespace evorisk::app {
namespace {

BadInput sweep(const std::string& name, const std::string& text, const std::string& message) {
  return {name,
          {{"s.json", text}},
          {"sweep", "plan", "s.json", "--out", "dir", "--pilot", "0"},
          Exit::usage,
          "s.json: " + message};
}

const std::string plan_two = R"(echo '{"format": 1, "grid": {"tournament": [2, 3]}}' > s.json && )"
                             "evorisk sweep plan s.json --out dir --pilot 0 > out.txt";

}  // namespace

std::vector<BadInput> bad_sweeps() {
  return {
      sweep("SweepOfNothing", R"({"format": 1})", R"(a sweep needs "grid" or "points")"),
      sweep("SweepMemberUnknown", R"({"format": 1, "gird": {}})",
            R"(unknown member "gird"; did you mean "grid"? Valid: format, name, seed, )"
            "repetitions, base, grid, points, like"),
      sweep("SweepKeyUnknown", R"({"format": 1, "grid": {"populaton": [5]}})",
            "grid.populaton[0]: unknown member \"populaton\"; did you mean \"population\"? "
            "Valid: " +
                std::string(config_keys)),
      sweep("SweepValueOutOfRange", R"({"format": 1, "grid": {"mutation_rate": [0.5, 2]}})",
            "grid.mutation_rate[1]: mutation_rate: expected a number from 0 to 1, found 2"),
      sweep("SweepValueTwice", R"({"format": 1, "grid": {"population": [50, 50]}})",
            "grid.population[1]: is listed twice"),
      sweep("SweepWithoutValues", R"({"format": 1, "grid": {"population": []}})",
            "grid.population: expected at least one value, found an empty list"),
      sweep("SweepOverSeeds", R"({"format": 1, "grid": {"seed": [1, 2]}})",
            R"(grid.seed[0]: "seed" cannot be swept; "repetitions" gives runs of different seeds)"),
      sweep("SweepWithJudges",
            R"({"format": 1, "base": {"format": 1, "judges": ["cautious", "random"]},
                "grid": {"population": [30]}})",
            "point 0 (population 30): judges: a sweep keeps one table of agents of each run; "
            "judges are for evorisk evolve"),
      sweep("SweepPointDoesNotHoldTogether",
            R"({"format": 1, "grid": {"population": [30, 5], "tournament": [4, 8]}})",
            "point 3 (population 5, tournament 8): tournament: 8 contestants, but the population "
            "has 5 individuals"),
      sweep("SweepAxisByUnknown",
            R"({"format": 1, "grid": {"tournament": {"by": "population", "values": {"5": [2]}}}})",
            R"(grid.tournament.by: "population" is neither a key of "points" nor before this one )"
            R"(in "grid")"),
      sweep("SweepAxisWithoutAValue",
            R"({"format": 1, "grid": {"population": [5, 9], "tournament": {"by": "population", )"
            R"("values": {"5": [2]}}}})",
            R"(grid.tournament.values: member "9" is missing; it is a value of "population")"),
      sweep("SweepAxisWithAnotherValue",
            R"({"format": 1, "grid": {"population": [5], "tournament": {"by": "population", )"
            R"("values": {"5": [2], "7": [2]}}}})",
            R"(grid.tournament.values: "7" is no value of "population")"),
      sweep("SweepKeyInPointsAndGrid",
            R"({"format": 1, "points": [{"population": 5, "tournament": 2}], "grid": )"
            R"({"population": [6]}})",
            R"(grid.population: is in "points" already)"),
      sweep("SweepKeyWithinAnother",
            R"({"format": 1, "points": [{"final": {"matches": 5}, "final.candidates": 2}]})",
            R"(points[0].final.candidates: lies within "final", which is set, too)"),
      sweep("SweepKeyThatHoldsAnother",
            R"({"format": 1, "grid": {"base_rules.players": [2, 3], "base_rules": )"
            R"([{"preset": "risk"}]}})",
            R"(grid.base_rules: holds "base_rules.players", which is set, too)"),
      sweep("SweepTooLarge", R"({"format": 1, "repetitions": 1000000, "points": [{}, {}]})",
            "2 points, 1000000 times each, are more than 1000000 runs"),
      sweep("SweepBaseMissing", R"({"format": 1, "base": "base.json", "points": [{}]})",
            "base: there is no file ./base.json"),
      sweep("SweepRepetitionsZero", R"({"format": 1, "repetitions": 0, "points": [{}]})",
            "repetitions: expected an integer from 1 to 1000000, found 0"),
      {"TargetWithoutAPlace",
       {},
       {"target", "thesis-9", "--matches", "1000000000", "--out", "none/target.json"},
       Exit::usage,
       "--out: none is no directory"},
      {"SweepFileMissing",
       {},
       {"sweep", "plan", "none.json"},
       Exit::usage,
       "cannot read none.json: No such file or directory"},
      {"SweepDirectoryOfAnother",
       {{"t.json", R"({"format": 1, "grid": {"tournament": [4]}})"}},
       {"sweep", "plan", "t.json", "--out", "dir"},
       Exit::usage,
       "dir: holds another sweep (name differs); give a directory of its own to every sweep",
       plan_two},
      {"SweepDirectoryNotEmpty",
       {{"s.json", R"({"format": 1, "points": [{}]})"}, {"dir/notes.txt", "x"}},
       {"sweep", "plan", "s.json", "--out", "dir"},
       Exit::usage,
       "dir: is not empty (notes.txt), and holds no sweep"},
      {"SweepDirectoryIsAFile",
       {{"s.json", R"({"format": 1, "points": [{}]})"}},
       {"sweep", "plan", "s.json", "--out", "s.json"},
       Exit::usage,
       "s.json: is a file; a sweep needs a directory"},
      {"SweepRunOfNothing",
       {},
       {"sweep", "run", "dir"},
       Exit::usage,
       "dir: holds no sweep (there is no sweep.json); evorisk sweep plan makes one"},
      {"SweepShardZero",
       {},
       {"sweep", "run", "dir", "--shard", "0/4"},
       Exit::usage,
       "--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"0/4\""},
      {"SweepShardThenALetter",
       {},
       {"sweep", "run", "dir", "--shard", "5/4x"},
       Exit::usage,
       "--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"5/4x\""},
      {"SweepShardAboveItsCount",
       {},
       {"sweep", "run", "dir", "--shard", "5/4"},
       Exit::usage,
       "--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"5/4\""},
      {"SweepShardWithoutACount",
       {},
       {"sweep", "run", "dir", "--shard", "5"},
       Exit::usage,
       "--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"5\""},
      {"SweepShardWithoutAnIndex",
       {},
       {"sweep", "run", "dir", "--shard", "/4"},
       Exit::usage,
       "--shard: expected i/n with 1 <= i <= n, for example 1/16, found \"/4\""},
      {"SweepRecordBroken",
       {},
       {"sweep", "collect", "dir"},
       Exit::usage,
       "dir/runs/000/000001.json: has no checksum at its end: it was changed, or an earlier "
       "version "
       "wrote it; evorisk sweep run dir does it again",
       plan_two + " && mkdir -p dir/runs/000 && echo '{}' > dir/runs/000/000001.json"},
      {"SweepRecordNested",
       {},
       {"sweep", "collect", "dir"},
       Exit::usage,
       "dir/runs/000/000001.json: individuals[0][0][0][0][0][...: nested more than 100 levels "
       "deep; "
       "evorisk sweep run dir does it again",
       plan_two + " && mkdir -p dir/runs/000 && (printf '{\"individuals\": '; head -c 100000 "
                  "/dev/zero | tr '\\0' '[') > dir/runs/000/000001.json"},
  };
}

}  // namespace evorisk::app
