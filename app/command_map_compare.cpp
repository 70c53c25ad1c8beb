// evorisk map compare: how two maps differ.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "app/cli.hpp"
#include "app/map_argument.hpp"
#include "app/text_table.hpp"
#include "maps/isomorphism.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using maps::Map;

// How alike maps are, from nothing to everything; each includes those before it.
constexpr std::array<std::string_view, 4> kinds = {"none", "borders", "continents", "identical"};

// Which territory of the second map answers to each of the first: by name where both maps have the
// same full set of names, by number where they have as many territories; otherwise none.
struct Correspondence {
  std::string by;         // "names", "numbers" or "nothing"
  std::vector<int> of_a;  // empty for "nothing"
};

std::optional<std::map<std::string, int>> full_names(const Map& map) {
  std::map<std::string, int> names;
  for (int t = 0; t < map.territory_count(); ++t) {
    if (map.territory(t).name.empty()) return std::nullopt;
    names.emplace(map.territory(t).name, t);
  }
  return names;
}

Correspondence correspondence(const Map& a, const Map& b) {
  if (a.territory_count() != b.territory_count()) return {"nothing", {}};
  Correspondence result{"names", {}};
  const auto names_of_a = full_names(a);
  const auto names_of_b = full_names(b);
  const auto same_name = [](const auto& x, const auto& y) { return x.first == y.first; };
  const bool named =
      names_of_a && names_of_b &&
      std::equal(names_of_a->begin(), names_of_a->end(), names_of_b->begin(), same_name);
  if (!named) result.by = "numbers";
  for (int t = 0; t < a.territory_count(); ++t) {
    result.of_a.push_back(named ? names_of_b->at(a.territory(t).name) : t);
  }
  return result;
}

// The borders of `map` that the other has not, as labels; `to_other` tells the other's territories.
Json borders_only_in(const Map& map, const Map& other, const std::vector<int>& to_other) {
  Json list = Json::array();
  for (const maps::Border& border : map.borders()) {
    if (other.adjacent(to_other[static_cast<std::size_t>(border.a)],
                       to_other[static_cast<std::size_t>(border.b)])) {
      continue;
    }
    list.push_back(fmt::format("{} - {}", map.label(border.a), map.label(border.b)));
  }
  return list;
}

std::string continent_label(const Map& map, int c) {
  const std::string& name = map.continent(c).name;
  return name.empty() ? std::to_string(c) : name;
}

// One entry for each of the first's continents with the second's that shares the most territories.
Json continents_compared(const Map& a, const Map& b, const std::vector<int>& of_a) {
  Json list = Json::array();
  for (int c = 0; c < a.continent_count(); ++c) {
    std::vector<int> shared(static_cast<std::size_t>(b.continent_count()), 0);
    for (const int t : a.continent(c).territories) {
      ++shared[static_cast<std::size_t>(b.continent_of(of_a[static_cast<std::size_t>(t)]))];
    }
    const auto most = std::max_element(shared.begin(), shared.end());
    const int other = static_cast<int>(most - shared.begin());
    list.push_back({{"first", continent_label(a, c)},
                    {"second", continent_label(b, other)},
                    {"territories",
                     {a.continent(c).territories.size(), b.continent(other).territories.size()}},
                    {"shared", *most},
                    {"bonus", {a.continent(c).bonus, b.continent(other).bonus}}});
  }
  return list;
}

std::string likeness(const Map& a, const Map& b) {
  if (a == b) return "identical";
  if (isomorphic(a, b, maps::Sameness::continents)) return "continents";
  return isomorphic(a, b, maps::Sameness::borders) ? "borders" : "none";
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
 public:
  std::string name() const override { return "map compare"; }
  std::string summary() const override { return "Compare two maps"; }
  std::string details() const override {
    return "Says whether the maps are identical, or the same board under other numbers\n"
           "(isomorphic, with or without continents), and how their borders, continents and\n"
           "bonuses differ. Territories are matched by name where both maps have the same names,\n"
           "otherwise by number. With --require, exits with 3 unless the maps are at least so\n"
           "alike: borders (isomorphic), continents (continents and bonuses too), identical.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk map compare risk thesis-1",
            "evorisk map compare cycle-4 cycle-4 --require identical --json"};
  }
  void add_options(Options& options) override {
    options.argument("FIRST", first_, "A library name or the path of a map file");
    options.argument("SECOND", second_, "Another");
    options.choice("--require", require_, kinds, "Least likeness, or exit code 3");
  }
  Exit run(Context& context) override {
    const maps::MapReading a = whole_map_argument(first_);
    const maps::MapReading b = whole_map_argument(second_);
    for (const std::string& note : a.notes) context.note(first_ + ": " + note);
    for (const std::string& note : b.notes) context.note(second_ + ": " + note);
    const Json result = compared(a.map, b.map);
    if (context.json) {
      context.print_json(result);
    } else {
      context.print(text(result));
    }
    const auto rank = [](const std::string& kind) {
      return std::find(kinds.begin(), kinds.end(), kind) - kinds.begin();
    };
    const bool holds = rank(result["likeness"].get<std::string>()) >= rank(require_);
    return holds ? Exit::done : Exit::check_failed;
  }

 private:
  Json compared(const Map& a, const Map& b) const {
    const Correspondence match = correspondence(a, b);
    Json json = {{"maps", {first_, second_}},
                 {"likeness", likeness(a, b)},
                 {"territories", {a.territory_count(), b.territory_count()}},
                 {"borders", {a.border_count(), b.border_count()}},
                 {"continents", {a.continent_count(), b.continent_count()}},
                 {"matched_by", match.by}};
    if (match.of_a.empty()) return json;
    std::vector<int> of_b(match.of_a.size());
    for (std::size_t t = 0; t < of_b.size(); ++t) {
      of_b[static_cast<std::size_t>(match.of_a[t])] = static_cast<int>(t);
    }
    json["borders_only_in_first"] = borders_only_in(a, b, match.of_a);
    json["borders_only_in_second"] = borders_only_in(b, a, of_b);
    json["continents_compared"] = continents_compared(a, b, match.of_a);
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

  std::string first_;
  std::string second_;
  std::string require_ = "none";
};

}  // namespace

std::unique_ptr<Command> make_map_compare_command() {
  return std::make_unique<MapCompareCommand>();
}

}  // namespace evorisk::app
