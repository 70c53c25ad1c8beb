#include "experiments/explain/single_steps.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "maps/layout/layout.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

// The values next to a rule's value.
std::vector<Json> neighbours(const risk::RuleKey& key, const Json& value) {
  std::vector<Json> values;
  switch (key.kind) {
    case risk::RuleKey::Kind::integer:
      if (key.name == "turn_limit") {
        values = {value.get<int>() / 2, value.get<int>() * 2};
      } else {
        values = {value.get<int>() - 1, value.get<int>() + 1};
      }
      break;
    case risk::RuleKey::Kind::choice:
      for (const std::string_view choice : key.choices) {
        if (value != choice) values.emplace_back(choice);
      }
      break;
    case risk::RuleKey::Kind::boolean:
      values = {!value.get<bool>()};
      break;
    case risk::RuleKey::Kind::integers:
      for (const int step : {-1, 1}) {
        Json all = value;
        for (Json& entry : all) entry = entry.get<int>() + step;
        values.push_back(std::move(all));
      }
      break;
  }
  return values;
}

// The borders that a map has not, the shortest first.
std::vector<maps::Border> missing_borders(const maps::Map& map) {
  const std::vector<maps::Point> at = maps::layout(map);
  std::vector<std::pair<double, maps::Border>> borders;
  for (int a = 0; a < map.territory_count(); ++a) {
    for (int b = a + 1; b < map.territory_count(); ++b) {
      if (map.adjacent(a, b)) continue;
      const maps::Point& p = at[static_cast<std::size_t>(a)];
      const maps::Point& q = at[static_cast<std::size_t>(b)];
      borders.push_back({(p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y), {a, b}});
    }
  }
  std::ranges::sort(borders);
  std::vector<maps::Border> result;
  for (const auto& [length, border] : borders) result.push_back(border);
  return result;
}

}  // namespace

std::vector<SingleStep> single_steps(const risk::Variant& variant) {
  std::vector<SingleStep> steps;
  const auto add = [&](Json what, const risk::Rules& rules, const maps::MapPtr& map) {
    try {
      steps.push_back(
          {std::move(what), risk::Variant(variant.name(), rules, map, variant.own_deck())});
    } catch (const InputError&) {  // rules and map do not fit
    }
  };
  for (const risk::RuleKey& key : risk::rule_keys()) {
    const Json value = risk::get_rule(variant.rules(), key.name);
    for (const Json& other : neighbours(key, value)) {
      risk::Rules rules = variant.rules();
      try {
        risk::set_rule(rules, key.name, JsonView(other, "step"));
      } catch (const InputError&) {  // out of its range
        continue;
      }
      add({{"kind", "rule"}, {"key", key.name}, {"from", value}, {"to", other}}, rules,
          variant.map_ptr());
    }
  }

  const maps::MapData& data = variant.map().data();
  const auto add_map = [&](Json what, const maps::MapData& changed) {
    if (maps::broken_invariant(changed)) return;
    add(std::move(what), variant.rules(), std::make_shared<const maps::Map>(changed));
  };
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    for (const int step : {-1, 1}) {
      maps::MapData changed = data;
      const int before = data.continents[c].bonus;
      const int after = changed.continents[c].bonus = before + step;
      add_map({{"kind", "bonus"}, {"continent", c}, {"from", before}, {"to", after}}, changed);
    }
  }
  const auto border_step = [](const maps::Border& border, bool added) {
    return Json{{"kind", "border"}, {"a", border.a}, {"b", border.b}, {"added", added}};
  };
  for (std::size_t i = 0; i < data.borders.size(); ++i) {
    maps::MapData changed = data;
    changed.borders.erase(changed.borders.begin() + static_cast<std::ptrdiff_t>(i));
    add_map(border_step(data.borders[i], false), changed);
  }
  std::size_t left = data.borders.size();
  for (const maps::Border& border : missing_borders(variant.map())) {
    if (left == 0) break;
    maps::MapData changed = data;
    changed.borders.push_back(border);
    if (!maps::is_planar(variant.territories(), changed.borders)) continue;
    add_map(border_step(border, true), changed);
    --left;
  }
  return steps;
}

}  // namespace evorisk::experiments
