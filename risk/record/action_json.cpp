#include "risk/record/action_json.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;

// In the order of their names.
constexpr std::string_view action_names[] = {"pick", "exchange", "place", "attack", "fortify"};
const Action no_actions[] = {Pick{}, Exchange{}, Placement{}, Attack{}, Fortify{}};

// Calls f(name, number) of the members that are numbers.
template <class F>
void for_each_member(Action& action, const F& f) {
  if (auto* pick = std::get_if<Pick>(&action)) {
    f("territory", pick->territory);
  } else if (auto* exchange = std::get_if<Exchange>(&action)) {
    f("bonus_territory", exchange->bonus_territory);
  } else if (auto* placement = std::get_if<Placement>(&action)) {
    f("territory", placement->territory);
    f("troops", placement->troops);
  } else if (auto* attack = std::get_if<Attack>(&action)) {
    f("from", attack->from);
    f("to", attack->to);
  } else if (auto* fortify = std::get_if<Fortify>(&action)) {
    f("from", fortify->from);
    f("to", fortify->to);
    f("troops", fortify->troops);
  }
}

// The member that is null where the action ends the phase; none of those that cannot.
const char* ending_member(const Action& action) {
  if (std::holds_alternative<Exchange>(action)) return "cards";
  const bool moves =
      std::holds_alternative<Attack>(action) || std::holds_alternative<Fortify>(action);
  return moves ? "from" : nullptr;
}

}  // namespace

std::string_view action_name(const Action& action) {
  return action_names[action.index()];
}

Json members_to_json(Action action) {
  Json json = Json::object();
  if (const auto* exchange = std::get_if<Exchange>(&action)) json["cards"] = exchange->cards;
  for_each_member(action, [&](const char* name, int value) { json[name] = value; });
  return json;
}

Json action_to_json(const Action& action) {
  Json json = members_to_json(action);
  const char* ending = ending_member(action);
  if (ending != nullptr && (json[ending].is_array() ? json[ending][0] : json[ending]) < 0)
    return {{ending, nullptr}};
  if (json.contains("bonus_territory") && json["bonus_territory"] < 0)
    json.erase("bonus_territory");
  return json;
}

std::optional<Action> read_action(std::string_view decision, const JsonView& view) {
  const auto name = std::ranges::find(action_names, decision);
  if (name == std::end(action_names)) return std::nullopt;
  Action action = no_actions[name - action_names];
  const char* ending = ending_member(action);
  if (ending != nullptr && view.at(ending).raw().is_null()) return action;
  if (auto* exchange = std::get_if<Exchange>(&action)) {
    const JsonView cards = view.at("cards");
    const auto items = cards.items();
    if (items.size() != 3) cards.fail("found {} cards, must be 3", items.size());
    std::ranges::transform(items, exchange->cards, std::mem_fn(&JsonView::any_int));
    if (!view.find("bonus_territory")) return action;
  }
  for_each_member(action,
                  [&](const char* member, int& value) { value = view.at(member).any_int(); });
  return action;
}

}  // namespace evorisk::risk
