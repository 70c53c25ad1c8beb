#include "risk/record/action_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace evorisk::risk {

std::optional<Action> read_action(std::string_view decision, const JsonView& view) {
  const auto member = [&](const char* key) { return view.at(key).any_int(); };
  const auto is_null = [&](const char* key) { return view.at(key).raw().is_null(); };
  if (decision == "pick") return Pick{member("territory")};
  if (decision == "place") return Placement{member("territory"), member("troops")};
  if (decision == "exchange") {
    Exchange exchange;
    if (is_null("cards")) return exchange;
    const JsonView cards = view.at("cards");
    const auto items = cards.items();
    if (items.size() != 3) cards.fail("found {} cards, must be 3", items.size());
    std::ranges::transform(items, exchange.cards, std::mem_fn(&JsonView::any_int));
    if (view.find("bonus_territory")) exchange.bonus_territory = member("bonus_territory");
    return exchange;
  }
  if (decision == "attack") {
    if (is_null("from")) return Attack{};
    return Attack{member("from"), member("to")};
  }
  if (decision == "fortify") {
    if (is_null("from")) return Fortify{};
    return Fortify{member("from"), member("to"), member("troops")};
  }
  return std::nullopt;
}

}  // namespace evorisk::risk
