#include "app/report/search_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/view/strip_chart.hpp"
#include "base/statistics.hpp"
#include "experiments/search_study/rank_tests.hpp"
#include "metrics/estimates/compare.hpp"

namespace evorisk::app {
namespace {

using experiments::RankTest;
using experiments::StudyDesign;
using experiments::StudyRecord;
using Json = nlohmann::ordered_json;

constexpr double missing_value = std::numeric_limits<double>::infinity();
constexpr double study_level = 0.05;

// "500 000" as people write it: 0.5 M.
std::string budget_text(std::int64_t matches) {
  if (matches >= 100'000) return fmt::format("{:g} M", static_cast<double>(matches) / 1e6);
  return fmt::format("{}", matches);
}

// A figure of a run by which searches are compared.
struct StudyOutcome {
  std::string name;   // of comparisons.csv and JSON
  std::string title;  // of tables and plots
  bool lower_is_better = true;
  int decimals = 3;
  std::function<double(const StudyRecord&)> value;  // `missing_value` where the run has none
};

std::vector<StudyOutcome> outcomes_of(const StudyDesign& design) {
  std::vector<StudyOutcome> outcomes;
  outcomes.push_back({"overall", "any size", true, 3, [](const StudyRecord& r) {
                        return r.best() != nullptr ? r.best()->fitness.mean : missing_value;
                      }});
  for (std::size_t c = 0; c < design.classes().size(); ++c) {
    const StudyDesign::SizeClass& size = design.classes()[c];
    outcomes.push_back({fmt::format("{}-{}", size.fewest, size.most),
                        fmt::format("{}–{} territories", size.fewest, size.most), true, 3,
                        [c](const StudyRecord& r) {
                          return r.classes[c] ? r.classes[c]->fitness.mean : missing_value;
                        }});
  }
  outcomes.push_back({"gap", "worse than believed", true, 3,
                      [](const StudyRecord& r) { return r.gap().value_or(missing_value); }});
  outcomes.push_back({"playable niches", "playable niches", false, 1,
                      [](const StudyRecord& r) { return static_cast<double>(r.playable_niches); }});
  outcomes.push_back(
      {"playable classes", "playable size classes", false, 1,
       [](const StudyRecord& r) { return static_cast<double>(r.playable_classes); }});
  outcomes.push_back({"elites lost", "elites lost per run", true, 1, [](const StudyRecord& r) {
                        return r.elites_lost().value_or(missing_value);
                      }});
  return outcomes;
}

struct SearchComparison {
  std::int64_t budget = 0;
  const StudyOutcome* outcome = nullptr;
  std::size_t first = 0;  // searches
  std::size_t second = 0;
  std::size_t first_n = 0;
  std::size_t second_n = 0;
  RankTest test;  // A: the chance that a run of the first is better
  double adjusted = 1;
};

class SearchStudy {
 public:
  SearchStudy(const StudyDesign& design, const std::vector<StudyRecord>& records)
      : design_(design), outcomes_(outcomes_of(design)) {
    cells_.resize(design.budgets().size() * design.searches().size());
    for (std::size_t b = 0; b < design.budgets().size(); ++b) {
      for (std::size_t s = 0; s < design.searches().size(); ++s) {
        for (const StudyRecord& record : records) {
          if (record.run.budget == design.budgets()[b].matches &&
              record.run.search == design.searches()[s].name) {
            cells_[b * design.searches().size() + s].push_back(&record);
          }
        }
      }
    }
    for (std::size_t b = 0; b < design.budgets().size(); ++b) compare(b);
  }

  SearchStudyReport report() const {
    SearchStudyReport report;
    for (std::size_t b = 0; b < design_.budgets().size(); ++b) {
      if (most_runs(b) > 0) plot(b, report.files);
    }
    report.files["report.md"] = markdown();
    report.files["comparisons.csv"] = csv();
    report.json = json();
    report.text = terminal();
    return report;
  }

 private:
  using Cell = std::vector<const StudyRecord*>;

  const Cell& cell(std::size_t b, std::size_t s) const {
    return cells_[b * design_.searches().size() + s];
  }

  std::size_t most_runs(std::size_t b) const {
    std::size_t most = 0;
    for (std::size_t s = 0; s < design_.searches().size(); ++s) {
      most = std::max(most, cell(b, s).size());
    }
    return most;
  }

  std::vector<double> values(std::size_t b, std::size_t s, const StudyOutcome& outcome) const {
    std::vector<double> values;
    for (const StudyRecord* record : cell(b, s)) values.push_back(outcome.value(*record));
    return values;
  }

  // All pairs of searches by all outcomes; one correction for all tests of a budget.
  void compare(std::size_t b) {
    std::vector<double> p;
    const std::size_t begin = comparisons_.size();
    for (const StudyOutcome& outcome : outcomes_) {
      for (std::size_t i = 0; i < design_.searches().size(); ++i) {
        for (std::size_t j = i + 1; j < design_.searches().size(); ++j) {
          std::vector<double> first = values(b, i, outcome);
          std::vector<double> second = values(b, j, outcome);
          if (first.empty() || second.empty()) continue;
          if (outcome.lower_is_better) {
            for (double& value : first) value = -value;
            for (double& value : second) value = -value;
          }
          SearchComparison comparison{
              design_.budgets()[b].matches,          &outcome, i, j, first.size(), second.size(),
              experiments::rank_test(first, second), 1};
          p.push_back(comparison.test.p);
          comparisons_.push_back(comparison);
        }
      }
    }
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) comparisons_[begin + i].adjusted = adjusted[i];
  }

  std::string number(double value, int decimals) const {
    return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "none";
  }

  std::string median_text(const std::vector<double>& values, int decimals) const {
    if (values.empty()) return "";
    const experiments::MedianInterval m = experiments::median_interval(values);
    return fmt::format("{} [{}, {}]", number(m.median, decimals), number(m.low, decimals),
                       number(m.high, decimals));
  }

  static std::string plot_name(const char* what, std::int64_t budget) {
    return fmt::format("{}-{}.svg", what, budget);
  }

  std::vector<std::string> titles() const {
    std::vector<std::string> titles;
    for (const StudyDesign::Search& search : design_.searches()) titles.push_back(search.title);
    return titles;
  }

  StripPanel panel(std::size_t b, const StudyOutcome& outcome) const {
    StripPanel panel{outcome.title, {}};
    for (std::size_t s = 0; s < design_.searches().size(); ++s) {
      panel.groups.push_back(values(b, s, outcome));
    }
    return panel;
  }

  void plot(std::size_t b, std::map<std::string, std::string>& files) const {
    const std::int64_t budget = design_.budgets()[b].matches;
    std::vector<StripPanel> fitness;
    std::vector<StripPanel> other;
    const std::size_t classes = design_.classes().size() + 1;
    for (std::size_t o = 0; o < outcomes_.size(); ++o) {
      (o < classes ? fitness : other).push_back(panel(b, outcomes_[o]));
    }
    const std::string how =
        "A point per run (number of runs in brackets); black: median and its 95 % interval. "
        "Every panel has its own scale.";
    files[plot_name("fitness", budget)] = strip_chart(
        {fmt::format("True fitness of the best of each size, searches of {} matches",
                     budget_text(budget)),
         fmt::format("By {} fresh matches; lower is better. {}", design_.fresh().of_class, how),
         "fitness (sum of distances from the ideals)",
         titles(),
         4,
         {}},
        fitness);
    files[plot_name("noise", budget)] =
        strip_chart({fmt::format("Belief, coverage and lost elites, searches of {} matches",
                                 budget_text(budget)),
                     how, "fitness, or a number", titles(), 4, 0.0},
                    other);
  }

  std::string row(const std::vector<std::string>& cells) const {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
  }

  std::string table(std::size_t b) const {
    std::vector<std::string> head = {
        fmt::format("{} matches", budget_text(design_.budgets()[b].matches))};
    std::string line = "|---|";
    for (std::size_t s = 0; s < design_.searches().size(); ++s) {
      head.push_back(fmt::format("{} (n = {})", design_.searches()[s].title, cell(b, s).size()));
      line += "---|";
    }
    std::string text = row(head) + line + "\n";
    for (const StudyOutcome& outcome : outcomes_) {
      std::vector<std::string> cells = {outcome.title};
      for (std::size_t s = 0; s < design_.searches().size(); ++s) {
        cells.push_back(median_text(values(b, s, outcome), outcome.decimals));
      }
      text += row(cells);
    }
    std::vector<std::string> shares = {"changes of the best for the worse"};
    std::vector<std::string> steps = {"a change of the best is worth"};
    for (std::size_t s = 0; s < design_.searches().size(); ++s) {
      int worse = 0;
      int measured = 0;
      std::int64_t changes = 0;
      double sum = 0;
      for (const StudyRecord* record : cell(b, s)) {
        worse += record->changes_for_worse;
        measured += record->changes_measured;
        changes += record->changes;
        sum += record->change.mean * record->changes_measured;
      }
      if (measured == 0) {
        shares.emplace_back("none");
        steps.emplace_back("none");
        continue;
      }
      shares.push_back(fmt::format("{:.0f} % of {} measured, {} in all", 100.0 * worse / measured,
                                   measured, changes));
      steps.push_back(fmt::format("{:+.4f}", sum / measured));
    }
    return text + row(shares) + row(steps);
  }

  // What stands after the correction, a line per outcome and pair.
  std::string findings(std::size_t b) const {
    const std::int64_t budget = design_.budgets()[b].matches;
    std::string text;
    std::size_t tests = 0;
    std::size_t found = 0;
    for (const StudyOutcome& outcome : outcomes_) {
      std::vector<std::string> lines;
      for (const SearchComparison& c : comparisons_) {
        if (c.budget != budget || c.outcome != &outcome) continue;
        ++tests;
        if (c.adjusted >= study_level) continue;
        ++found;
        const bool first = c.test.a > 0.5;
        const auto& better = design_.searches()[first ? c.first : c.second];
        const auto& worse = design_.searches()[first ? c.second : c.first];
        const double a = first ? c.test.a : 1 - c.test.a;
        const double low = first ? c.test.low : 1 - c.test.high;
        const double high = first ? c.test.high : 1 - c.test.low;
        lines.push_back(fmt::format("{} before {} (A {:.2f} [{:.2f}, {:.2f}], p {:.2g})",
                                    better.title, worse.title, a, low, high, c.adjusted));
      }
      if (!lines.empty()) {
        text += fmt::format("- **{}**: {}.\n", outcome.title, fmt::join(lines, "; "));
      }
    }
    return fmt::format("{} of {} tests stand after Holm's correction.\n\n{}", found, tests, text);
  }

  std::string markdown() const {
    const StudyDesign::Fresh& fresh = design_.fresh();
    std::string text = fmt::format("# {}\n\n", design_.name());
    text +=
        "Searches at equal budgets of matches. Written by `evorisk study search`; every run is "
        "a line of `runs.jsonl`, every test a line of `comparisons.csv`.\n\n";
    text += "| search | what it is |\n|---|---|\n";
    for (const StudyDesign::Search& search : design_.searches()) {
      text += row({search.title, search.about});
    }
    text += fmt::format(
        "\nAll start from {} random individuals over the same {} maps (`design.json`), every run "
        "from a seed of its own. The budget counts matches of the search alone.\n\n"
        "- **True fitness**: of the best in each class of sizes that the search itself names, by "
        "{} fresh matches; lower is better. A search without an archive names the fittest of its "
        "whole run, each by what was last known of it; MAP-Elites whoever is in its archive. Any "
        "size: the one that it believes to be the best of all. A run that has none of a size "
        "ranks last.\n"
        "- **Worse than believed**: true fitness of the best of any size, less what the search "
        "believed.\n"
        "- **Playable niches**: of {} (size and mean turns), those whose best is playable by {} "
        "fresh matches, in the niche where these put it; size classes likewise.\n"
        "- **Elites lost**: the best of a generation is another game than that of the generation "
        "before, and truly worse. At most {} changes of a run, evenly over it, are measured with "
        "{} fresh matches on each side; the number is all changes times the share for the worse. "
        "Where the two are nearly equal, that share is one half even by chance; what a change is "
        "worth (mean true fitness of the new less the old) has no such bias.\n\n",
        first_population(), design_.initial_maps(), fresh.of_class,
        design_.classes().size() * (design_.turns().size() - 1), fresh.of_niche, fresh.changes,
        fresh.of_change);
    text +=
        "Tables: medians with distribution-free 95 % intervals (of fewer than six runs, the "
        "range). Tests: Mann–Whitney, "
        "two-sided; A is the chance that a run of the first search is better than one of the "
        "second, ties counted half (Vargha and Delaney), with Newcombe's 95 % interval; p "
        "after Holm over all tests of the budget.\n";
    for (std::size_t b = 0; b < design_.budgets().size(); ++b) {
      const std::int64_t budget = design_.budgets()[b].matches;
      text += fmt::format("\n## {} matches\n\n", budget_text(budget));
      if (most_runs(b) == 0) {
        text += "No run was done.\n";
        continue;
      }
      text += unfinished(b);
      text += fmt::format("![True fitness]({})\n\n![Belief, coverage, lost elites]({})\n\n",
                          plot_name("fitness", budget), plot_name("noise", budget));
      text += table(b) + '\n' + findings(b);
    }
    return text;
  }

  // What a reader of half a study must know.
  std::string unfinished(std::size_t b) const {
    std::size_t done = 0;
    for (std::size_t s = 0; s < design_.searches().size(); ++s) done += cell(b, s).size();
    const auto wanted =
        static_cast<std::size_t>(design_.budgets()[b].seeds) * design_.searches().size();
    if (done >= wanted) return "";
    return fmt::format(
        "**Unfinished**: {} of {} runs are done. What does not stand here may stand with all.\n\n",
        done, wanted);
  }

  int first_population() const {
    return design_.config({design_.budgets().front().matches, design_.searches().front().name, 1})
        .population;
  }

  std::string csv() const {
    std::string text =
        "budget,outcome,first,second,first_n,second_n,a,a_low,a_high,exact,p,p_holm\n";
    for (const SearchComparison& c : comparisons_) {
      text +=
          fmt::format("{},{},{},{},{},{},{:.4f},{:.4f},{:.4f},{},{:.4g},{:.4g}\n", c.budget,
                      c.outcome->name, design_.searches()[c.first].name,
                      design_.searches()[c.second].name, c.first_n, c.second_n, c.test.a,
                      c.test.low, c.test.high, c.test.exact ? "yes" : "no", c.test.p, c.adjusted);
    }
    return text;
  }

  Json json() const {
    Json document = {{"name", design_.name()}};
    Json& budgets = document["budgets"] = Json::array();
    for (std::size_t b = 0; b < design_.budgets().size(); ++b) {
      Json searches = Json::object();
      for (std::size_t s = 0; s < design_.searches().size(); ++s) {
        Json& search = searches[design_.searches()[s].name] = {{"runs", cell(b, s).size()}};
        if (cell(b, s).empty()) continue;
        for (const StudyOutcome& outcome : outcomes_) {
          const auto m = experiments::median_interval(values(b, s, outcome));
          Json& entry = search[outcome.name] = Json::object();
          const auto put = [&](const char* key, double value) {
            entry[key] = std::isfinite(value) ? Json(value) : Json(nullptr);
          };
          put("median", m.median);
          put("low", m.low);
          put("high", m.high);
        }
      }
      budgets.push_back({{"matches", design_.budgets()[b].matches}, {"searches", searches}});
    }
    Json& tests = document["comparisons"] = Json::array();
    for (const SearchComparison& c : comparisons_) {
      tests.push_back({{"budget", c.budget},
                       {"outcome", c.outcome->name},
                       {"first", design_.searches()[c.first].name},
                       {"second", design_.searches()[c.second].name},
                       {"a", c.test.a},
                       {"low", c.test.low},
                       {"high", c.test.high},
                       {"p", c.test.p},
                       {"p_holm", c.adjusted}});
    }
    return document;
  }

  std::string terminal() const {
    std::string text;
    for (std::size_t b = 0; b < design_.budgets().size(); ++b) {
      if (most_runs(b) == 0) continue;
      text += table(b) + '\n' + findings(b) + '\n';
    }
    return text;
  }

  const StudyDesign& design_;
  const std::vector<StudyOutcome> outcomes_;
  std::vector<Cell> cells_;  // per budget and search
  std::vector<SearchComparison> comparisons_;
};

}  // namespace

SearchStudyReport search_study_report(const StudyDesign& design,
                                      const std::vector<StudyRecord>& records) {
  return SearchStudy(design, records).report();
}

}  // namespace evorisk::app
