// Maps as they are edited: what is wrong with one, what could be better, and every file format.

#include <nlohmann/json.hpp>

#include "app/studio/context.hpp"
#include "app/studio/variant_json.hpp"
#include "base/error.hpp"
#include "maps/facts.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/layout/board.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_territories = 2000;

Json pairs(const std::vector<maps::Border>& borders) {
  Json list = Json::array();
  for (const maps::Border& border : borders) list.push_back({border.a, border.b});
  return list;
}

// Borders and continents speak of existing territories, and no border stands there twice: then
// facts can be told even of a map that is not whole.
bool tellable(const maps::MapData& data) {
  const auto n = static_cast<int>(data.territories.size());
  const auto there = [&](int t) { return t >= 0 && t < n; };
  std::vector<std::pair<int, int>> seen;
  for (const maps::Border& border : data.borders) {
    if (!there(border.a) || !there(border.b) || border.a == border.b) return false;
    seen.emplace_back(std::minmax(border.a, border.b));
  }
  std::ranges::sort(seen);
  if (std::ranges::adjacent_find(seen) != seen.end()) return false;
  for (const maps::Continent& continent : data.continents) {
    for (const int t : continent.territories) {
      if (!there(t)) return false;
    }
  }
  return n > 0;
}

// With names, and with the places of its territories on the board as their positions.
Json placed(const maps::Board& board) {
  return maps::map_to_json(maps::Map(maps::placed_as_drawn(board)));
}
Json placed(const maps::Map& map) {
  return placed(maps::make_board(map));
}

// `moved`: the territory that has just been put elsewhere, or -1.
Json check(maps::MapData data, int moved, const Wording& wording) {
  if (data.territories.size() > most_territories)
    throw InputError("the studio edits maps of up to {} territories, this one has {}",
                     most_territories, data.territories.size());
  Json json = {{"problems", Json::array()}};
  for (const Message& problem : maps::broken_invariants(data, 20))
    json["problems"].push_back(problem.text(wording));
  if (!tellable(data)) return json;
  const maps::MapFacts facts = maps::map_facts(data);
  json["planar"] = facts.planar;
  json["offending"] = pairs(facts.kuratowski);
  json["parts"] = facts.components;
  json["cut_territories"] = facts.cut_territories;
  json["diameter"] = facts.diameter;
  json["mean_degree"] = facts.mean_degree;
  Json continents = Json::array();
  for (std::size_t c = 0; c < facts.continents.size(); ++c) {
    const maps::ContinentFacts& of = facts.continents[c];
    const auto size = static_cast<int>(data.continents[c].territories.size());
    continents.push_back(
        {{"size", size},
         {"parts", of.parts},
         {"gates", of.border_territories},
         {"usual_bonus", size > 0 ? maps::continent_bonus(size, of.border_territories) : 0}});
  }
  json["continents"] = std::move(continents);
  if (!json["problems"].empty()) return json;
  if (moved >= 0) data = maps::settled(std::move(data), moved);
  const maps::Board board = maps::make_board(maps::Map(data));
  json["svg"] = map_picture(board);
  json["map"] = placed(board);
  return json;
}

Json import_map(const Call& call) {
  maps::MapFileContent content =
      maps::read_map_content(call.body.at("text").text(), call.text("name", "file"));
  const maps::Map map(content.data);
  return {{"map", maps::map_to_json(map)}, {"notes", content.notes}};
}

maps::Map map_of(const JsonView& view) {
  return view.is_string() ? *maps::library_map(view.text()) : maps::map_from_json(view);
}

}  // namespace

void add_editor(StudioContext& context, Routes& routes) {
  routes.post("/api/map/check", [](const Call& call) {
    maps::MapData data = maps::map_data_from_json(call.body.at("map"));
    int moved = -1;
    if (const auto view = call.body.find("moved"); view && data.placed)
      moved = static_cast<int>(view->integer(0, std::ssize(data.territories) - 1));
    return check(std::move(data), moved, call.wording);
  });
  routes.post("/api/map/layout", [](const Call& call) {
    return Json{{"map", placed(map_of(call.body.at("map")))}};
  });
  routes.post("/api/map/split", [](const Call& call) {
    const auto place = [&](std::string_view key) {
      const JsonView point = call.body.at(key);
      return maps::Point{point.at("x").number(0, 1), point.at("y").number(0, 1)};
    };
    const maps::Board board = maps::make_board(map_of(call.body.at("map")));
    const auto scaled = [&](maps::Point p) {
      return maps::Point{p.x * board.land.width, p.y * board.land.height};
    };
    const auto territory =
        static_cast<int>(call.body.at("territory").integer(0, board.map.territory_count() - 1));
    return Json{{"map", placed(maps::split_territory(board, territory, scaled(place("from")),
                                                     scaled(place("to"))))}};
  });
  routes.post("/api/map/import", import_map);
  routes.post("/api/map/export", [](const Call& call) {
    const maps::MapFormat& format = maps::map_format(call.body.at("format").text());
    if (format.write == nullptr) throw InputError("the format {} is only read", format.name);
    const maps::MapWriting writing = format.write(map_of(call.body.at("map")));
    return Json{{"text", writing.text}, {"notes", writing.notes}, {"extension", format.extension}};
  });
  routes.post("/api/map/generate", [](const Call& call) {
    const maps::GeneratorOptions options{
        .territories = static_cast<int>(call.number("territories", 2, 200, 20)),
        .continents = static_cast<int>(call.number("continents", 1, 40, 4)),
        .density = static_cast<double>(call.number("density", 0, 100, 45)) / 100};
    Random random({.seed = call.natural("seed", 1), .purpose = Purpose::map_generation});
    return Json{{"map", placed(maps::generate_map(options, random))}};
  });
  // With rules of its own, or bred for something, it is kept as a variant, else as a map.
  routes.post("/api/map/save", [&context](const Call& call) {
    const risk::Variant variant = context.variant(call);
    if (!(variant.rules() == risk::Rules()) || !variant.bred_for().empty()) {
      return Json{{"id", context.save(variant)}};
    }
    const maps::Map map = map_of(call.body.at("variant").at("map"));
    return Json{{"id", context.folder.save("maps", map.name().empty() ? "map" : map.name(), ".json",
                                           maps::map_text(map))}};
  });
}

}  // namespace evorisk::app
