#include "ga/genome/search_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/index.hpp"
#include "base/key_table.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/generator.hpp"
#include "maps/generate/styles.hpp"
#include "maps/io.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

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

constexpr std::array<std::string_view, 3> bonus_policies = {"evolve", "formula", "mended"};

// A range [low, high], or a number that is both.
template <class Number, class Read>
void read_range(const JsonView& view, std::string_view key, const Read& read,
                std::array<Number, 2>& range) {
  const auto member = view.find(key);
  if (!member) return;
  if (!member->is_array()) {
    range.fill(read(*member));
    return;
  }
  const std::vector<JsonView> ends = member->items();
  if (ends.size() != 2) {
    member->fail("found {} numbers; a range is [lowest, highest]", ends.size());
  }
  range = {read(ends[0]), read(ends[1])};
  if (range[1] < range[0]) {
    ends[1].fail("{} is below the range's lowest, {}", range[1], range[0]);
  }
}

// A style's name, or a list of names.
void read_styles(const JsonView& view, std::vector<std::string>& styles) {
  const std::vector<std::string_view> names = names_of(maps::map_styles());
  const std::vector<JsonView> items = view.is_array() ? view.items() : std::vector{view};
  for (const JsonView& item : items) {
    const std::string_view name = names[item.one_of(names)];
    if (std::ranges::count(styles, name) > 0) item.fail("{} is listed twice", name);
    styles.emplace_back(name);
  }
  if (styles.empty()) view.fail("no style is listed; without this key, all are used");
}

GeneratedMaps generated_from_json(const JsonView& view) {
  view.only({"territories", "continents", "density", "styles"});
  view.at("territories");
  GeneratedMaps generated;
  const auto whole = [](std::int64_t lowest) {
    return [lowest](const JsonView& v) { return static_cast<int>(v.integer(lowest, 1000)); };
  };
  const auto share = [](const JsonView& v) { return v.number(0, 1); };
  read_range(view, "territories", whole(2), generated.territories);
  read_range(view, "continents", whole(1), generated.continents);
  if (view.find("density")) read_range(view, "density", share, generated.density.emplace());
  if (const auto styles = view.find("styles")) read_styles(*styles, generated.styles);
  if (generated.continents[0] > generated.territories[0]) {
    view.at("continents")
        .fail("{} continents are more than {} territories", generated.continents[0],
              generated.territories[0]);
  }
  return generated;
}

}  // namespace

SearchSpace thesis_search_space() {
  SearchSpace space;
  space.genes = {{"allocation", {"\"random\"", "\"pick\""}},
                 {"defence_dice", {"2", "3"}},
                 {"conquest_move", {"\"min\"", "\"max\""}},
                 {"reinforcement_divisor", {"1", "2", "3", "4"}}};
  for (int number = 1; number <= 10; ++number) {
    const std::string name = fmt::format("thesis-{}", number);
    space.initial_maps.push_back({name, maps::library_map(name)});
  }
  return space;
}

std::vector<std::string_view> gene_keys(const SearchSpace& space) {
  std::vector<std::string_view> keys;
  for (const RuleGene& gene : space.genes) keys.push_back(gene.key);
  return keys;
}

int gene_value(const RuleGene& gene, const JsonView& view) {
  const std::string text = view.raw().dump();
  const auto found = std::ranges::find(gene.values, text);
  if (found == gene.values.end()) {
    view.fail("{} is not a value of the search space; valid: {}", text,
              fmt::join(gene.values, ", "));
  }
  return static_cast<int>(found - gene.values.begin());
}

namespace {

// {"defence_dice": 2, ...}: of genes that evolve, values that they may take.
void read_initial_genes(const JsonView& view, SearchSpace& space) {
  view.only(gene_keys(space));
  if (view.members().empty()) return;
  space.initial_genes.clear();
  for (const RuleGene& gene : space.genes) {
    const auto value = view.find(gene.key);
    space.initial_genes.push_back(value ? gene_value(gene, *value) : -1);
  }
}

void read_initial_maps(const JsonView& view, SearchSpace& space, const std::string& directory) {
  space.initial_maps.clear();
  if (view.is_object()) {
    space.generated = generated_from_json(view);
    return;
  }
  for (const JsonView& item : view.items()) {
    InitialMap& initial = space.initial_maps.emplace_back();
    initial.map = maps::resolve_map(item, directory);
    const auto names = maps::library_names();
    if (item.is_string() && std::ranges::count(names, item.text()) > 0) {
      initial.library_name = item.text();
    }
  }
  if (space.initial_maps.empty()) {
    view.fail("the first population needs at least one map, found an empty list");
  }
}

Json gene_values_to_json(const SearchSpace& space) {
  Json rules = Json::object();
  for (const RuleGene& gene : space.genes) {
    Json& values = rules[gene.key] = Json::array();
    for (const std::string& value : gene.values) values.push_back(parse_json(value));
  }
  return rules;
}

Json initial_genes_to_json(const SearchSpace& space) {
  Json initial_rules = Json::object();
  for (std::size_t g = 0; g < space.initial_genes.size(); ++g) {
    const int initial = space.initial_genes[g];
    if (initial < 0) continue;
    const RuleGene& gene = space.genes[g];
    initial_rules[gene.key] = parse_json(gene.values[at(initial)]);
  }
  return initial_rules;
}

Json initial_maps_to_json(const SearchSpace& space) {
  if (const auto& made = space.generated) {
    Json ranges = {{"territories", made->territories}};
    if (made->density) ranges["density"] = *made->density;
    if (made->continents[1] > 0) ranges["continents"] = made->continents;
    if (!made->styles.empty()) ranges["styles"] = made->styles;
    return ranges;
  }
  Json maps = Json::array();
  for (const InitialMap& initial : space.initial_maps) {
    maps.push_back(map_reference(space, initial.map));
  }
  return maps;
}

}  // namespace

Json key_schemas() {
  return parse_json(key_schemas_text());
}

const KeyTable<SearchSpace>& search_space_keys() {
  using Directory = const std::string&;
  static const KeyTable<SearchSpace> keys = {
      custom_key<SearchSpace>(
          "rules", key_schemas().at("rules"),
          [](const JsonView& view, SearchSpace& space, Directory) {
            space.genes.clear();
            for (const auto& [key, values] : view.members()) {
              space.genes.push_back(gene_from_json(key, values));
            }
          },
          gene_values_to_json, "Per rule key that evolves, the values it may take."),
      boolean_key("map", &SearchSpace::map_evolves,
                  "Whether maps are crossed over and mutated; if not, a child has its first "
                  "parent's map."),
      custom_key<SearchSpace>(
          "initial_maps", key_schemas().at("initial_maps"), read_initial_maps, initial_maps_to_json,
          "The maps of the first population: names of the library, paths relative to this file, or "
          "maps in place; or ranges from which the generator's numbers are drawn, one map per "
          "individual."),
      choice_key("bonuses", &SearchSpace::bonuses, bonus_policies,
                 "evolve: continents' bonuses are bred; formula: they follow from a continent's "
                 "size and borders, anew after every change of a map; mended: they are bred, but a "
                 "continent that is harder to own than another is worth no less, and none is worth "
                 "far more or less for its territories than all are."),
      number_key("profile", &SearchSpace::profile, 0, 100,
                 "Brings generated maps and their children so near to the features of a board of "
                 "people, drawn with the seed by size (maps/likeness/profile.hpp; two boards of "
                 "people are 1 apart). Where small changes do not reach it, as near as they do. "
                 "What bred boards lack of it in the mean is asked for in addition. 0: not."),
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

SearchSpace search_space_from_json(const JsonView& view, const std::string& base_directory) {
  SearchSpace space = thesis_search_space();
  search_space_keys().read(view, space, base_directory);
  return space;
}

maps::MapPtr initial_map(const SearchSpace& space, Random& random) {
  if (!space.generated) {
    return random.pick(space.initial_maps).map;
  }
  const auto draw = [&](int low, int high) { return low + random.index(high - low + 1); };
  const auto& [territories, continents, density, styles] = *space.generated;
  maps::GeneratorOptions options;
  options.territories = draw(territories[0], territories[1]);
  if (continents[1] > 0) {
    options.continents = draw(continents[0], std::min(options.territories, continents[1]));
  }
  if (density) options.density = (*density)[0] + ((*density)[1] - (*density)[0]) * random.unit();
  if (!styles.empty()) options.style = random.pick(styles);
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
