// Shortlists as data, and their breeding: the same bytes at any number of threads and after an
// interruption.
#include "experiments/shortlist/shortlist.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "experiments/shortlist/finalists.hpp"
#include "experiments/wishes/configurations.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/run/run_files.hpp"
#include "maps/io.hpp"
#include "maps/layout/arrange.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/process.hpp"
#include "tests/support/schema.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

Shortlist shortlist_of(const std::string& text) {
  const Json json = parse_json(text);
  return shortlist_from_json(JsonView(json, "list.json"));
}

Shortlist built_in(const std::string& name) {
  return shortlist_of(find_configuration(name)->config);
}

void change(Shortlist& all, std::span<const std::string> settings) {
  const Json wishes = set_members(all, settings);
  if (!wishes.empty()) narrow(all, JsonView(wishes, "--set"));
}

const char* const tiny = R"({"format": 1, "title": "Two", "matches": 800, "screen": 20,
    "fresh_matches": 40, "seed": 5, "shortlist": [
      {"title": "Small & quick", "players": 2, "territories": [8, 9]},
      {"title": "For three", "players": 3, "territories": [10, 11]}]})";

TEST(Shortlist, BuiltInOnesAreReadAndWrittenBack) {
  for (const auto& [name, entries] :
       {std::pair<std::string, std::size_t>{"shortlist", 6}, {"gallery", 36}}) {
    const Shortlist all = built_in(name);
    EXPECT_EQ(all.entries.size(), entries);
    EXPECT_EQ(all.agents, (std::vector<std::string>{"cautious", "strategist"}));
    const Json json = shortlist_to_json(all);
    EXPECT_TRUE(is_shortlist(json));
    EXPECT_EQ(shortlist_to_json(shortlist_of(json.dump())), json);
    std::set<std::string> directories;
    for (std::size_t i = 0; i < entries; ++i) directories.insert(entry_directory(all, i));
    EXPECT_EQ(directories.size(), entries);
  }
  EXPECT_EQ(entry_directory(shortlist_of(tiny), 0), "1-small-quick");
  // A name of a run, whatever the title.
  Shortlist talkative = shortlist_of(tiny);
  talkative.entries[0].title = std::string(300, 'x');
  EXPECT_EQ(entry_config(talkative, 0).name, "1-" + std::string(48, 'x'));
}

// EVORISK_UPDATE_GOLDEN=1 writes the schemas anew.
TEST(Shortlist, TheSchemasAreWhatTheTablesOfKeysMake) {
  test::expect_golden("experiments/schema/shortlist.schema.json",
                      shortlist_schema().dump(2) + "\n");
  test::expect_golden("experiments/schema/wishes.schema.json", wishes_schema().dump(2) + "\n");
}

TEST(Shortlist, TheSchemaHoldsForWhatIsPublishedAndWritten) {
  const test::JsonSchema schema("experiments/schema/shortlist.schema.json");
  for (const char* name : {"shortlist", "gallery"}) {
    EXPECT_TRUE(schema.accepts(find_configuration(name)->config)) << name;
  }
  EXPECT_TRUE(schema.accepts(shortlist_to_json(shortlist_of(tiny)).dump()));
  for (const char* bad : {R"({"format": 1})", R"({"format": 2, "shortlist": [{"title": "A"}]})",
                          R"({"shortlist": [{"title": "A"}]})", R"({"format": 1, "shortlist": []})",
                          R"({"format": 1, "shortlist": [{"players": 2}]})",
                          R"({"format": 1, "shortlist": [{"title": "A", "players": 7}]})",
                          R"({"format": 1, "shortlist": [{"title": "A", "plaers": 2}]})",
                          R"({"format": 1, "agents": [], "shortlist": [{"title": "A"}]})",
                          R"({"format": 1, "fairness": 2, "shortlist": [{"title": "A"}]})",
                          R"({"format": 1, "matches": 3, "shortlist": [{"title": "A"}]})"}) {
    EXPECT_FALSE(schema.accepts(bad)) << bad;
    EXPECT_THROW(shortlist_of(bad), InputError) << bad;
  }
  const test::JsonSchema wishes("experiments/schema/wishes.schema.json");
  for (const ShortlistEntry& entry : built_in("gallery").entries) {
    EXPECT_TRUE(wishes.accepts(entry.wishes)) << entry.wishes;
  }
}

TEST(Shortlist, TheGalleryCoversSizesPlayersAndLengths) {
  const Shortlist gallery = built_in("gallery");
  std::map<int, int> of_players;
  std::set<int> sizes;
  std::set<std::string> rules;
  int shortest = 1000;
  int longest = 0;
  for (const ShortlistEntry& entry : gallery.entries) {
    const Json json = parse_json(entry.wishes);
    const Wishes wishes = wishes_from_json(JsonView(json, entry.title));
    ++of_players[*wishes.players];
    for (int n = *wishes.territories.least; n <= *wishes.territories.most; ++n) sizes.insert(n);
    shortest = std::min(shortest, *wishes.minutes.least);
    longest = std::max(longest, *wishes.minutes.most);
    rules.insert(wishes.rules);
    config_for(wishes, 1000, 1);  // throws where the wishes cannot be bred
  }
  EXPECT_EQ(of_players, (std::map<int, int>{{2, 9}, {3, 9}, {4, 9}, {5, 5}, {6, 4}}));
  EXPECT_EQ(*sizes.begin(), 8);
  EXPECT_EQ(sizes.size(), 35u);  // each up to 42
  EXPECT_EQ(shortest, 15);
  EXPECT_EQ(longest, 150);
  EXPECT_EQ(rules.size(), 3u);
}

metrics::CriteriaTotals played(std::int64_t turns, std::initializer_list<int> winners) {
  metrics::CriteriaTotals table(2);
  for (const int winner : winners) {
    metrics::MatchSummary match{};
    match.winner = static_cast<std::int8_t>(winner);
    match.turns = static_cast<std::int32_t>(turns);
    table.add(match);
  }
  return table;
}

TEST(Exhibits, NameTheBoundsThatTheyBreak) {
  const maps::MapPtr map = maps::library_map("mirror-12");
  metrics::Objective objective = metrics::thesis_objective();
  objective.constraints = {{"turns", 10, 20},
                           {"territories", std::nullopt, 10},
                           {"advantage", std::nullopt, 0.2},
                           {"completeness", 0.8, std::nullopt}};
  // Shares of seat 0: 3/4, so the advantage is 1/2 with an error; and 1/2.
  const TotalsByAgent tables = {played(15, {0, 0, 0, 1}), played(30, {0, 1, 0, 1})};
  const auto broken = broken_bounds(objective, *map, tables);
  ASSERT_EQ(broken.size(), 3u);
  EXPECT_EQ(broken[0].bound.quantity, "turns");
  EXPECT_DOUBLE_EQ(broken[0].violation, 0.5);  // 30 against 20
  EXPECT_DOUBLE_EQ(broken[0].values[0].mean, 15);
  EXPECT_DOUBLE_EQ(broken[1].violation, 0.2);  // 12 territories against 10
  EXPECT_TRUE(broken[1].quantity->of_map);
  EXPECT_DOUBLE_EQ(broken[2].violation, (0.5 - 0.2) / 0.2);
  // Within an error of the bound, four matches do not say that a seat is favoured.
  const auto surely = broken_bounds(objective, *map, tables, metrics::Coverage::one_error);
  ASSERT_EQ(surely.size(), 2u);
  EXPECT_EQ(surely[1].bound.quantity, "territories");
  // Minutes are by the pace of those who will play.
  objective.constraints = {{"minutes", std::nullopt, metrics::minutes_of(30, 12)}};
  EXPECT_TRUE(broken_bounds(objective, *map, tables).empty());
  objective.seconds.hand_over += 1;
  const auto slower = broken_bounds(objective, *map, tables);
  ASSERT_EQ(slower.size(), 1u);
  EXPECT_NEAR(slower[0].values[1].mean, metrics::minutes_of(30, 12) + 0.5, 1e-9);
}

TEST(Exhibits, HaveNamesOfTheirOwn) {
  const risk::Variant bare("", risk::Rules{}, maps::library_map("mirror-12"));
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) {
    const risk::Variant named = named_and_placed(bare, static_cast<std::uint64_t>(i), "A", names);
    EXPECT_EQ(named.name(), names.back());
    for (int j = 0; j < i; ++j) {
      EXPECT_NE(named.name().substr(0, 3), names[static_cast<std::size_t>(j)].substr(0, 3));
    }
  }
  // Collections of one seed and other titles share no name of their first boards.
  std::set<std::string> firsts;
  for (const char* title : {"A", "B", "Six boards", "A gallery of variants", ""}) {
    std::vector<std::string> none;
    firsts.insert(named_and_placed(bare, 1, title, none).name());
  }
  EXPECT_EQ(firsts.size(), 5u);
}

TEST(Exhibits, LoseTheNamesOfContinentsThatAreOtherLand) {
  const maps::MapPtr start = maps::library_map("risk");
  maps::MapData data = start->data();
  // All of Africa but Madagascar becomes South America's, which then is mostly Africa; Brazil goes.
  const auto find = [&](const char* name) {
    return std::ranges::find(data.continents, name, &maps::Continent::name);
  };
  auto& south = find("South America")->territories;
  auto& africa = find("Africa")->territories;
  south.insert(south.end(), africa.begin(), africa.end() - 1);
  africa = {africa.back(), south[3]};
  south.erase(south.begin() + 3);
  const risk::Variant bred("", risk::Rules{}, std::make_shared<const maps::Map>(data));
  const auto names = [&](const std::vector<std::string>& keep) {
    std::vector<std::string> all;
    for (const auto& continent : without_false_names(bred, *start, keep).map().continents())
      all.push_back(continent.name);
    return all;
  };
  EXPECT_THAT(names({}),
              testing::ElementsAre("North America", "", "Africa", "Europe", "Asia", "Australia"));
  EXPECT_THAT(names({"bonus:South America"}), testing::Contains("South America"));
}

TEST(Shortlist, WishesNarrowEveryEntryAndEntriesGoOnToDiffer) {
  Shortlist all = shortlist_of(tiny);
  const std::vector<std::string> settings = {"players=4", "territories=[9, 20]", "matches=900"};
  change(all, settings);
  EXPECT_EQ(all.matches, 900);
  const Json first = parse_json(all.entries[0].wishes);
  const Json second = parse_json(all.entries[1].wishes);
  EXPECT_EQ(first["players"], 4);
  EXPECT_EQ(first["territories"], Json({9, 14}));    // a share: 9 alone is too little
  EXPECT_EQ(second["territories"], Json({10, 11}));  // within the wish already
  const std::vector<std::string> beyond = {"territories=[20, 29]", "minutes=[30, 60]"};
  change(all, beyond);
  EXPECT_EQ(parse_json(all.entries[0].wishes)["territories"], Json({20, 24}));
  EXPECT_EQ(parse_json(all.entries[1].wishes)["territories"], Json({24, 29}));
  EXPECT_EQ(parse_json(all.entries[0].wishes)["minutes"], Json({30, 45}));
  EXPECT_EQ(parse_json(all.entries[1].wishes)["minutes"], Json({45, 60}));
  // What both have in common, but for a sliver of it.
  const auto minutes = [](const std::string& wish) {
    Shortlist six = built_in("shortlist");
    change(six, std::vector{"minutes=" + wish});
    std::vector<Json> ranges;
    for (const ShortlistEntry& entry : six.entries) {
      ranges.push_back(parse_json(entry.wishes)["minutes"]);
    }
    return ranges;
  };
  EXPECT_THAT(minutes("60..90"),
              testing::ElementsAre(Json({60, 75}), Json({63, 78}), Json({60, 85}), Json({69, 84}),
                                   Json({70, 90}), Json({75, 90})));
  // Ranges of wishes are texts on the command line; an end may be open.
  change(all, std::vector<std::string>{"territories=..22"});
  EXPECT_EQ(parse_json(all.entries[0].wishes)["territories"], Json({20, 22}));
  EXPECT_EQ(parse_json(all.entries[1].wishes)["territories"], Json({16, 22}));
  // What an entry has of its own gives way to a wish that it does not fit.
  const auto fitted = [](const std::vector<std::string>& wish) {
    Shortlist six = built_in("shortlist");
    change(six, wish);
    for (std::size_t i = 0; i < six.entries.size(); ++i) entry_config(six, i);  // can be bred
    return std::pair{parse_json(six.entries[3].wishes), parse_json(six.entries[5].wishes)};
  };
  const Json small = fitted({"players=2", "territories=8..9"}).first;
  EXPECT_FALSE(small.contains("minutes"));
  EXPECT_EQ(small["territories"], Json({8, 8}));
  const auto [large, classic] = fitted({"minutes=15..20"});
  EXPECT_FALSE(large.contains("territories"));
  EXPECT_EQ(large["minutes"], Json({16, 19}));
  EXPECT_FALSE(classic.contains("start"));
  // Its size goes with its length, which Risk's board cannot have.
  const auto [shorter, other] = fitted({"minutes=20..30"});
  EXPECT_FALSE(shorter.contains("territories"));
  EXPECT_FALSE(other.contains("start"));
  EXPECT_TRUE(fitted({"minutes=80..100"}).second.contains("start"));
  // A board of one's own is no board of the library any more.
  Shortlist risk = built_in("shortlist");
  const std::vector<std::string> size = {"territories=[12, 24]"};
  change(risk, size);
  EXPECT_FALSE(parse_json(risk.entries[5].wishes).contains("start"));
  // A title goes with the board it is about, and so does the length where it is not wished.
  EXPECT_EQ(risk.entries[5].title, "As wished");
  EXPECT_FALSE(parse_json(risk.entries[5].wishes).contains("minutes"));
  EXPECT_EQ(risk.entries[3].title, "As wished");  // large and long
  EXPECT_FALSE(parse_json(risk.entries[3].wishes).contains("minutes"));
  EXPECT_EQ(risk.entries[0].title, "Small and quick");
  EXPECT_TRUE(parse_json(risk.entries[0].wishes).contains("minutes"));
}

TEST(Shortlist, OfOneIsAsItIsWished) {
  Shortlist one = shortlist_of_one("A board", R"({"players": 5, "minutes": [60, 120]})");
  EXPECT_EQ(one.entries.size(), 1u);
  // A range takes the place of the entry's, and is not cut: no other entry has the rest.
  change(one, std::vector<std::string>{"minutes=90..180", "territories=..24"});
  const Json wished = parse_json(one.entries[0].wishes);
  EXPECT_EQ(wished["minutes"], "90..180");
  EXPECT_EQ(wished["territories"], "..24");
  EXPECT_EQ(one.entries[0].title, "A board");
  // What the entry has of its own does not give way: that would be another board.
  Shortlist classic = shortlist_of_one("Classic", R"({"start": "risk", "keep": ["map"]})");
  EXPECT_THROW(change(classic, std::vector<std::string>{"territories=20"}), InputError);
  change(classic, std::vector<std::string>{"keep=[\"rules\"]"});
  EXPECT_EQ(classic.entries[0].title, "Classic");
  change(classic, std::vector<std::string>{"start=war"});
  EXPECT_EQ(classic.entries[0].title, "As wished");
  // The same wishes again change nothing, so what was interrupted goes on.
  const std::vector<std::string> start = {"start=risk", "keep=[\"rules\"]", "luck=skill"};
  Shortlist from = shortlist_of_one("On");
  change(from, start);
  const std::string before = from.entries[0].wishes;
  change(from, start);
  EXPECT_EQ(from.entries[0].wishes, before);
}

TEST(Shortlist, AWishedObjectiveIsAimedAtBesideTheOtherWishes) {
  Shortlist all = shortlist_of(tiny);
  const Json wish = parse_json(R"({"luck": "skill", "objective": {"format": 1, "name": "people",
      "criteria": {"drama": {"ideal": 0.4, "weight": 3}}, "seconds": {"roll": 20}}})");
  narrow(all, JsonView(wish, "wishes"));
  for (std::size_t i = 0; i < all.entries.size(); ++i) {
    const metrics::Objective objective = entry_config(all, i).objective;
    ASSERT_EQ(objective.terms.size(), 2u);  // drama, and luck_share by the other wish
    EXPECT_EQ(objective.terms[0].weight, 3);
    EXPECT_EQ(objective.seconds.roll, 20);
    const auto bounds = [&](const char* quantity) {
      return std::ranges::count(objective.constraints, quantity,
                                &metrics::Objective::Constraint::quantity);
    };
    EXPECT_EQ(bounds("territories"), 1);
    EXPECT_EQ(bounds("completeness"), 1);
    EXPECT_NE(objective.parameters, metrics::CriteriaParameters());  // turns of the entry's minutes
  }
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
    EXPECT_THROW(change(all, std::vector{setting}), InputError) << setting;
  }
}

TEST(Shortlist, BoardsThatAreNotForPrintDoNotWinWhereOthersAre) {
  using testing::ElementsAre;
  const auto tried = [](std::vector<MapFaults> faults) { return finalists_to_try(faults); };
  // The better drawn first, but drawings within a step of 0.2 are as good: then the fitter.
  EXPECT_THAT(tried({{0, 0.5}, {0, 0.1}, {0, 0}, {0, 0.3}}), ElementsAre(1, 2, 3, 0));
  // Not for print, and of another size than was asked for.
  EXPECT_THAT(tried({{0, 80}, {0, 1.01}, {0, 0.99}, {0.1, 0}}), ElementsAre(2));
  // Where none is for print, the best of them; the fitter where they are alike.
  EXPECT_THAT(tried({{0, 80}, {0, 1.75}, {0, 1.7}, {0.1, 0}}), ElementsAre(1, 2));
  EXPECT_THAT(tried({{0.1, 80}}), ElementsAre(0));
}

class ShortlistBreeding : public testing::Test {
 protected:
  std::optional<Collection> bred(const std::string& name, int threads,
                                 ga::RunOptions::Start start = ga::RunOptions::Start::fresh,
                                 double until = 2, double asked = 2) {
    std::atomic<bool> stop = false;
    BreedingOptions options;
    options.directory = directory_.path() / name;
    options.start = start;
    options.threads = threads;
    options.stop = &stop;
    options.on_progress = [&](const std::string&, double done) {
      stop = done > until;
      if (done > asked) write_file(options.directory / ga::stop_request, "", Flush::to_system);
    };
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
    if (test::sanitized && threads == 4) continue;
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
  // By a file in the directory of all; one that is still there does not hold the next one up.
  EXPECT_FALSE(bred("asked", 1, ga::RunOptions::Start::fresh, 2, 0.2));
  EXPECT_FALSE(fs::exists(directory_.path() / "asked/1-small-quick" / winner_file));
  write_file(directory_.path() / "asked" / ga::stop_request, "", Flush::to_system);
  ASSERT_TRUE(bred("asked", 1, ga::RunOptions::Start::resume));
  EXPECT_EQ(files("asked"), expected);
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
  const auto is_best_arranged = [](const maps::Map& map) { return maps::arranged(map) == map; };
  for (const std::string run : {"1-small-quick", "2-for-three"}) {
    const risk::Variant best = risk::load_variant(directory_.path() / "out" / run / ga::best_file);
    EXPECT_TRUE(is_best_arranged(best.map())) << run;
  }
  for (const Exhibit& exhibit : all->exhibits) {
    EXPECT_TRUE(is_best_arranged(exhibit.variant.map())) << exhibit.title;
    for (const BrokenBound& broken :
         broken_bounds(exhibit.objective, exhibit.variant.map(), exhibit.tables)) {
      EXPECT_TRUE(broken.quantity->of_map) << broken.bound.quantity;
    }
    EXPECT_EQ(metrics::own_objective(exhibit.variant), exhibit.objective);  // with its fairness
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
  // None can be fair: the one that comes nearest is shown, and what it breaks is known.
  shortlist_.fairness = 0;
  shortlist_.completeness = 1;
  const auto unfair = bred("unfair", 1);
  ASSERT_TRUE(unfair);
  const Exhibit& nearest = unfair->exhibits[0];
  const auto broken = broken_bounds(nearest.objective, nearest.variant.map(), nearest.tables);
  EXPECT_TRUE(std::ranges::any_of(
      broken, [](const BrokenBound& one) { return one.bound.quantity == "advantage"; }));
  EXPECT_EQ(unfair->left_out, unfair->candidates - std::ssize(unfair->exhibits));
}

// By a run with another seed, which replaces the first, unless its candidates were liked.
TEST_F(ShortlistBreeding, WhatNoFinalistKeepsIsBredOnceMore) {
  const auto seed = [&](const std::string& name) {
    return read_json((directory_.path() / name / "1-small-quick" / ga::config_file).string())
        .at("seed")
        .get<std::uint64_t>();
  };
  shortlist_.fairness = 1;
  shortlist_.completeness = 0;
  ASSERT_TRUE(bred("fair", 2));
  EXPECT_EQ(seed("fair"), shortlist_.seed);
  shortlist_.fairness = 0;
  shortlist_.completeness = 1;
  ASSERT_TRUE(bred("unfair", 1));
  const std::uint64_t other = shortlist_.seed ^ (std::uint64_t{1} << 40);
  EXPECT_EQ(seed("unfair"), other);
  const auto expected = files("unfair");
  // Stopped in the first run, or in the second.
  for (const double until : {0.2, 0.42}) {
    const std::string name = std::to_string(until);
    EXPECT_FALSE(bred(name, 2, ga::RunOptions::Start::fresh, until));
    EXPECT_EQ(seed(name), until < 0.4 ? shortlist_.seed : other);
    EXPECT_FALSE(fs::exists(directory_.path() / name / "1-small-quick" / winner_file));
    ASSERT_TRUE(bred(name, 1, ga::RunOptions::Start::resume));
    EXPECT_EQ(files(name), expected) << until;
  }
  BreedingOptions options;
  options.directory = directory_.path() / "liked";
  options.likes = {{{1, ga::Verdict::like, "g0-1"}}, {}};
  ASSERT_TRUE(breed(shortlist_, options));
  EXPECT_EQ(seed("liked"), shortlist_.seed);
}

// Minutes bind the last choice: where a finalist keeps them, so does the winner, whatever else is
// worse.
TEST_F(ShortlistBreeding, TheWinnerKeepsItsMinutesWhereAFinalistDoes) {
  shortlist_.fairness = 1;
  shortlist_.completeness = 0;
  shortlist_.entries.resize(1);
  const auto minutes_of = [&](const Exhibit& exhibit, std::size_t a) {
    return metrics::minutes_of(exhibit.tables[a].turns().mean, exhibit.variant.territories());
  };
  const auto any = bred("any", 2);
  ASSERT_TRUE(any);
  const double usual = std::min(minutes_of(any->exhibits[0], 0), minutes_of(any->exhibits[0], 1));
  const int least = static_cast<int>(usual) + 1;
  // A bound that the former winner breaks, but hardly.
  Json wishes = parse_json(shortlist_.entries[0].wishes);
  wishes["minutes"] = {{"at_least", least}};
  shortlist_.entries[0].wishes = wishes.dump();
  shortlist_.finalists = 30;
  const auto bound = bred("bound", 2);
  ASSERT_TRUE(bound);
  for (std::size_t a = 0; a < 2; ++a) {
    EXPECT_GE(minutes_of(bound->exhibits[0], a), least);
  }
}

}  // namespace
}  // namespace evorisk::experiments
