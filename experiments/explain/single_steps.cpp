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

class Steps {
 public:
  explicit Steps(const risk::Variant& variant) : variant_(variant) {}

  void rules() {
    for (const risk::RuleKey& key : risk::rule_keys()) {
      const Json value = risk::get_rule(variant_.rules(), key.name);
      for (const Json& other : neighbours(key, value)) {
        try {
          risk::Rules rules = variant_.rules();
          risk::set_rule(rules, key.name, JsonView(other, "step"));
          add({{"kind", "rule"}, {"key", key.name}, {"from", value}, {"to", other}}, rules,
              variant_.map_ptr());
        } catch (const InputError&) {  // out of its range
        }
      }
    }
  }

  void bonuses() {
    for (int c = 0; c < variant_.continents(); ++c) {
      for (const int step : {-1, 1}) {
        maps::MapData data = variant_.map().data();
        int& bonus = data.continents[static_cast<std::size_t>(c)].bonus;
        const int before = bonus;
        bonus += step;
        add({{"kind", "bonus"}, {"continent", c}, {"from", before}, {"to", bonus}}, data);
      }
    }
  }

  void borders() {
    const maps::MapData& data = variant_.map().data();
    for (std::size_t i = 0; i < data.borders.size(); ++i) {
      const maps::Border border = data.borders[i];
      maps::MapData changed = data;
      changed.borders.erase(changed.borders.begin() + static_cast<std::ptrdiff_t>(i));
      add({{"kind", "border"}, {"a", border.a}, {"b", border.b}, {"added", false}}, changed);
    }
    std::size_t left = data.borders.size();
    for (const maps::Border& border : missing_borders()) {
      if (left == 0) break;
      maps::MapData changed = data;
      changed.borders.push_back(border);
      if (!maps::is_planar(variant_.territories(), changed.borders)) continue;
      add({{"kind", "border"}, {"a", border.a}, {"b", border.b}, {"added", true}}, changed);
      --left;
    }
  }

  std::vector<SingleStep> take() { return std::move(steps_); }

 private:
  // The shortest first.
  std::vector<maps::Border> missing_borders() const {
    const std::vector<maps::Point> at = maps::layout(variant_.map());
    std::vector<std::pair<double, maps::Border>> borders;
    for (int a = 0; a < variant_.territories(); ++a) {
      for (int b = a + 1; b < variant_.territories(); ++b) {
        if (variant_.adjacent(a, b)) continue;
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

  void add(Json what, const maps::MapData& data) {
    if (maps::broken_invariant(data)) return;
    add(std::move(what), variant_.rules(), std::make_shared<const maps::Map>(data));
  }

  void add(Json what, const risk::Rules& rules, const maps::MapPtr& map) {
    try {
      steps_.push_back(
          {std::move(what), risk::Variant(variant_.name(), rules, map, variant_.own_deck())});
    } catch (const InputError&) {  // rules and map do not fit
    }
  }

  const risk::Variant& variant_;
  std::vector<SingleStep> steps_;
};

}  // namespace

std::vector<SingleStep> single_steps(const risk::Variant& variant) {
  Steps steps(variant);
  steps.rules();
  steps.bonuses();
  steps.borders();
  return steps.take();
}

}  // namespace evorisk::experiments
