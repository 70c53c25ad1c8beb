// The grid of niches that a search for many different variants fills: what tells variants apart, as
// data. Source: Mouret and Clune 2015.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "maps/map.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk {
template <class T>
class KeyTable;
}  // namespace evorisk

namespace evorisk::ga {

// The keys of {"descriptors": [{"quantity": "territories", "from": 12, "to": 42, "bins": 6}, ...],
// "reevaluated": 0.25, ...} (base/key_table.hpp).
KeyTable<MapElitesConfig> map_elites_keys();
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
