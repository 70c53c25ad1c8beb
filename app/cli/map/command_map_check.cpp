// evorisk map check: what holds of a map, and its figures.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/cli.hpp"
#include "app/cli/map/map_argument.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "maps/checks.hpp"
#include "maps/planar/isomorphism.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
using maps::MapData;
using maps::MapFacts;

class MapCheckCommand final : public Command {
 public:
  std::string name() const override { return "map check"; }
  std::string summary() const override { return "Check a map and print its figures"; }
  std::string details() const override {
    std::string text =
        "Prints which checks hold (and why not), how many neighbours territories have, whose\n"
        "loss would split the map, and each continent's bonus beside what there is to defend.\n"
        "Exits with 3 when a required check does not hold. Checks:\n";
    for (const maps::MapCheck& check : maps::map_checks()) {
      text += fmt::format("  {:<11} {}{}\n", check.name, check.documentation,
                          check.by_default ? " (required by default)" : "");
    }
    return text.substr(0, text.size() - 1);
  }
  std::vector<std::string> examples() const override {
    return {"evorisk map check risk",
            "evorisk map check thesis-3 --require whole --require connected --json"};
  }
  void add_options(Options& options) override {
    options.argument("MAP", map_, "A library name, or the path of a map file or a variant's");
    options.repeatable("--require", required_, "CHECK",
                       "A check that must hold, in place of the default ones");
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
    const Json json = {{"map", map_},
                       {"name", data.name},
                       {"source", argument.source},
                       {"passed", passed},
                       {"checks", results},
                       {"figures", figures(argument.data, data, facts)},
                       {"continents", continents(data, facts)},
                       {"notes", argument.notes}};
    context.print(json, text(json, data, facts));
    return passed ? Exit::done : Exit::check_failed;
  }

 private:
  std::set<std::string_view> required_checks() const {
    std::set<std::string_view> required;
    std::vector<std::string_view> names;
    for (const maps::MapCheck& check : maps::map_checks()) {
      names.push_back(check.name);
      if (check.by_default && required_.empty()) required.insert(check.name);
    }
    for (const std::string& name : required_) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        throw InputError("--require: {}", unknown_name("check", name, names));
      }
      required.insert(name);
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

  static std::string text(const Json& json, const MapData& data, const MapFacts& facts) {
    const Json& figures = json["figures"];
    std::string text = fmt::format("{}{} ({})\n", data.name, data.name.empty() ? "A map" : "",
                                   json["source"].get<std::string>());
    text += fmt::format("{}, {}, {}\n\n",
                        counted(figures["territories"].get<int>(), "territory", "territories"),
                        counted(figures["borders"].get<int>(), "border"),
                        counted(figures["continents"].get<int>(), "continent"));
    TextTable verdicts({{"check"}, {"holds"}, {"required"}, {"meaning"}});
    std::string reasons;
    for (const maps::MapCheck& check : maps::map_checks()) {
      const Json& result = json["checks"][std::string(check.name)];
      verdicts.add({std::string(check.name), result["holds"] ? "yes" : "NO",
                    result["required"] ? "yes" : "no", std::string(check.documentation)});
      for (const Json& objection : result["objections"]) {
        reasons += fmt::format("not {}: {}\n", check.name, objection.get<std::string>());
      }
    }
    text += verdicts.text() + (reasons.empty() ? "" : "\n" + reasons);

    text += fmt::format("\nNeighbours: {} to {}, {:.2f} on average\n", facts.lowest_degree,
                        facts.highest_degree, facts.mean_degree);
    if (facts.diameter >= 0) {
      text += fmt::format("Farthest apart: {}\n", counted(facts.diameter, "border"));
    }
    text += fmt::format(
        "Their loss would split the map: {}\n",
        facts.cut_territories.empty() ? "none" : territory_labels(data, facts.cut_territories, 12));
    using Align = TextTable::Align;
    TextTable table({{"continent"},
                     {"territories", Align::right},
                     {"bonus", Align::right},
                     {"to defend", Align::right},
                     {"bonus per one to defend", Align::right},
                     {"borders out", Align::right}});
    for (std::size_t c = 0; c < data.continents.size(); ++c) {
      const maps::ContinentFacts& of = facts.continents[c];
      table.add({continent_label(data, static_cast<int>(c)),
                 std::to_string(data.continents[c].territories.size()),
                 std::to_string(data.continents[c].bonus), std::to_string(of.border_territories),
                 of.border_territories == 0
                     ? "-"
                     : fmt::format("{:.2f}", static_cast<double>(data.continents[c].bonus) /
                                                 of.border_territories),
                 std::to_string(of.outer_borders)});
    }
    return text + "\n" + table.text();
  }

  std::string map_;
  std::vector<std::string> required_;
};

}  // namespace

std::unique_ptr<Command> make_map_check_command() {
  return std::make_unique<MapCheckCommand>();
}

}  // namespace evorisk::app
