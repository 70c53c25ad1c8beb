// evorisk playtest summary: what people said of variants, beside the criteria.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/text/text_table.hpp"
#include "base/error.hpp"
#include "experiments/playtest/answers.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using experiments::Opinions;
using experiments::questions;

class PlaytestSummaryCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (!std::filesystem::is_directory(directory_))
      throw InputError("\"{}\" is no directory", directory_);
    const auto variants = experiments::playtest_summary(
        directory_, matches_, seed_, threads_, {.stop = &context.interruption(), .progress = {}});
    if (!variants) return Exit::interrupted;
    const Json list = json_of(*variants);
    return context.result({{"variants", list}}, text_of(list));
  }

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

  static std::string text_of(const Json& list) {
    if (list.empty()) return "Nobody has answered yet: the studio asks after a match.\n";
    std::vector<JsonColumn> columns = {
        {"variant", "variant"}, {"matches", "matches"}, {"people", "people"}};
    for (const auto& [name, answer] : list[0]["answers"].items()) {
      columns.push_back({name, fmt::format("answers/{}/mean", name), "{:.1f}"});
    }
    columns.push_back({"fitness", "fitness/mean", "{:.3f}"});
    for (const auto& [name, criterion] : list[0]["criteria"].items()) {
      columns.push_back({name, fmt::format("criteria/{}/mean", name), "{:.3f}"});
    }
    std::string text = table_text(list, columns);
    for (const Json& row : list) {
      for (const Json& comment : row["comments"]) {
        text += fmt::format("{}: \"{}\"\n", row["variant"].get<std::string>(),
                            comment.get<std::string>());
      }
    }
    return text;
  }

  const std::string& directory_ = optional_argument("DIR", "results");
  const std::int64_t& matches_ = long_integer("--matches", 10000, 1, 1'000'000);
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow playtest_summary_command{"playtest summary", make<PlaytestSummaryCommand>};

}  // namespace evorisk::app
