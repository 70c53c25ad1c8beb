#include "ga/search_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "maps/base/error.hpp"
#include "maps/base/names.hpp"
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

RuleGene gene_from_json(const std::string& key, const JsonView& view) {
  const auto keys = risk::rule_keys();
  std::vector<std::string_view> names;
  for (const risk::RuleKey& known : keys) names.push_back(known.name);
  if (std::find(names.begin(), names.end(), key) == names.end()) {
    view.fail(unknown_name("rule", key, names));
  }
  RuleGene gene{key, {}};
  for (const JsonView& item : view.items()) {
    std::string value = canonical_value(key, item);
    if (std::find(gene.values.begin(), gene.values.end(), value) != gene.values.end()) {
      item.fail(fmt::format("{} is listed twice", value));
    }
    gene.values.push_back(std::move(value));
  }
  if (gene.values.empty()) {
    view.fail("a rule that evolves needs at least one value, found an empty list");
  }
  return gene;
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

SearchSpace search_space_from_json(const JsonView& view, const std::string& base_directory) {
  view.only({"rules", "map", "initial_maps"});
  SearchSpace space = thesis_search_space();
  if (const auto rules = view.find("rules")) {
    space.genes.clear();
    for (const auto& [key, values] : rules->members()) {
      space.genes.push_back(gene_from_json(key, values));
    }
  }
  if (const auto map = view.find("map")) space.map_evolves = map->boolean();
  if (const auto maps = view.find("initial_maps")) {
    space.initial_maps.clear();
    for (const JsonView& item : maps->items()) {
      InitialMap initial;
      initial.map = maps::resolve_map(item, base_directory);
      if (item.is_string() && is_library_name(item.text())) initial.library_name = item.text();
      space.initial_maps.push_back(std::move(initial));
    }
    if (space.initial_maps.empty()) {
      maps->fail("the first population needs at least one map, found an empty list");
    }
  }
  return space;
}

Json search_space_to_json(const SearchSpace& space) {
  Json rules = Json::object();
  for (const RuleGene& gene : space.genes) {
    Json& values = rules[gene.key] = Json::array();
    for (const std::string& value : gene.values) values.push_back(Json::parse(value));
  }
  Json maps = Json::array();
  for (const InitialMap& initial : space.initial_maps) {
    maps.push_back(map_reference(space, initial.map));
  }
  return {{"rules", rules}, {"map", space.map_evolves}, {"initial_maps", maps}};
}

Json map_reference(const SearchSpace& space, const maps::MapPtr& map) {
  JsonWriter writer;
  write_map_reference(space, map, writer);
  return Json::parse(writer.str());
}

void write_map_reference(const SearchSpace& space, const maps::MapPtr& map, JsonWriter& writer) {
  for (const InitialMap& initial : space.initial_maps) {
    if (initial.map == map && !initial.library_name.empty()) {
      writer.text(initial.library_name);
      return;
    }
  }
  maps::write_map(*map, writer);
}

maps::MapPtr map_from_reference(const SearchSpace& space, const JsonView& view) {
  if (!view.is_string()) return std::make_shared<const maps::Map>(maps::map_from_json(view));
  const std::string name = view.text();
  for (const InitialMap& initial : space.initial_maps) {
    if (initial.library_name == name) return initial.map;
  }
  view.fail(fmt::format("\"{}\" is none of the initial maps of the configuration", name));
}

}  // namespace evorisk::ga
