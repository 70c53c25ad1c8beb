// What an arena is, and what came of it, as JSON.
#include <nlohmann/json.hpp>

#include "base/statistics.hpp"
#include "experiments/arena/arena.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/agent.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr double quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

double points(std::int64_t sixtieths) {
  return static_cast<double>(sixtieths) / match_points;
}

Json share_json(const Share& share) {
  return {{"point_share", share.share}, {"interval", {share.low, share.high}}};
}

Json share_json(const ArenaShare& share) {
  const auto& interval = share.interval;
  return {{"point_share", share.share},
          {"interval", interval ? Json{interval->low, interval->high} : Json()}};
}

Json faults_json(const std::array<std::int64_t, risk::fault_count>& faults) {
  Json json = Json::object();
  for (int fault = 1; fault < risk::fault_count; ++fault) {
    const std::int64_t count = faults[static_cast<std::size_t>(fault)];
    if (count > 0) json[risk::fault_name(static_cast<risk::Fault>(fault))] = count;
  }
  return json;
}

Json pair_json(const ArenaPair& pair, const std::vector<std::string>& agents) {
  Json json = {{"a", agents[static_cast<std::size_t>(pair.a)]},
               {"b", agents[static_cast<std::size_t>(pair.b)]},
               {"matches", pair.matches},
               {"wins", {pair.wins_a, pair.wins_b}},
               {"unfinished", pair.unfinished},
               {"forfeits", {pair.forfeits_a, pair.forfeits_b}},
               {"points", {points(pair.points_a), points(pair.points_b)}}};
  json.update(pair.scored() ? share_json(pair.share)
                            : Json{{"point_share", nullptr}, {"interval", nullptr}});
  if (pair.matches > 0) {
    json["turns"] = static_cast<double>(pair.turns) / static_cast<double>(pair.matches);
  }
  json["deals"] = pair.differences.count;
  json["z"] = pair.differences.z();
  json["p"] = metrics::tested(pair.p, pair.differences.count);
  json["p_adjusted"] = metrics::tested(pair.p_adjusted, pair.differences.count);
  json["significant"] = pair.significant;
  return json;
}

Json variant_json(const risk::Variant& variant, const ArenaVariant& result,
                  const std::vector<std::string>& agents) {
  const risk::SimulationCounts& counts = result.counts;
  Json json = {{"name", variant.name()},
               {"players", variant.players()},
               {"territories", variant.territories()},
               {"matches", counts.matches}};
  for (int end = 0; end < risk::end_reason_count; ++end) {
    if (!risk::can_end(variant, static_cast<risk::EndReason>(end))) continue;
    json["ends"][risk::end_reason_name(static_cast<risk::EndReason>(end))] = counts.ends[end];
  }
  Json turn_quantiles = Json::object();
  for (const double q : quantiles) turn_quantiles[Json(q).dump()] = counts.quantile_turns(q);
  json["turns"] = {{"mean", counts.mean_turns()},
                   {"deviation", counts.sd_turns()},
                   {"quantiles", std::move(turn_quantiles)}};
  json["minutes"] = metrics::minutes_to_json(counts.mean_turns(), variant.territories(),
                                             metrics::own_seconds(variant));
  for (std::size_t s = 0; s < counts.wins.size(); ++s) {
    Json seat = {{"seat", s}, {"wins", counts.wins[s]}};
    if (counts.matches > 0) seat.update(share_json(result.seat_shares[s]));
    json["seats"].push_back(std::move(seat));
  }
  for (std::size_t a = 0; a < agents.size(); ++a) {
    const ArenaEntry& entry = result.entries[a];
    Json agent = {{"agent", agents[a]},           {"matches", entry.matches},
                  {"wins", entry.wins},           {"points", points(entry.points)},
                  {"forfeits", entry.forfeits()}, {"faults", faults_json(entry.faults)}};
    if (result.ratings) agent.update(rating_json(*result.ratings, static_cast<int>(a)));
    for (std::size_t s = 0; s < counts.wins.size(); ++s) {
      agent["seats"].push_back(
          entry.seat_matches[s] == 0
              ? Json(nullptr)
              : share_json(arena_share(entry.seat_points[s], entry.seat_matches[s])));
    }
    json["agents"].push_back(std::move(agent));
  }
  json["pairs"] = Json::array();
  for (const ArenaPair& pair : result.pairs) json["pairs"].push_back(pair_json(pair, agents));
  return json;
}

}  // namespace

Json rating_json(const metrics::Ratings& ratings, int agent) {
  Json json = {{"elo", nullptr}, {"se", nullptr}, {"interval", nullptr}};
  if (!ratings.rated(agent)) return json;
  const double elo = ratings.rating(agent) * metrics::Ratings::elo_per_unit;
  json["elo"] = elo;
  if (const std::optional<double> errors = ratings.errors95()) {
    const double se = ratings.error(agent) * metrics::Ratings::elo_per_unit;
    json["se"] = se;
    json["interval"] = {elo - *errors * se, elo + *errors * se};
  }
  return json;
}

Json Arena::plan_json() const {
  Json json = {{"format", 1},
               {"simulation", risk::simulation_version},
               {"seed", config_.seed},
               {"agents", config_.agents},
               {"anchor", config_.agents[at(config_.anchor)]},
               {"matches", config_.matches},
               {"tables", config_.tables ? Json(*config_.tables) : Json(nullptr)},
               {"until", config_.until ? Json(*config_.until) : Json(nullptr)}};
  if (!config_.names.empty()) json["names"] = config_.names;
  for (const std::string& agent : config_.agents) {
    const std::string files = files_of(*risk::make_agent(config_.description(agent)));
    if (!files.empty()) json["files"][agent] = files;
  }
  if (config_.first > 0) json["first"] = config_.first;
  for (const risk::Variant& variant : config_.variants) {
    json["variants"].push_back(risk::variant_to_json(variant));
  }
  return json;
}

Json Arena::result_json() const {
  std::int64_t matches = 0;
  for (const ArenaVariant& result : results_) matches += result.counts.matches;
  Json json = {{"format", 2},
               {"seed", config_.seed},
               {"agents", config_.agents},
               {"anchor", config_.agents[at(config_.anchor)]},
               {"matches_per_table", config_.matches},
               {"until", config_.until ? Json(*config_.until) : Json(nullptr)},
               {"matches", matches}};
  if (!config_.names.empty()) json["names"] = config_.names;
  const std::vector<int> order = ranking();
  json["ratings"] = Json::array();
  for (std::size_t i = 0; i < order.size(); ++i) {
    Json rating = {{"agent", config_.agents[at(order[i])]}};
    rating.update(rating_json(*ratings_, order[i]));
    if (i + 1 < order.size() && ratings_->rated(order[i + 1])) {
      const double above = ratings_->rating(order[i]) - ratings_->rating(order[i + 1]);
      rating["above_next"] = {{"elo", above * metrics::Ratings::elo_per_unit}, {"se", nullptr}};
      if (ratings_->errors95()) {
        rating["above_next"]["se"] =
            ratings_->error_of_difference(order[i], order[i + 1]) * metrics::Ratings::elo_per_unit;
      }
    }
    json["ratings"].push_back(std::move(rating));
  }
  for (int v = 0; v < variants(); ++v) {
    json["variants"].push_back(variant_json(variant(v), result(v), config_.agents));
  }
  return json;
}

}  // namespace evorisk::experiments
