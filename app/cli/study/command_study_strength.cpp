#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/text/lists.hpp"
#include "app/text/text_table.hpp"
#include "base/error.hpp"
#include "base/statistics.hpp"
#include "experiments/agent_study/strength.hpp"
#include "metrics/estimates/interval.hpp"
#include "metrics/estimates/sample.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

using experiments::BoardStrength;
using Json = nlohmann::ordered_json;

// Boards with so many territories.
struct Sizes {
  const char* title;
  int least;
  int most;
};
constexpr Sizes sizes[] = {
    {"all", 0, 1000}, {"to 14", 0, 14}, {"15 to 27", 15, 27}, {"from 28", 28, 1000}};

class StudyStrengthCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (players_ % 2 != 0) {
      throw InputError("--players: expected an even number: every other seat is the agent's");
    }
    if (matches_ % 2 != 0) {
      throw InputError("--matches: expected an even number: each deal is played twice");
    }
    experiments::StrengthPlan plan;
    plan.agents = agents_.empty() ? fast_agents() : split_agents(agents_);
    const std::vector<std::string> against = split_agents(against_);
    if (against.size() != 1) throw InputError("--against: expected one agent");
    plan.against = against.front();
    plan.players = players_;
    plan.boards = boards_;
    plan.matches = matches_;
    plan.seed = seed_;
    Progress progress =
        context.progress("study", matches_ * boards_ * std::ssize(plan.agents), "matches");
    const auto study =
        experiments::study_strength(plan, threads_, {&context.interruption(), progress.counter()});
    progress.finish();
    if (!study) {
      return context.interrupted("interrupted: a study is nothing until it is complete");
    }
    Json json = {{"seed", seed_},       {"players", players_},     {"boards", boards_},
                 {"matches", matches_}, {"against", plan.against}, {"agents", Json::array()}};
    std::vector<std::string> titles = {"agent"};
    for (const Sizes& of : sizes) {
      titles.push_back(fmt::format("{} ({})", of.title, of_sizes(study->front(), of).size()));
    }
    titles.insert(titles.end(), {"unfinished", "forfeits"});
    TextTable table(titles, TextTable::Align::right);
    for (std::size_t a = 0; a < plan.agents.size(); ++a) {
      json["agents"].push_back(row(plan.agents[a], (*study)[a], table));
    }
    return context.result(
        json, fmt::format("Against {} on {} generated boards, {} players, {} matches on each:\n"
                          "points in % ± 95 %, by territories (boards)\n\n{}",
                          plan.against, boards_, players_, matches_, table.text()));
  }

  static std::vector<BoardStrength> of_sizes(const std::vector<BoardStrength>& boards,
                                             const Sizes& of) {
    std::vector<BoardStrength> some;
    std::ranges::copy_if(boards, std::back_inserter(some), [&](const BoardStrength& board) {
      return board.territories >= of.least && board.territories <= of.most;
    });
    return some;
  }

  static metrics::Estimate mean_of(const std::vector<BoardStrength>& boards,
                                   double BoardStrength::*figure) {
    std::vector<double> values;
    for (const BoardStrength& board : boards) values.push_back(board.*figure);
    return metrics::mean_of(values);
  }

  // Also of the table.
  static Json row(const std::string& agent, const std::vector<BoardStrength>& boards,
                  TextTable& table) {
    std::vector<std::string> cells = {agent};
    Json points = Json::array();
    for (const Sizes& of : sizes) {
      const std::vector<BoardStrength> some = of_sizes(boards, of);
      const auto n = static_cast<double>(some.size());
      Json& entry = points.emplace_back(Json{{"territories", of.title}, {"boards", some.size()}});
      if (some.size() < 2) {
        cells.emplace_back("-");
        continue;
      }
      const metrics::Estimate mean = mean_of(some, &BoardStrength::points);
      const metrics::Interval interval =
          metrics::mean_interval(mean.mean, mean.se, n, 1, metrics::Coverage::two_errors);
      entry["points"] = interval.middle;
      entry["low"] = interval.low;
      entry["high"] = interval.high;
      cells.push_back(fmt::format("{:.1f} ±{:.1f}", 100 * interval.middle,
                                  rounded_up(100 * interval.half_length(), 1)));
    }
    const double unfinished = mean_of(boards, &BoardStrength::unfinished).mean;
    std::int64_t forfeits = 0;
    for (const BoardStrength& board : boards) forfeits += board.forfeits;
    cells.push_back(fmt::format("{:.1f} %", 100 * unfinished));
    cells.push_back(std::to_string(forfeits));
    table.add(std::move(cells));
    return {{"agent", agent},
            {"points", std::move(points)},
            {"unfinished", unfinished},
            {"forfeits", forfeits}};
  }

  const std::string& agents_ = option("--agents", "A,B,...");
  const std::string& against_ = option("--against", "AGENT", "strategist");
  const int& players_ = integer("--players", 2, 2, risk::max_players);
  const int& boards_ = integer("--boards", 400, 2, 1'000'000);
  const std::int64_t& matches_ = long_integer("--matches", 40, 2, std::int64_t{1'000'000});
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow study_strength_command{"study strength", make<StudyStrengthCommand>};

}  // namespace evorisk::app
