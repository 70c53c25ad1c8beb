// Settings on top of a configuration, what its members must be to each other, and how two differ.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/genome/genome.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/run/config_file.hpp"
#include "metrics/engine.hpp"
#include "risk/agent.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

// The value as JSON where it is JSON, else as text.
Json setting_value(const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

int most_players(const Config& config) {
  int most = config.base_rules.players;
  for (const RuleGene& gene : config.search_space.genes) {
    if (gene.key != "players") continue;
    most = 0;
    for (const std::string& value : gene.values) most = std::max(most, std::stoi(value));
  }
  return most;
}

bool players_evolve(const Config& config) {
  return std::any_of(config.search_space.genes.begin(), config.search_space.genes.end(),
                     [](const RuleGene& gene) { return gene.key == "players"; });
}

template <class Refuse>
void check_judges(const Config& config, const Refuse& refuse) {
  const std::vector<std::string>& judges = config.judges;
  if (judges.empty()) return;
  if (judges.size() == 1) {
    refuse("judges: one judge alone is what \"agents\" is for; name two or more, or none");
  }
  if (judges.size() > most_judges) {
    refuse(Message("judges: {} judges; at most {}", judges.size(), most_judges));
  }
  if (!config.agents.empty()) {
    refuse("judges: they sit in all seats themselves; leave \"agents\" empty");
  }
  for (std::size_t i = 0; i < judges.size(); ++i) {
    if (std::find(judges.begin(), judges.begin() + static_cast<std::ptrdiff_t>(i), judges[i]) !=
        judges.begin() + static_cast<std::ptrdiff_t>(i)) {
      refuse(Message("judges: {} is named twice", judges[i]));
    }
  }
}

// How matches are shared out, what they are evidence of, who is fitter, and whether the algorithm
// can do with the objective.
template <class Refuse>
void check_search(const Config& config, const Refuse& refuse) {
  const Budget& budget = config.budget;
  const std::int64_t first = std::int64_t{config.islands.count} * config.population *
                             config.matches * static_cast<std::int64_t>(config.tables());
  if (budget.matches > 0 && budget.matches < first) {
    refuse(Message("budget.matches: {}, but the first population alone plays {}", budget.matches,
                   first));
  }
  if (budget.policy == "halving") {
    std::int64_t rounds = 0;
    for (std::int64_t count = 1; count < config.population; count *= 2) ++rounds;
    if (config.matches < 2 * rounds) {
      refuse(
          Message("budget.policy: \"halving\" of {} individuals has up to {} rounds; matches "
                  "must be at least {}, not {}",
                  config.population, rounds, 2 * rounds, config.matches));
    }
  }
  const bool reevaluate = config.elite_policy == ElitePolicy::reevaluate;
  if (config.evidence_pool == EvidencePool::genotype && reevaluate) {
    refuse("evidence.pool: \"genotype\" never forgets; elite_policy must be \"accumulate\"");
  }
  if (config.evidence_pool == EvidencePool::genotype &&
      config.evidence_kept < 2 * config.population * config.islands.count) {
    refuse(Message("evidence.keep: {} genotypes are fewer than two populations of {}",
                   config.evidence_kept, config.population * config.islands.count));
  }
  if (config.algorithm == "map_elites" && config.map_elites.depth == 1 &&
      config.map_elites.enough_matches > config.matches) {
    refuse(
        Message("map_elites.depth: with 1 a niche has no room for a challenger that plays on, "
                "and none can beat an occupant by {} matches; enough_matches is {}",
                config.matches, config.map_elites.enough_matches));
  }
  if (config.islands.count > 1) {
    if (config.algorithm == "map_elites") {
      refuse("islands.count: \"map_elites\" has one archive; islands need a population each");
    }
    if (most_immigrants(config.islands) >= config.population) {
      refuse(Message("islands.migrants: up to {} immigrants leave nobody of a population of {}",
                     most_immigrants(config.islands), config.population));
    }
  }
  const bool lexicographic = config.objective.combination == metrics::Combination::lexicographic;
  if (lexicographic && (config.ranking != "mean" || budget.policy != "equal")) {
    refuse(
        "objective.combination: \"lexicographic\" compares means of groups; ranking must be "
        "\"mean\" and budget.policy \"equal\"");
  }
  if (config.algorithm != "nsga2") return;
  if (config.objective.groups.empty()) {
    refuse(
        "algorithm: \"nsga2\" needs an objective with groups, for example \"groups\": "
        "{\"tempo\": [\"duration\", \"completeness\"], \"tension\": [\"drama\"]}");
  }
  if (lexicographic) {
    refuse(
        "algorithm: \"nsga2\" weighs no group against another; objective.combination must be "
        "\"weighted\"");
  }
  if (budget.policy != "equal") {
    refuse("algorithm: \"nsga2\" has no single best to race for; budget.policy must be \"equal\"");
  }
  if (reevaluate) {
    refuse(
        "algorithm: \"nsga2\" keeps its parents' evidence; elite_policy must be "
        "\"accumulate\"");
  }
}

void collect_differences(const Json& a, const Json& b, const std::string& path,
                         std::vector<std::string>& lines) {
  if (a == b) return;
  const auto shown = [](const Json* value) {
    if (value == nullptr) return std::string("nothing");
    std::string text = value->dump();
    if (text.size() > 80) text = text.substr(0, 77) + "...";
    return text;
  };
  const auto member = [](const Json& value, const std::string& key) {
    const auto found = value.find(key);
    return found == value.end() ? nullptr : &*found;
  };
  if (!a.is_object() || !b.is_object()) {
    lines.push_back(fmt::format("{}: {} and {}", path, shown(&a), shown(&b)));
    return;
  }
  std::vector<std::string> keys;
  for (const auto& [key, value] : a.items()) keys.push_back(key);
  for (const auto& [key, value] : b.items()) {
    if (member(a, key) == nullptr) keys.push_back(key);
  }
  for (const std::string& key : keys) {
    const Json* in_a = member(a, key);
    const Json* in_b = member(b, key);
    const std::string inner = path.empty() ? key : path + '.' + key;
    if (in_a != nullptr && in_b != nullptr) {
      collect_differences(*in_a, *in_b, inner, lines);
    } else {
      lines.push_back(fmt::format("{}: {} and {}", inner, shown(in_a), shown(in_b)));
    }
  }
}

}  // namespace

void set_member(Json& document, const std::string& key, Json value, const std::string& source) {
  Json* place = &document;
  std::string path;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    const std::string member = key.substr(begin, end - begin);
    if (!place->is_object()) {
      throw InputError("{}: {} is not an object, so it has no \"{}\"", source, path, member);
    }
    // A preset says all rules: those that were there, explicit in a complete configuration, go.
    if (path == "base_rules" && member == "preset") *place = Json::object();
    place = &(*place)[member];
    if (place->is_null() && end < key.size()) *place = Json::object();
    path += (path.empty() ? "" : ".") + member;
    begin = end + 1;
  }
  *place = std::move(value);
}

void apply_setting(Config& config, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string source = "--set " + setting;
  if (equals == std::string::npos || equals == 0) {
    throw InputError("{}: must be KEY=VALUE, for example population=20", source);
  }
  const std::string key = setting.substr(0, equals);
  Json value = setting_value(setting.substr(equals + 1));
  // A member that holds no others needs nothing of the rest.
  const bool alone = key.find('.') == std::string::npos && value.is_primitive();
  Json document = alone ? Json::object({{"format", 1}}) : config_to_json(config);
  set_member(document, key, std::move(value), source);
  Config changed = alone ? config : Config();
  read_config(JsonView(document, source), ".", changed);
  config = std::move(changed);
}

void check(const Config& config, const std::string& source) {
  const auto refuse = [&](const Message& problem) { throw InputError("{}: {}", source, problem); };
  if (config.tournament > config.population) {
    refuse(Message("tournament: {} contestants, but the population has {} individuals",
                   config.tournament, config.population));
  }
  if (config.elites >= config.population) {
    refuse(Message("elites: {} of a population of {} leave no place for children", config.elites,
                   config.population));
  }
  const int players = most_players(config);
  for (std::size_t i = 0; i < config.search_space.initial_maps.size(); ++i) {
    const InitialMap& initial = config.search_space.initial_maps[i];
    if (initial.map->territory_count() < players) {
      refuse(Message(
          "search_space.initial_maps[{}]: a map of {} territories is too small for {} players", i,
          initial.map->territory_count(), players));
    }
  }
  if (config.search_space.generated &&
      config.search_space.generated->fewest_territories < players) {
    refuse(Message(
        "search_space.initial_maps.territories: maps of {} territories are too small for {} "
        "players",
        config.search_space.generated->fewest_territories, players));
  }
  const bool one_for_all = config.agents.size() <= 1;
  if (!one_for_all && (players_evolve(config) ||
                       static_cast<int>(config.agents.size()) != config.base_rules.players)) {
    refuse(Message("agents: {} agents for {} players; give one per seat, or one for all",
                   config.agents.size(),
                   players_evolve(config) ? Message("an evolving number of")
                                          : Message("{}", config.base_rules.players)));
  }
  check_judges(config, refuse);
  check_search(config, refuse);
  metrics::EngineOptions options;
  options.agents = config.agents;
  options.parameters = config.objective.parameters;
  options.engine = config.engine;
  options.further = config.further();
  try {
    for (const std::string& agent : config.agents) risk::make_agent(agent);
    for (const std::string& judge : config.judges) risk::make_agent(judge);
    check_playability(config);
    metrics::make_engine(options);
    std::vector<maps::MapPtr> initial_maps;
    for (const InitialMap& initial : config.search_space.initial_maps) {
      initial_maps.push_back(initial.map);
    }
    if (config.search_space.generated) {
      Random random({config.seed, Purpose::first_population});
      initial_maps.push_back(initial_map(config.search_space, random));
    }
    for (const maps::MapPtr& map : initial_maps) {
      const Genome genome{std::vector<int>(config.search_space.genes.size(), 0), map};
      const risk::Rules rules = rules_of(genome, config.search_space, config.base_rules);
      // Rules that contradict each other are not bred; here another map or engine counts.
      if (risk::broken_rule(rules)) continue;
      const risk::Variant variant(map->name().empty() ? "a map" : map->name(), rules, map);
      metrics::choose_engine(variant, options);
      for (const std::string& judge : config.judges) {
        metrics::EngineOptions own = options;
        own.agents = {judge};
        metrics::choose_engine(variant, own);
      }
    }
  } catch (const InputError& error) {
    refuse(error.message());
  }
}

std::vector<std::string> differences(const Config& a, const Config& b) {
  std::vector<std::string> lines;
  collect_differences(config_to_json(a), config_to_json(b), "", lines);
  return lines;
}

}  // namespace evorisk::ga
