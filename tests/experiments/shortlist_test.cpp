// Shortlists as data, and their breeding: the same bytes at any number of threads and after an
// interruption.
#include "experiments/shortlist/shortlist.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

Shortlist shortlist_of(const std::string& text) {
  const Json json = Json::parse(text);
  return shortlist_from_json(JsonView(json, "list.json"));
}

const char* const tiny = R"({"format": 1, "title": "Two", "matches": 800, "screen": 20,
    "fresh_matches": 40, "seed": 5, "shortlist": [
      {"title": "Small & quick", "players": 2, "territories": [8, 9]},
      {"title": "For three", "players": 3, "territories": [10, 11]}]})";

TEST(Shortlist, BuiltInOnesAreReadAndWrittenBack) {
  for (const auto& [name, entries] :
       {std::pair<std::string, std::size_t>{"shortlist", 6}, {"gallery", 36}}) {
    const Shortlist all = shortlist_of(std::string(find_shortlist(name)->text));
    EXPECT_EQ(all.entries.size(), entries);
    EXPECT_EQ(all.agents, (std::vector<std::string>{"cautious", "strategist"}));
    const Json json = shortlist_to_json(all);
    EXPECT_TRUE(is_shortlist(json));
    EXPECT_EQ(shortlist_to_json(shortlist_of(json.dump())), json);
    std::set<std::string> directories;
    for (std::size_t i = 0; i < entries; ++i) directories.insert(entry_directory(all, i));
    EXPECT_EQ(directories.size(), entries);
  }
  EXPECT_EQ(find_shortlist("other"), nullptr);
  EXPECT_EQ(entry_directory(shortlist_of(tiny), 0), "1-small-quick");
}

TEST(Shortlist, WishesNarrowEveryEntryAndEntriesGoOnToDiffer) {
  Shortlist all = shortlist_of(tiny);
  const std::vector<std::string> settings = {"players=4", "territories=[9, 20]", "matches=900"};
  set_members(all, settings);
  EXPECT_EQ(all.matches, 900);
  const Json first = Json::parse(all.entries[0].wishes);
  const Json second = Json::parse(all.entries[1].wishes);
  EXPECT_EQ(first["players"], 4);
  EXPECT_EQ(first["territories"], Json({9, 9}));     // what both have in common
  EXPECT_EQ(second["territories"], Json({10, 11}));  // within the wish already
  const std::vector<std::string> beyond = {"territories=[20, 29]", "minutes=[30, 60]"};
  set_members(all, beyond);
  EXPECT_EQ(Json::parse(all.entries[0].wishes)["territories"], Json({20, 24}));
  EXPECT_EQ(Json::parse(all.entries[1].wishes)["territories"], Json({24, 29}));
  EXPECT_EQ(Json::parse(all.entries[0].wishes)["minutes"], Json({30, 45}));
  EXPECT_EQ(Json::parse(all.entries[1].wishes)["minutes"], Json({45, 60}));
  // Ranges of wishes are texts on the command line; an end may be open.
  set_members(all, std::vector<std::string>{"territories=..22"});
  EXPECT_EQ(Json::parse(all.entries[0].wishes)["territories"], Json({20, 22}));
  EXPECT_EQ(Json::parse(all.entries[1].wishes)["territories"], Json({16, 22}));
  // A board of one's own is no board of the library any more.
  Shortlist risk = shortlist_of(std::string(find_shortlist("shortlist")->text));
  const std::vector<std::string> size = {"territories=[12, 24]"};
  set_members(risk, size);
  EXPECT_FALSE(Json::parse(risk.entries[5].wishes).contains("start"));
}

TEST(Shortlist, WhatIsWrongIsNamed) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"format": 1})", "list.json: "},
      {R"({"format": 2, "shortlist": []})", "format"},
      {R"({"format": 1, "shortlist": []})", "expected 1 to 99 entries"},
      {R"({"format": 1, "shortlist": [{"players": 2}]})", "title"},
      {R"({"format": 1, "shortlist": [{"title": "?!"}]})", "expected a title with letters"},
      {R"({"format": 1, "shortlist": [{"title": "A", "players": 7}]})", "shortlist[0].players"},
      {R"({"format": 1, "shortlist": [{"title": "A", "plaers": 2}]})", "did you mean \"players\"?"},
      {R"({"format": 1, "agents": [], "shortlist": []})", "expected 1 to 8 agents"},
      {R"({"format": 1, "agents": ["cautius"], "shortlist": []})", "did you mean \"cautious\"?"},
      {R"({"format": 1, "matches": 3, "shortlist": []})", "matches"},
  };
  for (const auto& row : cases) {
    EXPECT_THAT([&] { shortlist_of(row.first); }, ThrowsMessage<InputError>(HasSubstr(row.second)))
        << row.first;
  }
  Shortlist all = shortlist_of(tiny);
  for (const std::string setting : {"players", "=2", "players=9", "plaers=2", "screen=0"}) {
    EXPECT_THROW(set_members(all, std::vector{setting}), InputError) << setting;
  }
}

class ShortlistBreeding : public testing::Test {
 protected:
  std::optional<Collection> bred(const std::string& name, int threads,
                                 ga::RunOptions::Start start = ga::RunOptions::Start::fresh,
                                 double until = 2) {
    std::atomic<bool> stop = false;
    BreedingOptions options;
    options.directory = directory_.path() / name;
    options.start = start;
    options.threads = threads;
    options.stop = &stop;
    options.on_progress = [&](const std::string&, double done) { stop = done > until; };
    return breed(shortlist_, options);
  }

  // All files but timings and locks, by their path.
  std::map<std::string, std::string> files(const std::string& name) const {
    std::map<std::string, std::string> all;
    const fs::path root = directory_.path() / name;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() || entry.path().filename() == "timing.jsonl") continue;
      all[fs::relative(entry.path(), root).string()] = read_file(entry.path());
    }
    return all;
  }

  test::TemporaryDirectory directory_;
  Shortlist shortlist_ = shortlist_of(tiny);
};

TEST_F(ShortlistBreeding, IsTheSameAtAnyNumberOfThreadsAndAfterInterruptions) {
  const auto whole = bred("one", 1);
  ASSERT_TRUE(whole);
  ASSERT_EQ(whole->exhibits.size(), 2u);
  const auto expected = files("one");
  for (const int threads : {2, 4}) {
    const std::string name = std::to_string(threads);
    ASSERT_TRUE(bred(name, threads));
    EXPECT_EQ(files(name), expected) << threads;
  }
  // Stopped in the first run, then in the second; each time the same entry goes on.
  EXPECT_FALSE(bred("stopped", 1, ga::RunOptions::Start::fresh, 0.2));
  EXPECT_THROW(read_collection(directory_.path() / "stopped"), InputError);
  EXPECT_FALSE(bred("stopped", 2, ga::RunOptions::Start::resume, 0.7));
  EXPECT_TRUE(fs::exists(directory_.path() / "stopped/1-small-quick" / winner_file));
  EXPECT_FALSE(fs::exists(directory_.path() / "stopped/2-for-three" / winner_file));
  ASSERT_TRUE(bred("stopped", 1, ga::RunOptions::Start::resume));
  EXPECT_EQ(files("stopped"), expected);
  // Resumed when done: nothing changes. Replaced by another, and back.
  ASSERT_TRUE(bred("stopped", 1, ga::RunOptions::Start::resume));
  EXPECT_EQ(files("stopped"), expected);
  shortlist_.entries[0].title = "Another";
  EXPECT_THROW(bred("stopped", 1, ga::RunOptions::Start::resume), InputError);
  EXPECT_THROW(bred("stopped", 1), InputError);
  ASSERT_TRUE(bred("stopped", 1, ga::RunOptions::Start::force));
  EXPECT_FALSE(fs::exists(directory_.path() / "stopped/1-small-quick"));
  shortlist_ = shortlist_of(tiny);
  ASSERT_TRUE(bred("stopped", 1, ga::RunOptions::Start::force));
  EXPECT_EQ(files("stopped"), expected);
}

TEST_F(ShortlistBreeding, WinnersAreAsAskedForNamedAndReadBack) {
  shortlist_.fairness = 1;
  shortlist_.completeness = 0;
  const auto all = bred("out", 2);
  ASSERT_TRUE(all);
  std::set<std::string> names;
  for (const Exhibit& exhibit : all->exhibits) {
    EXPECT_TRUE(exhibit.fair);
    EXPECT_EQ(exhibit.tables.size(), 2u);
    for (const auto& table : exhibit.tables) EXPECT_EQ(table.matches(), 40);
    for (int t = 0; t < exhibit.variant.territories(); ++t) {
      names.insert(exhibit.variant.map().territory(t).name);
    }
    const risk::Variant read = risk::load_variant((directory_.path() / "out" / exhibit.file));
    EXPECT_EQ(risk::variant_to_json(read), risk::variant_to_json(exhibit.variant));
  }
  EXPECT_EQ(all->exhibits[0].variant.players(), 2);
  EXPECT_EQ(all->exhibits[1].variant.players(), 3);
  EXPECT_NE(all->exhibits[0].variant.name(), all->exhibits[1].variant.name());
  EXPECT_FALSE(names.contains(""));
  const Collection again = read_collection(directory_.path() / "out");
  EXPECT_EQ(again.exhibits[1].tables, all->exhibits[1].tables);
  EXPECT_EQ(again.exhibits[1].typical, all->exhibits[1].typical);
  // None can be fair: the least unfair is shown, and says so.
  shortlist_.fairness = 0;
  shortlist_.completeness = 1;
  const auto unfair = bred("unfair", 1);
  ASSERT_TRUE(unfair);
  EXPECT_FALSE(unfair->exhibits[0].fair);
  EXPECT_EQ(unfair->unfair, unfair->candidates);
}

}  // namespace
}  // namespace evorisk::experiments
