#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "base/registry.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/selection.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/engine.hpp"
#include "risk/agent.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// One registered thing: its name, what it is, and what else is known of it.
struct Row {
  std::string name;
  std::string summary;
  Json more = Json::object();
};

struct Registry {
  std::string_view name;
  std::string_view title;  // what it lists, for the list of lists
  std::vector<Row> (*rows)();
};

std::vector<Row> agents() {
  std::vector<Row> rows;
  for (const auto& kind : risk::agent_kinds()) {
    rows.push_back({std::string(kind.name),
                    std::string(kind.summary),
                    {{"parameters", kind.parameters}, {"bulk", kind.bulk}}});
  }
  return rows;
}

std::vector<Row> criteria() {
  std::vector<Row> rows;
  for (const auto& info : metrics::all_criteria()) {
    rows.push_back({std::string(info.name),
                    std::string(info.meaning),
                    {{"title", info.title}, {"ideal", info.ideal}, {"source", info.source}}});
  }
  return rows;
}

// Whatever has a name, a summary and a source.
template <class Things>
std::vector<Row> named(const Things& things) {
  std::vector<Row> rows;
  for (const auto& thing : things) {
    rows.push_back(
        {std::string(thing.name), std::string(thing.summary), {{"source", thing.source}}});
  }
  return rows;
}

std::vector<Row> quantities() {
  std::vector<Row> rows;
  for (const auto& info : metrics::quantities()) {
    if (info.value == nullptr) continue;  // the criteria have a list of their own
    rows.push_back({std::string(info.name),
                    std::string(info.summary),
                    {{"source", info.source}, {"of_map", info.of_map}}});
  }
  return rows;
}

std::vector<Row> engines() {
  std::vector<Row> rows;
  for (const auto& kind : metrics::engine_kinds()) {
    rows.push_back({std::string(kind.name), std::string(kind.summary)});
  }
  return rows;
}

std::vector<Row> library_maps() {
  std::vector<Row> rows;
  for (const std::string_view name : maps::library_names()) {
    const maps::MapPtr map = maps::library_map(name);
    rows.push_back({std::string(name),
                    maps::library_about(name),
                    {{"territories", map->territory_count()},
                     {"borders", map->border_count()},
                     {"continents", map->continent_count()}}});
  }
  return rows;
}

std::vector<Row> presets() {
  std::vector<Row> rows;
  for (const auto& preset : risk::presets()) {
    rows.push_back({std::string(preset.name),
                    std::string(preset.summary),
                    {{"rules", risk::rules_to_json(risk::preset_rules(preset.name))}}});
  }
  return rows;
}

std::vector<Row> rules() {
  const risk::Rules thesis;
  std::vector<Row> rows;
  for (const auto& key : risk::rule_keys()) {
    Json more = {{"default", risk::get_rule(thesis, key.name)}};
    switch (key.kind) {
      case risk::RuleKey::Kind::integer:
      case risk::RuleKey::Kind::integers:
        more["lowest"] = key.lowest;
        more["highest"] = key.highest;
        break;
      case risk::RuleKey::Kind::choice: {
        Json& choices = more["choices"] = Json::object();
        for (std::size_t i = 0; i < key.choices.size(); ++i) {
          choices[std::string(key.choices[i])] = key.choice_meanings[i];
        }
        break;
      }
      case risk::RuleKey::Kind::boolean:
        break;
    }
    more["source"] = key.source;
    rows.push_back({std::string(key.name), std::string(key.meaning), more});
  }
  return rows;
}

// What a JSON schema says of the members of an object, by their paths.
void add_keys(const Json& schema, const std::string& prefix, std::vector<Row>& rows) {
  for (const auto& [name, member] : schema["properties"].items()) {
    if (member.contains("additionalProperties") && member["additionalProperties"] == false) {
      add_keys(member, prefix + name + ".", rows);
      continue;
    }
    Json more = Json::object();
    for (const auto& [of_schema, own] : {std::pair("default", "default"),
                                         {"minimum", "lowest"},
                                         {"maximum", "highest"},
                                         {"enum", "choices"}}) {
      if (member.contains(of_schema)) more[own] = member[of_schema];
    }
    rows.push_back({prefix + name, member["description"].get<std::string>(), more});
  }
}

std::vector<Row> keys() {
  std::vector<Row> rows;
  add_keys(ga::config_schema(), "", rows);
  return rows;
}

constexpr std::array registries = {
    Registry{"agents", "who can sit at the table", agents},
    Registry{"criteria", "what a variant is measured by", criteria},
    Registry{"algorithms", "how a generation follows from the one before",
             [] { return named(ga::algorithm_kinds()); }},
    Registry{"budgets", "how a generation's matches are shared out",
             [] { return named(ga::budget_policies()); }},
    Registry{"combinations", "how an objective's groups decide",
             [] { return named(metrics::combinations()); }},
    Registry{"crossovers", "how two maps make a child's",
             [] { return named(ga::crossover_operators()); }},
    Registry{"engines", "what plays the matches", engines},
    Registry{"losses", "what a criterion loses by being off its ideal",
             [] { return named(metrics::losses()); }},
    Registry{"keys", "the keys of a run's configuration, for its file and --set", keys},
    Registry{"maps", "the boards of the library", library_maps},
    Registry{"migrations", "who is sent from island to island",
             [] { return named(ga::migration_policies()); }},
    Registry{"mutations", "how a map changes", [] { return named(ga::map_mutations()); }},
    Registry{"quantities", "what constraints may bound, besides the criteria", quantities},
    Registry{"rankings", "who is fitter where fitness has an error",
             [] { return named(ga::rankings()); }},
    Registry{"presets", "named sets of rules", presets},
    Registry{"rules", "the rule keys, for variant files and --set", rules},
    Registry{"topologies", "which islands send migrants to which",
             [] { return named(ga::topologies()); }},
};

// A row's further members in a line: "default 3, 1 to 6; ...".
std::string details(const Registry& registry, const Row& row) {
  if (registry.name == "criteria") {
    const auto source = row.more["source"].get<std::string>();
    return fmt::format(" (ideal {}; {}{})", row.more["ideal"].dump(),
                       source.starts_with("4.") ? "thesis " : "", source);
  }
  if (registry.name == "maps") {
    const auto count = [&](const char* key, const char* one, const char* many) {
      const int n = row.more[key].get<int>();
      return fmt::format("{} {}", n, n == 1 ? one : many);
    };
    return fmt::format(" ({}, {}, {})", count("territories", "territory", "territories"),
                       count("borders", "border", "borders"),
                       count("continents", "continent", "continents"));
  }
  if (registry.name == "agents") {
    const auto parameters = row.more["parameters"].get<std::string>();
    return parameters.empty() ? "" : fmt::format("\n{:<28}{}", "", parameters);
  }
  if (!row.more.contains("default")) return {};
  const Json& value = row.more["default"];
  std::string text =
      fmt::format(" (default {}", value.is_string() ? value.get<std::string>() : value.dump());
  if (row.more.contains("lowest")) {
    text += fmt::format("; {} to {}", row.more["lowest"].dump(), row.more["highest"].dump());
  }
  text += ")";
  if (row.more.contains("choices") && row.more["choices"].is_array()) {
    text += fmt::format("\n{:<28}{}", "", fmt::join(row.more["choices"], ", "));
  } else if (row.more.contains("choices")) {
    for (const auto& [choice, meaning] : row.more["choices"].items()) {
      text += fmt::format("\n{:<28}{:<11}{}", "", choice, meaning.get<std::string>());
    }
  }
  return text;
}

std::string text_of(const Registry& registry) {
  std::string text;
  for (const Row& row : registry.rows()) {
    text += fmt::format("{:<27} {}{}\n", row.name, row.summary, details(registry, row));
  }
  return text;
}

Json json_of(const Registry& registry) {
  Json list = Json::array();
  for (const Row& row : registry.rows()) {
    Json entry = {{"name", row.name}, {"summary", row.summary}};
    entry.update(row.more);
    list.push_back(entry);
  }
  return list;
}

class ListCommand final : public Command {
 public:
  std::string name() const override { return "list"; }
  std::string summary() const override {
    return "List what can be named: agents, criteria, maps, rules and the like";
  }
  std::string details() const override {
    std::string text = "KIND is one of:";
    for (const Registry& registry : registries) {
      text += fmt::format("\n  {:<12} {}", registry.name, registry.title);
    }
    return text +
           fmt::format("\n  {:<12} the JSON schema of a run's configuration, for editors",
                       "schema") +
           "\n\nWithout KIND, everything but the schema is listed.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk list rules", "evorisk list criteria --json"};
  }

  void add_options(Options& options) override {
    options.optional_argument("KIND", kind_, "What to list; everything by default");
  }

  Exit run(Context& context) override {
    if (kind_ == "schema") {
      context.print_json(ga::config_schema());
      return Exit::done;
    }
    if (!kind_.empty()) {
      const Registry& registry = find_named(registries, "kind", kind_);
      context.print(json_of(registry), text_of(registry));
      return Exit::done;
    }
    Json all = Json::object();
    for (const Registry& registry : registries) {
      if (context.json) {
        all[std::string(registry.name)] = json_of(registry);
      } else {
        context.print(
            fmt::format("{}: {}\n{}\n", registry.name, registry.title, text_of(registry)));
      }
    }
    if (context.json) context.print_json(all);
    return Exit::done;
  }

 private:
  std::string kind_;
};

}  // namespace

std::unique_ptr<Command> make_list_command() {
  return std::make_unique<ListCommand>();
}

}  // namespace evorisk::app
