#include "app/studio/match/events.hpp"

#include <nlohmann/json.hpp>

#include "risk/legal.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int largest_number = 1'000'000'000;

struct EventText {
  const risk::State& state;
  int sees;

  Json operator()(const risk::Deal& e) const {
    return {{"kind", "deal"}, {"territory", e.territory}};
  }
  Json operator()(const risk::Draw& e) const {
    Json json = {{"kind", "draw"}};
    if (sees == sees_all || sees == state.seat()) json["card"] = e.card;
    return json;
  }
  Json operator()(const risk::Battle& e) const {
    Json json = action_json(e.attack);
    if (e.attack.from < 0) return json;
    json["dice"] = {risk::attack_dice(state, e.attack.from),
                    risk::defence_dice(state, e.attack.to)};
    json["losses"] = {e.losses.attacker, e.losses.defender};
    json["against"] = state.owner(e.attack.to);
    json["conquered"] = e.losses.defender == state.troops(e.attack.to);
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

struct ActionText {
  Json operator()(const risk::Pick& a) const {
    return {{"kind", "pick"}, {"territory", a.territory}};
  }
  Json operator()(const risk::Placement& a) const {
    return {{"kind", "place"}, {"territory", a.territory}, {"troops", a.troops}};
  }
  Json operator()(const risk::Exchange& a) const {
    if (a.cards[0] < 0) return {{"kind", "keep"}};
    Json json = {{"kind", "exchange"}, {"cards", a.cards}};
    if (a.bonus_territory >= 0) json["bonus"] = a.bonus_territory;
    return json;
  }
  Json operator()(const risk::Attack& a) const {
    if (a.from < 0) return {{"kind", "stop"}};
    return {{"kind", "attack"}, {"from", a.from}, {"to", a.to}};
  }
  Json operator()(const risk::Fortify& a) const {
    if (a.from < 0) return {{"kind", "end"}};
    return {{"kind", "fortify"}, {"from", a.from}, {"to", a.to}, {"troops", a.troops}};
  }
};

}  // namespace

Json event_json(const risk::State& before, const risk::Event& event, int sees) {
  Json json = std::visit(EventText{before, sees}, event);
  json["seat"] = before.seat();
  json["turn"] = before.turn();
  return json;
}

Json action_json(const risk::Action& action) {
  return std::visit(ActionText{}, action);
}

risk::Action action_from_json(const JsonView& view) {
  constexpr std::string_view kinds[] = {"pick",   "place", "keep",    "exchange",
                                        "attack", "stop",  "fortify", "end"};
  const auto number = [&](std::string_view key) {
    return static_cast<int>(view.at(key).integer(0, largest_number));
  };
  switch (view.at("kind").one_of(kinds)) {
    case 0:
      return risk::Pick{number("territory")};
    case 1:
      return risk::Placement{number("territory"), number("troops")};
    case 2:
      return risk::Exchange{};
    case 3: {
      risk::Exchange exchange;
      const auto cards = view.at("cards").items();
      if (cards.size() != 3) view.at("cards").fail("three cards are exchanged");
      for (std::size_t i = 0; i < 3; ++i)
        exchange.cards[i] = static_cast<int>(cards[i].integer(0, largest_number));
      if (view.find("bonus")) exchange.bonus_territory = number("bonus");
      return exchange;
    }
    case 4:
      return risk::Attack{number("from"), number("to")};
    case 5:
      return risk::Attack{};
    case 6:
      return risk::Fortify{number("from"), number("to"), number("troops")};
    default:
      return risk::Fortify{};
  }
}

Json changes_json(const risk::State& before, const risk::State& after) {
  Json changes = Json::array();
  for (int t = 0; t < after.variant().territories(); ++t) {
    if (before.owner(t) == after.owner(t) && before.troops(t) == after.troops(t)) continue;
    changes.push_back({t, after.owner(t), after.troops(t)});
  }
  return changes;
}

Json board_json(const risk::State& state) {
  std::vector<int> owners;
  std::vector<int> troops;
  for (int t = 0; t < state.variant().territories(); ++t) {
    owners.push_back(state.owner(t));
    troops.push_back(state.troops(t));
  }
  return {{"owners", owners}, {"troops", troops}};
}

}  // namespace evorisk::app
