#include "metrics/objective/length.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/index.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"

namespace evorisk::metrics {
namespace {

using Json = nlohmann::ordered_json;

std::string mission_numbers(const risk::Mission& mission) {
  return fmt::format("{} {} {} {} {} {};", static_cast<int>(mission.kind),
                     fmt::join(mission.continents, ","), mission.more, mission.territories,
                     mission.troops, mission.seat);
}

// Of everything that matches depend on.
std::string game_hash(const risk::Variant& variant) {
  const maps::Map& map = variant.map();
  std::string text = risk::rules_to_json(variant.rules()).dump();
  for (const auto& [a, b] : map.borders()) text += fmt::format("{}-{} ", a, b);
  for (const maps::Continent& continent : map.continents()) {
    text += fmt::format("{}: {};", continent.bonus, fmt::join(continent.territories, ","));
  }
  for (int i = 0; i < variant.missions(); ++i) text += mission_numbers(variant.mission(i));
  if (variant.missions() > 0) text += mission_numbers(variant.deck().otherwise);
  return fmt::format("{:016x}", text_hash(text));
}

MatchLength range_of(const std::vector<double>& means) {
  const auto [fewest, most] = std::ranges::minmax(means);
  return MatchLength(fewest, most);
}

}  // namespace

MatchLength length_of(std::span<const CriteriaTotals> tables) {
  std::vector<double> means;
  for (const CriteriaTotals& table : tables) means.push_back(table.turns().mean);
  return range_of(means);
}

Json minutes_to_json(const MatchLength& length, int territories, const TableSeconds& seconds) {
  const double least = minutes_of(length.fewest, territories, seconds);
  const double most = minutes_of(length.most, territories, seconds);
  return {{"mean", (least + most) / 2},
          {"quick_table", quick_table * least},
          {"slow_table", slow_table * most}};
}

risk::Variant with_length(const risk::Variant& variant, std::span<const std::string> agents,
                          std::span<const CriteriaTotals> tables) {
  Json turns = Json::array();
  for (std::size_t a = 0; a < tables.size(); ++a) {
    turns.push_back(
        {{"agent", agents[a]}, {"matches", tables[a].matches()}, {"mean", tables[a].turns().mean}});
  }
  Json bred_for = parse_json(variant.bred_for(), variant.name());
  bred_for["measured"] = {{"game", game_hash(variant)}, {"turns", std::move(turns)}};
  return {variant.name(), variant.rules(), variant.map_ptr(), variant.own_deck(), bred_for.dump()};
}

std::optional<MatchLength> own_length(const risk::Variant& variant) {
  if (variant.bred_for().empty()) return std::nullopt;
  const Json json = parse_json(variant.bred_for(), variant.name());
  const auto measured = JsonView(json, variant.name(), "bred_for").find("measured");
  if (!measured || measured->at("game").text() != game_hash(variant)) return std::nullopt;
  std::vector<double> means;
  for (const JsonView& table : measured->at("turns").items()) {
    means.push_back(table.at("mean").number(0, 1e9));
  }
  if (means.empty()) measured->at("turns").fail("expected one for each agent");
  return range_of(means);
}

}  // namespace evorisk::metrics
