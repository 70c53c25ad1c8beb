#include "ga/evolution.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "ga/record.hpp"
#include "ga/selection.hpp"
#include "maps/base/stopwatch.hpp"

namespace evorisk::ga {

namespace {

// `control` for a part of the work: reports on top of `done`.
metrics::PlayControl counting_on(const metrics::PlayControl& control, std::int64_t done) {
  metrics::PlayControl inner{control.stop, nullptr};
  if (control.progress) {
    inner.progress = [&control, done](std::int64_t played) { control.progress(done + played); };
  }
  return inner;
}

// Those that stand for what the search found: playable, and all constraints hold.
std::vector<Individual> standing(std::span<const Individual> population) {
  std::vector<Individual> chosen;
  for (const Individual& individual : population) {
    if (individual.violation == 0) chosen.push_back(individual);
  }
  return chosen;
}

}  // namespace

Evolution::Evolution(const Config& config, metrics::Engine& engine, Exchange* exchange)
    : config_(config),
      exchange_(exchange),
      evaluator_(config, engine, exchange),
      store_(config),
      algorithm_(make_algorithm(config, engine.threads(), exchange)),
      filter_(config, engine.threads()) {}

std::int64_t most_played(const Config& config) {
  const auto tables = static_cast<std::int64_t>(config.tables());
  std::int64_t each = config.matches * tables;
  for (const PlayabilityStage& stage : config.playability) each += stage.matches;
  const std::int64_t first = std::int64_t{config.islands.count} * config.population;
  // Survivors play on beside their children.
  const std::int64_t later = config.algorithm == "nsga2" ? 2 * first : first;
  std::int64_t generations = config.generations;
  std::int64_t search = (first + generations * later) * each;
  if (config.budget.matches > 0 && config.budget.matches < search) {
    search = config.budget.matches;
    // A generation takes something of a budget, unless a filter takes everybody out before or
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
  return search + tables * ((generations + 1) * config.monitor_matches + after);
}

bool Evolution::done() const {
  return is_last(generation_, spent_);
}

bool Evolution::is_last(int generation, std::int64_t spent) const {
  if (generation >= config_.generations) return true;
  if (config_.budget.matches == 0 || generation < 0) return false;
  const std::int64_t next =
      algorithm_->next_size() *
      (config_.matches * static_cast<std::int64_t>(config_.tables()) + filter_.most_matches());
  return spent + next > config_.budget.matches;
}

bool Evolution::advance(const metrics::PlayControl& control, const Company& company) {
  const Stopwatch watch;
  BreedingTally tally;
  std::vector<Individual> individuals = algorithm_->ask(generation_ + 1, tally, company.meanwhile);
  tally_ = std::move(tally);
  breeding_seconds_ = watch.seconds();
  const bool pooled = config_.evidence_pool == EvidencePool::genotype;
  if (pooled) store_.recall(individuals);
  std::int64_t played = 0;
  std::optional<FreshSample> beside;
  if (waiting_) beside = FreshSample{&*waiting_, Sample::monitor, config_.monitor_matches, {}};
  if (!measure_parts(individuals, control, played, beside ? &*beside : nullptr)) return false;
  if (waiting_) {
    if (beside->evidence.empty()) {  // nobody was playable
      if (!measure_monitor(*waiting_, counting_on(control, played))) return false;
    } else {
      set_monitor(*waiting_, beside->evidence);
    }
    waiting_.reset();
    if (company.monitored) company.monitored();
  }
  std::vector<Individual> to_keep;
  if (pooled) to_keep = individuals;
  algorithm_->tell(std::move(individuals));
  matches_ += played;
  const Individual& best_now = best();
  if (config_.monitor_matches > 0 && best_now.id() != monitor_.id) {
    // Processes that share the work do not see the same clock.
    const bool alone = exchange_ == nullptr || exchange_->ranks() == 1;
    const bool few =
        config_.monitor_matches * static_cast<std::int64_t>(config_.tables()) <= played;
    if (alone && few && company.monitor_may_wait && !is_last(generation_ + 1, spent_ + played) &&
        company.monitor_may_wait()) {
      waiting_ = best_now;
    } else if (!measure_monitor(best_now, counting_on(control, played))) {
      algorithm_->take_back();
      return false;
    }
  }
  spent_ += played;
  spent_last_ = played;
  if (pooled) store_.keep(generation_ + 1, to_keep);
  playing_seconds_ = watch.seconds() - breeding_seconds_;
  ++generation_;
  update_candidates(candidates_, population(), config_.final.candidates, config_);
  return true;
}

bool Evolution::measure_part(std::span<Individual> part, PlayabilityTally& tally,
                             const metrics::PlayControl& control, std::int64_t& played,
                             FreshSample* beside) {
  if (!filter_.screen(part, {control.stop, nullptr}, tally)) return false;
  played += tally.matches;
  // Those that are playable, which mostly are all.
  std::vector<Individual> apart;
  std::span<Individual> playable = part;
  const auto is_playable = [](const Individual& one) { return one.filtered.empty(); };
  const bool all = std::all_of(part.begin(), part.end(), is_playable);
  if (!all) {
    std::copy_if(part.begin(), part.end(), std::back_inserter(apart), is_playable);
    playable = apart;
  }
  if (!evaluator_.measure(playable, generation_ + 1, counting_on(control, played), beside)) {
    return false;
  }
  played += static_cast<std::int64_t>(playable.size()) * config_.matches *
            static_cast<std::int64_t>(config_.tables());
  auto measured = apart.begin();
  for (Individual& individual : part) {
    if (!all && individual.filtered.empty()) individual = std::move(*measured++);
  }
  return true;
}

bool Evolution::measure_parts(std::vector<Individual>& individuals,
                              const metrics::PlayControl& control, std::int64_t& played,
                              FreshSample* beside) {
  std::vector<std::size_t> sizes = algorithm_->parts();
  if (sizes.empty()) sizes = {individuals.size()};
  std::vector<std::span<Individual>> parts;
  std::size_t begin = 0;
  for (const std::size_t size : sizes) {
    parts.push_back(std::span(individuals).subspan(begin, size));
    begin += size;
  }
  std::vector<PlayabilityTally> tallies(parts.size());
  bool done = true;
  for (std::size_t p = 0; p < parts.size() && done; ++p) {
    if (!is_mine(exchange_, p)) continue;
    if (beside == nullptr || beside->evidence.empty()) {
      done = measure_part(parts[p], tallies[p], control, played, beside);
    } else {
      const std::int64_t others = beside->matches * static_cast<std::int64_t>(config_.tables());
      done = measure_part(parts[p], tallies[p], counting_on(control, others), played, nullptr);
    }
  }
  if (exchange_ != nullptr && exchange_->ranks() > 1) {
    JsonWriter writer;
    writer.begin_object().member("done", done ? 1 : 0).member("played", played);
    writer.key("parts").begin_array();
    for (std::size_t p = 0; p < parts.size() && done; ++p) {
      if (!is_mine(exchange_, p)) continue;
      writer.begin_object().key("individuals");
      write_population(parts[p], config_.search_space, writer);
      tallies[p].write(writer.key("playability"));
      writer.end_object();
    }
    writer.end_array().end_object();
    const std::vector<std::string> texts = exchange_->gather(writer.take());
    played = 0;
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
      const std::string source = "process " + std::to_string(rank);
      const nlohmann::ordered_json document = parse_json(texts[rank], source);
      const JsonView view(document, source);
      done = done && view.at("done").integer(0, 1) == 1;
      played += view.at("played").integer(0, std::numeric_limits<std::int64_t>::max());
      std::size_t p = rank;
      for (const JsonView& item : view.at("parts").items()) {
        std::vector<Individual> theirs = population_from_json(
            item.at("individuals"), config_.search_space, config_.objective, config_.judgement);
        if (static_cast<int>(rank) != exchange_->rank()) {
          std::move(theirs.begin(), theirs.end(), parts[p].begin());
          tallies[p] = PlayabilityTally::read(item.at("playability"));
        }
        p += texts.size();
      }
    }
  }
  if (!done) return false;
  playability_ = tallies.front();
  for (std::size_t p = 1; p < tallies.size(); ++p) playability_.add(tallies[p]);
  return true;
}

std::string Evolution::notes() const {
  JsonWriter writer;
  writer.begin_object();
  if (filter_.active()) playability_.write(writer.key("playability"));
  algorithm_->write_notes(writer);
  writer.end_object();
  return writer.take();
}

const Individual& Evolution::best() const {
  return fittest(population(), config_);
}

bool Evolution::measure_monitor(const Individual& best, const metrics::PlayControl& control) {
  const Individual* const individual = &best;
  Evidence evidence;
  if (!evaluator_.measure_again({&individual, 1}, Sample::monitor, config_.monitor_matches,
                                {&evidence, 1}, control)) {
    return false;
  }
  set_monitor(best, evidence);
  return true;
}

void Evolution::set_monitor(const Individual& best, const Evidence& evidence) {
  matches_ += config_.monitor_matches * static_cast<std::int64_t>(config_.tables());
  const metrics::Estimate fitness = metrics::judge(evidence, config_.objective, config_.judgement,
                                                   best.likeness ? &*best.likeness : nullptr);
  const std::string id = best.id();
  JsonWriter record;
  record.begin_object().member("id", id);
  write_evidence(evidence, fitness, best, config_, record);
  record.end_object();
  monitor_ = {id, fitness, record.take()};
}

void Evolution::settle_monitor() {
  if (!waiting_) return;
  measure_monitor(*waiting_, {});
  waiting_.reset();
}

std::optional<FinalResult> Evolution::finish(const metrics::PlayControl& control) {
  const std::vector<Individual> all = finalists(population(), candidates_, config_);
  std::optional<FinalResult> result = final_evaluation(all, config_, evaluator_, control);
  if (result) {
    const std::size_t samples = all.size() > 1 ? all.size() + 1 : 1;
    if (config_.algorithm == "map_elites" &&
        !measure_archive(standing(population()), config_, evaluator_, {control.stop, nullptr},
                         result->archive)) {
      return std::nullopt;
    }
    matches_ += static_cast<std::int64_t>(result->archive.size() * config_.tables()) *
                config_.map_elites.fresh_matches;
    matches_ += static_cast<std::int64_t>(samples * config_.tables()) * config_.final.matches;
  }
  return result;
}

std::int64_t Evolution::matches_left() const {
  const std::int64_t next =
      algorithm_->next_size() > 0 ? algorithm_->next_size() : std::int64_t{config_.population};
  std::int64_t generations = config_.generations - generation_;
  if (config_.budget.matches > 0) {
    const std::int64_t each = next * config_.matches * static_cast<std::int64_t>(config_.tables());
    generations = std::min(generations, (config_.budget.matches - spent_) / each);
  }
  const std::int64_t samples = config_.final.candidates > 1 ? config_.final.candidates + 1 : 1;
  const std::int64_t monitors = generations + (waiting_ ? 1 : 0);
  return static_cast<std::int64_t>(config_.tables()) *
             (generations * next * config_.matches + monitors * config_.monitor_matches +
              samples * config_.final.matches) +
         generations * next * filter_.most_matches();
}

void Evolution::write_state(JsonWriter& writer) const {
  writer.member("generation", generation_).key("monitor").json(monitor_.record);
  writer.key("candidates").begin_array();
  for (const Individual& candidate : candidates_) {
    write_individual(candidate, config_.search_space, writer);
  }
  writer.end_array();
  // What the log tells: under a budget of any kind.
  if (!(config_.budget == Budget())) writer.member("spent", spent_);
  if (config_.evidence_pool == EvidencePool::genotype) store_.write(writer.key("evidence"));
  algorithm_->write_state(writer.key("state"));
}

void Evolution::restore(const JsonView& view) {
  generation_ = static_cast<int>(view.at("generation").integer(0, config_.generations));
  waiting_.reset();
  const JsonView monitor = view.at("monitor");
  monitor_ = Monitor();
  if (!monitor.raw().is_null()) {
    const JsonView fitness = monitor.at("fitness");
    constexpr double any = 1e300;
    monitor_ = {monitor.at("id").text(),
                {fitness.at("mean").number(-any, any), fitness.at("se").number(0, any)},
                monitor.raw().dump()};
  }
  candidates_.clear();
  for (const JsonView& candidate : view.at("candidates").items()) {
    candidates_.push_back(individual_from_json(candidate, config_.search_space, config_.objective,
                                               config_.judgement));
  }
  if (!(config_.budget == Budget())) {
    spent_ = view.at("spent").integer(0, std::numeric_limits<std::int64_t>::max());
  }
  if (config_.evidence_pool == EvidencePool::genotype) store_.restore(view.at("evidence"));
  algorithm_->restore(view.at("state"));
}

void update_candidates(std::vector<Individual>& candidates, std::span<const Individual> population,
                       int most, const Config& config) {
  // Only who is kept is copied: in most generations hardly anybody is new.
  std::vector<const Individual*> all;
  std::vector<std::pair<int, int>> births;  // of all
  const auto add = [&](const Individual& individual) {
    const std::pair birth(individual.generation, individual.index);
    const auto known = std::find(births.begin(), births.end(), birth);
    if (known == births.end()) {
      all.push_back(&individual);
      births.push_back(birth);
    } else {
      all[static_cast<std::size_t>(known - births.begin())] = &individual;
    }
  };
  all.reserve(candidates.size() + population.size());
  births.reserve(all.capacity());
  for (const Individual& candidate : candidates) add(candidate);
  for (const Individual& individual : population) {
    if (individual.filtered.empty()) add(individual);
  }
  std::vector<const Individual*> chosen;
  for (const int place : ranking(all, config)) {
    const Individual* const candidate = all[static_cast<std::size_t>(place)];
    if (static_cast<int>(chosen.size()) == most) break;
    const bool twin = std::any_of(chosen.begin(), chosen.end(), [&](const Individual* other) {
      return same_game(other->genome, candidate->genome);
    });
    if (!twin) chosen.push_back(candidate);
  }
  std::vector<Individual> kept;
  kept.reserve(chosen.size());
  for (const Individual* one : chosen) {
    const auto own = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const Individual& candidate) { return &candidate == one; });
    if (own == candidates.end()) {
      kept.push_back(*one);
    } else {
      kept.push_back(std::move(*own));
    }
  }
  candidates = std::move(kept);
}

}  // namespace evorisk::ga
