#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/studies.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "experiments/coverage_study/study.hpp"

namespace evorisk::app {
namespace {

class StudyCoverageCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (markdown_ && context.json) throw InputError("--markdown and --json exclude each other");
    if (variants_.empty()) variants_ = {"thesis-9", "thesis-1", "war", "risk"};
    std::vector<risk::Variant> variants;
    for (const std::string& variant : variants_) variants.push_back(risk::load_variant(variant));
    const std::vector<metrics::Objective> objectives =
        score_.objectives(context, variants, variants_);
    experiments::CoverageDesign design;
    design.tables = split_tables(agents_.empty() ? std::vector<std::string>{"cautious"} : agents_);
    if (!sizes_.empty()) design.matches = match_counts("--matches", sizes_, 2);
    design.extended = parse_criteria(criteria_);
    design.repetitions = repetitions_;
    design.truth = truth_;
    design.seed = seed_;
    design.threads = threads_;
    std::vector<std::string> names;
    for (const auto& table : design.tables) names.push_back(table_name(table));
    std::int64_t of_one = truth_;
    for (const std::int64_t matches : design.matches) of_one += matches * repetitions_;
    Progress progress = context.progress(
        "study", of_one * std::ssize(variants) * std::ssize(design.tables), "matches");
    const auto study = experiments::study_coverage(variants, objectives, design,
                                                   {&context.interruption(), progress.counter()});
    progress.finish();
    if (!study) {
      return context.interrupted("interrupted: a study is nothing until it is complete");
    }
    nlohmann::ordered_json json = {
        {"seed", seed_}, {"repetitions", repetitions_}, {"truth", truth_}};
    json["evaluations"] = coverage_study_json(*study, names);
    return context.result(json, coverage_study_text(*study, names, repetitions_, markdown_));
  }

  std::vector<std::string>& variants_ = arguments("VARIANT", 0, 64);
  const std::vector<std::string>& agents_ = repeatable("--agents", "A;B");
  const std::vector<std::string>& sizes_ = repeatable("--matches", "N,M");
  const std::string& criteria_ = option("--criteria", "A,B");
  const int& repetitions_ = integer("--repetitions", 200, 10, 100'000);
  const std::int64_t& truth_ =
      long_integer("--truth", 1'000'000, 1000, std::int64_t{1'000'000'000});
  const ScoreOptions score_{*this};
  const bool& markdown_ = flag("--markdown");
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow study_coverage_command{"study coverage", make<StudyCoverageCommand>};

}  // namespace evorisk::app
