// evorisk playtest summary: what people said of variants, beside the criteria.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli.hpp"
#include "app/commands.hpp"
#include "app/studio/playtest.hpp"
#include "app/text_table.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "metrics/criteria.hpp"
#include "metrics/measure.hpp"
#include "risk/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

// All that people said of one variant.
struct Opinions {
  risk::Variant variant;
  int matches = 0;
  int people = 0;
  std::vector<std::vector<int>> given;  // by question
  std::vector<std::string> comments;
  metrics::CriteriaTotals totals;
};

double mean(const std::vector<int>& values) {
  double sum = 0;
  for (const int value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

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
      throw InputError(fmt::format("\"{}\" is no directory", directory_));
    std::map<std::string, Opinions> variants = gather();
    const std::atomic<bool>& stop = context.interruption();
    for (auto& [text, opinions] : variants) {
      const auto engine = metrics::make_engine({.agents = {},
                                                .parameters = {},
                                                .engine = "auto",
                                                .threads = context.threads,
                                                .further = {}});
      const metrics::Measurement measurement{
          &opinions.variant,
          {.seed = context.seed.value_or(1), .purpose = Purpose::match},
          matches_,
          &opinions.totals};
      if (!metrics::measure(*engine, {&measurement, 1}, {.stop = &stop, .progress = {}}))
        return Exit::interrupted;
    }
    if (context.json) {
      print_json(context, variants);
    } else {
      print_text(context, variants);
    }
    return Exit::done;
  }

 private:
  std::map<std::string, Opinions> gather() const {
    std::map<std::string, Opinions> variants;  // by rules and map
    for (const std::filesystem::path& file : playtests_below(directory_)) {
      const Playtest playtest = read_playtest(file);
      const risk::Record record =
          risk::read_record(read_file(playtest.record), playtest.record.string());
      const risk::Variant& variant = *record.variant;
      const auto found =
          variants.try_emplace(variant.name() + risk::variant_to_json(variant).dump(),
                               Opinions{variant,
                                        0,
                                        0,
                                        std::vector<std::vector<int>>(questions().size()),
                                        {},
                                        metrics::CriteriaTotals(variant.players())});
      Opinions& opinions = found.first->second;
      ++opinions.matches;
      for (const std::vector<int>& answers : playtest.answers) {
        ++opinions.people;
        for (std::size_t i = 0; i < answers.size(); ++i) {
          if (answers[i] > 0) opinions.given[i].push_back(answers[i]);
        }
      }
      opinions.comments.insert(opinions.comments.end(), playtest.comments.begin(),
                               playtest.comments.end());
    }
    return variants;
  }

  void print_json(Context& context, const std::map<std::string, Opinions>& variants) const {
    Json list = Json::array();
    for (const auto& [text, opinions] : variants) {
      Json json = {{"variant", opinions.variant.name()},
                   {"matches", opinions.matches},
                   {"people", opinions.people}};
      for (std::size_t i = 0; i < questions().size(); ++i)
        json["answers"][std::string(questions()[i].name)] = {
            {"count", opinions.given[i].size()},
            {"mean", opinions.given[i].empty() ? Json() : Json(mean(opinions.given[i]))}};
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
    context.print_json({{"variants", std::move(list)}});
  }

  static void print_text(Context& context, const std::map<std::string, Opinions>& variants) {
    if (variants.empty()) {
      context.print("Nobody has answered yet: the studio asks after a match.\n");
      return;
    }
    std::vector<TextTable::Column> columns = {
        {"variant", Align::left}, {"matches", Align::right}, {"people", Align::right}};
    for (const Question& question : questions())
      columns.push_back({std::string(question.name), Align::right});
    columns.push_back({"fitness", Align::right});
    for (const metrics::CriterionInfo& info : metrics::criteria())
      columns.push_back({std::string(info.name), Align::right});
    TextTable table(columns);
    for (const auto& [text, opinions] : variants) {
      std::vector<std::string> cells = {opinions.variant.name(), std::to_string(opinions.matches),
                                        std::to_string(opinions.people)};
      for (const std::vector<int>& given : opinions.given)
        cells.push_back(given.empty() ? "-" : fmt::format("{:.1f}", mean(given)));
      cells.push_back(fmt::format(
          "{:.3f}", metrics::fitness(opinions.totals, metrics::thesis_objective()).mean));
      for (const metrics::CriterionInfo& info : metrics::criteria())
        cells.push_back(fmt::format("{:.3f}", opinions.totals.criterion(info.id).mean));
      table.add(cells);
    }
    context.print(table.text());
    for (const auto& [text, opinions] : variants) {
      for (const std::string& comment : opinions.comments)
        context.print(fmt::format("{}: \"{}\"\n", opinions.variant.name(), comment));
    }
  }

  std::string directory_;
  std::int64_t matches_ = 10000;
};

}  // namespace

std::unique_ptr<Command> make_playtest_summary_command() {
  return std::make_unique<PlaytestSummaryCommand>();
}

}  // namespace evorisk::app
