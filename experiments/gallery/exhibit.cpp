#include "experiments/gallery/exhibit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cmath>
#include <memory>

#include "base/random.hpp"
#include "maps/generate/naming.hpp"
#include "maps/layout/layout.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"

namespace evorisk::experiments {
namespace {

constexpr std::uint64_t told_from = 200;  // matches from which a typical one is chosen

}  // namespace

std::optional<std::vector<TotalsByAgent>> measure_tables(metrics::Engine& engine,
                                                         const MeasureRequest& request,
                                                         const metrics::PlayControl& control) {
  std::vector<std::vector<std::string>> seats;
  for (const std::string& agent : request.agents) seats.push_back({agent});
  std::vector<TotalsByAgent> tables;
  for (const risk::Variant* variant : request.variants) {
    tables.emplace_back(seats.size(),
                        metrics::CriteriaTotals(variant->players(), request.extended));
  }
  std::vector<metrics::Measurement> measurements;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (std::size_t a = 0; a < seats.size(); ++a) {
      const StreamKey key{
          .seed = request.seed,
          .purpose = Purpose::match,
          .generation = static_cast<std::uint32_t>(request.use) + 16 * request.round,
          .individual = request.first + static_cast<std::uint32_t>(i),
          .match = static_cast<std::uint64_t>(a) << 40};
      measurements.push_back({request.variants[i], key, request.matches, &tables[i][a], &seats[a]});
    }
  }
  if (!metrics::measure(engine, measurements, control)) return std::nullopt;
  return tables;
}

double worst_advantage(const TotalsByAgent& tables, std::optional<metrics::Coverage> coverage) {
  double worst = 0;
  for (const metrics::CriteriaTotals& table : tables) {
    constexpr auto advantage = metrics::Criterion::advantage;
    worst = std::max(worst, coverage ? table.interval(advantage, *coverage).low
                                     : table.criterion(advantage).mean);
  }
  return worst;
}

std::vector<BrokenBound> broken_bounds(const metrics::Objective& objective, const maps::Map& map,
                                       const TotalsByAgent& tables,
                                       std::optional<metrics::Coverage> coverage) {
  std::vector<BrokenBound> broken;
  for (const metrics::Objective::Constraint& bound : objective.constraints) {
    BrokenBound own{&metrics::quantity_info(bound.quantity), bound, {}, 0};
    for (const metrics::CriteriaTotals& table : tables) {
      own.values.push_back(metrics::quantity(*own.quantity, map, table, objective.seconds));
      const metrics::Interval value =
          metrics::quantity_interval(*own.quantity, map, table, objective.seconds, coverage);
      own.violation = std::max(own.violation, metrics::violation(bound, value));
    }
    if (own.violation > 0) broken.push_back(std::move(own));
  }
  return broken;
}

risk::Variant without_false_names(const risk::Variant& bred, const maps::Map& start,
                                  std::span<const std::string> keep) {
  maps::MapData data = bred.map().data();
  const auto territory = [](const maps::Map& map, int t) { return map.territory(t).name; };
  for (maps::Continent& continent : data.continents) {
    const auto before =
        std::ranges::find(start.continents(), continent.name, &maps::Continent::name);
    if (continent.name.empty() || before == start.continents().end()) continue;
    const auto named = [&](const std::string& part) {
      return part.ends_with(':' + continent.name);
    };
    if (std::ranges::any_of(keep, named)) continue;
    const auto stayed = std::ranges::count_if(continent.territories, [&](int t) {
      return std::ranges::any_of(before->territories, [&](int u) {
        return territory(start, u) == territory(bred.map(), t);
      });
    });
    if (2 * stayed < std::ssize(continent.territories)) continent.name.clear();
  }
  return {bred.name(), bred.rules(), std::make_shared<const maps::Map>(std::move(data)),
          bred.own_deck(), bred.bred_for()};
}

risk::Variant named_and_placed(const risk::Variant& bare, std::uint64_t seed,
                               std::string_view title, std::vector<std::string>& taken,
                               bool keep_places) {
  for (const char c : title) {  // FNV-1a
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  const std::string name = maps::invented_name(seed, taken);
  taken.push_back(name);
  maps::MapData data = maps::with_names(bare.map(), seed).data();
  data.name = name;
  const auto stays = [&](const auto& territory) { return keep_places && territory.position; };
  if (!std::ranges::all_of(data.territories, stays)) {
    const std::vector<maps::Point> positions = maps::layout(bare.map());
    for (std::size_t t = 0; t < positions.size(); ++t) {
      maps::Territory& territory = data.territories[t];
      if (stays(territory)) continue;
      territory.position = {std::round(positions[t].x * 1e4) / 1e4,
                            std::round(positions[t].y * 1e4) / 1e4};
    }
  }
  return {name, bare.rules(), std::make_shared<const maps::Map>(std::move(data)), bare.own_deck(),
          bare.bred_for()};
}

std::string exhibit_file(std::size_t place, std::size_t count, const std::string& name) {
  return fmt::format("variants/{:0{}}-{}.json", place + 1, count < 10 ? 1 : 2,
                     boost::algorithm::to_lower_copy(name));
}

StreamKey typical_match(const risk::Variant& variant, const std::string& agent, std::uint64_t seed,
                        std::size_t place) {
  StreamKey key{.seed = seed,
                .purpose = Purpose::match,
                .generation = static_cast<std::uint32_t>(MatchUse::telling),
                .individual = static_cast<std::uint32_t>(place)};
  // The plain engine, because only its matches can be played again event by event.
  std::vector<metrics::MatchSummary> out(told_from);
  metrics::EngineOptions options;
  options.engine = "plain";
  options.agents = {agent};
  const metrics::MatchJob job{.variant = &variant, .key = key, .out = out};
  metrics::make_engine(options)->play({&job, 1});
  double turns = 0;
  double leads = 0;
  for (const metrics::MatchSummary& match : out) {
    turns += match.turns / static_cast<double>(told_from);
    leads += match.lead_change / static_cast<double>(told_from);
  }
  double nearest = 1e300;
  for (std::uint64_t m = 0; m < told_from; ++m) {
    const double distance =
        std::abs(out[m].turns - turns) / turns + std::abs(out[m].lead_change - leads);
    if (out[m].winner < 0 || distance >= nearest) continue;
    nearest = distance;
    key.match = m;
  }
  return key;
}

}  // namespace evorisk::experiments
