#include "ga/genome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <utility>

#include "ga/map_edit.hpp"
#include "ga/mutation.hpp"
#include "maps/base/names.hpp"
#include "metrics/quantity.hpp"

namespace evorisk::ga {

namespace {

std::vector<std::string> texts(const JsonView& view) {
  std::vector<std::string> all;
  for (const JsonView& item : view.items()) all.push_back(item.text());
  return all;
}

std::string_view mutation_from_json(const JsonView& view) {
  const std::string name = view.text();
  for (const MapMutation& known : map_mutations()) {
    if (known.name == name) return known.name;
  }
  for (const risk::RuleKey& key : risk::rule_keys()) {
    if (rule_mutation(key.name) == name) return rule_mutation(key.name);
  }
  view.fail(unknown_name("mutation", name, mutation_names()));
}

}  // namespace

bool same_game(const Genome& a, const Genome& b) {
  if (a.genes != b.genes) return false;
  if (a.map == b.map) return true;
  const auto same_continent = [](const maps::Continent& x, const maps::Continent& y) {
    return x.bonus == y.bonus && x.territories == y.territories;
  };
  return a.map->territory_count() == b.map->territory_count() &&
         std::ranges::equal(a.map->borders(), b.map->borders()) &&
         std::ranges::equal(a.map->continents(), b.map->continents(), same_continent);
}

std::string game_key(const Genome& genome) {
  std::string key;
  const auto add = [&](int number, char after) {
    key += std::to_string(number);
    key += after;
  };
  for (const int gene : genome.genes) add(gene, ' ');
  add(genome.map->territory_count(), ':');
  for (const maps::Border& border : genome.map->borders()) {
    add(border.a, '-');
    add(border.b, ' ');
  }
  for (const maps::Continent& continent : genome.map->continents()) {
    add(continent.bonus, ':');
    for (const int t : continent.territories) add(t, ' ');
  }
  return key;
}

risk::Rules rules_of(const Genome& genome, const SearchSpace& space, const risk::Rules& base) {
  risk::Rules rules = base;
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const RuleGene& gene = space.genes[g];
    risk::set_rule(rules, gene.key, gene.values[static_cast<std::size_t>(genome.genes[g])]);
  }
  return rules;
}

const RulesMemory::Known& RulesMemory::of(const Genome& genome) {
  const auto known = known_.find(genome.genes);
  if (known != known_.end()) return known->second;
  risk::Rules rules = rules_of(genome, space_, base_);
  const bool broken = risk::broken_rule(rules).has_value();
  return known_.emplace(genome.genes, Known{std::move(rules), broken}).first->second;
}

void RulesMemory::tidy() {
  constexpr std::size_t many = 4096;
  if (known_.size() > many) known_.clear();
}

nlohmann::ordered_json genes_to_json(const Genome& genome, const SearchSpace& space) {
  JsonWriter writer;
  write_genes(genome, space, writer);
  return nlohmann::ordered_json::parse(writer.str());
}

void write_genes(const Genome& genome, const SearchSpace& space, JsonWriter& writer) {
  writer.begin_object();
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const RuleGene& gene = space.genes[g];
    writer.key(gene.key).json(gene.values[static_cast<std::size_t>(genome.genes[g])]);
  }
  writer.end_object();
}

std::vector<int> genes_from_json(const JsonView& view, const SearchSpace& space) {
  std::vector<std::string_view> keys;
  for (const RuleGene& gene : space.genes) keys.push_back(gene.key);
  view.only(keys);
  std::vector<int> genes;
  for (const RuleGene& gene : space.genes) {
    const JsonView value = view.at(gene.key);
    const auto found = std::find(gene.values.begin(), gene.values.end(), value.raw().dump());
    if (found == gene.values.end()) {
      value.fail(fmt::format("{} is not a value of the search space; valid: {}", value.raw().dump(),
                             fmt::join(gene.values, ", ")));
    }
    genes.push_back(static_cast<int>(found - gene.values.begin()));
  }
  return genes;
}

Genome random_genome(const SearchSpace& space, Random& random) {
  Genome genome;
  for (std::size_t g = 0; g < space.genes.size(); ++g) {
    const int initial = space.initial_genes.empty() ? -1 : space.initial_genes[g];
    const auto values = static_cast<std::uint32_t>(space.genes[g].values.size());
    genome.genes.push_back(initial >= 0 ? initial : static_cast<int>(random.below(values)));
  }
  genome.map = initial_map(space, random);
  if (space.bonuses == BonusPolicy::formula) {
    maps::MapData data = genome.map->data();
    fit_bonuses(data);
    genome.map = std::make_shared<const maps::Map>(std::move(data));
  }
  return genome;
}

void write_likeness(const metrics::Likeness& likeness, JsonWriter& writer) {
  writer.begin_object().member("rules", likeness.rules).member("map", likeness.map);
  writer.member("map_at_least", likeness.map_at_least).end_object();
}

std::string id_of(int generation, int index) {
  // Written for every individual in many places: digits alone, without a format that is read.
  constexpr std::size_t most = 32;
  char text[most] = {'g'};
  char* const dash = std::to_chars(text + 1, text + most, generation).ptr;
  *dash = '-';
  return {text, std::to_chars(dash + 1, text + most, index).ptr};
}

std::string Individual::id() const {
  return id_of(generation, index);
}

std::vector<metrics::CriteriaTotals> Individual::tables() const {
  std::vector<metrics::CriteriaTotals> all = {evidence};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void Individual::assess(const metrics::Objective& objective, metrics::Judgement judgement) {
  std::vector<metrics::CriteriaTotals> several;
  if (!others.empty()) several = tables();
  const std::span<const metrics::CriteriaTotals> all =
      others.empty() ? std::span(&evidence, 1) : std::span(several);
  const metrics::Likeness* known = likeness ? &*likeness : nullptr;
  fitness = metrics::judge(all, objective, judgement, known);
  violation = filtered.empty() ? metrics::violation(*genome.map, all, objective, judgement)
                               : violation_of_unplayable;
  losses = metrics::judge_groups(all, objective, judgement, known);
  levels.clear();
  if (objective.combination != metrics::Combination::lexicographic) return;
  for (std::size_t g = 0; g < losses.size(); ++g) {
    const double step = objective.groups[g].tolerance;
    // An unbiased estimate may lie below 0, the best there is: that is luck, no lead.
    const double loss = std::max(0.0, losses[g].mean);
    levels.push_back(step > 0 ? std::floor(loss / step) : loss);
  }
}

void Individual::forget(int players, const metrics::CriteriaSet& further, std::size_t count) {
  evidence = metrics::CriteriaTotals(players, further);
  others.assign(count - 1, evidence);
}

void write_individual(const Individual& individual, const SearchSpace& space, JsonWriter& writer) {
  writer.begin_object();
  writer.member("generation", individual.generation).member("index", individual.index);
  write_texts("parents", individual.parents, writer);
  writer.member("crossover", individual.crossover);
  write_texts("mutations", individual.mutations, writer);
  write_genes(individual.genome, space, writer.key("genes"));
  write_map_reference(space, individual.genome.map, writer.key("map"));
  if (individual.stream) {
    writer.key("stream").begin_array().integer(individual.stream->generation);
    writer.integer(individual.stream->index).end_array();
  }
  if (!individual.filtered.empty()) writer.member("filtered", individual.filtered);
  if (individual.likeness) write_likeness(*individual.likeness, writer.key("likeness"));
  writer.member("matches_played", individual.matches_played);
  individual.evidence.write(writer.key("evidence"));
  if (!individual.others.empty()) {
    writer.key("others").begin_array();
    for (const metrics::CriteriaTotals& table : individual.others) table.write(writer);
    writer.end_array();
  }
  writer.end_object();
}

Individual individual_from_json(const JsonView& view, const SearchSpace& space,
                                const metrics::Objective& objective, metrics::Judgement judgement) {
  view.only({"generation", "index", "parents", "crossover", "mutations", "genes", "map", "stream",
             "filtered", "likeness", "matches_played", "evidence", "others"});
  constexpr int most = std::numeric_limits<int>::max();
  Individual individual;
  individual.generation = static_cast<int>(view.at("generation").integer(0, most));
  individual.index = static_cast<int>(view.at("index").integer(0, most));
  individual.parents = texts(view.at("parents"));
  individual.crossover = view.at("crossover").text();
  for (const JsonView& name : view.at("mutations").items()) {
    individual.mutations.push_back(mutation_from_json(name));
  }
  individual.genome.genes = genes_from_json(view.at("genes"), space);
  individual.genome.map = map_from_reference(space, view.at("map"));
  if (const auto stream = view.find("stream")) {
    const std::vector<JsonView> pair = stream->items();
    if (pair.size() != 2) stream->fail("must be a generation and an index");
    individual.stream = {static_cast<int>(pair[0].integer(0, most)),
                         static_cast<int>(pair[1].integer(0, most))};
  }
  if (const auto why = view.find("filtered")) individual.filtered = why->text();
  if (const auto likeness = view.find("likeness")) {
    individual.likeness = {likeness->at("rules").number(0, 1), likeness->at("map").number(0, 1),
                           likeness->at("map_at_least").number(0, 1)};
  }
  individual.matches_played =
      view.at("matches_played").integer(0, std::numeric_limits<std::int64_t>::max());
  individual.evidence = metrics::CriteriaTotals::from_json(view.at("evidence"));
  if (const auto others = view.find("others")) {
    for (const JsonView& table : others->items()) {
      individual.others.push_back(metrics::CriteriaTotals::from_json(table));
    }
  }
  individual.assess(objective, judgement);
  return individual;
}

void write_population(std::span<const Individual> population, const SearchSpace& space,
                      JsonWriter& writer) {
  writer.begin_array();
  for (const Individual& individual : population) write_individual(individual, space, writer);
  writer.end_array();
}

std::vector<Individual> population_from_json(const JsonView& view, const SearchSpace& space,
                                             const metrics::Objective& objective,
                                             metrics::Judgement judgement) {
  std::vector<Individual> population;
  for (const JsonView& item : view.items()) {
    population.push_back(individual_from_json(item, space, objective, judgement));
  }
  return population;
}

bool fitter(const Individual& a, const Individual& b) {
  if (a.violation != b.violation) return a.violation < b.violation;
  if (a.levels != b.levels) return a.levels < b.levels;
  return a.fitness.mean < b.fitness.mean;
}

std::vector<int> ranking(std::span<const Individual* const> individuals) {
  std::vector<int> order(individuals.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return fitter(*individuals[static_cast<std::size_t>(a)],
                  *individuals[static_cast<std::size_t>(b)]);
  });
  return order;
}

std::vector<int> ranking(std::span<const Individual> population) {
  return ranking(pointers_to(population));
}

std::vector<const Individual*> pointers_to(std::span<const Individual> individuals) {
  std::vector<const Individual*> pointers;
  pointers.reserve(individuals.size());
  for (const Individual& individual : individuals) pointers.push_back(&individual);
  return pointers;
}

}  // namespace evorisk::ga
