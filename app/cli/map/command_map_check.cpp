// evorisk map check: what holds of a map, and its figures.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/commands.hpp"
#include "app/cli/map/map_argument.hpp"
#include "app/text/likeness.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/registry.hpp"
#include "maps/facts.hpp"
#include "maps/generate/naming.hpp"
#include "maps/planar/isomorphism.hpp"
#include "metrics/criteria/quantity.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using maps::MapData;
using maps::MapFacts;

class MapCheckCommand final : public Command {
  using Command::Command;

  std::string listed() const override {
    std::string text;
    for (const maps::MapCheck& check : maps::map_checks()) {
      text += fmt::format("{}  {:<11} {}{}", text.empty() ? "" : "\n", check.name,
                          check.documentation, check.by_default ? " (required by default)" : "");
    }
    return text;
  }

  Exit run(Context& context) override {
    const std::set<std::string_view> required = required_checks();
    const MapArgument argument = read_map_argument(map_);
    for (const std::string& note : argument.notes) context.note(note);
    const MapData data = maps::countable(argument.data);
    const MapFacts facts = map_facts(data);
    bool passed = true;
    Json results = Json::object();
    for (const maps::MapCheck& check : maps::map_checks()) {
      Json objections = Json::array();
      for (const Message& objection : check.objections(argument.data, data, facts)) {
        objections.push_back(objection.text());
      }
      const bool is_required = required.contains(check.name);
      const bool holds = objections.empty();
      passed = passed && (holds || !is_required);
      results[std::string(check.name)] = {
          {"holds", holds}, {"required", is_required}, {"objections", std::move(objections)}};
    }
    Json json = {{"map", map_},
                 {"name", data.name},
                 {"source", argument.source},
                 {"passed", passed},
                 {"checks", results},
                 {"figures", figures(argument.data, data, facts)},
                 {"continents", continents(data, facts)},
                 {"drawing", drawing(data)},
                 {"notes", argument.notes}};
    // The names that drawings invent stand where a reader looks for a place on the board.
    std::string told = text(
        json, broken_invariant(data) ? data : maps::with_names(maps::Map(data), 1).data(), facts);
    // An eigenvalue of all pairs of territories: n^3 steps.
    constexpr std::size_t most_compared = 1000;
    if (data.territories.size() > most_compared) {
      context.note(
          fmt::format("boards of more than {} territories are not compared with those of "
                      "people",
                      most_compared));
    } else if (!broken_invariant(data)) {
      const maps::Features features = maps::features_of(maps::Map(data));
      json["human_boards"] = likeness_json(features);
      told += "\n" + likeness_text(features);
    }
    context.result(json, told);
    return passed ? Exit::done : Exit::check_failed;
  }

  std::set<std::string_view> required_checks() const {
    std::set<std::string_view> required(required_.begin(), required_.end());
    const std::vector<std::string_view> names = names_of(maps::map_checks());
    for (const std::string_view name : required) {
      if (std::ranges::find(names, name) == names.end()) {
        throw InputError("--require: {}", unknown_name("check", name, names));
      }
    }
    for (const maps::MapCheck& check : maps::map_checks()) {
      if (check.by_default && required_.empty()) required.insert(check.name);
    }
    return required;
  }

  static Json figures(const MapData& given, const MapData& data, const MapFacts& facts) {
    Json json = {{"territories", given.territories.size()},
                 {"borders", given.borders.size()},
                 {"continents", given.continents.size()},
                 {"components", facts.components.size()},
                 {"neighbours",
                  {{"fewest", facts.lowest_degree},
                   {"most", facts.highest_degree},
                   {"mean", facts.mean_degree},
                   {"territories_with", facts.territories_of_degree}}},
                 {"cut_territories", facts.cut_territories},
                 {"diameter", facts.diameter}};
    json["kuratowski"] = Json::array();
    for (const maps::Border& border : facts.kuratowski) {
      json["kuratowski"].push_back({border.a, border.b});
    }
    if (!broken_invariant(data)) {
      const maps::Map map(data);
      json["shape"] = fmt::format("{:016x}", shape_hash(map, maps::Sameness::continents));
    }
    return json;
  }

  static Json continents(const MapData& data, const MapFacts& facts) {
    Json list = Json::array();
    for (std::size_t c = 0; c < data.continents.size(); ++c) {
      const maps::ContinentFacts& of = facts.continents[c];
      list.push_back({{"name", data.continents[c].name},
                      {"territories", data.continents[c].territories.size()},
                      {"bonus", data.continents[c].bonus},
                      {"to_defend", of.border_territories},
                      {"inner_borders", of.inner_borders},
                      {"outer_borders", of.outer_borders},
                      {"parts", of.parts}});
    }
    return list;
  }

  // The quantities of the map's drawing, and which of them keep their bounds; null where there is
  // no drawing to look at.
  static Json drawing(const MapData& data) {
    constexpr std::size_t largest = 200;  // territories; more take long to draw
    if (broken_invariant(data) || data.territories.size() > largest) return nullptr;
    const maps::Map map(data);
    const auto demands = metrics::demands_of_drawing();
    Json list = Json::array();
    for (const metrics::QuantityInfo& info : metrics::quantities()) {
      if (!info.drawn) continue;
      const double value = metrics::map_quantity(info, map);
      const auto demand =
          std::ranges::find(demands, info.name, &metrics::Objective::Constraint::quantity);
      list.push_back({{"quantity", info.name},
                      {"value", value},
                      {"good", demand == demands.end() || metrics::violation(*demand, value) == 0},
                      {"meaning", info.summary}});
    }
    return list;
  }

  static std::string drawing_text(const Json& drawing) {
    if (drawing.is_null()) return {};
    return "\nThe drawing:\n" + table_text(drawing, {{"quantity", "quantity"},
                                                     {"value", "value", "{:.2f}"},
                                                     {"good", "good", "", "NO"},
                                                     {"meaning", "meaning"}});
  }

  static std::string text(const Json& json, const MapData& data, const MapFacts& facts) {
    const Json& figures = json["figures"];
    std::string text = fmt::format("{}{} ({})\n", data.name, data.name.empty() ? "A map" : "",
                                   json["source"].get<std::string>());
    text += fmt::format("{}, {}, {}\n\n",
                        counted(figures["territories"].get<int>(), "territory", "territories"),
                        counted(figures["borders"].get<int>(), "border"),
                        counted(figures["continents"].get<int>(), "continent"));
    Json verdicts = Json::array();
    std::string reasons;
    for (const maps::MapCheck& check : maps::map_checks()) {
      Json verdict = json["checks"][std::string(check.name)];
      for (const Json& objection : verdict["objections"]) {
        reasons += fmt::format("not {}: {}\n", check.name, objection.get<std::string>());
      }
      verdict.update({{"check", check.name}, {"meaning", check.documentation}});
      verdicts.push_back(std::move(verdict));
    }
    text += table_text(verdicts, {{"check", "check"},
                                  {"holds", "holds", "", "NO"},
                                  {"required", "required"},
                                  {"meaning", "meaning"}});
    text += reasons.empty() ? "" : "\n" + reasons;

    text += fmt::format("\nNeighbours: {} to {}, {:.2f} on average\n", facts.lowest_degree,
                        facts.highest_degree, facts.mean_degree);
    if (facts.diameter >= 0) {
      text += fmt::format("Farthest apart: {}\n", counted(facts.diameter, "border"));
    }
    text += fmt::format(
        "Their loss would split the map: {}\n",
        facts.cut_territories.empty() ? "none" : territory_labels(data, facts.cut_territories, 12));
    Json continents = json["continents"];
    for (std::size_t c = 0; c < continents.size(); ++c) {
      Json& row = continents[c];
      const int to_defend = row["to_defend"];
      row["name"] = continent_label(data, static_cast<int>(c));
      row["share"] = to_defend == 0 ? Json() : Json(row["bonus"].get<double>() / to_defend);
    }
    return text + "\n" +
           table_text(continents, {{"continent", "name"},
                                   {"territories", "territories"},
                                   {"bonus", "bonus"},
                                   {"to defend", "to_defend"},
                                   {"bonus per one to defend", "share", "{:.2f}"},
                                   {"borders out", "outer_borders"}}) +
           drawing_text(json["drawing"]);
  }

  const std::string& map_ = argument("MAP");
  const std::vector<std::string>& required_ = repeatable("--require", "CHECK");
};

}  // namespace

const CommandRow map_check_command{"map check", make<MapCheckCommand>};

}  // namespace evorisk::app
