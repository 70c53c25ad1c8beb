#include "experiments/playtest/pace.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/key_table.hpp"
#include "base/statistics.hpp"
#include "metrics/estimates/sample.hpp"

namespace evorisk::experiments {
namespace {

// Fewer minutes of a model are no match.
constexpr double least_minutes = 1e-3;
constexpr double longest_seconds = 3600;  // of a member of TableSeconds

Pace pace_of(const std::vector<TimedMatch>& matches, bool on_paper, int players) {
  Pace pace{.on_paper = on_paper, .players = players};
  std::map<std::string, std::vector<double>> tables;
  for (const TimedMatch& match : matches) {
    if (match.on_paper != on_paper || (players != 0 && match.players != players)) continue;
    tables[match.table].push_back(std::log(match.minutes / match.expected));
    ++pace.matches;
  }
  pace.tables = tables.size();
  if (pace.tables < least_tables) return pace;
  std::vector<double> logs;
  for (const auto& [table, own] : tables) {
    double sum = 0;
    for (const double each : own) sum += each;
    logs.push_back(sum / static_cast<double>(own.size()));
  }
  const auto [mean, se] = metrics::mean_of(logs);
  const double reach = student_bound(0.05, static_cast<double>(pace.tables) - 1) * se;
  pace.factor = {std::exp(mean), std::exp(mean - reach), std::exp(mean + reach)};
  return pace;
}

}  // namespace

std::vector<TimedMatch> timed_matches(const Playtests& playtests) {
  std::vector<TimedMatch> all;
  for (const PlayedMatch& match : playtests.matches) {
    const PlayedVariant& of = playtests.variants[match.variant];
    const int territories = of.variant.territories();
    TimedMatch timed{.on_paper = match.playtest.on_paper,
                     .players = of.variant.players(),
                     .table = match.playtest.table()};
    if (timed.on_paper) {
      timed.minutes = match.playtest.minutes.value_or(0);
      const double turns = match.playtest.turns ? *match.playtest.turns : of.totals.turns().mean;
      timed.expected = metrics::minutes_of(turns, territories);
    } else {
      // Of a turn with a pause it is not known how long it would have taken.
      for (const TurnTime& turn : match.times) {
        if (turn.pauses > 0) continue;
        timed.minutes += turn.seconds / 60;
        timed.expected += metrics::seconds_of_turn(territories) / 60;
      }
    }
    if (timed.minutes > least_minutes && timed.expected > least_minutes)
      all.push_back(std::move(timed));
  }
  return all;
}

std::vector<Pace> paces(const std::vector<TimedMatch>& matches) {
  std::vector<Pace> all;
  for (const bool on_paper : {true, false}) {
    std::set<int> players;
    for (const TimedMatch& match : matches) {
      if (match.on_paper == on_paper) players.insert(match.players);
    }
    if (players.empty()) continue;
    all.push_back(pace_of(matches, on_paper, 0));
    for (const int number : players) all.push_back(pace_of(matches, on_paper, number));
  }
  return all;
}

const Pace* correcting(const std::vector<Pace>& all) {
  const auto found = std::ranges::find_if(
      all, [](const Pace& pace) { return pace.players == 0 && pace.factor.has_value(); });
  return found == all.end() ? nullptr : &*found;
}

metrics::TableSeconds corrected(const metrics::TableSeconds& seconds, double factor) {
  nlohmann::ordered_json json = metrics::table_seconds_keys().write(seconds);
  for (auto& member : json)
    member = std::min(longest_seconds, std::round(100 * factor * member.get<double>()) / 100);
  metrics::TableSeconds all;
  metrics::table_seconds_keys().read(JsonView(json, "seconds"), all);
  return all;
}

}  // namespace evorisk::experiments
