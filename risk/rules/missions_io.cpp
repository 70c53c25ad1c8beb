// Decks of missions in files, and what is wrong with them.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/counted.hpp"
#include "base/names.hpp"
#include "risk/rules/missions.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_troops_each = 1000;  // that a card can ask for on each territory

std::optional<Message> broken_mission(const Mission& mission, const maps::Map& map) {
  switch (mission.kind) {
    case Mission::Kind::continents: {
      const int all = map.continent_count();
      if (mission.continents.empty()) return ".continents is empty, must name at least one";
      for (std::size_t i = 0; i < mission.continents.size(); ++i) {
        const int c = mission.continents[i];
        if (c < 0 || c >= all)
          return Message(".continents[{}] is {}, must be 0 to {}", i, c, all - 1);
        if (std::count(mission.continents.begin(), mission.continents.end(), c) > 1)
          return Message(".continents names continent {} twice", c);
      }
      const int others = all - static_cast<int>(mission.continents.size());
      if (mission.more < 0 || mission.more > others)
        return Message(".more is {}, must be 0 to {}: the map has no more continents", mission.more,
                       others);
      return std::nullopt;
    }
    case Mission::Kind::territories:
      if (mission.territories < 1 || mission.territories > map.territory_count())
        return Message(".territories is {}, must be 1 to {}: the map has no more",
                       mission.territories, map.territory_count());
      if (mission.troops < 1 || mission.troops > most_troops_each)
        return Message(".troops is {}, must be 1 to {}", mission.troops, most_troops_each);
      return std::nullopt;
    case Mission::Kind::destroy:
      if (mission.seat < 0 || mission.seat >= max_players)
        return Message(".destroy is {}, must be a seat, 0 to {}", mission.seat, max_players - 1);
      return std::nullopt;
  }
  return std::nullopt;
}

int read_continent(const JsonView& view, const maps::Map& map) {
  const int all = map.continent_count();
  if (!view.raw().is_string()) return static_cast<int>(view.integer(0, all - 1));
  const std::string name = view.text();
  std::vector<std::string_view> names;
  int found = -1;
  for (int c = 0; c < all; ++c) {
    const std::string& here = map.continent(c).name;
    if (!here.empty()) names.push_back(here);
    if (here != name || name.empty()) continue;
    if (found >= 0)
      view.fail("\"{}\" is the name of two continents of the map; give an index", name);
    found = c;
  }
  if (found >= 0) return found;
  if (names.empty())
    view.fail("the continents of the map have no names; give an index, 0 to {}", all - 1);
  view.fail(unknown_name("continent", name, names));
}

Mission read_mission(const JsonView& view, const maps::Map& map) {
  view.only({"continents", "more", "territories", "troops", "destroy"});
  const auto continents = view.find("continents");
  const auto territories = view.find("territories");
  const auto destroy = view.find("destroy");
  const auto more = view.find("more");
  const auto troops = view.find("troops");
  if (int{continents.has_value()} + int{territories.has_value()} + int{destroy.has_value()} != 1)
    view.fail("a mission has exactly one of \"continents\", \"territories\" and \"destroy\"");
  if (more && !continents) view.fail("\"more\" goes with \"continents\"");
  if (troops && !territories) view.fail("\"troops\" goes with \"territories\"");
  Mission mission;
  if (continents) {
    mission.kind = Mission::Kind::continents;
    for (const JsonView& item : continents->items()) {
      mission.continents.push_back(read_continent(item, map));
    }
    if (more) mission.more = static_cast<int>(more->integer(0, map.continent_count()));
  } else if (territories) {
    mission.territories = static_cast<int>(territories->integer(1, map.territory_count()));
    if (troops) mission.troops = static_cast<int>(troops->integer(1, most_troops_each));
  } else {
    mission.kind = Mission::Kind::destroy;
    mission.seat = static_cast<int>(destroy->integer(0, max_players - 1));
  }
  return mission;
}

Json mission_to_json(const Mission& mission, const maps::Map& map, bool names) {
  switch (mission.kind) {
    case Mission::Kind::continents: {
      Json continents = Json::array();
      for (const int c : mission.continents) {
        continents.push_back(names ? Json(map.continent(c).name) : Json(c));
      }
      Json json = {{"continents", std::move(continents)}};
      if (mission.more > 0) json["more"] = mission.more;
      return json;
    }
    case Mission::Kind::territories: {
      Json json = {{"territories", mission.territories}};
      if (mission.troops > 1) json["troops"] = mission.troops;
      return json;
    }
    case Mission::Kind::destroy:
      return {{"destroy", mission.seat}};
  }
  return {};
}

}  // namespace

std::optional<Message> broken_missions(const MissionDeck& deck, const maps::Map& map, int players) {
  const auto cards = static_cast<int>(deck.cards.size());
  if (cards < players || cards > most_missions)
    return Message("cards has {} for {} players, must have {} to {}", counted(cards, "mission"),
                   players, players, most_missions);
  for (int i = 0; i < cards; ++i) {
    if (auto problem = broken_mission(deck.cards[static_cast<std::size_t>(i)], map))
      return Message("cards[{}]{}", i, *problem);
  }
  if (deck.otherwise.kind == Mission::Kind::destroy)
    return "otherwise destroys a seat, must be a mission that can always be fulfilled";
  if (auto problem = broken_mission(deck.otherwise, map)) return Message("otherwise{}", *problem);
  return std::nullopt;
}

MissionDeck missions_from_json(const JsonView& view, const maps::Map& map, int players) {
  view.only({"otherwise", "cards"});
  MissionDeck deck;
  for (const JsonView& item : view.at("cards").items()) {
    deck.cards.push_back(read_mission(item, map));
  }
  const auto destroys = [](const Mission& m) { return m.kind == Mission::Kind::destroy; };
  if (const auto otherwise = view.find("otherwise")) {
    deck.otherwise = read_mission(*otherwise, map);
  } else if (std::ranges::any_of(deck.cards, destroys)) {
    view.fail(
        "\"otherwise\" is missing: what a card asks for whose seat cannot be destroyed, e.g. "
        "{\"territories\": 24}");
  } else {
    deck.otherwise.territories = map.territory_count();  // never asked for
  }
  if (const auto problem = broken_missions(deck, map, players)) view.fail(*problem);
  return deck;
}

Json missions_to_json(const MissionDeck& deck, const maps::Map& map) {
  std::set<std::string_view> different;
  for (const maps::Continent& continent : map.continents()) {
    if (!continent.name.empty()) different.insert(continent.name);
  }
  const bool names = static_cast<int>(different.size()) == map.continent_count();
  Json cards = Json::array();
  for (const Mission& card : deck.cards) cards.push_back(mission_to_json(card, map, names));
  return {{"otherwise", mission_to_json(deck.otherwise, map, names)}, {"cards", std::move(cards)}};
}

}  // namespace evorisk::risk
