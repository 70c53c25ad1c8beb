// evorisk playtest learn: an objective of what people said they like.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/playtest.hpp"
#include "base/files.hpp"
#include "base/statistics.hpp"
#include "experiments/playtest/pace.hpp"
#include "experiments/playtest/taste.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using experiments::Liked;
using experiments::Taste;

class PlaytestLearnCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (!out_.empty()) refuse_existing(out_, force_);
    const auto playtests = experiments::read_playtests(
        directory_, matches_, seed_, threads_, {.stop = &context.interruption(), .progress = {}});
    if (!playtests) return context.interrupted("interrupted");
    const Taste taste = experiments::learn_taste(liked(*playtests));
    const auto paces = experiments::paces(experiments::timed_matches(*playtests));
    const experiments::Pace* pace = experiments::correcting(paces);
    const bool claims = !taste.claimed().empty();
    if (claims && !out_.empty()) {
      metrics::Objective objective = taste.objective();
      if (pace != nullptr)
        objective.seconds = experiments::corrected(objective.seconds, pace->factor->mean);
      const Json json = metrics::objective_to_json(objective);
      write_file(out_, json.dump(2) + '\n', Flush::to_system);
    }
    Json json = json_of(taste);
    json["minutes"] = paces_json(paces);
    context.result(json, text_of(taste, json));
    return claims ? Exit::done : Exit::check_failed;
  }

  static std::vector<Liked> liked(const experiments::Playtests& playtests) {
    std::vector<Liked> all;
    for (const experiments::PlayedVariant& variant : playtests.variants) {
      std::vector<double> liking = playtests.liking(variant);
      if (liking.empty()) continue;
      Liked& one = all.emplace_back();
      one.liking = std::move(liking);
      for (const metrics::CriterionInfo& info : metrics::criteria()) {
        one.distance[static_cast<std::size_t>(info.id)] =
            std::abs(variant.totals.criterion(info.id).mean - info.ideal);
      }
    }
    return all;
  }

  static Json json_of(const Taste& taste) {
    const auto claimed = taste.claimed();
    std::map<metrics::Criterion, double> weights;
    if (!claimed.empty()) {
      for (const auto& term : taste.objective().terms) weights[term.criterion] = term.weight;
    }
    Json list = Json::array();
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      const auto& cost = taste.costs[static_cast<std::size_t>(info.id)];
      Json row = {{"criterion", info.name},
                  {"cost", cost.mean},
                  {"se", cost.se},
                  {"interval", {cost.mean - z95 * cost.se, cost.mean + z95 * cost.se}},
                  {"significant", std::ranges::count(claimed, info.id) > 0},
                  {"weight", Json()}};
      if (!claimed.empty()) row["weight"] = weights[info.id];
      list.push_back(std::move(row));
    }
    const auto more = taste.more_needed();
    return {{"variants", taste.variants},
            {"answers", taste.answers},
            {"criteria", list},
            {"common_cost", {{"mean", taste.common.mean}, {"se", taste.common.se}}},
            {"spread", taste.spread},
            {"unexplained", taste.unexplained},
            {"more_needed", more ? Json(*more) : Json()}};
  }

  std::string text_of(const Taste& taste, const Json& json) const {
    std::string text = fmt::format(
        "{} answers to {} variants. What a distance of 1 from a criterion's ideal costs, in points "
        "of liking (1 to 5), with 95 % intervals:\n",
        taste.answers, taste.variants);
    for (const Json& row : json["criteria"]) {
      text += fmt::format("{:<17} {:6.2f}  {:6.2f} to {:6.2f}  {}\n",
                          row["criterion"].get<std::string>(), row["cost"].get<double>(),
                          row["interval"][0].get<double>(), row["interval"][1].get<double>(),
                          row["significant"].get<bool>() ? "beyond chance" : "");
    }
    text += pace_text(json["minutes"]);
    if (const auto more = taste.more_needed()) {
      return text + fmt::format(
                        "None of them is told from 0: no objective is written. About {:.0f} "
                        "variants with as many answers each would tell the largest.\n",
                        std::ceil(*more * static_cast<double>(taste.variants)));
    }
    if (!out_.empty()) text += out_ + "\n";
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

const CommandRow playtest_learn_command{"playtest learn", make<PlaytestLearnCommand>};

}  // namespace evorisk::app
