// Likes of a shortlist: lines with the entry's name, from the start and while it is bred; the same
// likes give the same bytes.
#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "experiments/shortlist/likes.hpp"
#include "ga/run/likes_file.hpp"
#include "tests/support/process.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class ShortlistLikes : public testing::Test {
 protected:
  using Start = ga::RunOptions::Start;

  ShortlistLikes() {
    const auto json = parse_json(
        R"({"format": 1, "title": "Two", "matches": 3000, "screen": 20, "fresh_matches": 40,
            "seed": 5, "finalists": 3, "shortlist": [
              {"title": "Small", "players": 2, "territories": [8, 9]},
              {"title": "For three", "players": 3, "territories": [10, 11]}]})");
    shortlist_ = shortlist_from_json(JsonView(json, "list.json"));
  }

  bool bred(const std::string& name, BreedingOptions options = {}) {
    options.directory = path(name);
    options.on_problem = [&](const Message& problem) { problems_.push_back(problem.text()); };
    return breed(shortlist_, options).has_value();
  }

  // All files but timings, by their path; those of likes are no results.
  std::map<std::string, std::string> results(const std::string& name) const {
    std::map<std::string, std::string> all;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(name))) {
      const std::string file = entry.path().filename();
      if (!entry.is_regular_file() || file == "timing.jsonl" || file == "likes.txt") continue;
      all[fs::relative(entry.path(), path(name)).string()] = read_file(entry.path());
    }
    return all;
  }

  fs::path path(const std::string& name) const { return directory_.path() / name; }

  test::TemporaryDirectory directory_;
  Shortlist shortlist_;
  std::vector<std::string> problems_;
};

TEST_F(ShortlistLikes, OfTheStartGiveTheSameBytesAtAnyNumberOfThreadsAndStopped) {
  directory_.write("said.txt",
                   "# of both\n2-for-three 1 drop g0-1\n  1-small 1 like g0-3\n\n"
                   "1-small 1 drop g0-2\n");
  BreedingOptions options;
  options.likes = load_likes(path("said.txt"), shortlist_);
  ASSERT_EQ(options.likes.size(), 2u);
  EXPECT_EQ(ga::likes_text(options.likes[0]), "1 like g0-3\n1 drop g0-2\n");
  EXPECT_EQ(ga::likes_text(options.likes[1]), "1 drop g0-1\n");
  ASSERT_TRUE(bred("one", options));
  EXPECT_EQ(ga::heard_statements(path("one/1-small")), options.likes[0]);
  EXPECT_EQ(ga::heard_statements(path("one/2-for-three")), options.likes[1]);
  const auto expected = results("one");
  ASSERT_TRUE(bred("none"));
  EXPECT_NE(results("none"), expected);
  options.threads = 2;
  ASSERT_TRUE(bred("two", options));
  EXPECT_EQ(results("two"), expected);
  // Stopped before the second run began, whose likes are there all the same.
  std::atomic<bool> stop = false;
  BreedingOptions until = options;
  until.stop = &stop;
  until.on_progress = [&](const std::string&, double done) { stop = done > 0.1; };
  ASSERT_FALSE(bred("stopped", until));
  EXPECT_EQ(read_file(path("stopped/2-for-three/likes.txt")), "1 drop g0-1\n");
  BreedingOptions resumed;
  resumed.start = Start::resume;
  ASSERT_TRUE(bred("stopped", resumed));
  EXPECT_EQ(results("stopped"), expected);
  // A former shortlist says what its runs heard; one that is replaced leaves nothing of it.
  BreedingOptions again;
  again.likes = load_likes(path("stopped"), shortlist_);
  EXPECT_EQ(again.likes, options.likes);
  BreedingOptions replaced;
  replaced.start = Start::force;
  ASSERT_TRUE(bred("stopped", replaced));
  EXPECT_EQ(results("stopped"), results("none"));
  EXPECT_THAT(problems_, IsEmpty());
}

TEST_F(ShortlistLikes, OfAShortlistOfOneNeedNotNameItsEntry) {
  shortlist_.entries.pop_back();
  directory_.write("said.txt", "1 like g0-3\n1-small 1 drop g0-2\n");
  const auto likes = load_likes(path("said.txt"), shortlist_);
  EXPECT_EQ(ga::likes_text(likes[0]), "1 like g0-3\n1 drop g0-2\n");
  directory_.write("said.txt", "1 like g0-3\n2-small 1 drop g0-2\n");
  EXPECT_THROW(load_likes(path("said.txt"), shortlist_), InputError);
}

TEST_F(ShortlistLikes, OfTheWholeDirectoryAreHeardOfTheEntryThatIsBred) {
  int lines = 0;
  BreedingOptions options;
  options.on_progress = [&](const std::string& stage, double) {
    // When the first generation is done, and once more in the second run.
    const std::string run = stage == "Small" ? "1-small" : "2-for-three";
    if (lines != (stage == "Small" ? 0 : 1)) return;
    if (!fs::exists(path("live/" + run) / "generations.jsonl") ||
        read_file(path("live/" + run) / "generations.jsonl").empty()) {
      return;
    }
    ++lines;
    append_file(path("live/likes.txt"),
                lines == 1 ? "1-small like g0-0\n2-for-three like g0-0\n1-smal drop g0-1\n"
                             "like g0-1\n1-small like g0-99"
                           : "\n2-for-three drop g0-1\n",
                Flush::to_system);
  };
  ASSERT_TRUE(bred("live", options));
  const auto of_small = ga::heard_statements(path("live/1-small"));
  ASSERT_EQ(of_small.size(), 1u);
  EXPECT_EQ(ga::words_of(of_small[0]), "like g0-0");
  const auto of_three = ga::heard_statements(path("live/2-for-three"));
  ASSERT_EQ(of_three.size(), 1u);
  EXPECT_EQ(ga::words_of(of_three[0]), "drop g0-1");
  EXPECT_THAT(
      problems_,
      ElementsAre(HasSubstr("likes are heard of the entry that is being bred, which is 1-small"),
                  HasSubstr("live/likes.txt: \"1-smal drop g0-1\": unknown entry of the shortlist "
                            "\"1-smal\"; did you mean \"1-small\"?"),
                  HasSubstr("unknown entry of the shortlist \"like\"; valid: 1-small, 2-for-three"),
                  HasSubstr("1-small/likes.txt: \"like g0-99\": there is no such individual")));
  EXPECT_THAT(read_file(path("live/likes.txt")),
              HasSubstr("1-small like g0-99\n# handed on: 1-small like g0-0\n# left out: "
                        "2-for-three like g0-0\n"));
  // Told again from the start, the same bytes; said when all is done, one line tells.
  BreedingOptions again;
  again.likes = load_likes(path("live"), shortlist_);
  ASSERT_TRUE(bred("again", again));
  EXPECT_EQ(results("again"), results("live"));
  problems_.clear();
  append_file(path("live/likes.txt"), "1-small like g0-1\n", Flush::to_system);
  BreedingOptions resumed;
  resumed.start = Start::resume;
  ASSERT_TRUE(bred("live", resumed));
  EXPECT_THAT(problems_, ElementsAre(HasSubstr("the shortlist is done")));
}

TEST_F(ShortlistLikes, WhatIsWrongIsNamedBeforeAnythingIsBred) {
  const std::pair<const char*, const char*> rows[] = {
      {"\n1-smal 5 like g3-17\n", "said.txt:2: unknown entry of the shortlist \"1-smal\""},
      {"5 like g3-17\n", "said.txt:1: unknown entry of the shortlist \"5\"; valid: 1-small"},
      {"1-small 1 like g0-1\n2-for-three like g0-1\n",
       "said.txt:2: before which generation? for example \"5 like g0-1\""},
      {"1-small 2 lik g0-1\n", "said.txt:1: unknown verdict \"lik\""},
      {"1-small \n", "said.txt:1: nothing is said of a candidate of 1-small"},
      {"1-small 900 like g0-1\n", "said.txt:1: generation 900, but the run has"},
  };
  for (const auto& [text, says] : rows) {
    directory_.write("said.txt", text);
    EXPECT_THAT([&] { load_likes(path("said.txt"), shortlist_); },
                ThrowsMessage<InputError>(HasSubstr(says)))
        << text;
  }
  EXPECT_THAT([&] { load_likes(directory_.path(), shortlist_); },
              ThrowsMessage<InputError>(HasSubstr("holds no shortlist")));
  EXPECT_THROW(load_likes(path("nothing.txt"), shortlist_), SystemError);
}

}  // namespace
}  // namespace evorisk::experiments
