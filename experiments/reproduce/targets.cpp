#include "experiments/reproduce/targets.hpp"

#include <fmt/format.h>

#include <array>

#include "base/registry.hpp"

namespace evorisk::experiments::reproduce {
namespace {

constexpr std::string_view whole_grid = "3,250 runs";
constexpr std::string_view repeats = "100 runs of each configuration";

constexpr std::array<Target, 20> registry = {{
    {"table-5.1", "The ten best runs", "table 5.1", repeats, 0.05, Source::sweep, table_5_1},
    {"figure-5.1", "Fitness of the ten best runs", "figure 5.1", repeats, 0.05, Source::sweep,
     table_5_1},
    {"figure-5.2", "Fitness along the two best runs", "figure 5.2", repeats, 0.1, Source::play,
     figure_5_2},
    {"table-5.2", "Better fitness before the end", "table 5.2, section 5.1", whole_grid, 0.01,
     Source::sweep, table_5_2},
    {"figure-5.3", "Fitness by number of generations", "figure 5.3", whole_grid, 0.01,
     Source::sweep, figure_5_3},
    {"figure-5.4", "Fitness by size of the population", "figure 5.4", whole_grid, 0.01,
     Source::sweep, figure_5_4},
    {"figure-5.5", "Fitness by size of the tournament", "figure 5.5", whole_grid, 0.01,
     Source::sweep, figure_5_5},
    {"figure-5.6", "Fitness by mutation rate", "figure 5.6", whole_grid, 0.01, Source::sweep,
     figure_5_6},
    {"isomorphism", "Last generations that are one initial map", "section 5.2", whole_grid, 0.01,
     Source::sweep, isomorphism},
    {"figure-5.7", "The initial map 9", "figure 5.7", "the map", 1, Source::itself, figure_5_7},
    {"territories", "Map sizes of the best individuals", "section 5.2", whole_grid, 0.01,
     Source::sweep, territories},
    {"figure-5.8", "The map of the fast run's best", "figure 5.8", repeats, 0.2, Source::play,
     figure_5_8},
    {"figure-5.9", "The map of the long run's best", "figure 5.9", repeats, 0.05, Source::play,
     figure_5_9},
    {"table-5.4", "The fast and the long run", "tables 5.3 and 5.4", repeats, 0.05, Source::play,
     table_5_4},
    {"rules", "Rules of the best individuals", "section 5.3", whole_grid, 0.01, Source::sweep,
     rule_counts},
    {"table-5.5", "Risk, War and the best game", "table 5.5",
     "1,000 batches of matches of Risk and of War; 100 runs of the best configuration", 0.1,
     Source::play, table_5_5},
    {"table-5.6", "From Risk to War, by configuration", "table 5.6", repeats, 0.05, Source::play,
     table_5_6},
    {"risk-to-war", "From Risk to War", "section 5.5", repeats, 0.05, Source::play, risk_to_war},
    {"differences", "What each deviation of the thesis' program does", "tables 5.4 and 5.5",
     "1,000 batches of matches of each of 34 programs on 3 games", 0.02, Source::itself,
     differences},
    {"program", "The model of the thesis' program against that program", "chapter 4",
     "100 batches of matches of each of 160 games", 0.1, Source::itself, check_program},
}};

}  // namespace

std::span<const Target> targets() {
  return registry;
}

const Target& target(std::string_view name) {
  return find_named(registry, "target", name);
}

Report reproduce(const Target& chosen, Laboratory& laboratory) {
  laboratory.forget_replaced();
  Report report = chosen.run(laboratory);
  if (laboratory.replaced() > 0) {
    report.effort += fmt::format("; {} runs found no valid child any more and were replaced",
                                 laboratory.replaced());
  }
  report.target = chosen.name;
  report.title = chosen.title;
  report.where = chosen.where;
  judge(report);
  return report;
}

}  // namespace evorisk::experiments::reproduce
