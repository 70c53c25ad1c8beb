
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {
namespace {

constexpr PublishedGame games[] = {{"risk-classic", "risk"}, {"war-classic", "war"}};

std::vector<std::string_view> library_variants() {
  std::vector<std::string_view> names = maps::library_names();
  for (const PublishedGame& game : games) names.push_back(game.name);
  return names;
}

std::string_view preset_of_map(std::string_view map) {
  if (map == "risk" || map == "thesis-1") return "risk";
  if (map == "war" || map == "thesis-war") return "war";
  return "thesis";
}

bool holds_a_map(const JsonView& view) {
  return view.is_object() && view.find("territories") && !view.find("map");
}

}  // namespace

Variant variant_from_json(const JsonView& view, const std::string& base_directory) {
  if (holds_a_map(view))
    view.fail(
        "this is a map, not a variant; a variant is {\"format\": 1, \"name\": ..., \"rules\": "
        "{...}, \"map\": ...}");
  view.only({"format", "name", "rules", "map", "missions", "bred_for"});
  view.format(1);
  const auto name = view.find("name");
  const auto rules_view = view.find("rules");
  const JsonView map_view = view.at("map");
  Rules rules = rules_view ? rules_from_json(*rules_view) : Rules{};
  maps::MapPtr map = maps::resolve_map(map_view, base_directory);
  std::string title = name ? name->name() : map->name();
  std::optional<MissionDeck> missions;
  if (const auto missions_view = view.find("missions")) {
    if (rules.objective != Objective::missions)
      missions_view->fail("there are missions, but rules.objective is not \"missions\"");
    missions = missions_from_json(*missions_view, *map, rules.players);
  }
  std::string bred_for;
  if (const auto objective = view.find("bred_for")) {
    if (!objective->is_object()) objective->fail("an objective is needed: an object");
    bred_for = objective->raw().dump();
  }
  try {
    return Variant(std::move(title), std::move(rules), std::move(map), std::move(missions),
                   std::move(bred_for));
  } catch (const InputError& error) {
    view.fail(error.message());
  }
}

nlohmann::ordered_json variant_to_json(const Variant& variant) {
  nlohmann::ordered_json json = {{"format", 1},
                                 {"name", variant.name()},
                                 {"rules", rules_to_json(variant.rules())},
                                 {"map", maps::map_to_json(variant.map())}};
  if (variant.missions() > 0) json["missions"] = missions_to_json(variant.deck(), variant.map());
  if (!variant.bred_for().empty()) {
    json["bred_for"] = parse_json(variant.bred_for());
  }
  return json;
}

std::span<const PublishedGame> published_games() {
  return games;
}

Variant library_variant(const std::string& name) {
  const auto* game = std::ranges::find(games, name, &PublishedGame::name);
  if (game != std::end(games))
    return Variant(name, preset_rules(name), maps::library_map(game->map));
  const auto names = maps::library_names();
  if (std::ranges::find(names, name) == names.end())
    throw InputError(unknown_name("variant", name, library_variants()));
  return Variant(name, preset_rules(preset_of_map(name)), maps::library_map(name));
}

Variant load_variant(const std::string& name_or_file) {
  const std::vector<std::string_view> names = library_variants();
  if (std::ranges::find(names, name_or_file) != names.end()) return library_variant(name_or_file);
  const std::filesystem::path file(name_or_file);
  std::error_code none;  // a name that is too long is no file's
  if (!std::filesystem::exists(file, none))
    throw InputError("no such file, and {}", unknown_name("variant", name_or_file, names));
  const nlohmann::ordered_json json = read_json(name_or_file);
  const JsonView view(json, name_or_file);
  if (holds_a_map(view)) {
    const nlohmann::ordered_json around = {{"format", 1}, {"map", file.filename().string()}};
    view.fail("this is a map, not a variant; give it by --map {}, or as a variant in a file {}",
              name_or_file, around.dump());
  }
  return variant_from_json(view, file.parent_path().string());
}

}  // namespace evorisk::risk
