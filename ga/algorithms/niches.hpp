// The grid of niches that a search for many different variants fills: what tells variants apart, as
// data. Source: Mouret and Clune 2015.
#pragma once

#include <optional>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "ga/genome/genome.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// The keys of {"descriptors": [{"quantity": "territories", "from": 12, "to": 42, "bins": 6}, ...],
// "reevaluated": 0.25, ...} (base/key_table.hpp).
KeyTable<MapElitesConfig> map_elites_keys();

int niche_count(const std::vector<Descriptor>& descriptors);
// The values of an individual by these matches, one for each descriptor of config.map_elites.
std::vector<double> described(const Config& config, const Individual& individual,
                              const Evidence& evidence);
// The niche of these values: the first descriptor varies slowest. Nothing outside the bounds; the
// upper one belongs to the last bin.
std::optional<int> niche_of(const std::vector<Descriptor>& descriptors,
                            const std::vector<double>& values);
// That of these matches of an individual.
std::optional<int> niche_of(const Config& config, const Individual& individual,
                            const Evidence& evidence);
// The matches of an individual, as many as count.
std::int64_t counted_matches(const Individual& individual, const Config& config);
// The bin of each descriptor.
std::vector<int> bins_of(const std::vector<Descriptor>& descriptors, int niche);

}  // namespace evorisk::ga
