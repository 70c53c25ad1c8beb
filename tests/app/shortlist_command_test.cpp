// evorisk evolve of a shortlist as a whole program: its page, its files, interruptions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/text/minutes.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/objective/length.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"
#include "tests/support/pattern.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;

const char* const two = R"({"format": 1, "title": "Two <boards>", "matches": 400, "finalists": 2,
    "screen": 10, "fresh_matches": 20, "fairness": 1, "completeness": 0, "shortlist": [
      {"title": "Small", "players": 2, "territories": [8, 9]},
      {"title": "For three", "players": 3, "territories": [10, 11]}]})";

TEST(ShortlistCommand, WritesAPageWhoseLinksAndCommandsHold) {
  const test::TemporaryDirectory directory;
  directory.write("two.json", two);
  const auto result =
      test::run_in(directory, {"evolve", "two.json", "--out", "s", "--threads", "2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto listed_json = parse_json(result.out);
  ASSERT_EQ(listed_json["variants"].size(), 2u);
  EXPECT_EQ(listed_json["report"], "s/report.html");

  const std::string page = directory.read("s/report.html");
  EXPECT_EQ(test::matches(page, "<article ").size(), 2);
  EXPECT_EQ(test::matches(page, "<svg ").size(), 4);  // boards and thumbnails
  EXPECT_THAT(page, HasSubstr("Two &lt;boards&gt;"));
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& variant = listed_json["variants"][i];
    const std::string file = variant["file"];
    const risk::Variant read = risk::load_variant(directory.path() / "s" / file);
    EXPECT_EQ(read.players(), variant["players"]);
    EXPECT_EQ(read.name(), variant["name"]);
    EXPECT_THAT(page, HasSubstr("evorisk play " + file));
    // The chance of every seat under both agents, as the wins say.
    for (const auto& table : variant["tables"]) {
      EXPECT_EQ(table["seat_wins"].size(), variant["players"]);
      EXPECT_EQ(table["matches"], 20);
    }
  }
  for (const std::string& link : test::matches(page, "href=\"([^\"#]+)\"", 1)) {
    EXPECT_TRUE(fs::exists(directory.path() / "s" / link)) << link;
  }
  // The same page again of the files alone, and at another number of threads.
  ASSERT_EQ(test::run_in(directory, {"report", "s"}).exit_code, 0);
  EXPECT_EQ(directory.read("s/report.html"), page);
  ASSERT_EQ(
      test::run_in(directory, {"evolve", "two.json", "--out", "t", "--threads", "1"}).exit_code, 0);
  EXPECT_EQ(directory.read("t/report.html"), page);
}

// In the shortlist's page and variants, and in the report, result and best variant of its search.
TEST(ShortlistCommand, ABoardHasOneNameAndOneLengthEverywhere) {
  const test::TemporaryDirectory directory;
  directory.write("two.json", test::replaced(two, "\"finalists\": 2", "\"finalists\": 1"));
  const auto bred = test::run_in(directory, {"evolve", "two.json", "--out", "s", "--json"});
  ASSERT_EQ(bred.exit_code, 0) << bred.err;
  const auto variants = parse_json(bred.out)["variants"];
  const auto look = [&] {
    const std::string page = directory.read("s/report.html");
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string run = i == 0 ? "s/1-small/" : "s/2-for-three/";
      const std::string name = variants[i]["name"];
      const risk::Variant shown =
          risk::load_variant(directory.path() / "s" / variants[i]["file"].get<std::string>());
      const risk::Variant best = risk::load_variant(directory.path() / run / "best.json");
      EXPECT_EQ(risk::variant_to_json(best), risk::variant_to_json(shown));
      const auto length = metrics::own_length(best);
      ASSERT_TRUE(length);
      const std::string minutes =
          minutes_cell(*length, best.territories(), metrics::own_seconds(best));
      const std::string report = directory.read(run + "report.html");
      EXPECT_THAT(report, HasSubstr("<h1>" + name + "</h1>"));
      EXPECT_THAT(report, HasSubstr(">" + minutes + "<"));
      EXPECT_THAT(report, HasSubstr("The shortlist shows this board"));
      // What was asked for, of the shortlist as well, as each judge found it.
      const std::string row =
          "<td>advantage</td><td[^>]*>[^<]* by cautious, [^<]* by strategist</td><td[^>]*>at most "
          "1<";
      EXPECT_EQ(test::matches(report, row).size(), 1u);
      EXPECT_THAT(page,
                  HasSubstr(length_text(*length, best.territories(), metrics::own_seconds(best))));
      const auto result = ga::read_result(directory.path() / run).at("best");
      for (std::size_t agent = 0; agent < 2; ++agent) {
        for (const char* of : {"turns", "seat_wins", "matches"}) {
          EXPECT_EQ(result["judges"][agent][of], variants[i]["tables"][agent][of]) << of;
        }
      }
    }
  };
  look();
  // A process that was killed while it wrote this has left files that do not go together.
  const std::string whole = directory.read("s/1-small/result.json");
  directory.write("s/1-small/best.json", directory.read("s/2-for-three/best.json"));
  ASSERT_EQ(test::run_in(directory, {"evolve", "--resume", "--out", "s"}).exit_code, 0);
  EXPECT_EQ(directory.read("s/1-small/result.json"), whole);
  look();
  // At the table, too: by other matches it would be shorter or longer.
  ASSERT_EQ(test::run_in(directory, {"print", "s/1-small/best.json", "--out", "kit"}).exit_code, 0);
  auto longer = read_json((directory.path() / "s/1-small/best.json").string());
  for (auto& table : longer["bred_for"]["measured"]["turns"]) table["mean"] = 500;
  directory.write("longer.json", longer.dump());
  ASSERT_EQ(test::run_in(directory, {"print", "longer.json", "--out", "longer"}).exit_code, 0);
  EXPECT_NE(directory.read("longer/rules-1.svg"), directory.read("kit/rules-1.svg"));
}

TEST(ShortlistCommand, EndsWithThePathOfThePageAlsoAfterAnInterruption) {
  const test::TemporaryDirectory directory;
  directory.write("two.json", two);
  const auto first =
      test::run_until(directory.path() / "s/1-small/generations.jsonl",
                      {"evolve", "two.json", "--out", "s", "--threads", "1"}, directory.path());
  if (first.exit_code == 130) {
    EXPECT_THAT(first.err, HasSubstr("evorisk evolve --resume --out s"));
    EXPECT_FALSE(fs::exists(directory.path() / "s/report.html"));
  }
  const auto second = test::run_in(directory, {"evolve", "--resume", "--out", "s"});
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_THAT(second.out, EndsWith("s/report.html\n"));
  ASSERT_EQ(test::run_in(directory, {"evolve", "two.json", "--out", "whole"}).exit_code, 0);
  EXPECT_EQ(directory.read("s/report.html"), directory.read("whole/report.html"));
}

// Without a configuration, what is set and wished for is of the shortlist, also from a file.
TEST(ShortlistCommand, SettingsAndWishesAloneAreItsOwn) {
  const test::TemporaryDirectory directory;
  directory.write("wishes.json", R"({"format": 1, "players": 2, "territories": "8..9"})");
  const auto result =
      test::run_in(directory, {"evolve", "--wishes", "wishes.json", "--matches", "100", "--set",
                               "finalists=1", "--set", "screen=2", "--set", "fresh_matches=2",
                               "--set", "minutes=..60", "--out", "s", "--threads", "2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto variants = parse_json(result.out)["variants"];
  ASSERT_EQ(variants.size(), 6u);
  for (const auto& variant : variants) {
    EXPECT_EQ(variant["players"], 2);
    EXPECT_LE(variant["territories"], 9);
  }
  const auto shortlist = parse_json(directory.read("s/shortlist.json"));
  EXPECT_EQ(shortlist["fresh_matches"], 2);
  EXPECT_FALSE(shortlist["shortlist"][0].contains("format"));
}

// What is bred on from one variant is a shortlist of one: named, with its page, whole without the
// files that the wishes name, and with what is kept in it.
TEST(ShortlistCommand, AStartMakesAShortlistOfOne) {
  const test::TemporaryDirectory directory;
  make_directory(directory.path() / "own");
  risk::Variant start = risk::load_variant("risk");
  directory.write("own/board.json", risk::variant_to_json(start).dump());
  directory.write(
      "own/wishes.json",
      R"({"format": 1, "start": "board.json", "keep": ["rules", "continent:Europe", "territory:Brazil"]})");
  const std::vector<std::string> breed = {
      "evolve",   "--wishes", "own/wishes.json",      "--matches", "100", "--set",
      "screen=4", "--set",    "fresh_matches=4",      "--out",     "s",   "--threads",
      "2",        "--set",    "agents=[\"cautious\"]"};
  const auto result = test::run_in(directory, breed);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, EndsWith("s/report.html\n"));
  const std::string page = directory.read("s/report.html");
  EXPECT_EQ(test::matches(page, "<article ").size(), 1);
  EXPECT_THAT(page, HasSubstr("<h1>Bred on from risk</h1>"));
  EXPECT_THAT(page, testing::Not(HasSubstr("Side by side")));

  const fs::path bred = fs::directory_iterator(directory.path() / "s/variants")->path();
  const risk::Variant variant = risk::load_variant(bred.string());
  EXPECT_NE(variant.name(), "risk");
  EXPECT_EQ(variant.rules(), start.rules());
  const auto europe = [](const maps::Map& map) {
    std::string text;
    for (const maps::Continent& continent : map.continents()) {
      if (continent.name != "Europe") continue;
      text = std::to_string(continent.bonus);
      for (const int t : continent.territories) text += ' ' + map.territory(t).name;
    }
    return text;
  };
  EXPECT_EQ(europe(variant.map()), europe(start.map()));
  const auto brazil = [](const maps::Map& map) {
    const auto& all = map.data().territories;
    return *std::ranges::find(all, "Brazil", &maps::Territory::name);
  };
  EXPECT_EQ(brazil(variant.map()), brazil(start.map()));  // with its place

  // Again, from the files of the shortlist alone.
  fs::remove_all(directory.path() / "own");
  fs::remove(directory.path() / "s/report.html");
  ASSERT_EQ(test::run_in(directory, {"report", "s"}).exit_code, 0);
  EXPECT_EQ(directory.read("s/report.html"), page);
  // What was a run's own directory becomes the shortlist's.
  directory.write("s/config.json", "{}");
  ASSERT_EQ(test::run_in(directory,
                         {"evolve", "--from", "thesis-8", "--matches", "100", "--set", "screen=4",
                          "--set", "fresh_matches=4", "--out", "s", "--force", "--quiet"})
                .exit_code,
            0);
  EXPECT_FALSE(fs::exists(directory.path() / "s/config.json"));
  EXPECT_FALSE(fs::exists(directory.path() / "s/1-bred-on-from-risk"));
  EXPECT_TRUE(fs::exists(directory.path() / "s/1-bred-on-from-thesis-8/winner.json"));
}

TEST(ShortlistCommand, IsReplacedWhole) {
  const test::TemporaryDirectory directory;
  directory.write("two.json", two);
  ASSERT_EQ(test::run_in(directory, {"evolve", "two.json", "--out", "s"}).exit_code, 0);
  directory.write("s/variants/notes.txt", "not of the shortlist");
  const std::vector<std::string> run = {"evolve",     "quick", "--force",         "--out",
                                        "s",          "--set", "generations=1",   "--set",
                                        "matches=10", "--set", "final.matches=20"};
  {
    const ga::DirectoryLock other(directory.path() / "s");
    for (const auto& command : {run, {"evolve", "two.json", "--force", "--out", "s"}}) {
      const auto refused = test::run_in(directory, command);
      EXPECT_THAT(refused.err, HasSubstr("s: another process is at work in this directory"));
      EXPECT_TRUE(fs::exists(directory.path() / "s/1-small/winner.json"));
    }
  }
  directory.write("s/variants/mine.json", "{}");
  ASSERT_EQ(test::run_in(directory, {"evolve", "two.json", "--resume", "--out", "s"}).exit_code, 0);
  EXPECT_EQ(directory.read("s/variants/mine.json"), "{}");
  const auto made = test::run_in(directory, run);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const char* gone : {"shortlist.json", "1-small", "2-for-three"})
    EXPECT_FALSE(fs::exists(directory.path() / "s" / gone)) << gone;
  EXPECT_EQ(directory.read("s/variants/notes.txt"), "not of the shortlist");
  EXPECT_EQ(directory.read("s/variants/mine.json"), "{}");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path() / "s/variants"), {}), 2);
  EXPECT_EQ(test::run_in(directory, {"evolve", "--resume", "--out", "s"}).exit_code, 0);
  // And the other way round, also where a winner's file is damaged.
  ASSERT_EQ(test::run_in(directory, {"evolve", "two.json", "--out", "s", "--force"}).exit_code, 0);
  for (const char* gone : {"best.svg", "best.json", "result.json"})
    EXPECT_FALSE(fs::exists(directory.path() / "s" / gone)) << gone;
  directory.write("s/1-small/winner.json", "{}");
  EXPECT_EQ(test::run_in(directory, {"evolve", "two.json", "--out", "s", "--force"}).exit_code, 0);
}

TEST(ShortlistCommand, WishesOfAFileAndOfOptionsGoTogether) {
  const test::TemporaryDirectory directory;
  directory.write("wishes.json", R"({"format": 1, "start": "risk", "keep": ["territory:Brazil"],
                                     "seconds": {"roll": 100}})");
  directory.write("eight.json", R"({"format": 1, "territories": 8})");
  const auto evolve = [&](std::vector<std::string> words) {
    const std::vector<std::string> usual = {
        "--matches", "100", "--set", "screen=2", "--set", "fresh_matches=2", "--quiet"};
    words.insert(words.begin(), "evolve");
    words.insert(words.end(), usual.begin(), usual.end());
    return test::run_in(directory, words);
  };
  const auto kept = evolve({"--wishes", "wishes.json", "--keep", "rule:fortify", "--seconds",
                            "target=20", "--out", "kept", "--seed", "5000000000"});
  ASSERT_EQ(kept.exit_code, 0) << kept.err;
  const auto list = parse_json(directory.read("kept/shortlist.json"));
  EXPECT_EQ(list["seed"], 5'000'000'000);
  const auto& entry = list["shortlist"][0];
  EXPECT_EQ(entry["keep"], parse_json(R"(["territory:Brazil", "rule:fortify"])"));
  EXPECT_EQ(entry["seconds"]["roll"], 100);
  EXPECT_EQ(entry["seconds"]["target"], 20);
  EXPECT_EQ(test::run_in(directory, {"report", "kept"}).exit_code, 0);
  EXPECT_THAT(directory.read("kept/report.html"),
              HasSubstr("Stays as it was: territory Brazil; rule fortify."));
  const auto refused = evolve({"--wishes", "eight.json", "--continents", "10", "--out", "no"});
  EXPECT_THAT(refused.err, HasSubstr("continents: 10 do not fit into 8 territories"));
  // A map without a name is a start as any other; and so is a variant, whatever its ending.
  const risk::Variant risk = risk::load_variant("risk");
  auto start = parse_json(risk::variant_to_json(risk).dump());
  start.erase("name");
  start["map"].erase("name");
  directory.write("start.variant", start.dump());
  const auto own = evolve({"--from", "start.variant", "--keep", "map", "--out", "own dir"});
  ASSERT_EQ(own.exit_code, 0) << own.err;
  EXPECT_EQ(parse_json(directory.read("own dir/shortlist.json"))["shortlist"].size(), 1u);
}

TEST(ShortlistCommand, LikesOfAFileAndOfAFormerShortlistGiveTheSameBytes) {
  const test::TemporaryDirectory directory;
  directory.write("two.json", two);
  directory.write("said.txt", "1-small 1 like g0-0\n1-small 1 drop g0-999\n2-for-three 1 off\n");
  const auto first = test::run_in(
      directory, {"evolve", "two.json", "--likes", "said.txt", "--out", "s", "--threads", "2"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("\nlikes      1 liked, 0 dropped: "));
  EXPECT_THAT(first.out, HasSubstr("\nlikes      0 liked, 0 dropped, switched off: "));
  EXPECT_THAT(first.err, HasSubstr("s/1-small/likes.txt: \"drop g0-999\": there is no such "
                                   "individual before generation 1"));
  const auto second = test::run_in(
      directory, {"evolve", "two.json", "--likes", "s", "--out", "t", "--threads", "1"});
  ASSERT_EQ(second.exit_code, 0) << second.err;
  for (const char* file : {"report.html", "1-small/result.json", "1-small/generations.jsonl",
                           "1-small/report.html", "2-for-three/generations.jsonl"}) {
    const std::string name = file;
    EXPECT_EQ(directory.read("s/" + name), directory.read("t/" + name)) << file;
  }
  EXPECT_THAT(directory.read("t/1-small/report.html"), HasSubstr("What was liked"));
}

}  // namespace
}  // namespace evorisk::app
