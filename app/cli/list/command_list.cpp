#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/list/schemas.hpp"
#include "app/export/export.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "base/utf8.hpp"
#include "experiments/wishes/configurations.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/config_file.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/styles.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/engine.hpp"
#include "risk/agent.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// A list of what can be named: of each its name, what it is, and what else is known of it.
struct Registry {
  std::string_view name;
  std::string_view title;  // what it lists, for the list of lists
  Json (*rows)();
};

// The row of each thing; none of those of which it is null.
template <class Things, class RowOf>
Json rows_of(const Things& things, RowOf row_of) {
  Json rows = Json::array();
  for (const auto& thing : things) {
    Json row = row_of(thing);
    if (!row.is_null()) rows.push_back(std::move(row));
  }
  return rows;
}

// What has a name and a summary.
template <class Things>
Json summarised(const Things& things) {
  return rows_of(things, [](const auto& thing) -> Json {
    return {{"name", thing.name}, {"summary", thing.summary}};
  });
}

// What has a source, too.
template <class Things>
Json sourced(const Things& things) {
  return rows_of(things, [](const auto& thing) -> Json {
    return {{"name", thing.name}, {"summary", thing.summary}, {"source", thing.source}};
  });
}

Json agents() {
  return rows_of(risk::agent_kinds(), [](const risk::AgentKind& kind) -> Json {
    return {{"name", kind.name},
            {"summary", kind.summary},
            {"parameters", kind.parameters},
            {"bulk", kind.bulk}};
  });
}

Json criteria() {
  return rows_of(metrics::all_criteria(), [](const metrics::CriterionInfo& info) -> Json {
    return {{"name", info.name},
            {"summary", info.meaning},
            {"title", info.title},
            {"ideal", info.ideal},
            {"source", info.source}};
  });
}

Json quantities() {
  return rows_of(metrics::quantities(), [](const metrics::QuantityInfo& info) -> Json {
    // The criteria have a list of their own.
    if (std::ranges::count(metrics::all_criteria(), info.name, &metrics::CriterionInfo::name) > 0)
      return {};
    return {{"name", info.name},
            {"summary", info.summary},
            {"source", info.source},
            {"of_map", info.of_map}};
  });
}

Json library_maps() {
  return rows_of(maps::library_names(), [](std::string_view name) -> Json {
    const maps::MapPtr map = maps::library_map(name);
    return {{"name", name},
            {"title", map->name()},
            {"summary", maps::library_about(name)},
            {"territories", map->territory_count()},
            {"borders", map->border_count()},
            {"continents", map->continent_count()},
            {"planar", maps::is_planar(*map)}};
  });
}

Json map_formats() {
  return rows_of(maps::map_formats(), [](const maps::MapFormat& format) -> Json {
    return {{"name", format.name},
            {"summary", format.documentation},
            {"extension", format.extension},
            {"written", format.write != nullptr}};
  });
}

Json presets() {
  return rows_of(risk::presets(), [](const risk::Preset& preset) -> Json {
    return {{"name", preset.name},
            {"summary", preset.summary},
            {"rules", risk::rules_to_json(risk::preset_rules(preset.name))}};
  });
}

Json rules() {
  return rows_of(risk::rule_keys(), [](const risk::RuleKey& key) {
    using Kind = risk::RuleKey::Kind;
    Json row = {{"name", key.name},
                {"summary", key.meaning},
                {"default", risk::get_rule(risk::Rules(), key.name)}};
    if (key.kind == Kind::integer || key.kind == Kind::integers) {
      row["lowest"] = key.lowest;
      row["highest"] = key.highest;
    }
    for (std::size_t i = 0; i < key.choices.size(); ++i) {
      row["choices"][std::string(key.choices[i])] = key.choice_meanings[i];
    }
    row["source"] = key.source;
    return row;
  });
}

// What a JSON schema says of the members of an object, by their paths.
void add_keys(const Json& schema, const std::string& prefix, Json& rows) {
  for (const auto& [name, member] : schema["properties"].items()) {
    if (member.contains("additionalProperties") && member["additionalProperties"] == false) {
      add_keys(member, prefix + name + ".", rows);
      continue;
    }
    Json row = {{"name", prefix + name}, {"summary", member["description"]}};
    for (const auto& [of_schema, own] : {std::pair("default", "default"),
                                         {"minimum", "lowest"},
                                         {"maximum", "highest"},
                                         {"enum", "choices"}}) {
      if (member.contains(of_schema)) row[own] = member[of_schema];
    }
    rows.push_back(std::move(row));
  }
}

Json keys() {
  Json rows = Json::array();
  add_keys(ga::config_schema(), "", rows);
  return rows;
}

Json configurations() {
  Json rows = Json::array();
  for (const experiments::NamedConfiguration& row : experiments::named_configurations()) {
    Json& json = rows.emplace_back(Json{{"name", row.name}, {"summary", row.summary}});
    if (!row.wishes.empty()) json["wishes"] = parse_json(row.wishes);
  }
  return rows;
}

constexpr std::array registries = {
    Registry{"agents", "who can sit at the table", agents},
    Registry{"criteria", "what a variant is measured by", criteria},
    Registry{"algorithms", "how a generation follows from the one before",
             [] { return sourced(ga::algorithm_kinds()); }},
    Registry{"budgets", "how a generation's matches are shared out",
             [] { return sourced(ga::budget_policies()); }},
    Registry{"combinations", "how an objective's groups decide",
             [] { return sourced(metrics::combinations()); }},
    Registry{"crossovers", "how two maps make a child's",
             [] { return sourced(ga::crossover_operators()); }},
    Registry{"configurations", "what `evorisk evolve NAME` breeds", configurations},
    Registry{"engines", "what plays the matches",
             [] { return summarised(metrics::engine_kinds()); }},
    Registry{"exports", "what `evorisk export --to` writes",
             [] { return summarised(export_formats()); }},
    Registry{"formats", "the files that maps are read from and written to", map_formats},
    Registry{"losses", "what a criterion loses by being off its ideal",
             [] { return sourced(metrics::losses()); }},
    Registry{"keys", "the keys of a run's configuration, for its file and --set", keys},
    Registry{"maps", "the boards of the library", library_maps},
    Registry{"migrations", "who is sent from island to island",
             [] { return sourced(ga::migration_policies()); }},
    Registry{"mutations", "how a map changes", [] { return sourced(ga::map_mutations()); }},
    Registry{"quantities", "what constraints may bound, besides the criteria", quantities},
    Registry{"rankings", "who is fitter where fitness has an error",
             [] { return sourced(ga::rankings()); }},
    Registry{"presets", "named sets of rules", presets},
    Registry{"rules", "the rule keys, for variant files and --set", rules},
    Registry{"styles", "how generated maps differ", [] { return summarised(maps::map_styles()); }},
    Registry{"topologies", "which islands send migrants to which",
             [] { return sourced(ga::topologies()); }},
};

// A row's further members in a line: "default 3, 1 to 6; ...".
std::string details(const Registry& registry, const Json& row) {
  if (registry.name == "criteria") {
    const auto source = row["source"].get<std::string>();
    return fmt::format(" (ideal {}; {}{})", row["ideal"].dump(),
                       source.starts_with("4.") ? "thesis " : "", source);
  }
  if (registry.name == "maps") {
    return fmt::format(" ({}, {}, {}{})", counted(row["territories"], "territory", "territories"),
                       counted(row["borders"], "border"), counted(row["continents"], "continent"),
                       row["planar"] == true ? "" : ", not planar");
  }
  if (registry.name == "formats") {
    return fmt::format(" ({})", row["extension"].get<std::string>());
  }
  if (registry.name == "agents") {
    const auto parameters = row["parameters"].get<std::string>();
    return parameters.empty() ? "" : fmt::format("\n{:<28}{}", "", parameters);
  }
  if (!row.contains("default")) return {};
  const Json& value = row["default"];
  std::string text =
      fmt::format(" (default {}", value.is_string() ? value.get<std::string>() : value.dump());
  if (row.contains("lowest")) {
    text += fmt::format("; {} to {}", row["lowest"].dump(), row["highest"].dump());
  }
  text += ")";
  if (!row.contains("choices")) return text;
  if (row["choices"].is_array()) {
    return text + fmt::format("\n{:<28}{}", "", fmt::join(row["choices"], ", "));
  }
  for (const auto& [choice, meaning] : row["choices"].items()) {
    text += fmt::format("\n{:<28}{:<11}{}", "", choice, meaning.get<std::string>());
  }
  return text;
}

std::string text_of(const Registry& registry, const Json& rows) {
  std::string text;
  for (const Json& row : rows) {
    text += fmt::format("{:<27} {}{}\n", row["name"].get<std::string>(),
                        row["summary"].get<std::string>(), details(registry, row));
  }
  return folded(text, help_width, 28);
}

class ListCommand final : public Command {
  using Command::Command;

  std::string listed() const override {
    std::string text;
    for (const Registry& registry : registries) {
      text += fmt::format("  {:<15} {}\n", registry.name, registry.title);
    }
    return text + fmt::format("  {:<15} JSON schemas, for editors: {}", "schema",
                              fmt::join(names_of(schemas()), ", "));
  }

  Exit run(Context& context) override {
    if (!schema_.empty() && kind_ != "schema") {
      throw InputError("list: {} has no schema \"{}\"; only list schema takes a name", kind_,
                       schema_);
    }
    if (kind_ == "schema") {
      context.print_json(
          find_named(schemas(), "schema", schema_.empty() ? schemas().front().name : schema_)
              .make());
      return Exit::done;
    }
    if (!kind_.empty()) {
      const Registry& registry = find_named(registries, "kind", kind_);
      const Json rows = registry.rows();
      return context.result(rows, text_of(registry, rows));
    }
    Json all = Json::object();
    std::string text;
    for (const Registry& registry : registries) {
      const Json& rows = all[std::string(registry.name)] = registry.rows();
      text += fmt::format("{}: {}\n{}\n", registry.name, registry.title, text_of(registry, rows));
    }
    return context.result(all, text);
  }

  const std::string& kind_ = optional_argument("KIND");
  const std::string& schema_ = optional_argument("NAME");
};

}  // namespace

const CommandRow list_command{"list", make<ListCommand>};

}  // namespace evorisk::app
