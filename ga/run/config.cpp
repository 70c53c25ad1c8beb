
#include <array>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "base/key_table.hpp"
#include "base/registry.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/playability.hpp"
#include "ga/evaluation/policy.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/operators/mutation.hpp"
#include "ga/operators/selection.hpp"
#include "ga/run/config_file.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 2> elite_policies = {"accumulate", "reevaluate"};
constexpr std::array<std::string_view, 3> split_continent_policies = {"auto", "keep", "mend"};
constexpr std::array<std::string_view, 2> evidence_pools = {"individual", "genotype"};
constexpr std::int64_t most_matches = 1'000'000'000;
constexpr std::int64_t most_budget = 1'000'000'000'000;
constexpr int most_individuals = 1'000'000;

constexpr const char* name_pattern = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$";

std::vector<std::string> mutations_from_json(const JsonView& view) {
  const std::vector<std::string_view> names = names_of(map_mutations());
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

KeyTable<Budget> budget_keys() {
  return {
      integer_key("matches", &Budget::matches, 0, most_budget,
                  "Matches of the search in all (monitor and final evaluation are not of it): no "
                  "generation begins that would exceed them. 0: generations alone are counted."),
      choice_key("policy", &Budget::policy, names_of(budget_policies()),
                 "How the matches of a generation, population times matches, are shared out: "
                 "equal; halving (successive halving); ocba (optimal computing budget "
                 "allocation)."),
      integer_key("first", &Budget::first, 2, most_matches,
                  "ocba: matches that every candidate has before they are compared; at most its "
                  "equal share."),
      integer_key("rounds", &Budget::rounds, 1, 1000,
                  "ocba: steps in which the rest is shared out."),
      integer_key("top", &Budget::top, 1, most_individuals,
                  "ocba: how many of the best are told apart from the rest."),
      boolean_key("common_numbers", &Budget::common_numbers,
                  "All candidates of a generation play matches of the same numbers (common random "
                  "numbers), and so do the final candidates."),
  };
}

KeyTable<Config> evidence_keys() {
  return {
      choice_key("pool", &Config::evidence_pool, evidence_pools,
                 "individual: of the one that played them; genotype: of all, now and later, "
                 "that are the same game. Never with elite_policy reevaluate."),
      integer_key("keep", &Config::evidence_kept, 1, most_individuals,
                  "genotype: how many games are remembered; beyond, the one not seen for longest "
                  "goes. At least two populations."),
  };
}

KeyTable<Config> ranking_keys() {
  return {
      choice_key("by", &Config::ranking, names_of(rankings()),
                 "mean; bound (mean plus `errors` standard errors); shrunk (drawn towards the mean "
                 "of all, the more the larger the error); drawn (a draw from the estimate's normal "
                 "distribution in every tournament)."),
      number_key("errors", &Config::ranking_errors, 0, 100,
                 "bound: standard errors added to the mean."),
  };
}

KeyTable<FinalEvaluation> final_keys() {
  return {
      integer_key("matches", &FinalEvaluation::matches, 1, most_matches,
                  "Fresh matches of each candidate, and as many other ones again of the chosen, "
                  "which are reported."),
      integer_key("candidates", &FinalEvaluation::candidates, 1, 1000,
                  "The best of the last generation and the fittest of the whole run besides."),
  };
}

KeyTable<IslandsConfig> islands_keys() {
  return {
      integer_key("count", &IslandsConfig::count, 1, 10'000,
                  "How many; 1: one population, and nothing else here counts. Each has as many "
                  "individuals as population says."),
      choice_key("topology", &IslandsConfig::topology, names_of(topologies()),
                 "Which islands send to which."),
      integer_key("interval", &IslandsConfig::interval, 1, most_individuals,
                  "Generations from one migration to the next."),
      integer_key("migrants", &IslandsConfig::migrants, 1, most_individuals,
                  "How many each island sends to each of those it sends to; they take the places "
                  "of the least fit there."),
      choice_key("policy", &IslandsConfig::policy, names_of(migration_policies()),
                 "Which individuals are sent."),
  };
}

KeyTable<LikesConfig> likes_keys() {
  return {
      number_key("strength", &LikesConfig::strength, 0, 100,
                 "How far what is surely liked goes before what is surely not, in deviations of "
                 "the population's fitness. Constraints always go first. 0: likes do not count."),
      number_key("prior", &LikesConfig::prior, 0.01, 100,
                 "How strong preferences may be: the deviation of their weights before anything is "
                 "said."),
  };
}

// The name of a row of a registry that may have got more rows since the table of keys was made.
template <class Rows>
Key<Config> registered_key(std::string_view name, std::string Config::*place, Rows (*rows)(),
                           std::string_view meaning) {
  const auto read = [=](const JsonView& view) {
    const std::vector<std::string_view> names = names_of(rows());
    return names[view.one_of(names)];
  };
  return member_key(name, {{"enum", names_of(rows())}}, place, read, meaning);
}

// Every key of a configuration. To add one: a line here, and its member in Config.
const KeyTable<Config>& config_keys() {
  using Directory = const std::string&;
  static const KeyTable<Config> keys = {
      required(format_key<Config>()),
      member_key("name", run_name_schema(), &Config::name, run_name,
                 "Names the run's directory. Default of a file: its name, without extension."),
      integer_key("seed", &Config::seed, 0, std::numeric_limits<std::int64_t>::max(),
                  "All randomness follows from it."),
      registered_key("algorithm", &Config::algorithm, algorithm_kinds,
                     "How a generation follows from the one before."),
      integer_key("patience", &Config::patience, 0, most_individuals,
                  "Of algorithm climber: after how many generations without a new fittest it "
                  "starts anew; the best of all climbs is kept. 0: never."),
      integer_key("generations", &Config::generations, 0, most_individuals,
                  "Generations bred after the first population, which is generation 0."),
      integer_key("population", &Config::population, 2, most_individuals,
                  "Individuals of a generation (of each island), elites included."),
      integer_key("tournament", &Config::tournament, 2, most_individuals,
                  "Contestants of a tournament, drawn without replacement; its two best become "
                  "parents."),
      number_key("mutation_rate", &Config::mutation_rate, 0, 1,
                 "Probability of each mutation of a child, one by one."),
      integer_key("mutation_tries", &Config::mutation_tries, 1, 1000,
                  "Draws that a map mutation has until one breaks no invariant; 1 is the thesis' "
                  "single draw."),
      registered_key(
          "crossover", &Config::crossover, crossover_operators,
          "How two maps become a child's: planar keeps the joins that keep the map planar; "
          "coasts joins neighbouring continents of both where their coasts face each other; "
          "reject keeps all and discards children that are not planar and connected; "
          "reject-first is reject without the second part's joins."),
      number_key("crossover_rate", &Config::crossover_rate, 0, 1,
                 "Probability that a child's map is crossed over; if not, it is its first "
                 "parent's. Mutations follow in both cases."),
      member_key("map_mutations",
                 {{"type", "array"},
                  {"minItems", 1},
                  {"uniqueItems", true},
                  {"items", {{"enum", names_of(map_mutations())}}}},
                 &Config::map_mutations, mutations_from_json,
                 "The mutations of maps, each with probability mutation_rate, always in this "
                 "order."),
      choice_key("split_continents", &Config::split_continents, split_continent_policies,
                 "What becomes of a child's continent that is in several pieces. mend: the smaller "
                 "pieces go to neighbouring continents; keep: it stays so; auto: keep where only "
                 "the thesis' five mutations change maps, else mend."),
      integer_key("elites", &Config::elites, 0, most_individuals,
                  "The fittest individuals, which enter the next generation as they are."),
      choice_key("elite_policy", &Config::elite_policy, elite_policies,
                 "accumulate: an elite's matches add up over generations; reevaluate: each "
                 "generation's matches replace the ones before."),
      integer_key("matches", &Config::matches, 1, most_matches,
                  "Matches of every individual in every generation; on average if raced."),
      part_key("budget", &Config::budget, budget_keys(),
               "How many matches the search has, and who plays them."),
      group_key("evidence", evidence_keys(), "What matches are evidence of."),
      group_key("ranking", ranking_keys(), "Who is fitter where fitness is known with errors."),
      integer_key("monitor_matches", &Config::monitor_matches, 0, most_matches,
                  "Fresh matches that measure each new best of a generation for the record; the "
                  "search does not see them. 0: none."),
      boolean_key("whole_log", &Config::whole_log,
                  "Whether generations.jsonl has all individuals of every generation; if not, from "
                  "generation 1,000 on only every hundredth and the last 200 have, the others the "
                  "best and the candidates."),
      part_key("final", &Config::final, final_keys(),
               "How the best of the run is chosen and measured."),
      value_key(
          "objective", {{"type", {"string", "object"}}, {"default", "thesis"}}, &Config::objective,
          read_objective, metrics::objective_to_json,
          "What is aimed at: \"thesis\", the path of an objective file, or an objective in place."),
      value_key(
          "search_space", search_space_keys().schema(thesis_search_space()), &Config::search_space,
          search_space_from_json,
          [](const SearchSpace& space) { return search_space_keys().write(space); },
          "What evolves."),
      texts_key(
          "keep", &Config::keep,
          "What every result has exactly as the one initial map: \"territory:NAME\" (with its "
          "position), \"continent:NAME\" (bonus, territories, the borders between them), "
          "\"border:NAME-NAME\", \"bonus:NAME\"; \"map\", \"rules\" and \"rule:KEY\" must not "
          "evolve."),
      value_key(
          "base_rules",
          {{"type", "object"},
           {"properties", {{"preset", {{"type", "string"}}}}},
           {"default", {{"preset", "thesis"}}}},
          &Config::base_rules,
          [](const JsonView& view, Directory) { return risk::rules_from_json(view); },
          [](const risk::Rules& rules) { return risk::rules_to_json(rules); },
          "Every rule that does not evolve: {\"preset\": \"thesis\", \"turn_limit\": 60, ...}."),
      texts_key("agents", &Config::agents,
                "Who plays: one agent per seat, or one for all seats; none means cautious in every "
                "seat."),
      text_key("engine", &Config::engine,
               "What plays the matches; auto is the fastest engine that can."),
      texts_key("judges", &Config::judges,
                "Self-play agents that judge every variant: each sits in all seats of `matches` "
                "matches of its own, and judgement says what counts. Two to 64, all different, "
                "with agents empty; none: the agents play, and one fitness counts.",
                {{"maxItems", most_judges}, {"uniqueItems", true}}),
      choice_key("judgement", &Config::aggregation, metrics::panel_aggregation_names,
                 "Which fitness counts under several judges: the mean of theirs, or the worst "
                 "(the largest)."),
      value_key(
          "playability", playability_schema(), &Config::playability,
          [](const JsonView& view, Directory) { return playability_from_json(view); },
          playability_to_json,
          "What a variant must pass before it is measured, stage by stage; \"none\", "
          "\"standard\", or a list of stages. A variant that fails is not measured and ranks "
          "last."),
      part_key("map_elites", &Config::map_elites, map_elites_keys(),
               "Of algorithm map_elites: the niches, and how their occupants are found out."),
      part_key("islands", &Config::islands, islands_keys(),
               "Several populations that breed apart and now and then send each other some of "
               "their individuals."),
      part_key("likes", &Config::likes, likes_keys(),
               "How the search bends to what is liked and dropped while it runs (evolve --likes, "
               "the studio)."),
  };
  return keys;
}

}  // namespace

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

bool is_run_name(const std::string& name) {
  // What name_pattern says; std::regex would cost seconds of compilation.
  constexpr std::string_view first =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  return !name.empty() && name.size() <= 100 && first.find(name[0]) != first.npos &&
         name.find_first_not_of(std::string(first) + ".-") == name.npos;
}

std::string run_name(const JsonView& view) {
  const std::string name = view.text();
  if (!is_run_name(name)) {
    view.fail(
        "\"{}\" is no name of a run: 1 to 100 letters (a to z, A to Z), digits, '.', '_' and '-', "
        "starting with a letter, a digit or '_'",
        name);
  }
  return name;
}

Json run_name_schema() {
  return {{"type", "string"}, {"pattern", name_pattern}};
}

Config config_from_json(const JsonView& view, const std::string& base_directory) {
  Config config;
  read_config(view, base_directory, config);
  return config;
}

void read_config(const JsonView& view, const std::string& base_directory, Config& config) {
  view.format(1);
  config_keys().read(view, config, base_directory);
}

Json config_to_json(const Config& config) {
  return config_keys().write(config);
}

Json config_schema() {
  return named_schema(
      "evorisk run configuration, format 1",
      "What is bred and how: everything the results of `evorisk evolve` depend on. Every member "
      "but format may be missing; config.json in a run directory has them all. Further conditions "
      "that a schema cannot say: tournament is at most population; elites is less than "
      "population; agents are none, one for all seats, or one per seat; every initial map has at "
      "least as many territories as the rules have players.",
      config_keys().schema(Config()));
}

bool Config::whole_continents() const {
  if (split_continents != "auto") return split_continents == "mend";
  const std::vector<std::string_view> thesis = names_of(thesis_mutations());
  return std::ranges::any_of(map_mutations, [&](const std::string& mutation) {
    return std::ranges::count(thesis, mutation) == 0;
  });
}

metrics::CriteriaSet Config::extended_criteria() const {
  metrics::CriteriaSet set = objective.extended_criteria();
  if (algorithm == "map_elites") set.add(extended_of(map_elites.descriptors));
  return set;
}

Config load_config(const std::string& file, const std::vector<std::string>& settings) {
  Config config;
  if (!file.empty()) {
    const Json document = read_json(file);
    const std::filesystem::path path(file);
    config = config_from_json(JsonView(document, file), path.parent_path().string());
    const std::string stem = path.stem().string();
    if (!document.contains("name") && is_run_name(stem)) config.name = stem;
  }
  apply_settings(config, settings);
  check(config, file.empty() ? "configuration" : file);
  return config;
}

}  // namespace evorisk::ga
