#include "maps/io.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"

namespace evorisk::maps {
namespace {

using Json = nlohmann::ordered_json;

// Any index is read here; which ones exist is for the map's invariants to say.
constexpr std::int64_t any_index = 2'000'000'000;

Territory territory_from_json(const JsonView& view) {
  view.only({"name", "x", "y"});
  Territory territory;
  if (const auto name = view.find("name")) territory.name = name->text();
  const auto x = view.find("x");
  const auto y = view.find("y");
  if (x.has_value() != y.has_value()) {
    view.fail("a position needs both \"x\" and \"y\", or neither");
  }
  if (x) territory.position = Point{x->number(0, 1), y->number(0, 1)};
  return territory;
}

Border border_from_json(const JsonView& view) {
  const auto ends = view.items();
  if (ends.size() != 2) {
    view.fail("a border is a pair of territories, found {}", ends.size());
  }
  return {static_cast<int>(ends[0].integer(0, any_index)),
          static_cast<int>(ends[1].integer(0, any_index))};
}

Continent continent_from_json(const JsonView& view) {
  view.only({"name", "bonus", "island", "territories"});
  Continent continent;
  if (const auto name = view.find("name")) continent.name = name->text();
  continent.bonus = static_cast<int>(view.at("bonus").integer(1, 1000));
  if (const auto island = view.find("island")) continent.island = island->boolean();
  for (const JsonView& item : view.at("territories").items()) {
    continent.territories.push_back(static_cast<int>(item.integer(0, any_index)));
  }
  return continent;
}

}  // namespace

MapData map_data_from_json(const JsonView& view) {
  view.only({"format", "name", "about", "placed", "territories", "borders", "continents"});
  view.format(1);
  MapData data;
  if (const auto name = view.find("name")) data.name = name->text();
  if (const auto about = view.find("about")) static_cast<void>(about->text());
  if (const auto placed = view.find("placed")) data.placed = placed->boolean();
  for (const JsonView& item : view.at("territories").items()) {
    data.territories.push_back(territory_from_json(item));
  }
  for (const JsonView& item : view.at("borders").items()) {
    data.borders.push_back(border_from_json(item));
  }
  for (const JsonView& item : view.at("continents").items()) {
    data.continents.push_back(continent_from_json(item));
  }
  return data;
}

Map map_from_json(const JsonView& view) {
  MapData data = map_data_from_json(view);
  // The sentence starts with the path inside the map, which may itself stand inside a document.
  if (const auto broken = broken_invariant(data)) {
    throw InputError("{}: {}{}{}", Message(view.source()), view.path(),
                     view.path().empty() ? "" : ".", *broken);
  }
  return Map(std::move(data));
}

Json map_to_json(const Map& map) {
  Json json = {{"format", 1}};
  if (!map.name().empty()) json["name"] = map.name();
  if (map.data().placed) json["placed"] = true;
  Json territories = Json::array();
  for (const Territory& territory : map.data().territories) {
    Json& item = territories.emplace_back(Json::object());
    if (!territory.name.empty()) item["name"] = territory.name;
    if (!territory.position) continue;
    item["x"] = territory.position->x;
    item["y"] = territory.position->y;
  }
  json["territories"] = std::move(territories);
  Json borders = Json::array();
  for (const Border& border : map.borders()) borders.push_back({border.a, border.b});
  json["borders"] = std::move(borders);
  Json continents = Json::array();
  for (const Continent& continent : map.continents()) {
    Json& item = continents.emplace_back(Json::object());
    if (!continent.name.empty()) item["name"] = continent.name;
    item["bonus"] = continent.bonus;
    if (continent.island) item["island"] = true;
    item["territories"] = continent.territories;
  }
  json["continents"] = std::move(continents);
  return json;
}

std::string map_text(const Map& map) {
  const Json json = map_to_json(map);
  // One territory, continent or dozen of borders a line: good to read, to edit and to compare.
  const auto list = [&json](const char* key, std::size_t per_line) {
    std::string text = fmt::format("  \"{}\": [", key);
    std::size_t index = 0;
    for (const Json& item : json[key]) {
      if (index > 0) text += ',';
      text += index % per_line == 0 ? "\n    " : " ";
      text += item.dump();
      ++index;
    }
    return text + (index > 0 ? "\n  ]" : "]");
  };
  std::string text = "{\n  \"format\": 1,\n";
  if (json.contains("name")) text += fmt::format("  \"name\": {},\n", json["name"].dump());
  if (map.data().placed) text += "  \"placed\": true,\n";
  return text + list("territories", 1) + ",\n" + list("borders", 12) + ",\n" +
         list("continents", 1) + "\n}\n";
}

}  // namespace evorisk::maps
