// Reading, writing and drawing from the search space. Source: thesis table 4.1 and section 4.3.1.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

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
// Complete; maps that are not of the library are written in place, so that the result stands alone.
nlohmann::ordered_json search_space_to_json(const SearchSpace& space);
// Its JSON schema.
nlohmann::ordered_json search_space_schema();

// A map of the first population.
maps::MapPtr initial_map(const SearchSpace& space, Random& random);

// A map as individuals' records hold it: the name of the initial library map it is (the very
// object), or the map in place; and back. The reading resolves nothing but library names.
nlohmann::ordered_json map_reference(const SearchSpace& space, const maps::MapPtr& map);
maps::MapPtr map_from_reference(const SearchSpace& space, const JsonView& view);

}  // namespace evorisk::ga
