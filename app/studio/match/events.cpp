#include "app/studio/match/events.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "risk/legal.hpp"
#include "risk/record/action_json.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

std::vector<int> rolled(int dice, Random& random) {
  std::vector<int> faces(static_cast<std::size_t>(dice));
  for (int& face : faces) face = 1 + random.index(6);
  std::ranges::sort(faces, std::greater<>());
  return faces;
}

// Empty when the losses are so rare that no such roll is found.
Json faces_of(const risk::State& state, const risk::Battle& battle) {
  constexpr int most_tries = 20000;
  const int attack = risk::attack_dice(state, battle.attack.from);
  const int defence = risk::defence_dice(state, battle.attack.to);
  const bool ties_win = state.variant().rules().ties == risk::Ties::attacker;
  Random random({.seed = static_cast<std::uint64_t>(state.events()),
                 .purpose = Purpose::faces,
                 .generation = static_cast<std::uint32_t>(battle.attack.from),
                 .individual = static_cast<std::uint32_t>(battle.attack.to),
                 .match = static_cast<std::uint64_t>(state.troops(battle.attack.from))});
  for (int i = 0; i < most_tries; ++i) {
    const std::vector<int> own = rolled(attack, random);
    const std::vector<int> theirs = rolled(defence, random);
    int lost = 0;
    for (std::size_t k = 0; k < std::min(own.size(), theirs.size()); ++k)
      lost += own[k] > theirs[k] || (ties_win && own[k] == theirs[k]) ? 0 : 1;
    if (lost == battle.losses.attacker) return Json::array({own, theirs});
  }
  return Json::array();
}

struct EventJson {
  const risk::State& state;
  const risk::State& after;
  int sees;

  Json operator()(const risk::Deal& e) const {
    return {{"kind", "deal"}, {"territory", e.territory}};
  }
  Json operator()(const risk::Draw& e) const {
    Json json = {{"kind", "draw"}};
    if (sees == sees_all || sees == sees_cards || sees == state.seat()) json["card"] = e.card;
    return json;
  }
  Json operator()(const risk::Battle& e) const {
    Json json = action_json(e.attack);
    if (e.attack.from < 0) return json;
    json["dice"] = {risk::attack_dice(state, e.attack.from),
                    risk::defence_dice(state, e.attack.to)};
    json["faces"] = faces_of(state, e);
    json["losses"] = {e.losses.attacker, e.losses.defender};
    json["against"] = state.owner(e.attack.to);
    json["conquered"] = e.losses.defender == state.troops(e.attack.to);
    json["eliminated"] = after.eliminated(state.owner(e.attack.to));
    return json;
  }
  // The secret card of the seat on turn.
  Json operator()(const risk::MissionDeal& e) const {
    Json json = {{"kind", "mission"}};
    if (sees == sees_all || sees == state.seat()) json["mission"] = e.card;
    return json;
  }
  // Decisions; whatever else there may be is not told.
  template <class Other>
  Json operator()(const Other& e) const {
    if constexpr (std::is_constructible_v<risk::Action, const Other&>) {
      return action_json(e);
    } else {
      return {{"kind", "hidden"}};
    }
  }
};

}  // namespace

Json event_json(const risk::State& before, const risk::Event& event, const risk::State& after,
                int sees) {
  Json json = std::visit(EventJson{before, after, sees}, event);
  json["seat"] = before.seat();
  json["turn"] = before.turn();
  Json& changes = json["changes"] = Json::array();
  for (int t = 0; t < after.variant().territories(); ++t) {
    if (before.owner(t) == after.owner(t) && before.troops(t) == after.troops(t)) continue;
    changes.push_back({t, after.owner(t), after.troops(t)});
  }
  std::vector<int> hands;
  bool changed = false;
  for (int seat = 0; seat < after.variant().players(); ++seat) {
    hands.push_back(after.hand_size(seat));
    changed = changed || hands.back() != before.hand_size(seat);
  }
  if (changed) json["hands"] = hands;
  return json;
}

Json action_json(const risk::Action& action) {
  // What ends a phase, by the action's index.
  static constexpr std::string_view endings[] = {"", "keep", "", "stop", "end"};
  const Json members = risk::action_to_json(action);
  const bool ends = members.front().is_null();
  Json json = {{"kind", ends ? endings[action.index()] : risk::action_name(action)}};
  if (!ends) json.update(members);
  return json;
}

risk::Action action_from_json(const JsonView& view) {
  constexpr std::string_view kinds[] = {"pick",   "place", "keep",    "exchange",
                                        "attack", "stop",  "fortify", "end"};
  const std::string_view kind = kinds[view.at("kind").one_of(kinds)];
  if (kind == "keep") return risk::Exchange{};
  if (kind == "stop") return risk::Attack{};
  if (kind == "end") return risk::Fortify{};
  return risk::read_action(kind, view).value();
}

}  // namespace evorisk::app
