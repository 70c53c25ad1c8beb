// evorisk study search: searches at equal budgets of matches, and what each of them finds.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/report/search_study.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/search_study/study.hpp"

namespace evorisk::app {
namespace {

class StudySearchCommand final : public Command {
 public:
  std::string name() const override { return "study search"; }
  std::string summary() const override {
    return "Compare searches at equal budgets of matches, by what they truly find";
  }
  std::string details() const override {
    return "DESIGN says which searches, budgets and seeds (experiments/search-study.json is one). "
           "Every finished run is a line of runs.jsonl in the directory; stopped at any moment, "
           "the same command goes on, and gives the same bytes. When all runs are there, and with "
           "--report of those that are, it writes report.md, plots, and comparisons.csv: "
           "Mann-Whitney tests of all pairs of searches, with effect sizes, corrected for their "
           "number. Runs are done many at a time, one per thread.";
  }
  std::vector<std::string> examples() const override {
    return {
        "echo '{\"format\": 1, \"name\": \"small\", \"budgets\": [{\"matches\": 400, \"seeds\": "
        "2}], \"classes\": [[2, 42]], \"turns\": [0, 100], \"fresh\": {\"class\": 40, \"niche\": "
        "20, \"change\": 20}, \"playable\": {\"completeness\": {\"at_least\": 0.5}}, \"base\": "
        "{\"format\": 1, \"population\": 6, \"tournament\": 2, \"matches\": 20, "
        "\"monitor_matches\": 0}, \"searches\": {\"one\": {\"title\": \"One\", \"about\": \"with "
        "planar crossover\", \"set\": {}}, \"two\": {\"title\": \"Two\", \"about\": \"forgets\", "
        "\"set\": {\"elite_policy\": \"reevaluate\"}}}}' > small-study.json && evorisk study "
        "search small-study.json --out found",
        "evorisk study search small-study.json --out found --report --json",
    };
  }
  void add_options(Options& options) override {
    options.argument("DESIGN", design_, "The design, a JSON file");
    options.option("--out", out_, "DIR", "Where runs and report go; continued if they are there");
    options.repeatable("--budgets", budgets_, "M,N",
                       "Only these budgets of the design, in matches");
    options.repeatable("--searches", searches_, "A,B", "Only these searches of the design");
    options.integer("--seeds", seeds_, 1, 100'000,
                    "Seeds of every budget, instead of the design's");
    options.flag("--report", report_, "Play nothing: report the runs that are done");
    options.common({Common::threads});
  }

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the study goes");
    const auto design = experiments::load_study_design(design_);
    std::optional<int> seeds;
    if (seeds_) seeds = static_cast<int>(*seeds_);
    design->narrow(numbers(budgets_), words(searches_), seeds);
    experiments::StudyJournal journal(out_, *design);
    if (!report_ && !play(context, *design, journal)) {
      context.note(fmt::format("interrupted with {} of {} runs done; the same command goes on",
                               done(*design, journal), design->runs().size()));
      return Exit::interrupted;
    }
    journal.sort(*design);
    const SearchStudyReport report = search_study_report(*design, journal.records());
    for (const auto& [file, content] : report.files) {
      write_file(std::filesystem::path(out_) / file, content);
    }
    if (context.json) {
      context.print_json(report.json);
    } else {
      context.print(report.text);
      context.note(fmt::format("wrote {}", (std::filesystem::path(out_) / "report.md").string()));
    }
    return Exit::done;
  }

 private:
  static std::vector<std::string> words(const std::vector<std::string>& lists) {
    std::vector<std::string> words;
    for (const std::string& list : lists) {
      for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        words.push_back(list.substr(begin, end - begin));
        begin = end + 1;
      }
    }
    return words;
  }

  static std::vector<std::int64_t> numbers(const std::vector<std::string>& lists) {
    std::vector<std::int64_t> numbers;
    for (const std::string& word : words(lists)) {
      if (word.empty() || word.size() > 15 ||
          word.find_first_not_of("0123456789") != std::string::npos) {
        throw InputError("--budgets: expected numbers of matches, found \"{}\"", word);
      }
      numbers.push_back(std::atoll(word.c_str()));
    }
    return numbers;
  }

  static int done(const experiments::StudyDesign& design,
                  const experiments::StudyJournal& journal) {
    int count = 0;
    for (const experiments::StudyRun& run : design.runs()) count += journal.has(run) ? 1 : 0;
    return count;
  }

  bool play(Context& context, const experiments::StudyDesign& design,
            experiments::StudyJournal& journal) const {
    const int before = done(design, journal);
    const std::size_t all = design.runs().size();
    Progress progress = context.progress("study", matches_missing(design, journal), "matches");
    experiments::StudyOptions options;
    options.threads = context.threads;
    options.stop = &context.interruption();
    options.on_progress = [&](const experiments::StudyProgress& now) {
      progress.update(now.matches, fmt::format("{} of {} runs", before + now.runs, all));
    };
    return experiments::do_study(design, journal, options);
  }

  std::string design_;
  std::string out_;
  std::vector<std::string> budgets_;
  std::vector<std::string> searches_;
  std::optional<std::int64_t> seeds_;
  bool report_ = false;
};

}  // namespace

std::unique_ptr<Command> make_study_search_command() {
  return std::make_unique<StudySearchCommand>();
}

}  // namespace evorisk::app
