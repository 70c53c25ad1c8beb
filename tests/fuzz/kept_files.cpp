#include "tests/fuzz/kept_files.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.hpp"
#include "base/seal.hpp"

namespace evorisk::test {
namespace {

using Json = nlohmann::ordered_json;

const std::string evolution =
    "evolve thesis --quiet --set generations=2 --set population=4 --set tournament=2 --set "
    "matches=5 --set monitor_matches=0 --set final.matches=5 --set "
    "search_space.initial_maps=[\"cycle-4\",\"path-5\"] ";

constexpr std::string_view sweep = R"({"format": 1,
 "base": {"format": 1, "population": 4, "tournament": 2, "matches": 5, "generations": 2,
          "monitor_matches": 0, "final": {"matches": 5}},
 "grid": {"elites": [0, 1]}}
)";

constexpr std::string_view design = R"({"format": 1, "name": "s",
 "budgets": [{"matches": 100, "seeds": 2}], "classes": [[2, 42]], "turns": [0, 9],
 "playable": {"completeness": {"at_least": 0.5}},
 "base": {"format": 1, "population": 4, "tournament": 2, "matches": 5, "monitor_matches": 0},
 "searches": {"one": {"title": "One", "about": "a search", "set": {}}}}
)";

constexpr std::string_view shortlist = R"({"format": 1, "title": "Short", "matches": 2000,
 "agents": ["random"], "fairness": 1, "completeness": 0, "finalists": 2, "screen": 4,
 "fresh_matches": 4, "shortlist": [{"title": "One", "territories": 5}]}
)";

Json answers() {
  Json json = {{"format", 1},
               {"record", "m.jsonl"},
               {"variant", "thesis-8"},
               {"answers", {{{"seat", 0}, {"fun", 3}, {"fair", 4}, {"comment", "good"}}}}};
  seal(json);
  return json;
}

}  // namespace

void make_kept_files(const std::filesystem::path& root,
                     const std::function<void(const std::filesystem::path& directory,
                                              const std::string& command)>& run) {
  const auto write = [&](const std::string& name, std::string_view text) {
    make_directory((root / name).parent_path());
    write_file(root / name, text, Flush::to_system);
  };
  for (const char* directory : {"run", "elites", "arena", "ladder", "training"})
    make_directory(root / directory);
  write("s.json", sweep);
  write("study/design.json", design);
  write("shortlist/short.json", shortlist);
  write("playtest/m.answers.json", answers().dump(2) + "\n");
  run(root / "run", evolution + "--out run");
  run(root / "run", "explain run --matches 4 --threads 1");
  run(root / "elites", evolution +
                           "--set algorithm=map_elites --set map_elites.fresh_matches=5 --out "
                           "elites");
  run(root / "shortlist", "evolve short.json --out shortlist --threads 1 --quiet");
  run(root, "sweep plan s.json --out sweep --pilot 0");
  run(root, "sweep run sweep --threads 1");
  run(root / "arena", arena_again);
  run(root / "ladder",
      "arena thesis-8 --agents random,cautious --matches 64 --threads 1 --ladder ladder.json");
  run(root / "study", study_again);
  run(root / "training", training_again);
  run(root / "playtest", "simulate thesis-8 --seed 3 --record m.jsonl");
}

}  // namespace evorisk::test
