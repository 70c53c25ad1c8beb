#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/agent_study.hpp"
#include "app/text/agent_list.hpp"
#include "app/text/verdicts.hpp"
#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {
namespace {

// Ten variants: three of the thesis' small maps, three of its large ones, a map of each kind there
// is besides, and the two classics.
constexpr std::array default_variants = {"thesis-1", "thesis-4", "thesis-6",  "thesis-7",
                                         "thesis-8", "thesis-9", "thesis-10", "mirror-12",
                                         "risk",     "war"};

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

    std::vector<std::string> names;
    for (const auto& table : tables) names.push_back(table_name(table));
    const std::uint64_t seed = context.seed.value_or(default_seed);
    Progress progress =
        context.progress("study", matches_ * std::ssize(variants) * std::ssize(tables), "matches");
    const auto study =
        experiments::study_agents(variants, tables, objective, matches_, seed, context.threads,
                                  {&context.interruption(), progress.counter()});
    progress.finish();
    if (!study) {
      context.note("interrupted: a study is nothing until it is complete");
      return Exit::interrupted;
    }
    if (!svg_.empty()) write_file(svg_, agent_study_picture(*study, names));
    nlohmann::ordered_json json = {{"seed", seed}, {"matches", matches_}};
    add_agent_study(json, *study, names);
    context.print(json, agent_study_text(*study, names, markdown_));
    if (!svg_.empty() && !context.json) context.note("wrote " + svg_);
    return Exit::done;
  }

 private:
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
