#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/agent_list.hpp"
#include "app/cli.hpp"
#include "app/report/bump_chart.hpp"
#include "app/text_table.hpp"
#include "app/variant_options.hpp"
#include "app/verdicts.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "metrics/criteria.hpp"
#include "metrics/measure.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// Ten variants: three of the thesis' small maps, three of its large ones, a map of each kind there
// is besides, and the two classics.
constexpr std::array default_variants = {"thesis-1", "thesis-4", "thesis-6",  "thesis-7",
                                         "thesis-8", "thesis-9", "thesis-10", "mirror-12",
                                         "risk",     "war"};

// 1 is the smallest value; equal ones share the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below =
        std::count_if(values.begin(), values.end(), [&](double v) { return v < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    ranks.push_back(static_cast<double>(below) + (static_cast<double>(equal) + 1) / 2);
  }
  return ranks;
}

// A figure of every variant (row) under every table (column).
struct Figure {
  std::string name;
  std::string title;
  std::vector<std::vector<metrics::Estimate>> values;
  std::vector<bool> matters;                    // per variant: who plays makes a difference
  std::vector<metrics::Estimate> correlations;  // of each table's ranking with the first's

  std::vector<double> column(std::size_t table) const {
    std::vector<double> values_of_table;
    for (const auto& row : values) values_of_table.push_back(row[table].mean);
    return values_of_table;
  }
};

struct Study {
  std::vector<std::string> variants;
  std::vector<std::string> tables;
  std::vector<Figure> figures;  // the criteria, then the fitness
};

class StudyAgentsCommand final : public Command {
 public:
  std::string name() const override { return "study agents"; }
  std::string summary() const override {
    return "Show how criteria and the ranking of variants change with who plays";
  }
  std::string details() const override {
    return "Every VARIANT (by default ten boards of the library) is judged by every table of "
           "self-play agents (by default all agents fast enough for bulk play). The first table "
           "prints the fitnesses with the rank of each variant under each agent; the second says "
           "of each criterion for how many variants it depends on who plays (Cochran's test, Holm "
           "over the figures of a variant) and how well the ranking of the variants agrees with "
           "the first agent's (Kendall's tau-b with its jackknife error over the variants).";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk study agents thesis-8 thesis-9 cycle-4 --matches 100 --svg ranks.svg",
            "evorisk study agents thesis-8 thesis-9 --agents 'cautious;random' --matches 100 "
            "--markdown"};
  }
  void add_options(Options& options) override {
    options.arguments("VARIANT", variants_, "Variant files or library maps", 0, 64);
    options.repeatable("--agents", agents_, "A;B", "Tables of agents; \"all\" by default");
    options.integer("--matches", matches_, 30, std::int64_t{1'000'000'000},
                    "Matches of each table on each variant");
    options.option("--objective", objective_, "FILE", "What is aimed at; \"thesis\" by default");
    options.option("--svg", svg_, "FILE", "Draw how the ranking changes");
    options.flag("--markdown", markdown_, "Print the tables as Markdown");
    options.common({Common::seed, Common::threads});
  }

  Exit run(Context& context) override {
    const metrics::Objective objective = metrics::load_objective(objective_);
    const auto tables = split_tables(agents_.empty() ? std::vector<std::string>{"all"} : agents_);
    if (tables.size() < 2) throw InputError("--agents: a study needs two tables of agents or more");
    if (markdown_ && context.json) throw InputError("--markdown and --json exclude each other");
    std::vector<risk::Variant> variants;
    VariantOptions source;
    if (variants_.empty()) variants_.assign(default_variants.begin(), default_variants.end());
    if (variants_.size() < 2) throw InputError("a ranking needs two variants or more");
    for (const std::string& variant : variants_) variants.push_back(source.resolve(variant));

    metrics::EngineOptions options;
    options.parameters = objective.parameters;
    options.further = objective.further();
    options.threads = context.threads;
    for (const risk::Variant& variant : variants) {
      for (const auto& table : tables) {
        metrics::EngineOptions own = options;
        own.agents = table;
        static_cast<void>(metrics::seat_agents(variant, own));
      }
    }
    std::vector<std::vector<metrics::CriteriaTotals>> totals;
    if (!measure(context, variants, tables, options, totals)) {
      context.note("interrupted: a study is nothing until it is complete");
      return Exit::interrupted;
    }
    const Study study = study_of(variants, tables, totals, objective);
    if (!svg_.empty()) write_file(svg_, picture(study));
    if (context.json) {
      context.print_json(json_of(study, context));
    } else {
      context.print(text_of(study));
      if (!svg_.empty()) context.note("wrote " + svg_);
    }
    return Exit::done;
  }

 private:
  bool measure(Context& context, const std::vector<risk::Variant>& variants,
               const std::vector<std::vector<std::string>>& tables,
               const metrics::EngineOptions& options,
               std::vector<std::vector<metrics::CriteriaTotals>>& totals) const {
    std::vector<metrics::Measurement> work;
    for (const risk::Variant& variant : variants) {
      totals.emplace_back(tables.size(),
                          metrics::CriteriaTotals(variant.players(), options.further));
    }
    for (std::size_t v = 0; v < variants.size(); ++v) {
      for (std::size_t t = 0; t < tables.size(); ++t) {
        StreamKey key{context.seed.value_or(default_seed), Purpose::match};
        key.individual = static_cast<std::uint32_t>(t);
        work.push_back({&variants[v], key, matches_, &totals[v][t], &tables[t]});
      }
    }
    const auto all = static_cast<std::uint64_t>(matches_) * work.size();
    Progress progress = context.progress("study", all, "matches");
    metrics::PlayControl control;
    control.stop = &context.interruption();
    control.progress = [&](std::int64_t played) {
      progress.update(static_cast<std::uint64_t>(played));
    };
    const auto engine = metrics::make_engine(options);
    return metrics::measure(*engine, work, control);
  }

  static Study study_of(const std::vector<risk::Variant>& variants,
                        const std::vector<std::vector<std::string>>& tables,
                        const std::vector<std::vector<metrics::CriteriaTotals>>& totals,
                        const metrics::Objective& objective) {
    Study study;
    for (const risk::Variant& variant : variants) study.variants.push_back(variant.name());
    for (const auto& table : tables) study.tables.push_back(table_name(table));
    std::vector<metrics::Disagreements> disagreements;
    for (const auto& of_variant : totals) {
      disagreements.push_back(metrics::disagreements(of_variant, objective));
    }
    const auto add = [&](std::string_view name, std::string_view title, const auto& value,
                         const auto& disagreement) {
      Figure figure{std::string(name), std::string(title), {}, {}, {}};
      for (std::size_t v = 0; v < totals.size(); ++v) {
        auto& row = figure.values.emplace_back();
        for (const metrics::CriteriaTotals& table : totals[v]) row.push_back(value(table));
        figure.matters.push_back(disagreement(disagreements[v]).significant);
      }
      for (std::size_t t = 0; t < tables.size(); ++t) {
        figure.correlations.push_back(
            metrics::rank_correlation(figure.column(0), figure.column(t)));
      }
      study.figures.push_back(std::move(figure));
    };
    for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
      if (!totals.front().front().measures(info.id)) continue;
      add(
          info.name, info.title,
          [&](const metrics::CriteriaTotals& table) { return table.criterion(info.id); },
          [&](const metrics::Disagreements& d) {
            return d.criteria[static_cast<std::size_t>(info.id)];
          });
    }
    add(
        "fitness", "Fitness",
        [&](const metrics::CriteriaTotals& table) { return metrics::fitness(table, objective); },
        [](const metrics::Disagreements& d) { return d.fitness; });
    return study;
  }

  static std::string rank_text(double rank) {
    return rank == std::floor(rank) ? fmt::format("{:.0f}", rank) : fmt::format("{:.1f}", rank);
  }

  static std::string picture(const Study& study) {
    const Figure& fitness = study.figures.back();
    std::vector<BumpRow> rows;
    for (const std::string& variant : study.variants) rows.push_back({variant, {}, {}});
    for (std::size_t t = 0; t < study.tables.size(); ++t) {
      const std::vector<double> ranks = ranks_of(fitness.column(t));
      for (std::size_t v = 0; v < rows.size(); ++v) {
        rows[v].ranks.push_back(ranks[v]);
        rows[v].values.push_back(fmt::format("{:.2f}", fitness.values[v][t].mean));
      }
    }
    return bump_chart("Rank by fitness under each self-play agent (1 on top)", study.tables, rows);
  }

  std::string rows_text(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows) const {
    if (markdown_) {
      std::string text = fmt::format("| {} |\n|---|", fmt::join(head, " | "));
      for (std::size_t i = 1; i < head.size(); ++i) text += "---:|";
      text += "\n";
      for (const auto& row : rows) text += fmt::format("| {} |\n", fmt::join(row, " | "));
      return text;
    }
    std::vector<TextTable::Column> columns;
    for (const std::string& title : head) columns.push_back({title});
    TextTable table(columns);
    for (const auto& row : rows) table.add(row);
    return table.text();
  }

  std::string text_of(const Study& study) const {
    const Figure& fitness = study.figures.back();
    std::vector<std::string> head = {"fitness (rank)"};
    head.insert(head.end(), study.tables.begin(), study.tables.end());
    std::vector<std::vector<std::string>> rows;
    for (const std::string& variant : study.variants) rows.push_back({variant});
    for (std::size_t t = 0; t < study.tables.size(); ++t) {
      const std::vector<double> ranks = ranks_of(fitness.column(t));
      for (std::size_t v = 0; v < rows.size(); ++v) {
        const metrics::Estimate& e = fitness.values[v][t];
        rows[v].push_back(fmt::format("{:.2f} ± {:.2f} ({})", e.mean, e.se, rank_text(ranks[v])));
      }
    }
    std::string text = rows_text(head, rows) + "\n";

    head = {"mean over the variants; tau with " + study.tables.front()};
    head.insert(head.end(), study.tables.begin(), study.tables.end());
    head.emplace_back("depends on who plays");
    rows.clear();
    for (const Figure& figure : study.figures) {
      std::vector<std::string> row = {figure.title};
      for (std::size_t t = 0; t < study.tables.size(); ++t) {
        const std::vector<double> column = figure.column(t);
        const double mean =
            std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(column.size());
        std::string cell = fmt::format("{:.3f}", mean);
        if (t > 0) {
          cell += fmt::format("; {:+.2f} ± {:.2f}", figure.correlations[t].mean,
                              figure.correlations[t].se);
        }
        row.push_back(cell);
      }
      row.push_back(fmt::format("{} of {}",
                                std::count(figure.matters.begin(), figure.matters.end(), true),
                                figure.matters.size()));
      rows.push_back(std::move(row));
    }
    return text + rows_text(head, rows);
  }

  Json json_of(const Study& study, const Context& context) const {
    Json json = {{"seed", context.seed.value_or(default_seed)},
                 {"matches", matches_},
                 {"variants", study.variants},
                 {"agents", study.tables}};
    const auto estimate = [](const metrics::Estimate& e) {
      return Json{{"mean", e.mean}, {"se", e.se}};
    };
    Json& figures = json["figures"] = Json::object();
    for (const Figure& figure : study.figures) {
      Json& entry = figures[figure.name] = Json::object();
      for (std::size_t v = 0; v < study.variants.size(); ++v) {
        Json row = Json::array();
        for (const metrics::Estimate& e : figure.values[v]) row.push_back(estimate(e));
        entry["values"].push_back(row);
        entry["depends_on_agent"].push_back(static_cast<bool>(figure.matters[v]));
      }
      for (std::size_t t = 0; t < study.tables.size(); ++t) {
        entry["ranks"].push_back(ranks_of(figure.column(t)));
        entry["rank_correlation"].push_back(estimate(figure.correlations[t]));
      }
    }
    return json;
  }

  std::vector<std::string> variants_;
  std::vector<std::string> agents_;
  std::int64_t matches_ = 1000;
  std::string objective_ = "thesis";
  std::string svg_;
  bool markdown_ = false;
};

}  // namespace

std::unique_ptr<Command> make_study_agents_command() {
  return std::make_unique<StudyAgentsCommand>();
}

}  // namespace evorisk::app
