#include "ga/genome/search_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/key_table.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

bool is_library_name(std::string_view name) {
  const std::vector<std::string_view> names = maps::library_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The value as the rules hold it, which also checks it.
std::string canonical_value(const std::string& key, const JsonView& value) {
  risk::Rules rules;
  risk::set_rule(rules, key, value);
  return risk::get_rule(rules, key).dump();
}

constexpr std::size_t most_values = 1000;

// {"from": 0, "to": 20, "step": 5} as [0, 5, 10, 15, 20].
Json listed_range(const JsonView& view) {
  view.only({"from", "to", "step"});
  constexpr std::int64_t most = 1'000'000;
  const std::int64_t from = view.at("from").integer(-most, most);
  const std::int64_t to = view.at("to").integer(from, most);
  const auto member = view.find("step");
  const std::int64_t step = member ? member->integer(1, most) : 1;
  if (static_cast<std::size_t>((to - from) / step) >= most_values) {
    view.fail("{} values; a rule may evolve over {} at most", (to - from) / step + 1, most_values);
  }
  Json values = Json::array();
  for (std::int64_t value = from; value <= to; value += step) values.push_back(value);
  return values;
}

RuleGene gene_from_json(const std::string& key, const JsonView& listed) {
  const Json range = listed.is_object() ? listed_range(listed) : Json();
  const JsonView view =
      listed.is_object() ? JsonView(range, listed.source(), listed.path()) : listed;
  const std::vector<std::string_view> names = names_of(risk::rule_keys());
  if (std::find(names.begin(), names.end(), key) == names.end()) {
    view.fail(unknown_name("rule", key, names));
  }
  RuleGene gene{key, {}};
  for (const JsonView& item : view.items()) {
    std::string value = canonical_value(key, item);
    if (std::find(gene.values.begin(), gene.values.end(), value) != gene.values.end()) {
      item.fail("{} is listed twice", value);
    }
    gene.values.push_back(std::move(value));
  }
  if (gene.values.empty()) {
    view.fail("a rule that evolves needs at least one value, found an empty list");
  }
  return gene;
}

constexpr std::array<std::string_view, 2> bonus_policies = {"evolve", "formula"};

// A range [low, high], or a number that is both.
template <class Number, class Read>
void read_range(const JsonView& view, std::string_view key, const Read& read, Number& low,
                Number& high) {
  const auto member = view.find(key);
  if (!member) return;
  if (!member->is_array()) {
    low = high = read(*member);
    return;
  }
  const std::vector<JsonView> ends = member->items();
  if (ends.size() != 2) {
    member->fail("found {} numbers; a range is [lowest, highest]", ends.size());
  }
  low = read(ends[0]);
  high = read(ends[1]);
  if (high < low) ends[1].fail("{} is below the range's lowest, {}", high, low);
}

GeneratedMaps generated_from_json(const JsonView& view) {
  view.only({"territories", "continents", "density"});
  view.at("territories");
  GeneratedMaps generated;
  const auto whole = [](std::int64_t lowest) {
    return [lowest](const JsonView& v) { return static_cast<int>(v.integer(lowest, 1000)); };
  };
  read_range(view, "territories", whole(2), generated.fewest_territories,
             generated.most_territories);
  read_range(view, "continents", whole(1), generated.fewest_continents, generated.most_continents);
  read_range(
      view, "density", [](const JsonView& v) { return v.number(0, 1); }, generated.lowest_density,
      generated.highest_density);
  if (generated.fewest_continents > generated.fewest_territories) {
    view.at("continents")
        .fail("{} continents are more than {} territories", generated.fewest_continents,
              generated.fewest_territories);
  }
  return generated;
}

std::vector<InitialMap> library_maps(std::initializer_list<std::string_view> names) {
  std::vector<InitialMap> maps;
  for (const std::string_view name : names) {
    maps.push_back({std::string(name), maps::library_map(name)});
  }
  return maps;
}

}  // namespace

SearchSpace thesis_search_space() {
  SearchSpace space;
  space.genes = {{"allocation", {"\"random\"", "\"pick\""}},
                 {"defence_dice", {"2", "3"}},
                 {"conquest_move", {"\"min\"", "\"max\""}},
                 {"reinforcement_divisor", {"1", "2", "3", "4"}}};
  space.initial_maps = library_maps({"thesis-1", "thesis-2", "thesis-3", "thesis-4", "thesis-5",
                                     "thesis-6", "thesis-7", "thesis-8", "thesis-9", "thesis-10"});
  return space;
}

namespace {

// {"defence_dice": 2, ...}: of genes that evolve, values that they may take.
void read_initial_genes(const JsonView& view, SearchSpace& space) {
  std::vector<std::string_view> keys;
  for (const RuleGene& gene : space.genes) keys.push_back(gene.key);
  view.only(keys);
  std::vector<int> initial(space.genes.size(), -1);
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const RuleGene& gene = space.genes[g];
    const auto value = view.find(gene.key);
    if (!value) continue;
    const auto found = std::find(gene.values.begin(), gene.values.end(), value->raw().dump());
    if (found == gene.values.end()) {
      value->fail("{} is not a value of the search space; valid: {}", value->raw().dump(),
                  fmt::join(gene.values, ", "));
    }
    initial[g] = static_cast<int>(found - gene.values.begin());
  }
  if (!view.members().empty()) space.initial_genes = std::move(initial);
}

void read_initial_maps(const JsonView& view, SearchSpace& space, const std::string& directory) {
  space.initial_maps.clear();
  if (view.is_object()) {
    space.generated = generated_from_json(view);
    return;
  }
  for (const JsonView& item : view.items()) {
    InitialMap initial;
    initial.map = maps::resolve_map(item, directory);
    if (item.is_string() && is_library_name(item.text())) initial.library_name = item.text();
    space.initial_maps.push_back(std::move(initial));
  }
  if (space.initial_maps.empty()) {
    view.fail("the first population needs at least one map, found an empty list");
  }
}

Json genes_to_json(const SearchSpace& space) {
  Json rules = Json::object();
  for (const RuleGene& gene : space.genes) {
    Json& values = rules[gene.key] = Json::array();
    for (const std::string& value : gene.values) values.push_back(Json::parse(value));
  }
  return rules;
}

Json initial_genes_to_json(const SearchSpace& space) {
  Json initial_rules = Json::object();
  for (std::size_t g = 0; g < space.initial_genes.size(); ++g) {
    const int initial = space.initial_genes[g];
    if (initial < 0) continue;
    const RuleGene& gene = space.genes[g];
    initial_rules[gene.key] = Json::parse(gene.values[static_cast<std::size_t>(initial)]);
  }
  return initial_rules;
}

Json initial_maps_to_json(const SearchSpace& space) {
  if (const auto& made = space.generated) {
    Json ranges = {{"territories", {made->fewest_territories, made->most_territories}},
                   {"density", {made->lowest_density, made->highest_density}}};
    if (made->most_continents > 0) {
      ranges["continents"] = {made->fewest_continents, made->most_continents};
    }
    return ranges;
  }
  Json maps = Json::array();
  for (const InitialMap& initial : space.initial_maps) {
    maps.push_back(map_reference(space, initial.map));
  }
  return maps;
}

constexpr std::string_view genes_schema = R"({
  "type": "object",
  "additionalProperties": {"oneOf": [
    {"type": "array", "minItems": 1, "uniqueItems": true},
    {
      "description": "Whole numbers from, from + step, ... up to to.",
      "type": "object",
      "required": ["from", "to"],
      "additionalProperties": false,
      "properties": {
        "from": {"type": "integer"},
        "to": {"type": "integer"},
        "step": {"type": "integer", "minimum": 1, "default": 1}
      }
    }
  ]}
})";

constexpr std::string_view initial_maps_schema = R"({"oneOf": [
  {"type": "array", "minItems": 1, "items": {"type": ["string", "object"]}},
  {
    "type": "object",
    "required": ["territories"],
    "additionalProperties": false,
    "properties": {
      "territories": {
        "description": "[fewest, most], or a number: 2 to 1000.",
        "type": ["array", "integer"], "minItems": 2, "maxItems": 2
      },
      "continents": {
        "description": "[fewest, most], or a number; by default one per 9 to 4 territories.",
        "type": ["array", "integer"], "minItems": 2, "maxItems": 2
      },
      "density": {
        "description": "[lowest, highest], or a number: 0 (a tree of borders) to 1 (as many as a planar map can have).",
        "type": ["array", "number"], "minItems": 2, "maxItems": 2, "default": [0.35, 0.6]
      }
    }
  }
]})";

const KeyTable<SearchSpace>& search_space_keys() {
  using Directory = const std::string&;
  static const KeyTable<SearchSpace> keys = {
      custom_key<SearchSpace>(
          "rules", Json::parse(genes_schema),
          [](const JsonView& view, SearchSpace& space, Directory) {
            space.genes.clear();
            for (const auto& [key, values] : view.members()) {
              space.genes.push_back(gene_from_json(key, values));
            }
          },
          genes_to_json, "Per rule key that evolves, the values it may take."),
      boolean_key("map", &SearchSpace::map_evolves,
                  "Whether maps are crossed over and mutated; if not, a child has its first "
                  "parent's map."),
      custom_key<SearchSpace>(
          "initial_maps", Json::parse(initial_maps_schema), read_initial_maps, initial_maps_to_json,
          "The maps of the first population: names of the library, paths relative to this file, or "
          "maps in place; or ranges from which the generator's numbers are drawn, one map per "
          "individual."),
      choice_key("bonuses", &SearchSpace::bonuses, bonus_policies,
                 "evolve: continents' bonuses are bred; formula: they follow from a continent's "
                 "size and borders, anew after every change of a map."),
      custom_key<SearchSpace>(
          "initial_rules", {{"type", "object"}},
          [](const JsonView& view, SearchSpace& space, Directory) {
            read_initial_genes(view, space);
          },
          initial_genes_to_json,
          "Values that all of the first population have, by rule key; each among those that "
          "evolve. Others are drawn. Default: all drawn."),
  };
  return keys;
}

}  // namespace

SearchSpace search_space_from_json(const JsonView& view, const std::string& base_directory) {
  SearchSpace space = thesis_search_space();
  search_space_keys().read(view, space, base_directory);
  return space;
}

Json search_space_to_json(const SearchSpace& space) {
  return search_space_keys().write(space);
}

Json search_space_schema() {
  return search_space_keys().schema(thesis_search_space());
}

maps::MapPtr initial_map(const SearchSpace& space, Random& random) {
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
  };
  if (!space.generated) {
    return space.initial_maps[random.below(static_cast<std::uint32_t>(space.initial_maps.size()))]
        .map;
  }
  const GeneratedMaps& made = *space.generated;
  maps::GeneratorOptions options;
  options.territories = draw(made.fewest_territories, made.most_territories);
  int low = std::max(1, options.territories / 9);
  int high = std::max(1, options.territories / 4);
  if (made.most_continents > 0) {
    low = made.fewest_continents;
    high = std::min(options.territories, made.most_continents);
  }
  options.continents = draw(low, high);
  options.density =
      made.lowest_density + (made.highest_density - made.lowest_density) * random.unit();
  return std::make_shared<const maps::Map>(maps::generate_map(options, random));
}

Json map_reference(const SearchSpace& space, const maps::MapPtr& map) {
  for (const InitialMap& initial : space.initial_maps) {
    if (initial.map == map && !initial.library_name.empty()) return initial.library_name;
  }
  return maps::map_to_json(*map);
}

maps::MapPtr map_from_reference(const SearchSpace& space, const JsonView& view) {
  if (!view.is_string()) return std::make_shared<const maps::Map>(maps::map_from_json(view));
  const std::string name = view.text();
  for (const InitialMap& initial : space.initial_maps) {
    if (initial.library_name == name) return initial.map;
  }
  view.fail("\"{}\" is none of the initial maps of the configuration", name);
}

}  // namespace evorisk::ga
