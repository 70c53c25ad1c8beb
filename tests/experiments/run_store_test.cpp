// Runs that are kept: what comes back, how it goes on, what is refused.
#include "experiments/reproduce/run_store.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "experiments/reproduce/targets.hpp"
#include "maps/io.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments::reproduce {
namespace {

RunSummary some_run() {
  RunSummary run;
  run.parameters = {10, 5, 2, 0.4};
  run.best_by_generation.assign(11, 1.75);
  run.best_by_generation[1] = 0.1 + 0.2;
  run.final_fitness = 1.0 / 3;
  run.criteria = {1, 0.5, 0.25, 1.0 / 7, 0, 0.75, 0.5};
  run.genes = {true, 3, false, 4};
  run.territories = 13;
  run.map = maps::library_map("thesis-9");
  run.replaced = 2;
  run.least_fitness = 0.25;
  run.least_generation = 3;
  run.last_generation_is = 9;
  run.last_generation_size = 5;
  run.bred = 50;
  run.with_wanted_genes = 7;
  run.with_wanted_map = 1;
  return run;
}

std::string line_with(const std::string& key, const nlohmann::ordered_json& value) {
  auto json =
      parse_json(line_of({Study::repeat, Profile::text, {10, 5, 2, 0.4}, 0}, some_run()), "");
  json.erase("sum");
  json[key] = value;
  return json.dump() + '\n';
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

TEST(RunStore, GivesBackWhatItWasGiven) {
  for (const Study study : {Study::grid, Study::repeat, Study::war}) {
    const RunKey key{study, Profile::original, {10, 5, 2, 0.4}, 17};
    const RunSummary run = some_run();
    auto json = parse_json(line_of(key, run), "line");
    unseal(json, "line");
    const auto [same_key, same] = run_from_line(JsonView(json, "line"));
    EXPECT_EQ(same_key, key);
    EXPECT_EQ(same.final_fitness, run.final_fitness);
    EXPECT_EQ(same.criteria, run.criteria);
    EXPECT_EQ(same.genes, run.genes);
    EXPECT_EQ(same.least_generation, run.least_generation);
    EXPECT_EQ(same.replaced, run.replaced);
    if (study == Study::repeat) {
      EXPECT_EQ(same.best_by_generation, run.best_by_generation);
      EXPECT_EQ(same.map->data(), run.map->data());
    }
    EXPECT_EQ(same.with_wanted_genes, study == Study::war ? run.with_wanted_genes : 0);
    EXPECT_EQ(line_of(same_key, same), line_of(key, run));
  }
}

TEST(RunStore, RefusesLinesThatAreNone) {
  struct Case {
    std::string line;
    std::string message;
  };
  std::string damaged = line_of({Study::repeat, Profile::text, {10, 5, 2, 0.4}, 0}, some_run());
  damaged[damaged.find("13")] = '2';
  const Case cases[] = {{damaged, "checksum"},
                        {line_with("study", "grids"), "study"},
                        {line_with("profile", "txt"), "profile"},
                        {line_with("territories", 0), "territories"},
                        {line_with("fitness", "low"), "fitness"},
                        {line_with("defence_dice", 4), "defence_dice"},
                        {line_with("criteria", {1, 2}), "criteria"},
                        {line_with("surprise", 1), "surprise"},
                        {"{}\n", "study"},
                        {"[]\n", "line 1"},
                        {"no JSON\n", "line 1"}};
  for (const auto& [line, message] : cases) {
    const test::TemporaryDirectory directory;
    RunStore(directory.path() / "store", 1, 100, "");
    write(directory.path() / "store" / "runs.jsonl", line);
    try {
      RunStore(directory.path() / "store", 1, 100, std::nullopt);
      ADD_FAILURE() << line;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
}

TEST(RunStore, IsOfOneSeedAndNumberOfMatches) {
  const test::TemporaryDirectory directory;
  RunStore(directory.path() / "store", 1, 100, "");
  EXPECT_THROW(RunStore(directory.path() / "store", 2, 100, ""), InputError);
  EXPECT_THROW(RunStore(directory.path() / "store", 1, 50, ""), InputError);
}

TEST(RunStore, AnUnfinishedLineIsCutOffByItsWriterAlone) {
  const test::TemporaryDirectory directory;
  const auto store = directory.path() / "store";
  const RunKey key{Study::grid, Profile::text, {10, 5, 2, 0.4}, 3};
  RunStore(store, 1, 100, "").add(key, some_run());
  const std::string whole = read_file(store / "runs.jsonl");
  write(store / "runs.jsonl", whole + whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(RunStore(store, 1, 100, std::nullopt).has(key));
  EXPECT_NE(read_file(store / "runs.jsonl"), whole);
  EXPECT_TRUE(RunStore(store, 1, 100, "").has(key));
  EXPECT_EQ(read_file(store / "runs.jsonl"), whole);
}

LaboratoryOptions stored_rehearsal(const std::filesystem::path& store) {
  LaboratoryOptions options;
  options.scale = 1e-3;
  options.matches = 3;
  options.most_generations = 1;
  options.profiles = {Profile::original};
  options.store = store.string();
  return options;
}

nlohmann::ordered_json figures_of(const LaboratoryOptions& options, const char* name = "rules") {
  Laboratory laboratory(options);
  auto json = to_json(reproduce(target(name), laboratory));
  json.erase("effort");
  return json;
}

TEST(RunStore, PartsOfSeveralProcessesGiveTheSameFigures) {
  const test::TemporaryDirectory directory;
  const auto expected = figures_of(stored_rehearsal(""));
  LaboratoryOptions options = stored_rehearsal(directory.path() / "store");
  const Target* rules[] = {&target("rules")};
  for (const int part : {1, 2}) {
    options.shard = {part, 2};
    options.threads = part;
    Laboratory laboratory(options);
    prepare(rules, laboratory);
  }
  options.shard = {};
  options.stored_only = true;
  EXPECT_EQ(figures_of(options), expected);
  options.stored_only = false;
  options.progress = [](const std::string& what, std::int64_t, std::int64_t) {
    ADD_FAILURE() << "plays " << what;
  };
  EXPECT_EQ(figures_of(options), expected);
}

TEST(RunStore, AStoppedLaboratoryGoesOn) {
  const test::TemporaryDirectory directory;
  std::atomic<bool> stop = false;
  LaboratoryOptions options = stored_rehearsal(directory.path() / "store");
  options.stop = &stop;
  options.progress = [&](const std::string&, std::int64_t done, std::int64_t total) {
    stop = done > total / 2;
  };
  EXPECT_THROW(figures_of(options), Stopped);
  const auto stored = [&] {
    return RunStore(options.store, 1, 3, std::nullopt).all(Study::grid, Profile::original).size();
  };
  const std::size_t before = stored();
  EXPECT_GT(before, 0u);
  options.stop = nullptr;
  options.progress = nullptr;
  EXPECT_EQ(figures_of(options), figures_of(stored_rehearsal("")));
  EXPECT_GT(stored(), before);
}

TEST(RunStore, StoredOnlyNeedsARunOfEveryConfiguration) {
  const test::TemporaryDirectory directory;
  LaboratoryOptions options = stored_rehearsal(directory.path() / "store");
  options.stored_only = true;
  for (const char* name : {"rules", "table-5.4", "table-5.6"}) {
    EXPECT_THROW(figures_of(options, name), InputError) << name;
  }
}

// The more figures stand on a page, the further one must lie to differ.
TEST(Judging, OfSeveralReportsIsTogether) {
  const auto report = [](double p) {
    Report one;
    one.columns = {"text"};
    one.sections.push_back({.title = "", .rows = {{.name = "row", .cells = {judged({1, 0}, p)}}}});
    return one;
  };
  std::vector<Report> reports = {report(0.03), report(0.9)};
  judge(reports[0]);
  EXPECT_EQ(reports[0].sections[0].rows[0].cells[0].verdict, Verdict::differ);
  judge(reports);
  EXPECT_EQ(reports[0].sections[0].rows[0].cells[0].verdict, Verdict::agree);
}

}  // namespace
}  // namespace evorisk::experiments::reproduce
