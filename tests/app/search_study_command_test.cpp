// evorisk study search, as a whole command: runs, the report of some of them, and of all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view design = R"({
  "format": 1, "name": "small", "seed": 3,
  "budgets": [{"matches": 300, "seeds": 2}, {"matches": 600, "seeds": 1}],
  "classes": [[2, 9], [10, 42]], "turns": [0, 10, 100],
  "fresh": {"class": 40, "niche": 20, "change": 20, "changes": 2},
  "playable": {"completeness": {"at_least": 0.5}, "turns": [0, 100]},
  "base": {"format": 1, "population": 6, "tournament": 3, "matches": 10, "generations": 1000,
           "monitor_matches": 0, "search_space": {"initial_maps": ["thesis-8", "two", "cycle-4"]}},
  "searches": {
    "forgets": {"title": "Forgets", "about": "the elite's matches are forgotten",
                "set": {"elite_policy": "reevaluate"}},
    "keeps": {"title": "Keeps", "about": "they add up", "set": {"elite_policy": "accumulate"}}
  }})";

class SearchStudyCommand : public testing::Test {
 protected:
  SearchStudyCommand() {
    directory.write("design.json", std::string(design));
    options.directory = directory.path();
  }
  void study(std::vector<std::string> words) {
    words.insert(words.begin(), {"study", "search", "design.json", "--out", "study"});
    const auto result = test::run(words, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
  std::string report() const { return directory.read("study/report.md"); }

  test::TemporaryDirectory directory;
  test::ProcessOptions options;
};

TEST_F(SearchStudyCommand, SaysHowManyOfItsRunsAReportIsOf) {
  study({"--budgets", "300", "--seeds", "1"});
  study({"--report"});
  EXPECT_THAT(report(), HasSubstr("**Unfinished**: 2 of 4 runs are done."));
  EXPECT_THAT(report(), HasSubstr("| 300 matches | Forgets (n = 1) | Keeps (n = 1) |"));
  EXPECT_THAT(report(), HasSubstr("No run was done."));

  study({});
  EXPECT_THAT(report(), Not(HasSubstr("Unfinished")));
  EXPECT_THAT(report(), Not(HasSubstr("No run was done.")));
  EXPECT_THAT(report(), HasSubstr("Forgets (n = 2) | Keeps (n = 2)"));
  EXPECT_THAT(directory.read("study/comparisons.csv"), HasSubstr("forgets"));
  EXPECT_THAT(directory.read("study/fitness-300.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(report(), AllOf(HasSubstr(" % of 4 measured"), Not(HasSubstr("± 0 "))));
  // The report is of the runs alone.
  const std::string whole = report();
  directory.write("study/report.md", "");
  study({"--report"});
  EXPECT_EQ(report(), whole);
}

}  // namespace
}  // namespace evorisk::app
