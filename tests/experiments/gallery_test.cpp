// The candidates of a gallery, and the choice from them.
#include "experiments/gallery/gallery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/random.hpp"
#include "experiments/gallery/choice.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "maps/generate/generator.hpp"
#include "maps/planar/isomorphism.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

TEST(Gallery, IsGoodDifferentAndSpreadOverTheSizes) {
  std::vector<GalleryCandidate> candidates;
  Random random({3, Purpose::test});
  for (int i = 0; i < 60; ++i) {
    const int territories = i < 40 ? 6 + i % 4 : 21 + i % 10;
    maps::Map map = maps::generate_map({territories, 3, 0.5}, random);
    candidates.push_back({"c" + std::to_string(i),
                          {"c", risk::Rules{}, std::make_shared<const maps::Map>(std::move(map))},
                          random.unit(),
                          std::vector<double>(8, random.unit())});
  }
  // The same board under other numbers, and the best of all: one of the two is chosen at most.
  maps::MapData turned = candidates[50].variant.map().data();
  const int n = static_cast<int>(turned.territories.size());
  for (maps::Border& border : turned.borders) border = {n - 1 - border.a, n - 1 - border.b};
  for (maps::Continent& continent : turned.continents) {
    for (int& t : continent.territories) t = n - 1 - t;
  }
  candidates.push_back({"turned",
                        {"c", risk::Rules{}, std::make_shared<const maps::Map>(std::move(turned))},
                        -1,
                        std::vector<double>(8, 0.5)});
  candidates[50].fitness = -2;
  const std::vector<std::size_t> choice = choose(candidates, 20, 1);
  ASSERT_EQ(choice.size(), 20u);
  std::map<int, int> classes;
  for (std::size_t i = 0; i < 20; ++i) {
    ++classes[size_class(candidates[choice[i]].variant.territories())];
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(maps::isomorphic(candidates[choice[i]].variant.map(),
                                    candidates[choice[j]].variant.map(),
                                    maps::Sameness::continents));
    }
  }
  EXPECT_EQ(classes[1], 10);
  EXPECT_EQ(classes[4], 10);
  EXPECT_EQ(std::count(choice.begin(), choice.end(), 50u), 1);
  EXPECT_EQ(std::count(choice.begin(), choice.end(), 60u), 0);
  const Dissimilarity unlike(candidates);
  EXPECT_EQ(unlike(50, 50), 0);
  EXPECT_LT(unlike(50, 60), unlike(50, 3));
  EXPECT_EQ(unlike(3, 50), unlike(50, 3));
  // More than there are: all but twins, of which small boards may have more by chance.
  const std::size_t all = choose(candidates, 100, 0).size();
  EXPECT_TRUE(all > 50 && all <= 60) << all;
}

// Runs a small search for an archive and returns how many entries the archive has.
std::size_t make_archive(const std::filesystem::path& directory, std::uint64_t seed) {
  const auto document = parse_json(R"({"format": 1, "algorithm": "map_elites",
      "generations": 2, "population": 12, "tournament": 2, "matches": 10, "monitor_matches": 0,
      "search_space": {"initial_maps": {"territories": [4, 20]}},
      "map_elites": {"descriptors": [{"quantity": "territories", "from": 4, "to": 20, "bins": 4}],
                     "fresh_matches": 10}})");
  ga::Config config = ga::config_from_json(JsonView(document, "test"), ".");
  config.seed = seed;
  ga::RunOptions options;
  options.directory = directory;
  EXPECT_EQ(ga::run_evolution(config, *ga::engine_of(config, 1), options),
            ga::RunOutcome::finished);
  return read_json((directory / ga::archive_file).string()).at("entries").size();
}

TEST(Gallery, CandidatesAreTheEntriesOfAnArchive) {
  const test::TemporaryDirectory directory;
  std::vector<ga::ArchiveShard> shards;
  for (const std::uint64_t seed : {1, 2}) {
    const auto run = directory.path() / std::to_string(seed);
    const std::size_t entries = make_archive(run, seed);
    EXPECT_GT(entries, 1u);
    EXPECT_EQ(gallery_candidates(run).size(), entries);
    shards.push_back(ga::read_shard(run));
  }
  const ga::MergedArchive merged = ga::merge_shards(std::move(shards));
  std::vector<ga::ArchiveEntry> entries;
  ASSERT_TRUE(ga::measure_merged(merged, 1, {}, entries));
  const auto place = directory.path() / "merged";
  std::filesystem::create_directory(place);
  ga::write_merged(place, merged, entries);
  EXPECT_FALSE(gallery_candidates(place).empty());
}

TEST(Gallery, EachVariantHasItsOwnFiguresWhereRunsHaveOneName) {
  const test::TemporaryDirectory directory;
  GalleryOptions options;
  options.agents = {"random"};
  options.matches = 50;
  options.screen = 2;
  options.fairness = 1;
  for (const std::uint64_t seed : {1, 2, 3}) {
    options.runs.push_back((directory.path() / std::to_string(seed)).string());
    make_archive(options.runs.back(), seed);
  }
  const auto gallery = make_gallery(options);
  ASSERT_TRUE(gallery);
  std::size_t of_one_source = 0;
  for (const Exhibit& one : gallery->exhibits) {
    for (const Exhibit& other : gallery->exhibits) {
      if (&one == &other || one.source != other.source) continue;
      ++of_one_source;
      EXPECT_NE(one.tables, other.tables) << one.source;
    }
  }
  EXPECT_GT(of_one_source, 0u);
}

TEST(Gallery, SizeClasses) {
  const std::pair<int, int> cases[] = {{2, 0},  {5, 0},  {6, 1},  {10, 1}, {11, 2}, {16, 3},
                                       {20, 3}, {21, 4}, {30, 4}, {31, 5}, {42, 5}, {43, 6}};
  for (const auto& [territories, expected] : cases) EXPECT_EQ(size_class(territories), expected);
}

}  // namespace
}  // namespace evorisk::experiments
