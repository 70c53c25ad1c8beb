#include "experiments/reproduce/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
                   .runs = row.value("runs", ""),
                   .of = row.value("of", ""),
                   .judged_by = row.at("judged_by"),
                   .why = row.at("why"),
                   .section = {row.value("section", ""), row.value("text", "")},
                   .parameter = row.value("parameter", ""),
                   .label = row.value("label", ""),
                   .run = functions.at(row.at("by"))});
  }
  return all;
}

// The configurations that a target's `runs` names.
std::vector<Repeats> needed_runs(const std::string& name) {
  const Thesis& t = thesis();
  if (name == "fast") return {{Study::repeat, t.fast.parameters}};
  if (name == "long") return {{Study::repeat, t.slow.parameters}};
  if (name == "fast and long") {
    return {{Study::repeat, t.fast.parameters}, {Study::repeat, t.slow.parameters}};
  }
  const std::size_t best = name == "best"                        ? 1
                           : name == "two best"                  ? 2
                           : name == "ten best" || name == "war" ? t.best_runs.size()
                                                                 : 0;
  std::vector<Repeats> needed;
  for (std::size_t i = 0; i < best; ++i) {
    needed.push_back({name == "war" ? Study::war : Study::repeat, t.best_runs[i].parameters});
  }
  return needed;
}

// Whether these are other numbers of matches or generations than the thesis'.
bool is_rehearsal(const Target& target, Laboratory& laboratory) {
  const LaboratoryOptions& options = laboratory.options();
  const bool from_sweep = !options.sweep.empty();
  if (from_sweep && target.source == Source::sweep) {
    return laboratory.sweep().matches != thesis().matches;
  }
  return plays_as_asked(target, from_sweep) &&
         (options.matches != thesis().matches ||
          (options.most_generations > 0 && !target.runs.empty()));
}

void leave_unjudged(Report& report) {
  for (Section& section : report.sections) {
    for (Row& row : section.rows) {
      for (Cell& cell : row.cells) {
        cell.p = std::numeric_limits<double>::quiet_NaN();
        cell.verdict = Verdict::not_judged;
      }
    }
  }
  const std::string rehearsal = fmt::format(
      "A rehearsal: the thesis' figures come from whole runs with {} matches per individual and "
      "generation, and are not judged beside these.",
      thesis().matches);
  const bool effects = std::ranges::any_of(
      report.sections, [](const Section& section) { return !section.matrices.empty(); });
  report.judged_by = effects ? rehearsal + " " + report.judged_by : rehearsal;
}

}  // namespace

std::span<const Target> targets() {
  static const std::vector<Target> all = read_targets();
  return all;
}

const Target& target(std::string_view name) {
  return find_named(targets(), "target", name);
}

void prepare(std::span<const Target* const> targets, Laboratory& laboratory) {
  std::vector<std::pair<Repeats, int>> repeats;
  int grid = 0;
  for (const Target* t : targets) {
    // What is taken from a sweep is not played.
    if (t->source == Source::sweep && !laboratory.options().sweep.empty()) continue;
    const int count = laboratory.scaled(t->full, t->default_scale, t->least);
    if (t->runs == "grid") grid = std::max(grid, count);
    for (const Repeats& of : needed_runs(t->runs)) repeats.emplace_back(of, count);
  }
  laboratory.prepare(repeats, grid);
}

bool has_runs(const Target& target, const Laboratory& laboratory) {
  if (target.source == Source::sweep && !laboratory.options().sweep.empty()) return true;
  if (target.runs == "grid") return laboratory.stores_grid();
  return std::ranges::all_of(needed_runs(target.runs),
                             [&](const Repeats& of) { return laboratory.stores(of); });
}

bool plays_as_asked(const Target& target, bool from_sweep) {
  return target.run != check_program && target.run != initial_map &&
         !(from_sweep && target.source == Source::sweep);
}

Report reproduce(const Target& chosen, Laboratory& laboratory) {
  laboratory.forget_handed_out();
  Report report;
  report.target = chosen.name;
  report.title = chosen.title;
  report.where = chosen.where;
  report.judged_by = chosen.judged_by;
  report.why = chosen.why;
  const int count = laboratory.scaled(chosen.full, chosen.default_scale, chosen.least);
  chosen.run(laboratory, chosen, count, report);
  if (laboratory.options().stored_only) {
    for (const Profile profile : laboratory.options().profiles) {
      if (const int runs = laboratory.handed_out(profile); runs > 0) {
        report.effort +=
            fmt::format("; {}{} runs of profile {}", runs,
                        chosen.runs == "grid" ? fmt::format(" of {}", thesis().runs) : "",
                        profile_name(profile));
      }
    }
  }
  if (laboratory.replaced() > 0) {
    report.effort += fmt::format("; {} runs found no valid child any more and were replaced",
                                 laboratory.replaced());
  }
  if (is_rehearsal(chosen, laboratory)) {
    leave_unjudged(report);
  } else {
    judge(report);
  }
  return report;
}

}  // namespace evorisk::experiments::reproduce
