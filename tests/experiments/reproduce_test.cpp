// What stands behind `evorisk reproduce`: its statistics against values worked out by hand, its
// data against each other, the summaries of runs, and every target once.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "experiments/reproduce/statistics.hpp"
#include "experiments/reproduce/targets.hpp"
#include "experiments/sweep/sqlite.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/sample.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments::reproduce {
namespace {

TEST(Statistics, StudentAtItsTabulatedQuantiles) {
  EXPECT_NEAR(student_p(1, 1), 0.5, 1e-12);
  EXPECT_NEAR(student_p(2.2281388519, 10), 0.05, 1e-9);
  EXPECT_NEAR(student_p(-2.7764451052, 4), 0.05, 1e-9);
  EXPECT_EQ(student_p(0, 7), 1);
  EXPECT_EQ(student_p(std::numeric_limits<double>::infinity(), 3), 0);
}

TEST(Statistics, MeansSharesAndSlopesByHand) {
  const std::vector<double> values = {1, 2, 3, 4, 5};
  EXPECT_EQ(metrics::mean_of(values).mean, 3);
  EXPECT_NEAR(metrics::mean_of(values).se, std::sqrt(2.5 / 5), 1e-12);
  EXPECT_EQ(metrics::mean_of({}).mean, 0);
  EXPECT_EQ(share_of(0, 8).mean, 0);
  EXPECT_NEAR(share_of(0, 8).se, std::sqrt(0.09 / 8), 1e-12);
  // y = 1.5 x - 1/6 leaves 1/6, -1/3, 1/6.
  const std::vector<double> x = {0, 1, 2};
  const std::vector<double> y = {0, 1, 3};
  EXPECT_NEAR(slope_of(x, y).mean, 1.5, 1e-12);
  EXPECT_NEAR(slope_of(x, y).se, std::sqrt(1.0 / 12), 1e-12);
  EXPECT_EQ(slope_of(y, std::vector<double>(3, 1.0)).mean, 0);
}

// Means 1, 2 and 4 of two values each: 28/3 between the groups, 3 times 1/2 within them.
TEST(Statistics, EqualMeansByHand) {
  const Groups apart = {{1, {0.5, 1.5}}, {2, {1.5, 2.5}}, {9, {3.5, 4.5}}};
  EXPECT_NEAR(equal_means_p(apart), f_p((28.0 / 3 / 2) / (1.5 / 3), 2, 3), 1e-12);
  EXPECT_EQ(equal_means_p({{1, {1, 2}}, {2, {2, 1}}}), 1);
  EXPECT_EQ(equal_means_p({{1, {1, 1}}, {2, {2, 2}}}), 0);
  EXPECT_EQ(equal_means_p({{1, {.1, .1, .1}}, {2, {.1, .1, .1}}}), 1);
  EXPECT_EQ(equal_means_p({{1, {.1, .1, .1}}, {2, {.3, .3, .3}}}), 0);
  EXPECT_TRUE(std::isnan(equal_means_p({{1, {1, 2, 3}}})));
  EXPECT_TRUE(std::isnan(equal_means_p({{1, {1}}, {2, {3}}})));
}

TEST(Statistics, OneFurtherValueAndTheLuckiestOfMany) {
  const std::vector<double> sample = {1, 2, 3, 4, 5};
  const double quantile = 2.7764451052 * std::sqrt(2.5) * std::sqrt(1.2);
  EXPECT_NEAR(further_mean_p(3 + quantile, 1, sample), 0.05, 1e-9);
  EXPECT_NEAR(further_mean_p(3 - quantile - 0.5, 1, sample, 0.5), 0.05, 1e-9);
  const double of_three = 2.7764451052 * std::sqrt(2.5) * std::sqrt(1.0 / 3 + 0.2);
  EXPECT_NEAR(further_mean_p(3 + of_three, 3, sample), 0.05, 1e-9);
  EXPECT_NEAR(further_mean_reach(1, sample), quantile, 1e-9);
  EXPECT_NEAR(further_mean_reach(3, sample), of_three, 1e-9);
  EXPECT_EQ(further_mean_p(3.2, 1, sample, 0.25), 1);
  EXPECT_EQ(further_mean_p(2, 1, std::vector<double>(5, 1.0)), 0);
  EXPECT_GT(further_mean_p(2, 1, std::vector<double>(5, 1.0), 0, 10), 0.5);
  EXPECT_NEAR(least_of_p(3 - quantile, 1, sample), 0.025, 1e-9);
  EXPECT_NEAR(least_of_p(3, 3, sample), 1 - 0.125, 1e-9);
  EXPECT_GT(least_of_p(1, 3250, sample), 0.999);
  const std::vector<double> few = {1, 2, 3, 4};
  EXPECT_TRUE(std::isnan(further_mean_p(3, 1, few)));
  EXPECT_EQ(further_mean_reach(1, few), 0);
  EXPECT_TRUE(std::isnan(least_of_p(3, 1, few)));
}

TEST(Statistics, FalseAlarmsAreAsRareAsTheySay) {
  Random random({8, Purpose::test, 0, 0, 0, 0});
  const auto normal = [&] {  // Box and Muller
    return std::sqrt(-2 * std::log(1 - random.unit())) * std::cos(2 * M_PI * random.unit());
  };
  constexpr int trials = 4000;
  int alarms = 0;
  for (int i = 0; i < trials; ++i) {
    std::vector<double> sample(6);
    for (double& v : sample) v = normal();
    alarms += further_mean_p((normal() + normal()) / 2, 2, sample) < 0.05;
  }
  EXPECT_NEAR(alarms, 0.05 * trials, 4.5 * std::sqrt(0.05 * 0.95 * trials));
}

TEST(Statistics, FishersTea) {
  EXPECT_NEAR(fisher_p(3, 4, 1, 4), 34.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_p(1, 10, 11, 14), 0.00275946, 1e-8);
  EXPECT_NEAR(fisher_p(0, 5, 0, 3250), 1, 1e-12);
  EXPECT_NEAR(fisher_p(5, 5, 3250, 3250), 1, 1e-12);
  EXPECT_LT(fisher_p(40, 65, 3103, 3250), 1e-12);
}

TEST(Findings, AreJudgedWithinTheirColumn) {
  const auto cell = [](double p) { return judged({}, p); };
  Report report;
  report.columns = {"a", "b"};
  Section section{"s"};
  // Holm: 0.01 * 3 = 0.03; 0.03 * 2 = 0.06; alone 0.03.
  section.rows.push_back({.name = "1", .cells = {cell(0.01), cell(0.03)}});
  section.rows.push_back({.name = "2", .cells = {cell(0.03), Cell{}}});
  section.rows.push_back({.name = "3", .cells = {cell(0.04), cell(std::nan(""))}});
  report.sections.push_back(section);
  judge(report);
  const auto verdict = [&](std::size_t r, std::size_t c) {
    return report.sections[0].rows[r].cells[c].verdict;
  };
  EXPECT_EQ(verdict(0, 0), Verdict::differ);
  EXPECT_EQ(verdict(1, 0), Verdict::agree);
  EXPECT_EQ(verdict(2, 0), Verdict::agree);
  EXPECT_EQ(verdict(0, 1), Verdict::differ);
  EXPECT_EQ(verdict(1, 1), Verdict::not_judged);
  EXPECT_EQ(verdict(2, 1), Verdict::undecided);
  EXPECT_EQ(tally(report, 0).agree, 2);
  EXPECT_EQ(tally(report, 1).undecided, 1);
  Cell shown;
  shown.ours = {0.12345, 0.00101};
  EXPECT_EQ(to_text(shown, 3), "0.123 ± 0.002");
}

TEST(ThesisData, AddsUp) {
  const Thesis& t = thesis();
  const auto distance = [](const CriteriaValues& criteria) {
    double sum = 0;
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      sum += std::abs(criteria[static_cast<std::size_t>(info.id)] - info.ideal);
    }
    return sum;
  };
  for (const Thesis::Game& game : {t.risk, t.war, t.best_generated}) {
    EXPECT_NEAR(distance(game.criteria), game.fitness, 2e-4);
  }
  for (const Thesis::ExtremeRun& run : {t.fast, t.slow}) {
    EXPECT_NEAR(distance(run.criteria), run.fitness, 0.04);  // seven rounded to two digits
  }
  std::map<std::string, int> runs;
  for (const auto& count : t.rule_counts) runs[count.key] += count.runs;
  EXPECT_EQ(runs.size(), 4u);
  for (const auto& [key, sum] : runs) EXPECT_EQ(sum, t.runs) << key;
  ASSERT_EQ(t.risk_to_war.size(), t.best_runs.size());
  for (const Thesis::WarRow& row : t.risk_to_war) {
    const Hyperparameters& p = t.best_runs[static_cast<std::size_t>(row.best_run - 1)].parameters;
    EXPECT_EQ(row.individuals, p.generations * p.population);
  }
  for (const Thesis::EarlierBest& row : t.earlier_bests) {
    EXPECT_LT(row.best, t.best_runs[0].fitness);
    EXPECT_LT(row.generation, row.parameters.generations);
  }
}

TEST(Grid, IsTheThesisAndSamplesAreStratified) {
  const std::vector<Hyperparameters> grid = thesis_grid();
  EXPECT_EQ(grid.size(), 3250u);
  EXPECT_EQ(std::set<Hyperparameters>(grid.begin(), grid.end()).size(), grid.size());
  for (const Thesis::BestRun& run : thesis().best_runs) {
    EXPECT_THAT(grid, testing::Contains(run.parameters));
  }
  EXPECT_EQ(stratified_sample(3250, 1), grid);
  EXPECT_EQ(stratified_sample(99999, 7), grid);
  EXPECT_EQ(stratified_sample(65, 1), stratified_sample(65, 1));
  EXPECT_NE(stratified_sample(65, 1), stratified_sample(65, 2));
  for (const int n : {1, 7, 64, 65, 1000}) {
    const auto sample = stratified_sample(n, 3);
    ASSERT_EQ(sample.size(), static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const auto place =
          static_cast<std::size_t>(std::find(grid.begin(), grid.end(), sample[i]) - grid.begin());
      EXPECT_GE(place, grid.size() * i / sample.size());
      EXPECT_LT(place, grid.size() * (i + 1) / sample.size());
    }
  }
}

// Map 9 under other numbers.
maps::MapPtr turned_map_9() {
  maps::MapData data = maps::library_map("thesis-9")->data();
  const int n = static_cast<int>(data.territories.size());
  for (maps::Border& border : data.borders) border = {n - 1 - border.a, n - 1 - border.b};
  for (maps::Continent& continent : data.continents) {
    for (int& t : continent.territories) t = n - 1 - t;
  }
  return std::make_shared<const maps::Map>(data);
}

TEST(RunSummary, CountsBestsMapsAndWantedGames) {
  SearchSpec spec;
  spec.parameters = {2, 3, 2, 0.1};
  spec.wanted = thesis().war;
  RunObserver observer(spec);
  const maps::MapPtr nine = maps::library_map("thesis-9");
  const maps::MapPtr turned = turned_map_9();
  const maps::MapPtr war = maps::library_map("thesis-war");
  const auto seen = [](double fitness, const Genes& genes, const maps::MapPtr& map) {
    return Seen{fitness, genes, {}, map->territory_count(), map};
  };
  const auto generation = [&](int number, std::vector<std::pair<double, maps::MapPtr>> all,
                              const Genes& genes) {
    std::vector<Seen> list;
    for (const auto& [fitness, map] : all) {
      list.push_back(seen(fitness, genes, map));
      list.back().criteria[0] = static_cast<double>(list.size() - 1);
    }
    observer.generation(number, list);
  };
  generation(0, {{2, war}, {3, nine}, {4, nine}}, thesis().war.genes);  // not bred: not counted
  generation(1, {{2, war}, {1, nine}, {3, nine}}, thesis().war.genes);
  generation(2, {{3, nine}, {1.5, turned}, {2, nine}}, Genes{});
  const RunSummary summary = observer.summary();
  EXPECT_EQ(summary.best_by_generation, (std::vector<double>{2, 1, 1.5}));
  EXPECT_EQ(summary.least_fitness, 1);
  EXPECT_EQ(summary.least_generation, 1);
  EXPECT_EQ(summary.final_fitness, 1.5);
  EXPECT_EQ(summary.criteria[0], 1);
  EXPECT_EQ(summary.map, turned);
  EXPECT_EQ(summary.last_generation_is, 9);
  EXPECT_EQ(summary.last_generation_size, 3);
  EXPECT_EQ(summary.bred, 6);
  EXPECT_EQ(summary.with_wanted_genes, 3);
  EXPECT_EQ(summary.with_wanted_map, 1);
}

LaboratoryOptions rehearsal(int threads = 1) {
  LaboratoryOptions options;
  options.scale = 1e-4;
  options.matches = 3;
  options.most_generations = 1;
  options.threads = threads;
  return options;
}

// Whole runs on large boards or of many configurations: most of the time of all targets.
constexpr std::string_view long_targets[] = {"risk-to-war", "table-5.6", "table-5.1", "figure-5.1",
                                             "figure-5.2"};

TEST(Targets, EveryOneGivesFiguresBesideTheThesis) {
  Laboratory laboratory(rehearsal());
  std::set<std::string_view> names;
  for (const Target& t : targets()) {
    SCOPED_TRACE(t.name);
    if (test::sanitized && std::ranges::find(long_targets, t.name) != std::end(long_targets)) {
      continue;
    }
    EXPECT_TRUE(names.insert(t.name).second);
    EXPECT_FALSE(t.title.empty());
    EXPECT_FALSE(t.where.empty());
    EXPECT_FALSE(t.scale_one.empty());
    const Report report = reproduce(t, laboratory);
    EXPECT_EQ(report.target, t.name);
    EXPECT_FALSE(report.effort.empty());
    EXPECT_FALSE(report.judged_by.empty());
    int figures = 0;
    for (const Section& section : report.sections) {
      for (const Row& row : section.rows) {
        ++figures;
        EXPECT_EQ(row.cells.size(), report.columns.size()) << row.name;
        for (const Cell& cell : row.cells) EXPECT_TRUE(std::isfinite(cell.ours.mean)) << row.name;
      }
      for (const Matrix& matrix : section.matrices) {
        ASSERT_EQ(matrix.cells.size(), matrix.rows.size());
        for (const auto& row : matrix.cells) EXPECT_EQ(row.size(), matrix.columns.size());
      }
      for (const Listing& listing : section.listings) {
        for (const auto& row : listing.rows) EXPECT_EQ(row.size(), listing.columns.size());
      }
    }
    EXPECT_GT(figures, 0);
    EXPECT_EQ(to_json(report)["sections"].size(), report.sections.size());
  }
}

TEST(Targets, DoNotDependOnThreads) {
  for (const char* name : {"table-5.4", "rules"}) {
    if (test::sanitized && std::string_view(name) == "rules") continue;
    Laboratory one(rehearsal(1));
    Laboratory three(rehearsal(3));
    EXPECT_EQ(to_json(reproduce(target(name), one)), to_json(reproduce(target(name), three)));
  }
}

// The thesis' figures come from 100 matches and whole runs.
TEST(Targets, ARehearsalIsNotJudged) {
  LaboratoryOptions options = rehearsal();
  options.scale = 0.005;
  for (const int matches : {99, 100}) {
    options.matches = matches;
    Laboratory laboratory(options);
    const Report report = reproduce(target("differences"), laboratory);
    const Tally figures = tally(report, 0);
    EXPECT_EQ(figures.agree + figures.differ + figures.undecided > 0, matches == 100);
    EXPECT_EQ(report.judged_by.starts_with("A rehearsal: "), matches != 100);
    EXPECT_NE(report.judged_by.find("Effects of behaviours"), std::string::npos);
  }
  options.most_generations = 1;
  Laboratory laboratory(options);
  EXPECT_EQ(tally(reproduce(target("figure-5.8"), laboratory), 0).undecided, 0);
  EXPECT_EQ(tally(reproduce(target("figure-5.7"), laboratory), 0).agree, 1);
}

TEST(Targets, StopWhenAsked) {
  const std::atomic<bool> stop = true;
  LaboratoryOptions options = rehearsal();
  options.stop = &stop;
  for (const char* name : {"table-5.5", "table-5.4", "differences"}) {
    Laboratory laboratory(options);
    EXPECT_THROW(reproduce(target(name), laboratory), Stopped) << name;
  }
}

// A behaviour that only computes a criterion otherwise moves nothing else; one that no rule of a
// game lets happen moves nothing at all.
TEST(Differences, AreOfTheBehaviourAlone) {
  LaboratoryOptions options = rehearsal();
  options.matches = test::sanitized ? 8 : 20;
  Laboratory laboratory(options);
  const Report report = reproduce(target("differences"), laboratory);
  const auto cells = [&](std::size_t game, std::size_t direction, const std::string& name) {
    const Matrix& matrix = report.sections[game].matrices[direction];
    const auto row = std::find(matrix.rows.begin(), matrix.rows.end(), name);
    return matrix.cells[static_cast<std::size_t>(row - matrix.rows.begin())];
  };
  constexpr std::size_t risk = 0;
  constexpr std::size_t war = 1;
  for (const std::size_t direction : {0u, 1u}) {
    const auto killer = cells(risk, direction, "killer_of_seat_0");
    for (std::size_t c = 0; c < 7; ++c) {
      if (c == static_cast<std::size_t>(metrics::Criterion::killer_moves)) {
        EXPECT_NE(killer[c].ours.mean, 0);
      } else {
        EXPECT_EQ(killer[c].ours.mean, 0) << c;
      }
    }
    for (const char* name : {"max_move_vanishes", "pick_by_ratio"}) {  // War: min, random
      for (const Cell& cell : cells(war, direction, name)) EXPECT_EQ(cell.ours.mean, 0) << name;
    }
  }
  EXPECT_LT(cells(risk, 1, "max_move_vanishes")[0].ours.mean, -0.5);
}

// A collected sweep, made by hand: run 0 done, run 1 done, run 2 missing.
std::filesystem::path little_sweep(const test::TemporaryDirectory& directory) {
  const auto file = directory.path() / "sweep.sqlite";
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec(std::string(collection_text()));
  database.exec("INSERT INTO sweep VALUES ('format', '1'), ('name', 'little')");
  const auto run = [&](int number, const char* status, double final_fitness, double least) {
    SQLite::Statement insertion(
        database,
        "INSERT INTO runs (run, point, repetition, seed, status, settings, generations, "
        "population, tournament, mutation_rate, crossover, elites, elite_policy, matches, "
        "final_fitness, least_fitness, least_generation, whole_last_generation) VALUES (?, "
        "0, 0, 1, ?, '{}', 10, 5, 2, 0.4, 'reject', 1, 'reevaluate', 100, ?, ?, 3, "
        "'thesis-9')");
    insertion.bind(1, number);
    insertion.bind(2, status);
    insertion.bind(3, final_fitness);
    insertion.bind(4, least);
    insertion.exec();
  };
  run(0, "done", 1.5, 1.25);
  run(1, "done", 2.0, 2.0);
  run(2, "missing", 0, 0);
  const char* genes =
      "'{\"allocation\": \"pick\", \"defence_dice\": 3, \"conquest_move\": \"max\", "
      "\"reinforcement_divisor\": 4}'";
  for (const int rank : {0, 1}) {
    database.exec(fmt::format(
        "INSERT INTO individuals VALUES (0, 'last', {0}, 'g1-{0}', 1, {0}, {1}, {2}, 20, 3, NULL, "
        "100, 1.5, 0.1, 20, 1, 0, '[50, 50]', {3})",
        rank, genes, 13 + rank, rank == 0 ? "'thesis-9'" : "NULL"));
    database.exec(
        fmt::format("INSERT INTO criteria VALUES (0, 'last', {0}, 'drama', {0}.25, 0.1)", rank));
  }
  return file;
}

TEST(StoredSweep, IsReadAsRuns) {
  const test::TemporaryDirectory directory;
  little_sweep(directory);
  const RunColumn sweep = read_stored_sweep(directory.path());
  EXPECT_EQ(sweep.name, "little");
  EXPECT_EQ(sweep.matches, 100);
  ASSERT_EQ(sweep.runs.size(), 2u);
  const RunSummary& run = sweep.runs[0];
  EXPECT_EQ(run.parameters, (Hyperparameters{10, 5, 2, 0.4}));
  EXPECT_EQ(run.final_fitness, 1.5);
  EXPECT_EQ(run.least_fitness, 1.25);
  EXPECT_EQ(run.least_generation, 3);
  EXPECT_EQ(run.last_generation_is, 9);
  EXPECT_EQ(run.genes, (Genes{true, 3, true, 4}));
  EXPECT_EQ(run.territories, 13);
  EXPECT_EQ(run.criteria[static_cast<std::size_t>(metrics::Criterion::drama)], 0.25);
  ASSERT_TRUE(run.map);
  EXPECT_EQ(run.map->territory_count(), 13);

  LaboratoryOptions options = rehearsal();
  options.sweep = directory.path().string();
  Laboratory laboratory(options);
  const Report report = reproduce(target("isomorphism"), laboratory);
  EXPECT_EQ(report.columns, std::vector<std::string>{"little"});
  EXPECT_EQ(report.sections[0].rows[0].cells[0].ours.mean, 1);
  EXPECT_EQ(report.effort,
            "2 runs of the stored sweep little, 100 matches per individual and generation, "
            "crossover reject");
  EXPECT_EQ(tally(report, 0).undecided, 1);

  SQLite::Database((directory.path() / "sweep.sqlite").string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE runs SET matches = 50 WHERE run = 1");
  Laboratory unequal(options);
  const Report shown = reproduce(target("isomorphism"), unequal);
  EXPECT_NE(shown.effort.find("unequal numbers of matches"), std::string::npos);
  EXPECT_EQ(tally(shown, 0).undecided, 0);
}

TEST(StoredSweep, RefusesWhatItCannotRead) {
  const test::TemporaryDirectory directory;
  EXPECT_THROW(read_stored_sweep(directory.path()), InputError);
  const auto file = little_sweep(directory);
  {
    SQLite::Database database((directory.path() / "other.sqlite").string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(std::string(collection_text()));
    database.exec("INSERT INTO sweep VALUES ('format', '99')");
  }
  EXPECT_THROW(read_stored_sweep(directory.path() / "other.sqlite"), InputError);
  std::filesystem::resize_file(file, 1000);
  EXPECT_THROW(read_stored_sweep(file), SystemError);
}

}  // namespace
}  // namespace evorisk::experiments::reproduce
