// The grid of niches that a search for many different variants fills: what tells variants apart, as
// data. Source: Mouret and Clune 2015.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "maps/base/json.hpp"
#include "maps/map.hpp"
#include "metrics/totals.hpp"

namespace evorisk::ga {

// One axis of the grid: any quantity (metrics/quantity.hpp), between two bounds, in equal bins.
struct Descriptor {
  std::string quantity;
  double from = 0;
  double to = 1;
  int bins = 5;  // 1 ... 1000
  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

// The MAP-Elites part of a configuration.
struct MapElitesConfig {
  std::vector<Descriptor> descriptors = {{"territories", 2, 44, 6}, {"turns", 4, 40, 6}};
  // Share of each generation's places that goes to individuals of the archive, which then play
  // further matches: to challengers first, then to occupants, those with the fewest matches first.
  double reevaluated = 0.25;
  // Share that is drawn anew, as the first population is.
  double immigrants = 0;
  // Matches from which an individual's evidence is enough to be compared with any other's.
  std::int64_t enough_matches = 1000;
  int depth = 3;  // individuals that a niche remembers, its occupant included
  // The fitness whose quality is 0: what is better counts for the QD score by how much it is.
  double reference_fitness = 4;
  // Matches that measure every occupant afresh when the search is done.
  std::int64_t fresh_matches = 1000;
  friend bool operator==(const MapElitesConfig&, const MapElitesConfig&) = default;
};

// {"descriptors": [{"quantity": "territories", "from": 12, "to": 42, "bins": 6}, ...],
// "reevaluated": 0.25, ...}; missing members keep their defaults. Throws InputError.
MapElitesConfig map_elites_from_json(const JsonView& view);
nlohmann::ordered_json map_elites_to_json(const MapElitesConfig& config);

// The further criteria among the descriptors, which matches must be measured by.
metrics::CriteriaSet further_of(const std::vector<Descriptor>& descriptors);

int niche_count(const std::vector<Descriptor>& descriptors);
// The values of a variant, one per descriptor.
std::vector<double> described(const std::vector<Descriptor>& descriptors, const maps::Map& map,
                              const metrics::CriteriaTotals& totals);
// The niche of these values: the first descriptor varies slowest. Nothing outside the bounds; the
// upper one belongs to the last bin.
std::optional<int> niche_of(const std::vector<Descriptor>& descriptors,
                            const std::vector<double>& values);
// The bin of each descriptor.
std::vector<int> bins_of(const std::vector<Descriptor>& descriptors, int niche);

}  // namespace evorisk::ga
