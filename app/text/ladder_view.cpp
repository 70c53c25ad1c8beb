#include "app/text/ladder_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/text/arena_view.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

struct LadderRatings {
  metrics::Ratings all;
  std::vector<metrics::Ratings> boards;
  std::vector<int> order;  // from the strongest to the weakest

  explicit LadderRatings(const experiments::Ladder& ladder)
      : all(ladder.ratings()), order(numbers<int>(ladder.agents().size())) {
    for (int b = 0; b < std::ssize(ladder.boards()); ++b) boards.push_back(ladder.ratings(b));
    std::ranges::stable_sort(order, {}, [&](int a) {
      return std::pair(!all.rated(a), all.rated(a) ? -all.rating(a) : 0);
    });
  }
};

std::vector<std::string> board_names(const experiments::Ladder& ladder) {
  std::vector<std::string> names;
  for (const risk::Variant& board : ladder.boards()) names.push_back(board.name());
  return names;
}

}  // namespace

std::string ladder_text(const experiments::Ladder& ladder) {
  const LadderRatings ratings(ladder);
  std::vector<TextTable::Column> columns{{"", TextTable::Align::right}, {"agent"}};
  std::vector<std::string> titles{"Elo", "above next"};
  for (const std::string& board : board_names(ladder)) titles.push_back(shortened(board, 24));
  titles.insert(titles.end(), {"matches", "forfeits"});
  for (const std::string& title : titles) columns.push_back({title, TextTable::Align::right});
  TextTable table(columns);
  std::string names;
  for (std::size_t i = 0; i < ratings.order.size(); ++i) {
    const int a = ratings.order[i];
    const experiments::LadderAgent& agent = ladder.agents()[at(a)];
    const bool last = i + 1 == ratings.order.size();
    std::vector<std::string> row{std::to_string(i + 1), shortened(agent.name),
                                 elo_text(ratings.all, a),
                                 last ? "" : gap_text(ratings.all, a, ratings.order[i + 1])};
    for (const metrics::Ratings& board : ratings.boards) row.push_back(elo_text(board, a));
    const auto [matches, forfeits] = ladder.played(a);
    row.insert(row.end(), {std::to_string(matches), std::to_string(forfeits)});
    table.add(std::move(row));
    if (agent.name != agent.description) {
      names += fmt::format("{}: {}\n", agent.name, agent.description);
    }
    if (ladder.unfinished(a)) {
      names += fmt::format("{} was interrupted; --agents {} goes on\n", agent.name, agent.name);
    }
  }
  return fmt::format("{} on {}, {} of each pair on each board\n\n{}\n{}",
                     counted(std::ssize(ladder.agents()), "agent"),
                     fmt::join(board_names(ladder), ", "),
                     counted(ladder.matches(), "match", "matches"), table.text(), names) +
         "Elo: ratings by Bradley and Terry, ± 95 %, " + ladder.agents().front().name + " = 0.\n";
}

Json ladder_json(const experiments::Ladder& ladder) {
  const LadderRatings ratings(ladder);
  Json json = {{"boards", board_names(ladder)}, {"matches", ladder.matches()}};
  for (const int a : ratings.order) {
    const experiments::LadderAgent& agent = ladder.agents()[at(a)];
    const auto [matches, forfeits] = ladder.played(a);
    Json row = {{"name", agent.name}, {"agent", agent.description}};
    row.update(experiments::rating_json(ratings.all, a));
    row.update(
        {{"matches", matches}, {"forfeits", forfeits}, {"interrupted", ladder.unfinished(a)}});
    for (std::size_t b = 0; b < ratings.boards.size(); ++b) {
      row["boards"].push_back(experiments::rating_json(ratings.boards[b], a));
    }
    json["agents"].push_back(std::move(row));
  }
  return json;
}

}  // namespace evorisk::app
