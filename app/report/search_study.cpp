#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>
#include <utility>

#include "app/report/studies.hpp"
#include "app/text/text_table.hpp"
#include "app/view/chart.hpp"
#include "app/view/html.hpp"
#include "base/statistics.hpp"
#include "experiments/search_study/rank_tests.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::app {
namespace {

using experiments::RankTest;
using experiments::StudyDesign;
using experiments::StudyRecord;
using experiments::StudyRun;
using Json = nlohmann::ordered_json;

constexpr double missing_value = std::numeric_limits<double>::infinity();

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
                      [](const StudyRecord& r) { return r.playable_niches; }});
  outcomes.push_back({"playable classes", "playable size classes", false, 1,
                      [](const StudyRecord& r) { return r.playable_classes; }});
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
      : design_(design), searches_(design.searches()), outcomes_(outcomes_of(design)) {
    for (std::size_t b = 0; b < design.budgets().size(); ++b) {
      std::vector<Runs>& cells = cells_.emplace_back(searches_.size());
      for (const StudyRecord& record : records) {
        if (record.run.budget != budget(b)) continue;
        const auto search =
            std::ranges::find(searches_, record.run.search, &StudyDesign::Search::name);
        if (search != searches_.end()) {
          cells[static_cast<std::size_t>(search - searches_.begin())].push_back(&record);
        }
      }
      compare(b);
    }
  }

  SearchStudyReport report() const {
    SearchStudyReport report;
    for (std::size_t b = 0; b < cells_.size(); ++b) {
      if (runs(b) == 0) continue;
      plot(b, report.files);
      report.text += table(b) + '\n' + findings(b) + '\n';
    }
    report.files["report.md"] = markdown();
    report.files["comparisons.csv"] = csv();
    report.json = json();
    return report;
  }

 private:
  using Runs = std::vector<const StudyRecord*>;

  std::int64_t budget(std::size_t b) const { return design_.budgets()[b].matches; }

  std::size_t runs(std::size_t b) const {
    std::size_t sum = 0;
    for (const Runs& cell : cells_[b]) sum += cell.size();
    return sum;
  }

  std::vector<double> values(std::size_t b, std::size_t s, const StudyOutcome& outcome) const {
    std::vector<double> values;
    for (const StudyRecord* record : cells_[b][s]) values.push_back(outcome.value(*record));
    return values;
  }

  // All pairs of searches by all outcomes; one correction for all tests of a budget.
  void compare(std::size_t b) {
    std::vector<double> p;
    const std::size_t begin = comparisons_.size();
    for (const StudyOutcome& outcome : outcomes_) {
      const auto sample = [&](std::size_t s) {
        std::vector<double> all = values(b, s, outcome);
        if (outcome.lower_is_better) std::ranges::transform(all, all.begin(), std::negate());
        return all;
      };
      for (std::size_t i = 0; i < searches_.size(); ++i) {
        for (std::size_t j = i + 1; j < searches_.size(); ++j) {
          if (cells_[b][i].empty() || cells_[b][j].empty()) continue;
          const RankTest test = experiments::rank_test(sample(i), sample(j));
          comparisons_.push_back(
              {budget(b), &outcome, i, j, cells_[b][i].size(), cells_[b][j].size(), test});
          p.push_back(test.p);
        }
      }
    }
    const std::vector<double> adjusted = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) comparisons_[begin + i].adjusted = adjusted[i];
  }

  static std::string number(double value, int decimals) {
    return std::isfinite(value) ? fixed(value, decimals) : "none";
  }

  static std::string median_text(const std::vector<double>& values, int decimals) {
    if (values.empty()) return "";
    const experiments::MedianInterval m = experiments::median_interval(values);
    return fmt::format("{} [{}, {}]", number(m.median, decimals), number(m.low, decimals),
                       number(m.high, decimals));
  }

  void plot(std::size_t b, std::map<std::string, std::string>& files) const {
    StripFrame frame;
    for (const StudyDesign::Search& search : searches_) frame.groups.push_back(search.title);
    std::vector<StripPanel> panels;
    for (const StudyOutcome& outcome : outcomes_) {
      StripPanel& panel = panels.emplace_back(StripPanel{outcome.title, {}});
      for (std::size_t s = 0; s < searches_.size(); ++s) {
        panel.groups.push_back(values(b, s, outcome));
      }
    }
    const std::span all(panels);
    const std::size_t sizes = design_.classes().size() + 1;
    frame.title = told("search.fitness_plot", budget_text(budget(b)));
    frame.subtitle = told("search.fitness_plot_how", design_.fresh().of_class) + " " +
                     page_text("search.plots_how");
    frame.y_label = "fitness (sum of distances from the ideals)";
    files[fmt::format("fitness-{}.svg", budget(b))] = strip_chart(frame, all.first(sizes));
    frame.title = told("search.noise_plot", budget_text(budget(b)));
    frame.subtitle = page_text("search.plots_how");
    frame.y_label = "fitness, or a number";
    frame.line = 0.0;
    files[fmt::format("noise-{}.svg", budget(b))] = strip_chart(frame, all.subspan(sizes));
  }

  std::string table(std::size_t b) const {
    std::vector<std::string> head = {budget_text(budget(b)) + " matches"};
    std::vector<std::string> shares = {"changes of the best for the worse"};
    std::vector<std::string> steps = {"a change of the best is worth"};
    for (std::size_t s = 0; s < searches_.size(); ++s) {
      head.push_back(fmt::format("{} (n = {})", searches_[s].title, cells_[b][s].size()));
      // Runs are independent of each other, the changes of one are not.
      std::vector<double> worse;
      std::vector<double> worth;
      std::vector<double> measured;
      std::int64_t changes = 0;
      for (const StudyRecord* record : cells_[b][s]) {
        worse.push_back(100 * record->changes_for_worse);
        measured.push_back(record->changes_measured);
        worth.push_back(record->change.mean * measured.back());
        changes += record->changes;
      }
      // Of one run, or where all are alike, the error is not known.
      const auto text = [&](const std::vector<double>& sums, int decimals) {
        return plus_minus(metrics::ratio_of(sums, measured), decimals);
      };
      const double of = std::accumulate(measured.begin(), measured.end(), 0.0);
      shares.push_back(
          of == 0 ? "none"
                  : fmt::format("{} % of {} measured, {} in all", text(worse, 0), of, changes));
      steps.push_back(of == 0 ? "none" : text(worth, 4));
    }
    TextTable table(head, TextTable::Align::left);
    for (const StudyOutcome& outcome : outcomes_) {
      std::vector<std::string> cells = {outcome.title};
      for (std::size_t s = 0; s < searches_.size(); ++s) {
        cells.push_back(median_text(values(b, s, outcome), outcome.decimals));
      }
      table.add(cells);
    }
    table.add(shares);
    table.add(steps);
    return table.markdown();
  }

  // What stands after the correction, a line per outcome and pair.
  std::string findings(std::size_t b) const {
    std::string text;
    std::size_t tests = 0;
    std::size_t found = 0;
    for (const StudyOutcome& outcome : outcomes_) {
      std::vector<std::string> lines;
      for (const SearchComparison& c : comparisons_) {
        if (c.budget != budget(b) || c.outcome != &outcome) continue;
        ++tests;
        if (c.adjusted >= metrics::test_level) continue;
        ++found;
        auto [better, worse, test] = std::tuple{c.first, c.second, c.test};
        if (test.a <= 0.5) {
          std::swap(better, worse);
          test = {test.p, test.exact, 1 - test.a, 1 - test.high, 1 - test.low};
        }
        lines.push_back(fmt::format("{} before {} (A {:.2f} [{:.2f}, {:.2f}], p {:.2g})",
                                    searches_[better].title, searches_[worse].title, test.a,
                                    test.low, test.high, c.adjusted));
      }
      if (!lines.empty()) {
        text += fmt::format("- **{}**: {}.\n", outcome.title, fmt::join(lines, "; "));
      }
    }
    return fmt::format("{} of {} tests stand after Holm's correction.\n\n{}", found, tests, text);
  }

  std::string markdown() const {
    const StudyDesign::Fresh& fresh = design_.fresh();
    TextTable searches({{"search"}, {"what it is"}});
    for (const StudyDesign::Search& search : searches_) searches.add({search.title, search.about});
    std::string text = told("search.report", design_.name(), searches.markdown(), fresh.of_class,
                            design_.classes().size() * (design_.turns().size() - 1), fresh.of_niche,
                            fresh.changes, fresh.of_change);
    for (std::size_t b = 0; b < cells_.size(); ++b) {
      text += fmt::format("\n## {} matches\n\n", budget_text(budget(b)));
      const std::size_t done = runs(b);
      if (done == 0) {
        text += "No run was done.\n";
        continue;
      }
      const auto wanted = static_cast<std::size_t>(design_.budgets()[b].seeds) * searches_.size();
      if (done < wanted) text += told("search.unfinished", done, wanted);
      text += told("search.plots", budget(b)) + table(b) + '\n' + findings(b);
    }
    return text;
  }

  std::string csv() const {
    std::string text =
        "budget,outcome,first,second,first_n,second_n,a,a_low,a_high,exact,p,p_adjusted\n";
    for (const SearchComparison& c : comparisons_) {
      text += fmt::format("{},{},{},{},{},{},{:.4f},{:.4f},{:.4f},{},{:.4g},{:.4g}\n", c.budget,
                          c.outcome->name, searches_[c.first].name, searches_[c.second].name,
                          c.first_n, c.second_n, c.test.a, c.test.low, c.test.high,
                          c.test.exact ? "yes" : "no", c.test.p, c.adjusted);
    }
    return text;
  }

  // What is not finite is written as null.
  Json json() const {
    Json document = {
        {"name", design_.name()}, {"budgets", Json::array()}, {"comparisons", Json::array()}};
    for (std::size_t b = 0; b < cells_.size(); ++b) {
      Json searches = Json::object();
      for (std::size_t s = 0; s < searches_.size(); ++s) {
        Json& search = searches[searches_[s].name] = {{"runs", cells_[b][s].size()}};
        for (const StudyOutcome& outcome : outcomes_) {
          if (cells_[b][s].empty()) continue;
          const auto m = experiments::median_interval(values(b, s, outcome));
          search[outcome.name] = {{"median", m.median}, {"interval", {m.low, m.high}}};
        }
      }
      document["budgets"].push_back({{"matches", budget(b)}, {"searches", searches}});
    }
    for (const SearchComparison& c : comparisons_) {
      document["comparisons"].push_back({{"budget", c.budget},
                                         {"outcome", c.outcome->name},
                                         {"first", searches_[c.first].name},
                                         {"second", searches_[c.second].name},
                                         {"a", c.test.a},
                                         {"interval", {c.test.low, c.test.high}},
                                         {"p", c.test.p},
                                         {"p_adjusted", c.adjusted},
                                         {"significant", c.adjusted < metrics::test_level}});
    }
    return document;
  }

  const StudyDesign& design_;
  const std::vector<StudyDesign::Search>& searches_;
  const std::vector<StudyOutcome> outcomes_;
  std::vector<std::vector<Runs>> cells_;  // per budget and search
  std::vector<SearchComparison> comparisons_;
};

}  // namespace

SearchStudyReport search_study_report(const StudyDesign& design,
                                      const std::vector<StudyRecord>& records) {
  return SearchStudy(design, records).report();
}

}  // namespace evorisk::app
