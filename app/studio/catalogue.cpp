// What the page offers to choose from: rules, criteria, agents, maps, operators.
#include <nlohmann/json.hpp>

#include "app/studio/context.hpp"
#include "base/registry.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/run/config_file.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/agent.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json rules(const Wording& wording) {
  constexpr const char* kinds[] = {"integer", "choice", "boolean", "integers"};
  const risk::Rules usual;
  Json list = Json::array();
  for (const risk::RuleKey& key : risk::rule_keys()) {
    Json json = {{"key", key.name},
                 {"meaning", Message(key.meaning).text(wording)},
                 {"kind", kinds[static_cast<int>(key.kind)]},
                 {"default", risk::get_rule(usual, key.name)}};
    if (key.kind == risk::RuleKey::Kind::integer || key.kind == risk::RuleKey::Kind::integers) {
      json["lowest"] = key.lowest;
      json["highest"] = key.highest;
    }
    if (!key.choices.empty()) json["choices"] = key.choices;
    list.push_back(std::move(json));
  }
  return list;
}

Json criteria(const Wording& wording) {
  Json list = Json::array();
  for (const metrics::CriterionInfo& info : metrics::all_criteria())
    list.push_back({{"name", info.name},
                    {"ideal", info.ideal},
                    {"highest", info.highest},
                    {"meaning", Message(info.meaning).text(wording)}});
  return list;
}

Json crossovers(const Wording& wording) {
  Json list = Json::array();
  for (const auto& row : ga::crossover_operators())
    list.push_back({{"name", row.name}, {"summary", Message(row.summary).text(wording)}});
  return list;
}

Json agents(const Wording& wording) {
  Json list = Json::array();
  for (const risk::AgentKind& kind : risk::agent_kinds()) {
    if (kind.name == "external") continue;  // a program of the user's: see agents_of
    list.push_back({{"name", kind.name}, {"summary", Message(kind.summary).text(wording)}});
  }
  return list;
}

Json board_json(std::string_view name, std::string_view map_name, std::string_view about,
                const Wording& wording) {
  const maps::MapPtr map = maps::library_map(map_name);
  return {{"name", name},
          {"about", Message(std::string(about)).text(wording)},
          {"territories", map->territory_count()},
          {"continents", map->continent_count()}};
}

Json library(const Wording& wording) {
  Json list = Json::array();
  for (const std::string_view name : maps::library_names())
    list.push_back(board_json(name, name, maps::library_about(name), wording));
  return list;
}

Json published_games(const Wording& wording) {
  Json list = Json::array();
  for (const risk::PublishedGame& game : risk::published_games()) {
    const risk::Preset& rules = find_named(risk::presets(), "preset", game.name);
    list.push_back(board_json(game.name, game.map, rules.summary, wording));
  }
  return list;
}

Json formats() {
  Json list = Json::array();
  for (const maps::MapFormat& format : maps::map_formats())
    list.push_back({{"name", format.name}, {"written", format.write != nullptr}});
  return list;
}

}  // namespace

void add_catalogue(StudioContext&, Routes& routes) {
  routes.get("/api/catalogue", [](const Call& call) {
    const Wording& wording = call.wording;
    const ga::Config usual;
    return Json{{"rules", rules(wording)},           {"criteria", criteria(wording)},
                {"agents", agents(wording)},         {"games", published_games(wording)},
                {"library", library(wording)},       {"formats", formats()},
                {"crossovers", crossovers(wording)}, {"config", ga::config_to_json(usual)}};
  });
}

}  // namespace evorisk::app
