#include "experiments/reproduce/targets.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/json.hpp"
#include "base/registry.hpp"
#include "experiments/reproduce/data.hpp"
#include "experiments/reproduce/run_targets.hpp"

namespace evorisk::experiments::reproduce {
namespace {

std::vector<Target> read_targets() {
  static const std::unordered_map<std::string, decltype(Target::run)> functions = {
      {"ten_best", ten_best},
      {"course_of_best", course_of_best},
      {"before_the_end", before_the_end},
      {"by_parameter", by_parameter},
      {"isomorphism", isomorphism},
      {"initial_map", initial_map},
      {"territories", territories},
      {"map_of_best", map_of_best},
      {"extreme_runs", extreme_runs},
      {"rule_counts", rule_counts},
      {"games", published_games},
      {"war_by_configuration", war_by_configuration},
      {"war_in_all", war_in_all},
      {"differences", differences},
      {"program", check_program},
  };
  const std::unordered_map<std::string, Source> sources = {
      {"play", Source::play}, {"sweep", Source::sweep}, {"itself", Source::itself}};
  std::vector<Target> all;
  const auto document = parse_json(targets_text(), "targets.json");
  for (const auto& row : document.at("targets")) {
    all.push_back({.name = row.at("name"),
                   .title = row.at("title"),
                   .where = row.at("where"),
                   .scale_one = row.at("scale_one"),
                   .default_scale = row.at("default_scale"),
                   .source = sources.at(row.at("source")),
                   .full = row.at("full"),
                   .least = row.at("least"),
                   .of = row.value("of", ""),
                   .judged_by = row.at("judged_by"),
                   .section = {row.value("section", ""), row.value("text", "")},
                   .parameter = row.value("parameter", ""),
                   .label = row.value("label", ""),
                   .run = functions.at(row.at("by"))});
  }
  return all;
}

}  // namespace

std::span<const Target> targets() {
  static const std::vector<Target> all = read_targets();
  return all;
}

const Target& target(std::string_view name) {
  return find_named(targets(), "target", name);
}

Report reproduce(const Target& chosen, Laboratory& laboratory) {
  laboratory.forget_replaced();
  Report report;
  report.target = chosen.name;
  report.title = chosen.title;
  report.where = chosen.where;
  report.judged_by = chosen.judged_by;
  const int count = laboratory.scaled(chosen.full, chosen.default_scale, chosen.least);
  chosen.run(laboratory, chosen, count, report);
  if (laboratory.replaced() > 0) {
    report.effort += fmt::format("; {} runs found no valid child any more and were replaced",
                                 laboratory.replaced());
  }
  judge(report);
  return report;
}

}  // namespace evorisk::experiments::reproduce
