// evorisk playtest summary: what people said of variants, beside the criteria.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/text/text_table.hpp"
#include "base/error.hpp"
#include "experiments/playtest/answers.hpp"
#include "experiments/playtest/summary.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/judgement.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;
using experiments::Opinions;
using experiments::questions;

class PlaytestSummaryCommand final : public Command {
 public:
  std::string name() const override { return "playtest summary"; }
  std::string summary() const override {
    return "Set people's answers about matches beside the criteria of the variants";
  }
  std::string details() const override {
    return "The studio asks people after a match, and keeps their answers beside its record "
           "(NAME.answers.json). All of those below DIR are gathered by variant: the mean answer "
           "to each question (1: not at all, 5: very), and each criterion, measured by matches of "
           "cautious agents.";
  }
  std::vector<std::string> examples() const override {
    return {"mkdir -p play && evorisk playtest summary play",
            "evorisk playtest summary . --matches 1000 --json"};
  }

  void add_options(Options& options) override {
    options.optional_argument("DIR", directory_, "Where the answers are [results]");
    options.integer("--matches", matches_, 1, 1'000'000, "Matches to measure each variant by");
    options.common({Common::seed, Common::threads});
  }

  Exit run(Context& context) override {
    if (directory_.empty()) directory_ = "results";
    if (!std::filesystem::is_directory(directory_))
      throw InputError("\"{}\" is no directory", directory_);
    const auto variants = experiments::playtest_summary(
        directory_, matches_, context.seed.value_or(default_seed), context.threads,
        {.stop = &context.interruption(), .progress = {}});
    if (!variants) return Exit::interrupted;
    context.print({{"variants", json_of(*variants)}}, text_of(*variants));
    return Exit::done;
  }

 private:
  static Json json_of(const std::vector<Opinions>& variants) {
    Json list = Json::array();
    for (const Opinions& opinions : variants) {
      Json json = {{"variant", opinions.variant.name()},
                   {"matches", opinions.matches},
                   {"people", opinions.people}};
      for (std::size_t i = 0; i < questions().size(); ++i) {
        const auto mean = opinions.mean(i);
        json["answers"][std::string(questions()[i].name)] = {{"count", opinions.given[i].size()},
                                                             {"mean", mean ? Json(*mean) : Json()}};
      }
      for (const metrics::CriterionInfo& info : metrics::criteria()) {
        const metrics::Estimate estimate = opinions.totals.criterion(info.id);
        json["criteria"][std::string(info.name)] = {{"mean", estimate.mean}, {"se", estimate.se}};
      }
      const metrics::Estimate fitness =
          metrics::fitness(opinions.totals, metrics::thesis_objective());
      json["fitness"] = {{"mean", fitness.mean}, {"se", fitness.se}};
      json["comments"] = opinions.comments;
      list.push_back(std::move(json));
    }
    return list;
  }

  static std::string text_of(const std::vector<Opinions>& variants) {
    if (variants.empty()) return "Nobody has answered yet: the studio asks after a match.\n";
    std::vector<TextTable::Column> columns = {
        {"variant", Align::left}, {"matches", Align::right}, {"people", Align::right}};
    for (const experiments::Question& question : questions())
      columns.push_back({std::string(question.name), Align::right});
    columns.push_back({"fitness", Align::right});
    for (const metrics::CriterionInfo& info : metrics::criteria())
      columns.push_back({std::string(info.name), Align::right});
    TextTable table(columns);
    std::string comments;
    for (const Opinions& opinions : variants) {
      std::vector<std::string> cells = {opinions.variant.name(), std::to_string(opinions.matches),
                                        std::to_string(opinions.people)};
      for (std::size_t i = 0; i < questions().size(); ++i) {
        const auto mean = opinions.mean(i);
        cells.push_back(mean ? fmt::format("{:.1f}", *mean) : "-");
      }
      cells.push_back(fmt::format(
          "{:.3f}", metrics::fitness(opinions.totals, metrics::thesis_objective()).mean));
      for (const metrics::CriterionInfo& info : metrics::criteria())
        cells.push_back(fmt::format("{:.3f}", opinions.totals.criterion(info.id).mean));
      table.add(cells);
      for (const std::string& comment : opinions.comments)
        comments += fmt::format("{}: \"{}\"\n", opinions.variant.name(), comment);
    }
    return table.text() + comments;
  }

  std::string directory_;
  std::int64_t matches_ = 10000;
};

}  // namespace

std::unique_ptr<Command> make_playtest_summary_command() {
  return std::make_unique<PlaytestSummaryCommand>();
}

}  // namespace evorisk::app
