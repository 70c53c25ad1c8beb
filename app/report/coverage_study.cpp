#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/report/studies.hpp"
#include "app/text/text_table.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::app {
namespace {

using experiments::FigureCoverage;
using experiments::VariantCoverage;

// "68 (61 to 75)": the mean and the range over evaluations, in per cent.
std::string range_text(const std::vector<double>& shares) {
  double sum = 0;
  for (const double share : shares) sum += share;
  const auto [low, high] = std::ranges::minmax(shares);
  return fmt::format("{:.1f} ({:.0f} to {:.0f})", 100 * sum / static_cast<double>(shares.size()),
                     100 * low, 100 * high);
}

}  // namespace

std::string coverage_study_text(const std::vector<VariantCoverage>& study,
                                const std::vector<std::string>& tables, int repetitions,
                                bool markdown) {
  std::vector<std::int64_t> sizes;
  for (const VariantCoverage& one : study) {
    if (std::ranges::count(sizes, one.matches) == 0) sizes.push_back(one.matches);
  }
  std::string text;
  for (const std::int64_t matches : sizes) {
    // Each figure over the variants and tables of agents.
    std::vector<std::string> names;
    std::map<std::string, std::vector<FigureCoverage>> by_name;
    std::size_t evaluations = 0;
    for (const VariantCoverage& one : study) {
      if (one.matches != matches) continue;
      ++evaluations;
      for (const FigureCoverage& figure : one.figures) {
        if (!by_name.contains(figure.name)) names.push_back(figure.name);
        by_name[figure.name].push_back(figure);
      }
    }
    TextTable table({"% that cover the truth", "interval of 68.3 %", "of 95.4 %", "± error",
                     "± 2 errors", "bias", "of the middle"},
                    TextTable::Align::right);
    for (const std::string& name : names) {
      const std::vector<FigureCoverage>& figures = by_name[name];
      const auto shares = [&](const auto& of) {
        std::vector<double> values;
        for (const FigureCoverage& figure : figures) values.push_back(of(figure));
        return values;
      };
      const auto mean = [&](const auto& of) {
        double sum = 0;
        for (const double value : shares(of)) sum += value;
        return fmt::format("{:+.4f}", sum / static_cast<double>(figures.size()));
      };
      table.add({name, range_text(shares([](const auto& f) { return f.intervals[0]; })),
                 range_text(shares([](const auto& f) { return f.intervals[1]; })),
                 range_text(shares([](const auto& f) { return f.errors[0]; })),
                 range_text(shares([](const auto& f) { return f.errors[1]; })),
                 mean([](const auto& f) { return f.bias; }),
                 mean([](const auto& f) { return f.middle_bias; })});
    }
    if (!text.empty()) text += "\n";
    text += fmt::format("{} matches, {} times for each of {} variants and tables of agents\n{}",
                        matches, repetitions, evaluations, markdown ? "\n" : "");
    text += markdown ? table.markdown() : table.text();
  }
  text += "\nAgents: ";
  for (const std::string& name : tables) text += (&name == &tables.front() ? "" : "; ") + name;
  return text + "\n";
}

nlohmann::ordered_json coverage_study_json(const std::vector<VariantCoverage>& study,
                                           const std::vector<std::string>& tables) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const VariantCoverage& one : study) {
    nlohmann::ordered_json entry = {
        {"variant", one.variant}, {"agents", tables[one.table]}, {"matches", one.matches}};
    for (const FigureCoverage& figure : one.figures) {
      entry["figures"][figure.name] = {{"truth", figure.truth},
                                       {"intervals", figure.intervals},
                                       {"errors", figure.errors},
                                       {"bias", figure.bias},
                                       {"middle_bias", figure.middle_bias}};
    }
    json.push_back(std::move(entry));
  }
  return json;
}

}  // namespace evorisk::app
