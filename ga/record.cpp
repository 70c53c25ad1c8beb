#include "ga/record.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ga/each_of.hpp"
#include "ga/nsga2.hpp"
#include "ga/selection.hpp"
#include "metrics/criteria.hpp"
#include "risk/match.hpp"

namespace evorisk::ga {

void write_estimate(const metrics::Estimate& estimate, JsonWriter& writer) {
  writer.begin_object().member("mean", estimate.mean).member("se", estimate.se).end_object();
}

namespace {

void write_front(std::span<const Individual> population, const Config& config, JsonWriter& writer) {
  const std::vector<Losses> points = losses_of(population);
  std::vector<Losses> front;
  const std::vector<int> members = front_of(population);
  for (const int i : members) front.push_back(points[static_cast<std::size_t>(i)]);
  writer.key("front").begin_object().member("size", front.size());
  writer.member("hypervolume", hypervolume(std::move(front), reference_of(config.objective)));
  writer.key("members").begin_array();
  for (const int i : members) writer.text(population[static_cast<std::size_t>(i)].id());
  writer.end_array().end_object();
}

// The members of a table's evidence, into the object that is open; where the fitness is.
Piece write_matches(const metrics::CriteriaTotals& totals, const metrics::Estimate& fitness,
                    JsonWriter& writer) {
  writer.member("matches", totals.matches()).key("fitness");
  const std::size_t begin = writer.str().size();
  write_estimate(fitness, writer);
  const Piece piece{begin, writer.str().size() - begin};
  writer.key("criteria").begin_object();
  for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
    if (!totals.measures(info.id)) continue;
    write_estimate(totals.criterion(info.id), writer.key(info.name));
  }
  writer.end_object();
  write_estimate(totals.turns(), writer.key("turns"));
  writer.key("seat_wins").begin_array();
  for (int seat = 0; seat < totals.players(); ++seat) writer.integer(totals.wins(seat));
  writer.end_array();
  writer.key("ends").begin_object();
  for (int i = 0; i < risk::end_reason_count; ++i) {
    const auto reason = static_cast<risk::EndReason>(i);
    // Written only where there are missions, so that all other files stay as they were.
    if (reason == risk::EndReason::mission && totals.ends(reason) == 0) continue;
    writer.member(risk::end_reason_name(reason), totals.ends(reason));
  }
  writer.end_object();
  return piece;
}

// The members of LoggedGeneration::summary. Returns where the value of "monitor" begins.
std::size_t write_summary(const Evolution& evolution, const Config& config, JsonWriter& writer) {
  const std::span<const Individual> population = evolution.population();
  const Individual& best = fittest(population, config);
  // Those that are not playable rank last, and count only where nothing else is there.
  std::size_t playable = 0;
  for (const Individual& individual : population) playable += individual.filtered.empty() ? 1 : 0;
  const std::size_t counted = playable > 0 ? playable : population.size();
  // By fitness: the last in rank may be fit, and break a constraint.
  double worst = -std::numeric_limits<double>::infinity();
  double fitness_sum = 0;
  double territory_sum = 0;
  int least = best.genome.map->territory_count();
  int most = least;
  for (const Individual& individual : population) {
    if (playable > 0 && !individual.filtered.empty()) continue;
    const int territories = individual.genome.map->territory_count();
    fitness_sum += individual.fitness.mean;
    worst = std::max(worst, individual.fitness.mean);
    territory_sum += territories;
    least = std::min(least, territories);
    most = std::max(most, territories);
  }
  const auto count = static_cast<double>(counted);
  writer.member("generation", evolution.generation()).member("best", best.id());
  writer.key("fitness").begin_object().member("best", best.fitness.mean);
  writer.member("mean", fitness_sum / count).member("worst", worst).end_object();
  writer.key("monitor");
  const std::size_t monitor_place = writer.str().size();
  writer.json(evolution.monitored() ? std::string_view(evolution.monitor().record) : "");
  writer.key("territories").begin_object().member("least", least);
  writer.member("mean", territory_sum / count).member("most", most).end_object();
  if (!(config.budget == Budget())) {
    writer.key("spent").begin_object().member("generation", evolution.spent_last());
    writer.member("search", evolution.spent()).end_object();
  }
  if (!config.objective.groups.empty()) write_front(population, config, writer);
  writer.inside(evolution.notes());
  return monitor_place;
}

}  // namespace

metrics::CriteriaTotals pooled(std::span<const metrics::CriteriaTotals> tables) {
  metrics::CriteriaTotals all = tables.front();
  for (const metrics::CriteriaTotals& table : tables.subspan(1)) all.merge(table);
  return all;
}

Piece write_evidence(std::span<const metrics::CriteriaTotals> tables,
                     const metrics::Estimate& fitness, const Individual& individual,
                     const Config& config, JsonWriter& writer) {
  if (tables.size() == 1) return write_matches(tables.front(), fitness, writer);
  const Piece piece = write_matches(pooled(tables), fitness, writer);
  writer.key("judges").begin_array();
  for (std::size_t j = 0; j < tables.size(); ++j) {
    writer.begin_object().member("agent", config.judges[j]);
    write_matches(tables[j],
                  metrics::judge(tables.subspan(j, 1), config.objective, config.judgement,
                                 individual.likeness ? &*individual.likeness : nullptr),
                  writer);
    writer.end_object();
  }
  writer.end_array();
  return piece;
}

void write_evidence(std::span<const metrics::CriteriaTotals> tables, const Individual& individual,
                    const Config& config, JsonWriter& writer) {
  write_evidence(tables,
                 metrics::judge(tables, config.objective, config.judgement,
                                individual.likeness ? &*individual.likeness : nullptr),
                 individual, config, writer);
}

void write_identity(const Individual& individual, const SearchSpace& space, JsonWriter& writer) {
  const maps::Map& map = *individual.genome.map;
  writer.member("id", individual.id()).member("born", individual.generation);
  write_texts("parents", individual.parents, writer);
  writer.member("crossover", individual.crossover);
  write_texts("mutations", individual.mutations, writer);
  write_genes(individual.genome, space, writer.key("genes"));
  writer.member("territories", map.territory_count()).member("borders", map.border_count());
  writer.member("continents", map.continent_count());
}

void write_assessment(const Individual& individual, const metrics::Objective& objective,
                      JsonWriter& writer) {
  if (!objective.constraints.empty()) writer.member("violation", individual.violation);
  if (individual.likeness) write_likeness(*individual.likeness, writer.key("likeness"));
  if (objective.groups.empty()) return;
  writer.key("losses").begin_object();
  for (std::size_t g = 0; g < objective.groups.size(); ++g) {
    write_estimate(individual.losses[g], writer.key(objective.groups[g].name));
  }
  writer.end_object();
}

namespace {

LoggedGeneration::Pieces write_logged(const Individual& individual, int generation,
                                      const Config& config, JsonWriter& writer) {
  writer.begin_object();
  const std::size_t begin = writer.str().size();
  write_identity(individual, config.search_space, writer);
  if (!individual.filtered.empty()) writer.member("filtered", individual.filtered);
  LoggedGeneration::Pieces pieces;
  pieces.identity = {begin, writer.str().size() - begin};
  if (individual.generation == generation) {
    write_map_reference(config.search_space, individual.genome.map, writer.key("map"));
  }
  if (individual.stream) {
    writer.member("stream", id_of(individual.stream->generation, individual.stream->index));
  }
  pieces.fitness =
      individual.others.empty()
          ? write_evidence({&individual.evidence, 1}, individual.fitness, individual, config,
                           writer)
          : write_evidence(individual.tables(), individual.fitness, individual, config, writer);
  write_assessment(individual, config.objective, writer);
  writer.end_object();
  return pieces;
}

// Asks for the memory of what is to be written soon: after a generation's matches no cache holds
// it, and its parts lie in many places.
template <class Object>
void fetch(const Object* objects, std::size_t count = 1) {
  constexpr std::size_t line = 64;
  const char* const begin = reinterpret_cast<const char*>(objects);
  for (std::size_t i = 0; i < count * sizeof(Object); i += line) __builtin_prefetch(begin + i);
}

void fetch_ahead(std::span<const Individual> next) {
  if (next.size() > 2) fetch(&next[2]);
  if (next.size() > 1) fetch(next[1].genome.map.get());
  if (!next.empty()) {
    const maps::Map& map = *next[0].genome.map;
    fetch(map.borders().data(), map.borders().size());
    fetch(map.continents().data(), map.continents().size());
  }
}

// The array of those that were measured: a stretch of it by each thread, where it is long enough to
// wake them.
std::vector<LoggedGeneration::Pieces> write_all_logged(const Evolution& evolution,
                                                       const Config& config, int threads,
                                                       JsonWriter& writer) {
  const std::span<const Individual> individuals = evolution.measured();
  constexpr std::int64_t worth_a_thread = 100;
  const auto stretches = static_cast<std::size_t>(
      std::clamp<std::int64_t>(std::ssize(individuals) / worth_a_thread, 1, threads));
  const auto first_of = [&](std::size_t stretch) {
    return individuals.size() * stretch / stretches;
  };
  std::vector<LoggedGeneration::Pieces> pieces(individuals.size());
  constexpr std::size_t usual_bytes = 1536;  // of an individual
  const auto write_stretch = [&](std::size_t stretch, JsonWriter& to) {
    to.expect(usual_bytes * (first_of(stretch + 1) - first_of(stretch)));
    to.begin_array();
    for (std::size_t i = first_of(stretch); i < first_of(stretch + 1); ++i) {
      fetch_ahead(individuals.subspan(i + 1));
      pieces[i] = write_logged(individuals[i], evolution.generation(), config, to);
    }
    to.end_array();
  };
  if (stretches == 1) {
    write_stretch(0, writer);
    return pieces;
  }
  std::vector<JsonWriter> texts(stretches);
  each_of(std::ssize(texts), threads, [&](std::int64_t stretch) {
    const auto s = static_cast<std::size_t>(stretch);
    write_stretch(s, texts[s]);
  });
  writer.begin_array();
  for (std::size_t s = 0; s < stretches; ++s) {
    writer.inside(texts[s].str());
    // What was written after the opening bracket is the end of the whole now.
    const std::size_t moved = writer.str().size() - (texts[s].str().size() - 1);
    for (std::size_t i = first_of(s); i < first_of(s + 1); ++i) {
      pieces[i].identity.begin += moved;
      pieces[i].fitness.begin += moved;
    }
  }
  writer.end_array();
  return pieces;
}

}  // namespace

void log_generation(const Evolution& evolution, const Config& config, int threads,
                    LoggedGeneration& logged) {
  JsonWriter& writer = logged.text;
  writer.clear();
  writer.begin_object();
  logged.monitor_place = write_summary(evolution, config, writer);
  logged.is_complete = evolution.monitored();
  logged.summary_size = writer.str().size();
  evolution.tally().write(writer.key("breeding"));
  logged.individuals = write_all_logged(evolution, config, threads, writer.key("individuals"));
  writer.end_object().end_line();
}

void LoggedGeneration::complete(std::string_view monitor) {
  text.insert(monitor_place, monitor);
  is_complete = true;
  summary_size += monitor.size();
  for (Pieces& pieces : individuals) {
    pieces.identity.begin += monitor.size();
    pieces.fitness.begin += monitor.size();
  }
}

}  // namespace evorisk::ga
