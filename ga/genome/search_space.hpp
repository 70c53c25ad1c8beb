// Reading, writing and drawing from the search space. Source: thesis table 4.1 and section 4.3.1.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/random.hpp"
#include "ga/config.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// {"rules": {"defence_dice": [2, 3], "initial_troops": {"from": 0, "to": 20, "step": 5}, ...},
// "map": true, "initial_maps": ["thesis-1", ...], "bonuses": "evolve", "initial_rules":
// {"defence_dice": 2}}; each member may be missing (then the thesis' one). Maps are library names,
// paths relative to `base_directory`, or objects; "initial_maps" may also say what maps to
// generate: {"territories": [20, 30], "continents": [3, 6], "density": [0.4, 0.6]}, each a range or
// a number. Throws InputError.
SearchSpace search_space_from_json(const JsonView& view, const std::string& base_directory);
// Its keys (base/key_table.hpp). What is written is complete; maps that are not of the library are
// in place, so that it stands alone.
const KeyTable<SearchSpace>& search_space_keys();

// ga/schema/key_schemas.json: what the JSON schema says of values that no key table reads.
nlohmann::ordered_json key_schemas();
std::string_view key_schemas_text();

// The rules that evolve.
std::vector<std::string_view> gene_keys(const SearchSpace& space);
// The index of a value of the gene. Throws InputError for one that the search space does not have.
int gene_value(const RuleGene& gene, const JsonView& view);

// A map of the first population.
maps::MapPtr initial_map(const SearchSpace& space, Random& random);

// A map as individuals' records hold it: the name of the initial library map it is (the very
// object), or the map in place; and back. The reading resolves nothing but library names.
nlohmann::ordered_json map_reference(const SearchSpace& space, const maps::MapPtr& map);
maps::MapPtr map_from_reference(const SearchSpace& space, const JsonView& view);

}  // namespace evorisk::ga
