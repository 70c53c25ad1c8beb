// evorisk map compare: how two maps differ.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/map/map_argument.hpp"
#include "app/text/text_table.hpp"
#include "maps/compare.hpp"
#include "maps/facts.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using maps::Map;

// By maps::Likeness.
constexpr std::array<std::string_view, 4> kinds = {"none", "borders", "continents", "identical"};
constexpr const char* matchings[] = {"nothing", "names", "numbers"};

Json labels(const Map& map, const std::vector<maps::Border>& borders) {
  Json list = Json::array();
  for (const maps::Border& border : borders) {
    list.push_back(fmt::format("{} - {}", map.label(border.a), map.label(border.b)));
  }
  return list;
}

std::string in_words(const std::string& likeness) {
  if (likeness == "identical") return "The maps are identical.";
  if (likeness == "continents") {
    return "The maps are the same board under other numbers, names or positions (isomorphic, "
           "continents and bonuses included).";
  }
  if (likeness == "borders") {
    return "The maps have the same borders under some renumbering (isomorphic), but other "
           "continents or bonuses.";
  }
  return "The maps are different boards (not isomorphic).";
}

class MapCompareCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const maps::MapReading a = whole_map_argument(first_);
    const maps::MapReading b = whole_map_argument(second_);
    for (const std::string& note : a.notes) context.note(first_ + ": " + note);
    for (const std::string& note : b.notes) context.note(second_ + ": " + note);
    const maps::MapComparison comparison = maps::compare_maps(a.map, b.map);
    const Json result = to_json(a.map, b.map, comparison);
    context.result(result, text(result));
    const auto wanted = std::ranges::find(kinds, require_) - kinds.begin();
    const bool holds = static_cast<std::ptrdiff_t>(comparison.likeness) >= wanted;
    return holds ? Exit::done : Exit::check_failed;
  }

  Json to_json(const Map& a, const Map& b, const maps::MapComparison& comparison) const {
    Json json = {{"maps", {first_, second_}},
                 {"likeness", kinds[static_cast<std::size_t>(comparison.likeness)]},
                 {"territories", {a.territory_count(), b.territory_count()}},
                 {"borders", {a.border_count(), b.border_count()}},
                 {"continents", {a.continent_count(), b.continent_count()}},
                 {"matched_by", matchings[static_cast<std::size_t>(comparison.matching)]}};
    if (comparison.matching == maps::MapComparison::Matching::nothing) return json;
    json["borders_only_in_first"] = labels(a, comparison.only_in_first);
    json["borders_only_in_second"] = labels(b, comparison.only_in_second);
    Json& continents = json["continents_compared"] = Json::array();
    for (const maps::ContinentMatch& match : comparison.continents) {
      const maps::Continent& own = a.continent(match.first);
      const maps::Continent& other = b.continent(match.second);
      continents.push_back({{"first", maps::continent_label(a.data(), match.first)},
                            {"second", maps::continent_label(b.data(), match.second)},
                            {"territories", {own.territories.size(), other.territories.size()}},
                            {"shared", match.shared},
                            {"bonus", {own.bonus, other.bonus}}});
    }
    return json;
  }

  static std::string text(const Json& json) {
    using Align = TextTable::Align;
    std::string text = in_words(json["likeness"].get<std::string>()) + "\n\n";
    TextTable sizes({{""},
                     {json["maps"][0].get<std::string>(), Align::right},
                     {json["maps"][1].get<std::string>(), Align::right}});
    for (const char* what : {"territories", "borders", "continents"}) {
      sizes.add({what, json[what][0].dump(), json[what][1].dump()});
    }
    text += sizes.text();
    if (!json.contains("continents_compared")) {
      return text + "\nThe territories cannot be matched: their numbers differ.\n";
    }
    text +=
        fmt::format("\nTerritories are matched by {}.\n", json["matched_by"].get<std::string>());
    for (const char* side : {"first", "second"}) {
      const Json& only = json[fmt::format("borders_only_in_{}", side)];
      text += fmt::format("Borders only in the {}:{}\n", side, only.empty() ? " none" : "");
      for (const Json& border : only) text += "  " + border.get<std::string>() + "\n";
    }
    TextTable continents({{"continent"},
                          {"nearest in the second"},
                          {"territories", Align::right},
                          {"shared", Align::right},
                          {"bonus", Align::right}});
    for (const Json& row : json["continents_compared"]) {
      const auto change = [](const Json& pair) {
        return pair[0] == pair[1] ? pair[0].dump() : pair[0].dump() + " -> " + pair[1].dump();
      };
      continents.add({row["first"].get<std::string>(), row["second"].get<std::string>(),
                      change(row["territories"]), row["shared"].dump(), change(row["bonus"])});
    }
    return text + "\n" + continents.text();
  }

  const std::string& first_ = argument("FIRST");
  const std::string& second_ = argument("SECOND");
  const std::string& require_ = choice("--require", kinds, "none");
};

}  // namespace

const CommandRow map_compare_command{"map compare", make<MapCompareCommand>};

}  // namespace evorisk::app
