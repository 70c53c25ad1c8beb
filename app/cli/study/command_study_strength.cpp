#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/text/lists.hpp"
#include "app/text/text_table.hpp"
#include "base/error.hpp"
#include "experiments/agent_study/strength.hpp"
#include "metrics/estimates/interval.hpp"
#include "metrics/estimates/sample.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

using experiments::BoardStrength;
using Json = nlohmann::ordered_json;

// Boards with so many territories, which are 5 to 42.
struct Sizes {
  const char* title;
  int least;
  int most;
};
constexpr Sizes all_sizes{"all", 5, 42};
constexpr Sizes sizes[] = {{"to 14", 5, 14}, {"15 to 27", 15, 27}, {"from 28", 28, 42}};

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
    plan.against = against_;
    if (agents_.empty()) std::erase(plan.agents, plan.against);
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
    const auto title = [&](const Sizes& of) {
      return fmt::format("{} ({})", of.title, of_sizes(study->front(), of).size());
    };
    std::vector<std::string> titles = {"agent", title(all_sizes)};
    for (const Sizes& of : sizes) titles.push_back(title(of));
    titles.insert(titles.end(), {"unfinished", "forfeits"});
    TextTable table(titles, TextTable::Align::right);
    std::int64_t forfeits = 0;
    for (std::size_t a = 0; a < plan.agents.size(); ++a) {
      for (const BoardStrength& board : (*study)[a]) {
        forfeits += board.forfeits + board.won_by_forfeit;
      }
      json["agents"].push_back(row(plan.agents[a], (*study)[a], table));
    }
    context.result(
        json, fmt::format("Against {} on {} generated boards, {} players, {} matches on each:\n"
                          "points in % and their 95 % interval, by territories (boards)\n\n{}",
                          plan.against, boards_, players_, matches_, table.text()));
    return context.forfeited(forfeits);
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

  // Also a cell of the table. No interval is known where a figure is the same on all boards, as
  // that of an agent against itself, or where there are fewer than two.
  static Json points_of(const std::vector<BoardStrength>& boards, std::vector<std::string>& cells) {
    Json json = {{"boards", boards.size()}, {"point_share", nullptr}, {"interval", nullptr}};
    if (boards.empty()) {
      cells.emplace_back("-");
      return json;
    }
    const metrics::Estimate mean = mean_of(boards, &BoardStrength::points);
    json["point_share"] = mean.mean;
    cells.push_back(fmt::format("{:.1f}", 100 * mean.mean));
    if (mean.se == 0) return json;
    const metrics::Interval interval = metrics::mean_interval(
        mean.mean, mean.se, static_cast<double>(boards.size()), 1, metrics::Coverage::two_errors);
    json["interval"] = {interval.low, interval.high};
    cells.back() += fmt::format(" ({:.1f} to {:.1f})", std::floor(1000 * interval.low) / 10,
                                std::ceil(1000 * interval.high) / 10);
    return json;
  }

  // Also of the table.
  static Json row(const std::string& agent, const std::vector<BoardStrength>& boards,
                  TextTable& table) {
    std::vector<std::string> cells = {agent};
    Json json = {{"agent", agent}};
    json.update(points_of(boards, cells));
    for (const Sizes& of : sizes) {
      Json& size = json["by_size"].emplace_back(Json{{"territories", {of.least, of.most}}});
      size.update(points_of(of_sizes(boards, of), cells));
    }
    std::int64_t forfeits = 0;
    std::int64_t won_by_forfeit = 0;
    for (const BoardStrength& board : boards) {
      forfeits += board.forfeits;
      won_by_forfeit += board.won_by_forfeit;
    }
    json["unfinished_share"] = mean_of(boards, &BoardStrength::unfinished).mean;
    json["forfeits"] = forfeits;
    json["won_by_forfeit"] = won_by_forfeit;
    cells.push_back(fmt::format("{:.1f} %", 100 * json["unfinished_share"].get<double>()));
    cells.push_back(std::to_string(forfeits));
    table.add(std::move(cells));
    return json;
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
