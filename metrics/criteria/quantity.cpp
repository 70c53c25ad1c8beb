#include "metrics/criteria/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "base/statistics.hpp"
#include "maps/facts.hpp"
#include "maps/layout/shape.hpp"
#include "maps/layout/sprawl.hpp"
#include "maps/likeness/human.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/minutes.hpp"

namespace evorisk::metrics {
namespace {

constexpr double many = 1e9;

Estimate exactly(double value) {
  return {value, 0};
}

std::size_t continent_size(const maps::Continent& continent) {
  return continent.territories.size();
}
double split_in_graph(const maps::Map& map) {
  return static_cast<double>(
      std::ranges::count_if(maps::continent_facts(map.data()),
                            [](const maps::ContinentFacts& c) { return c.parts > 1; }));
}
Estimate split_continents(const maps::Map& map, const CriteriaTotals&) {
  return exactly(split_in_graph(map));
}
// A planar map of n territories has at most 3 n - 6 borders (Euler); what is more needs routes.
double routes_at_least(const maps::Map& map) {
  return std::max(0, map.border_count() - std::max(1, 3 * map.territory_count() - 6));
}
Estimate largest_continent(const maps::Map& map, const CriteriaTotals&) {
  const auto& largest = *std::ranges::max_element(map.continents(), {}, continent_size);
  return exactly(static_cast<double>(continent_size(largest)) / map.territory_count());
}
Estimate smallest_continent_territories(const maps::Map& map, const CriteriaTotals&) {
  const auto& smallest = *std::ranges::min_element(map.continents(), {}, continent_size);
  return exactly(static_cast<double>(continent_size(smallest)));
}
// Territories with a neighbour in another continent, per continent.
Estimate mean_entries(const maps::Map& map, const CriteriaTotals&) {
  const std::vector<bool> entry = maps::gates(map.data(), maps::continent_numbers(map.data()));
  return exactly(static_cast<double>(std::ranges::count(entry, true)) / map.continent_count());
}
Estimate mean_bonus(const maps::Map& map, const CriteriaTotals&) {
  double sum = 0;
  for (const maps::Continent& continent : map.continents()) sum += continent.bonus;
  return exactly(sum / map.continent_count());
}
Interval turns_interval(const CriteriaTotals& totals, Coverage coverage) {
  const Estimate turns = totals.turns();
  return mean_interval(turns.mean, turns.se, static_cast<double>(totals.matches()),
                       std::numeric_limits<double>::infinity(), coverage);
}
Estimate best_seat(const CriteriaTotals& totals) {
  const std::int64_t decided = totals.finished();
  if (decided == 0) return exactly(1);
  std::int64_t most = 0;
  for (int seat = 0; seat < totals.players(); ++seat) most = std::max(most, totals.wins(seat));
  const double share = static_cast<double>(most) / static_cast<double>(decided);
  return {share, std::sqrt(share * (1 - share) / static_cast<double>(decided))};
}
// Of several seats that are alike the one that won most won more than its chance, and was chosen
// for that: the lower end holds for all seats together (Bonferroni). Of two, one errs as the other.
Interval best_seat_interval(const CriteriaTotals& totals, Coverage coverage) {
  const auto decided = static_cast<double>(totals.finished());
  const Estimate share = best_seat(totals);
  if (decided == 0) return {share.mean, share.mean, share.mean};
  Interval found = share_interval(share.mean, share.se, decided, coverage);
  if (totals.players() > 2) {
    const double errors = normal_quantile(normal_p(errors_of(coverage)) / totals.players());
    found.low = share_interval(share.mean, share.se, decided, errors).low;
  }
  return found;
}
Interval advantage_interval(const CriteriaTotals& totals, Coverage coverage) {
  return totals.interval(Criterion::advantage, coverage);
}

Estimate timed(const maps::Map& map, const CriteriaTotals& totals, const TableSeconds& seconds) {
  const Estimate turns = totals.turns();
  return {minutes_of(turns.mean, map.territory_count(), seconds),
          turns.se * seconds_of_turn(map.territory_count(), seconds) / 60};
}
Estimate minutes(const maps::Map& map, const CriteriaTotals& totals) {
  return timed(map, totals, {});
}
template <auto member>
Estimate of_shape(const maps::Map& map, const CriteriaTotals&) {
  return exactly(maps::board_shape(map).*member);
}

constexpr QuantityInfo quantity_table[] = {
    {"territories", "territories of the map", "own", true, many,
     [](const maps::Map& map, const CriteriaTotals&) { return exactly(map.territory_count()); }},
    {"borders", "borders of the map", "own", true, many,
     [](const maps::Map& map, const CriteriaTotals&) { return exactly(map.border_count()); }},
    {"continents", "continents of the map", "own", true, many,
     [](const maps::Map& map, const CriteriaTotals&) { return exactly(map.continent_count()); }},
    {"split_continents", "continents whose territories do not hang together", "own", true, many,
     split_continents},
    {"largest_continent", "share of the territories in the largest continent", "own", true, 1,
     largest_continent},
    {"smallest_continent_territories", "territories of the smallest continent", "own", true, many,
     smallest_continent_territories},
    {"mean_degree", "mean number of neighbours of a territory", "own", true, many,
     [](const maps::Map& map, const CriteriaTotals&) {
       return exactly(2.0 * map.border_count() / map.territory_count());
     }},
    {"mean_entries", "mean number of a continent's territories that border on other continents",
     "own", true, many, mean_entries},
    {"mean_bonus", "mean bonus of a continent", "own", true, many, mean_bonus},
    {"human_distance", "distance of the board to boards that people designed; 1 is their mean",
     "own", true, many,
     [](const maps::Map& map, const CriteriaTotals&) {
       return exactly(maps::human_distance(maps::features_of(map, maps::Wanted::quick)));
     }},
    {"human_bounds_broken", "bounds of boards that people designed that the board breaks, of ten",
     "own", true, 10,
     [](const maps::Map& map, const CriteriaTotals&) {
       return exactly(maps::human_bounds_broken(maps::features_of(map, maps::Wanted::quick)));
     }},
    // Of the drawing: names of members of maps::BoardShape, lengths in units of the side of a
    // square with a territory's equal share of the board.
    {"area_ratio", "area of the largest territory as drawn, in areas of the smallest", "own", true,
     many, of_shape<&maps::BoardShape::area_ratio>, true},
    {"sea_routes", "borders that are drawn as sea routes", "own", true, many,
     of_shape<&maps::BoardShape::routes>, true, routes_at_least},
    {"longest_route", "length of the longest sea route, in mean spacings of territories", "own",
     true, many, of_shape<&maps::BoardShape::longest_route>, true},
    {"routes_over_land", "sea routes that pass over a territory which they do not join", "own",
     true, many, of_shape<&maps::BoardShape::routes_over_land>, true},
    {"route_crossings", "pairs of sea routes that cross", "own", true, many,
     of_shape<&maps::BoardShape::route_crossings>, true},
    {"routes_along_coasts", "sea routes that run along the coast of a territory they do not join",
     "own", true, many, of_shape<&maps::BoardShape::routes_along_coasts>, true},
    {"least_width",
     "width of the narrowest territory as drawn, in widths of a circle of its area; 0.4 is a "
     "sliver",
     "own", true, 1, of_shape<&maps::BoardShape::least_width>, true},
    {"longest_neck",
     "how far a part narrower than 0.3 mean spacings reaches from the rest of its territory, in "
     "them",
     "own", true, many, of_shape<&maps::BoardShape::longest_neck>, true},
    {"sprawl", "how much territories wind and stretch as drawn, on average", "own", true, many,
     [](const maps::Map& map, const CriteriaTotals&) { return exactly(maps::sprawl(map)); }, true},
    {"most_winding", "how much the worst territory winds and stretches as drawn; a horseshoe has 1",
     "own", true, many, of_shape<&maps::BoardShape::most_winding>, true},
    {"least_room",
     "radius of the largest circle in the narrowest territory as drawn, in mean spacings", "own",
     true, 1, of_shape<&maps::BoardShape::least_room>, true},
    {"labels_inside", "share of the territories whose area holds their name and troops", "own",
     true, 1, of_shape<&maps::BoardShape::labels_inside>, true},
    {"split_landmasses", "continents that are drawn in more than one landmass", "own", true, many,
     of_shape<&maps::BoardShape::split_continents>, true, split_in_graph},
    {"farthest_part",
     "distance of a continent's most distant landmass from its rest, in mean spacings; 0 without "
     "any",
     "own", true, many, of_shape<&maps::BoardShape::farthest_part>, true},
    {"turns", "mean length of a match in player turns", "own", false, many, nullptr, false, nullptr,
     [](const CriteriaTotals& totals) { return totals.turns(); }, false, turns_interval},
    {"minutes", "mean minutes of a match at the table, by turns and territories, with its setup",
     "own", false, many, minutes, false, nullptr, nullptr, false, turns_interval},
    {"best_seat",
     "wins of the seat that wins most, as a share of the decided matches; 1 without any", "own",
     false, 1, nullptr, false, nullptr, best_seat, false, best_seat_interval},
    {"worst_advantage", "advantage of a seat under the judge that finds most; of one judge its own",
     "own", false, 1, nullptr, false, nullptr,
     [](const CriteriaTotals& totals) { return totals.criterion(Criterion::advantage); }, true,
     advantage_interval},
};

QuantityInfo quantity_of(const CriterionInfo& info) {
  return {info.name, info.meaning, info.source, false, info.highest, nullptr};
}

Criterion criterion_of(const QuantityInfo& info) {
  for (const CriterionInfo& criterion : all_criteria()) {
    if (criterion.name == info.name) return criterion.id;
  }
  throw InputError(unknown_name("quantity", info.name, names_of(quantities())));
}

OpenTable<QuantityInfo>& all_quantities() {
  static OpenTable<QuantityInfo> table = [] {
    std::vector<QuantityInfo> own(std::begin(quantity_table), std::end(quantity_table));
    std::ranges::transform(all_criteria().first(all_criterion_count), std::back_inserter(own),
                           quantity_of);
    return OpenTable<QuantityInfo>("quantity", own, most_added_criteria);
  }();
  return table;
}

}  // namespace

std::span<const QuantityInfo> quantities() {
  return all_quantities().rows();
}

void add_quantity(const CriterionInfo& info) {
  all_quantities().add(quantity_of(info));
}

std::span<const Objective::Constraint> demands_of_drawing() {
  static const std::vector<Objective::Constraint> demands = {
      {"area_ratio", {}, 6},      {"longest_route", {}, 2},       {"routes_over_land", {}, 0},
      {"route_crossings", {}, 0}, {"routes_along_coasts", {}, 0}, {"least_width", 0.4, {}},
      {"longest_neck", {}, 0.8},  {"sprawl", {}, 0.25},           {"most_winding", {}, 1},
      {"least_room", 0.22, {}},   {"labels_inside", 1, {}},       {"split_landmasses", {}, 0},
      {"farthest_part", {}, 1},
  };
  return demands;
}

const QuantityInfo& quantity_info(std::string_view name) {
  return all_quantities().find(name);
}

Estimate quantity(const QuantityInfo& info, const maps::Map& map, const CriteriaTotals& totals,
                  const TableSeconds& seconds) {
  if (info.value == minutes) return timed(map, totals, seconds);
  if (info.value != nullptr) return info.value(map, totals);
  if (info.of_matches != nullptr) return info.of_matches(totals);
  return totals.criterion(criterion_of(info));
}

Interval quantity_interval(const QuantityInfo& info, const maps::Map& map,
                           const CriteriaTotals& totals, const TableSeconds& seconds,
                           std::optional<Coverage> coverage) {
  if (info.of_map || !coverage) {
    const double value = quantity(info, map, totals, seconds).mean;
    return {value, value, value};
  }
  if (info.interval == nullptr) return totals.interval(criterion_of(info), *coverage);
  Interval own = info.interval(totals, *coverage);
  if (info.value == minutes) {
    for (double* const turns : {&own.middle, &own.low, &own.high}) {
      *turns = minutes_of(*turns, map.territory_count(), seconds);
    }
  }
  return own;
}

Estimate quantity(const QuantityInfo& info, const maps::Map& map,
                  std::span<const CriteriaTotals> tables, const TableSeconds& seconds) {
  if (info.of_map || tables.size() == 1) return quantity(info, map, tables.front(), seconds);
  if (!info.of_panel) return quantity(info, map, pooled(tables), seconds);
  Estimate largest;
  for (const CriteriaTotals& table : tables) {
    const Estimate own = quantity(info, map, table, seconds);
    if (&table == &tables.front() || own.mean > largest.mean) largest = own;
  }
  return largest;
}

double map_quantity(const QuantityInfo& info, const maps::Map& map) {
  return quantity(info, map, CriteriaTotals(), {}).mean;
}

double loss(const Objective::QuantityTerm& term, double value) {
  const double beyond =
      std::max({0.0, term.ideal - value, value - term.band_end.value_or(term.ideal)});
  return term.loss == Loss::squared ? beyond * beyond : beyond;
}

double map_loss(const Objective& objective, const maps::Map& map) {
  double sum = 0;
  for (const Objective::QuantityTerm& term : objective.quantities) {
    const QuantityInfo& info = quantity_info(term.quantity);
    if (info.of_map && term.weight > 0) {
      sum += term.weight * loss(term, map_quantity(info, map));
    }
  }
  return sum;
}

std::vector<MeasuredQuantity> measured_quantities(const Objective& objective, const maps::Map& map,
                                                  std::span<const CriteriaTotals> tables) {
  std::vector<MeasuredQuantity> list;
  for (const Objective::QuantityTerm& term : objective.quantities) {
    const Estimate value = quantity(quantity_info(term.quantity), map, tables, objective.seconds);
    list.push_back({&term, value, loss(term, value.mean)});
  }
  return list;
}

double violation(const Objective::Constraint& constraint, double value) {
  return violation(constraint, Interval{value, value, value});
}

double violation(const Objective::Constraint& constraint, const Interval& value) {
  const auto beyond = [](double distance, double bound) {
    if (!(distance > 0)) return 0.0;
    return bound == 0 ? distance : distance / bound;
  };
  double sum = 0;
  if (const auto least = constraint.at_least) sum += beyond(*least - value.high, *least);
  if (const auto most = constraint.at_most) sum += beyond(value.low - *most, *most);
  return sum;
}

double map_violation(std::span<const Objective::Constraint> constraints, const maps::Map& map) {
  double sum = 0;
  for (const Objective::Constraint& constraint : constraints) {
    const QuantityInfo& info = quantity_info(constraint.quantity);
    if (info.of_map) sum += violation(constraint, map_quantity(info, map));
  }
  return sum;
}

double violation(const maps::Map& map, std::span<const CriteriaTotals> tables,
                 const Objective& objective, PanelAggregation aggregation) {
  double sum = 0;
  for (const Objective::Constraint& constraint : objective.constraints) {
    const QuantityInfo& info = quantity_info(constraint.quantity);
    if (info.of_panel) {
      sum += violation(constraint, quantity(info, map, tables, objective.seconds).mean);
      continue;
    }
    double worst = 0;
    double mean = 0;
    for (const CriteriaTotals& table : tables) {
      const double own = violation(constraint, quantity(info, map, table, objective.seconds).mean);
      worst = std::max(worst, own);
      mean += own / static_cast<double>(tables.size());
    }
    sum += aggregation == PanelAggregation::worst ? worst : mean;
  }
  return sum;
}

}  // namespace evorisk::metrics
