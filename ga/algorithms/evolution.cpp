#include "ga/algorithms/evolution.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/stopwatch.hpp"
#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

Evolution::Evolution(const Config& config, metrics::Engine& engine, Communicator* communicator)
    : config_(config),
      communicator_(communicator),
      evaluator_(config, engine, communicator),
      store_(config),
      algorithm_(make_algorithm(config, engine.threads())),
      filter_(config, engine.threads()) {}

std::int64_t most_played(const Config& config) {
  std::int64_t each = config.matches * config.tables();
  for (const PlayabilityStage& stage : config.playability) each += stage.matches;
  const std::int64_t first = std::int64_t{config.islands.count} * config.population;
  // Survivors play on beside their children.
  // So do the best of two climbs at a restart.
  const std::int64_t later =
      config.algorithm == "nsga2" ? 2 * first : first + (config.patience > 0 ? 2 : 0);
  std::int64_t generations = config.generations;
  std::int64_t search = (first + generations * later) * each;
  if (config.budget.matches > 0 && config.budget.matches < search) {
    search = config.budget.matches;
    // A generation takes something of a budget, unless a filter takes all individuals out before or
    // matches are shared out unevenly; elites may rest.
    if (config.playability.empty() && config.budget.policy == "equal") {
      const std::int64_t least =
          std::int64_t{config.islands.count} * (config.population - config.elites) * each;
      generations = std::min(generations, std::max<std::int64_t>(0, search - first * each) / least);
    }
  }
  const std::int64_t samples = config.final.candidates > 1 ? config.final.candidates + 1 : 1;
  std::int64_t after = samples * config.final.matches;
  if (config.algorithm == "map_elites") {
    after += niche_count(config.map_elites.descriptors) * config.map_elites.fresh_matches;
  }
  return search + config.tables() * ((generations + 1) * config.monitor_matches + after);
}

bool Evolution::done() const {
  if (generation_ >= config_.generations) return true;
  if (config_.budget.matches == 0 || generation_ < 0) return false;
  const std::int64_t next =
      algorithm_->next_size() * (config_.matches * config_.tables() + filter_.most_matches());
  return spent_ + next > config_.budget.matches;
}

bool Evolution::advance(const metrics::PlayControl& control) {
  const Stopwatch watch;
  tally_ = BreedingTally();
  std::vector<Individual> individuals = algorithm_->ask(generation_ + 1, tally_);
  if (individuals.empty()) {
    throw InputError("algorithm \"{}\": ask gave no individuals", config_.algorithm);
  }
  breeding_seconds_ = watch.seconds();
  const bool pooled = config_.evidence_pool == EvidencePool::genotype;
  if (pooled) store_.recall(individuals);
  std::int64_t played = 0;
  if (!measure_parts(individuals, control, played)) return false;
  ++generation_;
  if (pooled) store_.keep(generation_, individuals);
  const bool bends = !likes_.empty();
  // Migrants are chosen among what is told.
  if (bends) Bending(likes_, config_, individuals)(individuals);
  algorithm_->tell(std::move(individuals));
  if (bends) bend();
  matches_ += played;
  spent_ += played;
  spent_last_ = played;
  measure_monitor({nullptr, metrics::reporting_after(control, played).progress});
  playing_seconds_ = watch.seconds() - breeding_seconds_;
  update_candidates(candidates_, population(), config_.final.candidates, config_);
  return true;
}

void Evolution::hear(std::vector<Judgement> judgements) {
  heard_.clear();
  for (const Judgement& judgement : judgements) {
    heard_.push_back(judgement.statement);
    likes_.apply(judgement);
  }
  // Also where everything was forgotten: what it bent is undone.
  if (!judgements.empty()) bend();
}

void Evolution::bend() {
  const Bending bending(likes_, config_, population());
  algorithm_->bend(bending);
  bending(candidates_);
}

bool Evolution::measure_again(std::span<const Individual* const> individuals, Sample sample,
                              std::int64_t matches, std::span<Evidence> evidence,
                              const metrics::PlayControl& control) {
  if (!evaluator_.measure_again(individuals, sample, matches, evidence, control)) return false;
  matches_ += std::ssize(individuals) * config_.tables() * matches;
  return true;
}

bool Evolution::measure_part(std::span<Individual> part, PlayabilityTally& tally,
                             const metrics::PlayControl& control, std::int64_t& played) {
  if (!filter_.screen(part, {control.stop, nullptr}, tally)) return false;
  played += tally.matches;
  if (!evaluator_.measure(part, generation_ + 1, metrics::reporting_after(control, played)))
    return false;
  const auto playable = std::ranges::count_if(part, &std::string::empty, &Individual::filtered);
  played += playable * config_.matches * config_.tables();
  return true;
}

bool Evolution::measure_parts(std::vector<Individual>& individuals,
                              const metrics::PlayControl& control, std::int64_t& played) {
  std::vector<std::size_t> sizes = algorithm_->parts();
  if (sizes.empty()) sizes = {individuals.size()};
  std::vector<std::span<Individual>> parts;
  std::span<Individual> rest = individuals;
  for (const std::size_t size : sizes) {
    parts.push_back(rest.first(size));
    rest = rest.subspan(size);
  }
  std::vector<PlayabilityTally> tallies(parts.size());
  bool done = control.stop == nullptr || !*control.stop;
  for (std::size_t p = 0; p < parts.size() && done; ++p) {
    if (is_mine(communicator_, p)) done = measure_part(parts[p], tallies[p], control, played);
  }
  if (is_shared(communicator_)) {
    Json mine = Json::array();
    for (std::size_t p = 0; p < parts.size() && done; ++p) {
      if (!is_mine(communicator_, p)) continue;
      mine.push_back({{"individuals", population_to_json(parts[p], config_.search_space)},
                      {"playability", tallies[p].to_json()}});
    }
    const Json own = {{"done", done}, {"played", played}, {"parts", std::move(mine)}};
    const std::vector<std::string> texts = communicator_->gather(own.dump());
    played = 0;
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
      const std::string source = "process " + std::to_string(rank);
      const Json document = parse_json(texts[rank], source);
      const JsonView view(document, source);
      done = done && view.at("done").boolean();
      played += view.at("played").count();
      std::size_t p = rank;
      for (const JsonView& item : view.at("parts").items()) {
        std::ranges::move(population_from_json(item.at("individuals"), config_), parts[p].begin());
        tallies[p] = PlayabilityTally::from_json(item.at("playability"));
        p += texts.size();
      }
    }
  }
  if (!done) return false;
  playability_ = PlayabilityTally();
  for (const PlayabilityTally& tally : tallies) playability_.add(tally);
  return true;
}

void Evolution::add_notes(Json& line) const {
  if (!config_.playability.empty()) line["playability"] = playability_.to_json();
  if (!heard_.empty()) {
    Json& list = line["likes"] = Json::array();
    for (const Statement& statement : heard_) list.push_back(words_of(statement));
  }
  algorithm_->add_notes(line);
}

const Individual& Evolution::best() const {
  return fittest(population(), config_);
}

void Evolution::measure_monitor(const metrics::PlayControl& control) {
  const Individual* const now = &best();
  if (config_.monitor_matches == 0 || now->id() == monitor_.id) return;
  Evidence evidence;
  measure_again({&now, 1}, Sample::monitor, config_.monitor_matches, {&evidence, 1}, control);
  Json record = {{"id", now->id()}};
  add_evidence(evidence, *now, config_, record);
  monitor_ = {now->id(), now->judged(evidence, config_), record.dump()};
}

std::int64_t Evolution::matches_left() const {
  const std::int64_t next = algorithm_->next_size();
  std::int64_t generations = config_.generations - generation_;
  if (config_.budget.matches > 0) {
    const std::int64_t each = next * config_.matches * config_.tables();
    generations = std::min(generations, (config_.budget.matches - spent_) / each);
  }
  const std::int64_t samples = config_.final.candidates > 1 ? config_.final.candidates + 1 : 1;
  return config_.tables() * (generations * (next * config_.matches + config_.monitor_matches) +
                             samples * config_.final.matches) +
         generations * next * filter_.most_matches();
}

Json Evolution::state() const {
  Json json = {{"generation", generation_},
               {"monitor", parse_json(monitor_.record)},
               {"candidates", population_to_json(candidates_, config_.search_space)}};
  // What the log tells: under a budget of any kind.
  if (!(config_.budget == Budget())) json["spent"] = spent_;
  if (config_.evidence_pool == EvidencePool::genotype) json["evidence"] = store_.to_json();
  if (!likes_.empty()) json["likes"] = likes_.to_json();
  json["state"] = algorithm_->state();
  return json;
}

void Evolution::restore(const JsonView& view) {
  generation_ = static_cast<int>(view.at("generation").integer(0, config_.generations));
  const JsonView monitor = view.at("monitor");
  monitor_ = Monitor();
  if (!monitor.raw().is_null()) {
    const JsonView fitness = monitor.at("fitness");
    constexpr double any = 1e300;
    monitor_ = {monitor.at("id").text(),
                {fitness.at("mean").number(-any, any), fitness.at("se").number(0, any)},
                monitor.raw().dump()};
  }
  candidates_ = population_from_json(view.at("candidates"), config_);
  if (!(config_.budget == Budget())) spent_ = view.at("spent").count();
  if (config_.evidence_pool == EvidencePool::genotype) store_.restore(view.at("evidence"));
  algorithm_->restore(view.at("state"));
  likes_ = Likes();
  if (const auto likes = view.find("likes")) {
    likes_ = Likes::from_json(*likes);
    bend();
  }
}

void update_candidates(std::vector<Individual>& candidates, std::span<const Individual> population,
                       int most, const Config& config) {
  std::vector<const Individual*> all;
  std::map<std::pair<int, int>, std::size_t> places;  // in `all`, by birth
  const auto add = [&](const Individual& individual) {
    const std::pair birth(individual.generation, individual.index);
    const auto [known, is_new] = places.emplace(birth, all.size());
    if (is_new) all.emplace_back();
    all[known->second] = &individual;
  };
  std::ranges::for_each(candidates, add);
  for (const Individual& individual : population) {
    if (individual.filtered.empty()) add(individual);
  }
  std::vector<Individual> kept;
  for (const int place : ranking(all, config)) {
    if (static_cast<int>(kept.size()) == most) break;
    const Individual& candidate = *all[at(place)];
    if (!has_game(kept, candidate.genome)) kept.push_back(candidate);
  }
  candidates = std::move(kept);
}

}  // namespace evorisk::ga
