// evorisk playtest report: what people said of matches, against what was measured of them.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "app/text/text_table.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/playtest/pace.hpp"
#include "experiments/playtest/relations.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using experiments::Opinions;
using experiments::questions;
using experiments::Relation;
using experiments::RelationVerdict;

class PlaytestReportCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (!std::filesystem::is_directory(directory_))
      throw InputError("\"{}\" is no directory", directory_);
    if (!out_.empty()) refuse_existing(out_, force_);
    const auto variants = experiments::read_opinions(
        directory_, matches_, seed_, threads_, {.stop = &context.interruption(), .progress = {}});
    if (!variants) return context.interrupted("interrupted");
    const std::vector<Relation> relations = experiments::relations(*variants);
    Json json = {
        {"variants", json_of(*variants)}, {"relations", json_of(relations)}, {"minutes", Json()}};
    if (const auto pace = experiments::pace_of(*variants)) {
      json["minutes"] = {{"matches", pace->matches},
                         {"factor", pace->factor},
                         {"low", pace->low},
                         {"high", pace->high}};
    }
    if (!out_.empty()) {
      const std::string command = fmt::format("evorisk playtest report {} --matches {} --out {}",
                                              directory_, matches_, out_);
      write_file(out_, playtest_page(json, command), Flush::to_system);
    }
    return context.result(json, text_of(json));
  }

  static Json json_of(const std::vector<Opinions>& variants) {
    Json list = Json::array();
    for (const Opinions& opinions : variants) {
      Json json = {{"variant", opinions.variant.name()},
                   {"matches", opinions.matches.size()},
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

  static Json json_of(const std::vector<Relation>& relations) {
    constexpr const char* levels[] = {"person", "match", "variant"};
    Json list = Json::array();
    for (const Relation& one : relations) {
      list.push_back({{"of", levels[static_cast<std::size_t>(one.level)]},
                      {"question", one.question},
                      {"quantity", one.quantity},
                      {"count", one.count},
                      {"correlation", one.correlation},
                      {"low", one.low},
                      {"high", one.high},
                      {"p_adjusted", one.p_adjusted},
                      {"verdict", verdict_text(one)},
                      {"more_needed", one.more_needed}});
    }
    return list;
  }

  static std::string verdict_text(const Relation& one) {
    switch (one.verdict) {
      case RelationVerdict::together:
        return "went together";
      case RelationVerdict::against:
        return "went against";
      case RelationVerdict::weak:
        return fmt::format("weaker than {}", experiments::weak_correlation);
      case RelationVerdict::open:
        return fmt::format("not told yet: {} more", one.more_needed);
    }
    return {};
  }

  std::string text_of(const Json& json) const {
    const Json& list = json["variants"];
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
    if (json["relations"].empty()) {
      text += fmt::format("\nWhat went with the answers cannot be told from fewer than {}.\n",
                          experiments::least_related);
    } else {
      text +=
          "\nCorrelations with 95 % intervals, each over so many persons, matches or variants; "
          "verdicts hold for all together (5 %):\n" +
          table_text(json["relations"], {{"answer", "question"},
                                         {"with", "quantity"},
                                         {"of the", "of"},
                                         {"correlation", "correlation", "{:+.2f}"},
                                         {"from", "low", "{:+.2f}"},
                                         {"to", "high", "{:+.2f}"},
                                         {"over", "count"},
                                         {"verdict", "verdict"}});
    }
    if (const Json& pace = json["minutes"]; !pace.is_null()) {
      text += fmt::format(
          "\nPeople took {:.2f} times the minutes that the model says ({:.2f} to {:.2f}, {} "
          "matches).\n",
          pace["factor"].get<double>(), pace["low"].get<double>(), pace["high"].get<double>(),
          pace["matches"].get<int>());
    }
    if (!out_.empty()) text += out_ + '\n';
    return text;
  }

  const std::string& directory_ = optional_argument("DIR", "results");
  const std::string& out_ = option("--out", "FILE");
  const std::int64_t& matches_ = long_integer("--matches", 10000, 1, 1'000'000);
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow playtest_report_command{"playtest report", make<PlaytestReportCommand>};

}  // namespace evorisk::app
