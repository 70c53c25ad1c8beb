// Settings on top of a configuration, what its members must be to each other, and how two differ.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/genome/genome.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/operators/keep.hpp"
#include "ga/run/config_file.hpp"
#include "metrics/engine.hpp"
#include "risk/agent.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

int most_players(const Config& config) {
  const auto gene = std::ranges::find(config.search_space.genes, "players", &RuleGene::key);
  if (gene == config.search_space.genes.end()) return config.base_rules.players;
  int most = 0;
  for (const std::string& value : gene->values) most = std::max(most, std::stoi(value));
  return most;
}

// Throws InputError with the message where something is wrong.
using Refuse = std::function<void(bool wrong, const Message& problem)>;

void check_judges(const Config& config, const Refuse& refuse) {
  const std::vector<std::string>& judges = config.judges;
  if (judges.empty()) return;
  refuse(judges.size() == 1,
         "judges: one judge alone is what \"agents\" is for; name two or more, or none");
  refuse(judges.size() > most_judges,
         Message("judges: {} judges; at most {}", judges.size(), most_judges));
  refuse(!config.agents.empty(),
         "judges: they sit in all seats themselves; leave \"agents\" empty");
  for (auto judge = judges.begin(); judge != judges.end(); ++judge) {
    refuse(std::find(judges.begin(), judge, *judge) != judge,
           Message("judges: {} is named twice", *judge));
  }
}

// How matches are shared out, what they are evidence of, how individuals are ranked, and whether
// the algorithm can do with the objective.
void check_search(const Config& config, const Refuse& refuse) {
  const Budget& budget = config.budget;
  const std::int64_t individuals = std::int64_t{config.islands.count} * config.population;
  double each = static_cast<double>(config.matches) * static_cast<double>(config.tables());
  for (const PlayabilityStage& stage : config.playability) {
    each += static_cast<double>(stage.matches);
  }
  const double all = static_cast<double>(individuals) * each * (config.generations + 1.0);
  // NSGA-II plays on for parents, too; sums of what is played are 64-bit numbers.
  refuse(all > 1e18, Message("matches: all generations play up to {:.0e}; at most 1e18", all));
  const std::int64_t first = individuals * config.matches * config.tables();
  refuse(budget.matches > 0 && budget.matches < first,
         Message("budget.matches: {}, but the first population alone plays {}", budget.matches,
                 first));
  if (budget.policy == "halving") {
    std::int64_t rounds = 0;
    for (std::int64_t count = 1; count < config.population; count *= 2) ++rounds;
    refuse(config.matches < 2 * rounds,
           Message("budget.policy: \"halving\" of {} individuals has up to {} rounds; matches "
                   "must be at least {}, not {}",
                   config.population, rounds, 2 * rounds, config.matches));
  }
  const bool reevaluate = config.elite_policy == ElitePolicy::reevaluate;
  if (config.evidence_pool == EvidencePool::genotype) {
    refuse(reevaluate,
           "evidence.pool: \"genotype\" never forgets; elite_policy must be \"accumulate\"");
    refuse(config.evidence_kept < 2 * individuals,
           Message("evidence.keep: {} genotypes are fewer than two populations of {}",
                   config.evidence_kept, individuals));
  }
  const bool has_archive = config.algorithm == "map_elites";
  refuse(has_archive && config.map_elites.depth == 1 &&
             config.map_elites.enough_matches > config.matches,
         Message("map_elites.depth: with 1 a niche has no room for a challenger that plays on, "
                 "and none can beat an occupant by {} matches; enough_matches is {}",
                 config.matches, config.map_elites.enough_matches));
  const bool climbs = config.algorithm == "climber";
  refuse(config.patience > 0 && !climbs,
         Message("patience: only algorithm \"climber\" starts anew, not \"{}\"", config.algorithm));
  refuse(config.islands.count > 1 && (climbs || config.algorithm == "random_search"),
         Message("islands.count: algorithm \"{}\" sends no individuals to other islands; take "
                 "\"generational\" or \"nsga2\"",
                 config.algorithm));
  if (config.islands.count > 1) {
    refuse(has_archive,
           "islands.count: \"map_elites\" has one archive; islands need a population each");
    const std::int64_t most = most_immigrants(config.islands);
    refuse(most >= config.population,
           Message("islands.migrants: up to {} immigrants leave none of a population of {}", most,
                   config.population));
    const std::int64_t numbers =
        config.islands.count * (2 * std::int64_t{config.population} + most);
    refuse(numbers > std::numeric_limits<int>::max(),
           Message("islands.count: {} islands number up to {} individuals of a generation; at "
                   "most {}",
                   config.islands.count, numbers, std::numeric_limits<int>::max()));
  }
  refuse(config.matches < 2 && config.ranking != "mean",
         Message("matches: 1 match has no error; ranking \"{}\" counts errors, so matches must be "
                 "at least 2",
                 config.ranking));
  const bool lexicographic = config.objective.combination == metrics::Combination::lexicographic;
  refuse(lexicographic && (config.ranking != "mean" || budget.policy != "equal"),
         "objective.combination: \"lexicographic\" compares means of groups; ranking must be "
         "\"mean\" and budget.policy \"equal\"");
  if (config.algorithm != "nsga2") return;
  refuse(config.objective.groups.empty(),
         "algorithm: \"nsga2\" needs an objective with groups, for example \"groups\": "
         "{\"tempo\": [\"duration\", \"completeness\"], \"tension\": [\"drama\"]}");
  refuse(lexicographic,
         "algorithm: \"nsga2\" weighs no group against another; objective.combination must be "
         "\"weighted\"");
  refuse(budget.policy != "equal",
         "algorithm: \"nsga2\" has no single best to race for; budget.policy must be \"equal\"");
  refuse(reevaluate,
         "algorithm: \"nsga2\" keeps its parents' evidence; elite_policy must be "
         "\"accumulate\"");
}

void collect_differences(const Json& a, const Json& b, const std::string& path,
                         std::vector<std::string>& lines) {
  if (a == b) return;
  if (!a.is_object() || !b.is_object()) {
    const auto shown = [](const Json& value) {
      return value.is_null() ? "nothing" : shortened(value.dump(), 80);
    };
    lines.push_back(fmt::format("{}: {} and {}", path, shown(a), shown(b)));
    return;
  }
  Json both = a;
  both.update(b);
  for (const auto& [key, value] : both.items()) {
    collect_differences(a.value(key, Json()), b.value(key, Json()),
                        path.empty() ? key : path + '.' + key, lines);
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
      throw InputError("{}: {} is not an object, so it has no \"{}\"", source, shortened(path),
                       shortened(member));
    }
    // A preset says all rules: those that were there, explicit in a complete configuration, go.
    if (path == "base_rules" && member == "preset") *place = Json::object();
    place = &(*place)[member];
    if (place->is_null() && end < key.size()) *place = Json::object();
    path += (path.empty() ? "" : ".") + member;
    begin = end + 1;
  }
  const bool same = *place == value;
  *place = std::move(value);
  if (same || !key.starts_with("objective.") || key == "objective.name") return;
  // It is no longer what its name tells.
  Json& objective = document["objective"];
  const auto name = objective.find("name");
  constexpr const char* changed = ", changed";
  if (name != objective.end() && name->is_string() &&
      !name->get<std::string>().ends_with(changed)) {
    *name = name->get<std::string>() + changed;
  }
}

void apply_setting(Config& config, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string source = "--set " + shortened(setting, 200);
  if (equals == std::string::npos || equals == 0) {
    throw InputError("{}: must be KEY=VALUE, for example population=20", source);
  }
  const std::string key = setting.substr(0, equals);
  Json value = json_or_discarded(setting.substr(equals + 1));
  if (value.is_discarded()) value = setting.substr(equals + 1);
  Json document = config_to_json(config);
  set_member(document, key, std::move(value), source);
  config = config_from_json(JsonView(document, source), ".");
}

void apply_settings(Config& config, const std::vector<std::string>& settings) {
  for (const bool name : {false, true}) {
    for (const std::string& setting : settings) {
      if (setting.starts_with("objective.name=") == name) apply_setting(config, setting);
    }
  }
}

void check(const Config& config, const std::string& source) {
  const auto refuse = [&](bool wrong, const Message& problem) {
    if (wrong) throw InputError("{}: {}", source, problem);
  };
  refuse(config.algorithm == "generational" && config.tournament > config.population,
         Message("tournament: {} contestants, but the population has {} individuals",
                 config.tournament, config.population));
  refuse(config.elites >= config.population,
         Message("elites: {} of a population of {} leave no place for children", config.elites,
                 config.population));
  const SearchSpace& space = config.search_space;
  const int players = most_players(config);
  for (std::size_t i = 0; i < space.initial_maps.size(); ++i) {
    const int territories = space.initial_maps[i].map->territory_count();
    refuse(territories < players,
           Message("search_space.initial_maps[{}]: a map of {} territories is too small for {} "
                   "players",
                   i, territories, players));
  }
  if (space.generated) {
    const int fewest = space.generated->territories[0];
    refuse(fewest < players,
           Message("search_space.initial_maps.territories: maps of {} territories are too small "
                   "for {} players",
                   fewest, players));
  }
  refuse(space.profile > 0 &&
             (!space.generated || !space.map_evolves || space.bonuses == BonusPolicy::formula),
         "search_space.profile: only generated maps that evolve, bonuses included, can be brought "
         "near to a profile");
  const bool players_evolve = std::ranges::count(gene_keys(space), std::string_view("players")) > 0;
  refuse(config.agents.size() > 1 &&
             (players_evolve || std::ssize(config.agents) != config.base_rules.players),
         Message("agents: {} agents for {} players; give one per seat, or one for all",
                 config.agents.size(),
                 players_evolve ? Message("an evolving number of")
                                : Message("{}", config.base_rules.players)));
  const KeptParts kept(config, source);
  check_judges(config, refuse);
  check_search(config, refuse);
  const metrics::EngineOptions options = engine_options(config, 1);
  try {
    for (const std::string& agent : config.agents) risk::make_agent(agent);
    for (const std::string& judge : config.judges) risk::make_agent(judge);
    for (const PlayabilityStage& stage : config.playability) {
      if (!stage.agent.empty()) risk::make_agent(stage.agent);
    }
    metrics::make_engine(options);
    std::vector<maps::MapPtr> initial_maps;
    for (const InitialMap& initial : space.initial_maps) initial_maps.push_back(initial.map);
    if (space.generated) {
      Random random({config.seed, Purpose::first_population});
      initial_maps.push_back(initial_map(space, random));
    }
    const risk::Rules rules = rules_of(std::vector<int>(space.genes.size(), 0), config);
    for (const maps::MapPtr& map : initial_maps) {
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
    refuse(true, error.message());
  }
}

std::vector<std::string> differences(const Config& a, const Config& b) {
  std::vector<std::string> lines;
  collect_differences(config_to_json(a), config_to_json(b), "", lines);
  return lines;
}

}  // namespace evorisk::ga
