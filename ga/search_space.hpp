// The search space as data: which rule keys evolve over which values, whether the map does, and
// where the first population's maps come from. Source: thesis table 4.1 and section 4.3.1.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "maps/base/json.hpp"
#include "maps/base/json_writer.hpp"
#include "maps/base/random.hpp"
#include "maps/map.hpp"
#include "risk/rules.hpp"

namespace evorisk::ga {

// "rule:KEY": what a change of that rule is called among the mutations of an individual. It lasts
// as long as the program. Throws InputError for an unknown key.
std::string_view rule_mutation(std::string_view key);

// One rule key that evolves. Any key of risk::rule_keys() may.
struct RuleGene {
  std::string key;
  // The values it may take, at least one and none twice, each as its canonical JSON text
  // ("\"random\"", "2", "[4,6]").
  std::vector<std::string> values;
  std::string_view mutation = rule_mutation(key);
  friend bool operator==(const RuleGene&, const RuleGene&) = default;
};

// A map of the first population.
struct InitialMap {
  std::string library_name;  // empty for a map that was given in place or as a file
  maps::MapPtr map;
};

// Maps of the first population that the procedural generator makes (maps/generator.hpp): each with
// numbers drawn uniformly from these ranges, both ends included.
struct GeneratedMaps {
  int fewest_territories = 20;  // 2 ... 1000
  int most_territories = 20;
  // 0 and 0: from one continent per 9 territories to one per 4. Never more than territories.
  int fewest_continents = 0;
  int most_continents = 0;
  double lowest_density = 0.35;  // 0 ... 1, see maps::GeneratorOptions
  double highest_density = 0.6;
  friend bool operator==(const GeneratedMaps&, const GeneratedMaps&) = default;
};

// How continents come by their bonuses.
enum class BonusPolicy {
  evolve,   // bred like borders
  formula,  // by size and borders (maps::continent_bonus), anew after every change of a map
};

struct SearchSpace {
  std::vector<RuleGene> genes;
  // False: crossover and mutation leave maps alone, and an individual keeps its first parent's.
  bool map_evolves = true;
  std::vector<InitialMap> initial_maps;    // at least one, or
  std::optional<GeneratedMaps> generated;  // made maps, and none of the above
  BonusPolicy bonuses = BonusPolicy::evolve;
  // Per gene: the value that all of the first population have, or -1: drawn. Empty: all drawn.
  std::vector<int> initial_genes;
};

// Table 4.1 (allocation, defence_dice, conquest_move, reinforcement_divisor), the map, and the
// thesis' ten maps.
SearchSpace thesis_search_space();

// {"rules": {"defence_dice": [2, 3], "initial_troops": {"from": 0, "to": 20, "step": 5}, ...},
// "map": true, "initial_maps": ["thesis-1", ...], "bonuses": "evolve", "initial_rules":
// {"defence_dice": 2}}; each member may be missing (then the thesis' one). Maps are library names,
// paths relative to `base_directory`, or objects; "initial_maps" may also say what maps to
// generate: {"territories": [20, 30], "continents": [3, 6], "density": [0.4, 0.6]}, each a range or
// a number. Throws InputError.
SearchSpace search_space_from_json(const JsonView& view, const std::string& base_directory);
// Complete; maps that are not of the library are written in place, so that the result stands alone.
nlohmann::ordered_json search_space_to_json(const SearchSpace& space);

// A map of the first population.
maps::MapPtr initial_map(const SearchSpace& space, Random& random);

// A map as individuals' records hold it: the name of the initial library map it is (the very
// object), or the map in place; and back. The reading resolves nothing but library names.
nlohmann::ordered_json map_reference(const SearchSpace& space, const maps::MapPtr& map);
void write_map_reference(const SearchSpace& space, const maps::MapPtr& map, JsonWriter& writer);
maps::MapPtr map_from_reference(const SearchSpace& space, const JsonView& view);

}  // namespace evorisk::ga
