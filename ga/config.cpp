#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "ga/algorithm.hpp"
#include "ga/budget/policy.hpp"
#include "ga/config_file.hpp"
#include "ga/crossover.hpp"
#include "ga/islands.hpp"
#include "ga/mutation.hpp"
#include "ga/niches.hpp"
#include "ga/playability.hpp"
#include "ga/search_space.hpp"
#include "ga/selection.hpp"
#include "maps/base/error.hpp"
#include "maps/base/names.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 2> elite_policies = {"accumulate", "reevaluate"};
constexpr std::array<std::string_view, 2> evidence_pools = {"individual", "genotype"};
constexpr std::int64_t most_matches = 1'000'000'000;
constexpr std::int64_t most_budget = 1'000'000'000'000;
constexpr int most_individuals = 1'000'000;

template <class Integer>
void read(const JsonView& view, std::string_view key, std::int64_t lowest, std::int64_t highest,
          Integer& value) {
  if (const auto member = view.find(key)) {
    value = static_cast<Integer>(member->integer(lowest, highest));
  }
}

void read(const JsonView& view, std::string_view key, std::string& value) {
  if (const auto member = view.find(key)) value = member->text();
}

void read_name(const JsonView& view, std::string_view key,
               const std::vector<std::string_view>& names, std::string& value) {
  if (const auto member = view.find(key)) value = names[member->one_of(names)];
}

// The name becomes part of a directory's.
void read_run_name(const JsonView& view, std::string& value) {
  const auto member = view.find("name");
  if (!member) return;
  const std::string name = member->text();
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  if (name.empty() || name.size() > 100 || name[0] == '.' || name[0] == '-' ||
      !std::all_of(name.begin(), name.end(), plain)) {
    member->fail(
        "\"{}\" is no name of a run: 1 to 100 letters (a to z, A to Z), digits, '.', '_' and '-', "
        "starting with a letter, a digit or '_'",
        name);
  }
  value = name;
}

metrics::Objective read_objective(const JsonView& view, const std::string& base_directory) {
  if (!view.is_string()) return metrics::objective_from_json(view, base_directory);
  const std::string text = view.text();
  if (text == "thesis") return metrics::thesis_objective();
  try {
    return metrics::load_objective((std::filesystem::path(base_directory) / text).string());
  } catch (const SystemError& error) {
    view.fail("neither \"thesis\" nor a file: {}", error.message());
  }
}

std::vector<std::string> mutations_from_json(const JsonView& view) {
  const std::vector<std::string_view> names = mutation_names();
  std::vector<std::string> chosen;
  for (const JsonView& item : view.items()) {
    const std::string_view name = names[item.one_of(names)];
    if (std::find(chosen.begin(), chosen.end(), name) != chosen.end()) {
      item.fail("{} is listed twice", name);
    }
    chosen.emplace_back(name);
  }
  if (chosen.empty()) {
    view.fail("no mutation; to leave maps as they are, set search_space.map to false");
  }
  return chosen;
}

void read_budget(const JsonView& view, Budget& budget) {
  view.only({"matches", "policy", "first", "rounds", "top", "common_numbers"});
  read(view, "matches", 0, most_budget, budget.matches);
  read_name(view, "policy", budget_policy_names(), budget.policy);
  read(view, "first", 2, most_matches, budget.first);
  read(view, "rounds", 1, 1000, budget.rounds);
  read(view, "top", 1, most_individuals, budget.top);
  if (const auto common = view.find("common_numbers")) budget.common_numbers = common->boolean();
}

Json budget_to_json(const Budget& budget) {
  return {{"matches", budget.matches}, {"policy", budget.policy},
          {"first", budget.first},     {"rounds", budget.rounds},
          {"top", budget.top},         {"common_numbers", budget.common_numbers}};
}

void read_evidence(const JsonView& view, Config& config) {
  view.only({"pool", "keep"});
  if (const auto pool = view.find("pool")) {
    config.evidence_pool = static_cast<EvidencePool>(pool->one_of(evidence_pools));
  }
  read(view, "keep", 1, most_individuals, config.evidence_kept);
}

void read_ranking(const JsonView& view, Config& config) {
  view.only({"by", "errors"});
  read_name(view, "by", ranking_names(), config.ranking);
  if (const auto errors = view.find("errors")) config.ranking_errors = errors->number(0, 100);
}

void read_islands(const JsonView& view, IslandsConfig& islands) {
  view.only({"count", "topology", "interval", "migrants", "policy"});
  read(view, "count", 1, 10'000, islands.count);
  read_name(view, "topology", topology_names(), islands.topology);
  read(view, "interval", 1, most_individuals, islands.interval);
  read(view, "migrants", 1, most_individuals, islands.migrants);
  read_name(view, "policy", migration_policy_names(), islands.policy);
}

void read_final(const JsonView& view, FinalEvaluation& final) {
  view.only({"matches", "candidates"});
  read(view, "matches", 1, most_matches, final.matches);
  read(view, "candidates", 1, 1000, final.candidates);
}

}  // namespace

Config config_from_json(const JsonView& view, const std::string& base_directory) {
  Config config;
  read_config(view, base_directory, config);
  return config;
}

void read_config(const JsonView& view, const std::string& base_directory, Config& config) {
  view.only({"format",         "name",          "seed",          "algorithm",       "generations",
             "population",     "tournament",    "mutation_rate", "mutation_tries",  "crossover",
             "crossover_rate", "map_mutations", "elites",        "elite_policy",    "matches",
             "budget",         "evidence",      "ranking",       "monitor_matches", "final",
             "objective",      "search_space",  "base_rules",    "agents",          "engine",
             "judges",         "judgement",     "playability",   "map_elites",      "islands"});
  view.format(1);
  read_run_name(view, config.name);
  read(view, "seed", 0, std::numeric_limits<std::int64_t>::max(), config.seed);
  read_name(view, "algorithm", algorithm_names(), config.algorithm);
  read(view, "generations", 0, most_individuals, config.generations);
  read(view, "population", 2, most_individuals, config.population);
  read(view, "tournament", 2, most_individuals, config.tournament);
  if (const auto rate = view.find("mutation_rate")) config.mutation_rate = rate->number(0, 1);
  read(view, "mutation_tries", 1, 1000, config.mutation_tries);
  read_name(view, "crossover", crossover_names(), config.crossover);
  if (const auto rate = view.find("crossover_rate")) config.crossover_rate = rate->number(0, 1);
  if (const auto mutations = view.find("map_mutations")) {
    config.map_mutations = mutations_from_json(*mutations);
  }
  read(view, "elites", 0, most_individuals, config.elites);
  if (const auto policy = view.find("elite_policy")) {
    config.elite_policy = static_cast<ElitePolicy>(policy->one_of(elite_policies));
  }
  read(view, "matches", 1, most_matches, config.matches);
  if (const auto budget = view.find("budget")) read_budget(*budget, config.budget);
  if (const auto evidence = view.find("evidence")) read_evidence(*evidence, config);
  if (const auto ranking = view.find("ranking")) read_ranking(*ranking, config);
  read(view, "monitor_matches", 0, most_matches, config.monitor_matches);
  if (const auto final = view.find("final")) read_final(*final, config.final);
  if (const auto objective = view.find("objective")) {
    config.objective = read_objective(*objective, base_directory);
  }
  if (const auto space = view.find("search_space")) {
    config.search_space = search_space_from_json(*space, base_directory);
  }
  if (const auto rules = view.find("base_rules")) config.base_rules = risk::rules_from_json(*rules);
  if (const auto agents = view.find("agents")) {
    config.agents.clear();
    for (const JsonView& agent : agents->items()) config.agents.push_back(agent.text());
  }
  read(view, "engine", config.engine);
  if (const auto judges = view.find("judges")) {
    config.judges.clear();
    for (const JsonView& judge : judges->items()) config.judges.push_back(judge.text());
  }
  if (const auto stages = view.find("playability")) {
    config.playability = playability_from_json(*stages);
  }
  if (const auto own = view.find("map_elites")) config.map_elites = map_elites_from_json(*own);
  if (const auto islands = view.find("islands")) read_islands(*islands, config.islands);
  if (const auto judgement = view.find("judgement")) {
    config.judgement = static_cast<metrics::Judgement>(judgement->one_of(metrics::judgement_names));
  }
}

Json config_to_json(const Config& config) {
  return {{"format", 1},
          {"name", config.name},
          {"seed", config.seed},
          {"algorithm", config.algorithm},
          {"generations", config.generations},
          {"population", config.population},
          {"tournament", config.tournament},
          {"mutation_rate", config.mutation_rate},
          {"mutation_tries", config.mutation_tries},
          {"crossover", config.crossover},
          {"crossover_rate", config.crossover_rate},
          {"map_mutations", config.map_mutations},
          {"elites", config.elites},
          {"elite_policy", elite_policies[static_cast<std::size_t>(config.elite_policy)]},
          {"matches", config.matches},
          {"budget", budget_to_json(config.budget)},
          {"evidence",
           {{"pool", evidence_pools[static_cast<std::size_t>(config.evidence_pool)]},
            {"keep", config.evidence_kept}}},
          {"ranking", {{"by", config.ranking}, {"errors", config.ranking_errors}}},
          {"monitor_matches", config.monitor_matches},
          {"final", {{"matches", config.final.matches}, {"candidates", config.final.candidates}}},
          {"objective", metrics::objective_to_json(config.objective)},
          {"search_space", search_space_to_json(config.search_space)},
          {"base_rules", risk::rules_to_json(config.base_rules)},
          {"agents", config.agents},
          {"engine", config.engine},
          {"judges", config.judges},
          {"judgement", metrics::judgement_names[static_cast<std::size_t>(config.judgement)]},
          {"playability", playability_to_json(config.playability)},
          {"map_elites", map_elites_to_json(config.map_elites)},
          {"islands",
           {{"count", config.islands.count},
            {"topology", config.islands.topology},
            {"interval", config.islands.interval},
            {"migrants", config.islands.migrants},
            {"policy", config.islands.policy}}}};
}

metrics::CriteriaSet Config::further() const {
  metrics::CriteriaSet set = objective.further();
  if (algorithm == "map_elites") set.add(further_of(map_elites.descriptors));
  return set;
}

Config load_config(const std::string& file, const std::vector<std::string>& settings) {
  Config config;
  if (!file.empty()) {
    const Json document = read_json(file);
    const std::filesystem::path path(file);
    config = config_from_json(JsonView(document, file), path.parent_path().string());
    if (!document.contains("name")) {
      const Json named = {{"format", 1}, {"name", path.stem().string()}};
      try {
        config.name = config_from_json(JsonView(named, file), ".").name;
      } catch (const InputError&) {
        // A file's name that is no name of a run: the default name stays.
      }
    }
  }
  for (const std::string& setting : settings) apply_setting(config, setting);
  check(config, file.empty() ? "configuration" : file);
  return config;
}

}  // namespace evorisk::ga
