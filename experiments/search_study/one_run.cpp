#include "experiments/search_study/one_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "experiments/search_study/incumbents.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/judgement.hpp"

namespace evorisk::experiments {
namespace {

// Fresh matches: samples of the individuals' own streams that no search of the study ever plays.
constexpr ga::Sample change_sample = ga::Sample::monitor;
constexpr ga::Sample niche_sample = ga::Sample::choice;
constexpr ga::Sample class_sample = ga::Sample::report;

class StudyAttempt {
 public:
  StudyAttempt(const StudyDesign& design, const StudyRun& run, const std::atomic<bool>& stop)
      : design_(design),
        config_(design.config(run)),
        control_{&stop, nullptr},
        engine_(ga::engine_of(config_, 1)),
        evaluator_(config_, *engine_),
        evolution_(config_, *engine_),
        tracker_(design, config_) {
    record_.run = run;
    record_.seed = config_.seed;
  }

  bool search(const std::function<void(std::int64_t)>& on_matches) {
    try {
      while (!evolution_.done()) {
        if (!evolution_.advance(control_)) return false;
        tracker_.generation(evolution_);
        on_matches(evolution_.spent_last());
      }
    } catch (const ga::SearchStuck&) {
      record_.stuck = true;
    }
    record_.spent = evolution_.spent();
    record_.generations = evolution_.generation() + 1;
    return true;
  }

  bool measure() {
    const std::map<int, IncumbentTracker::Incumbent> incumbents = tracker_.incumbents(evolution_);
    return measure_niches(incumbents) && measure_classes(incumbents) && measure_changes();
  }

  StudyRecord take() { return std::move(record_); }

 private:
  using All = std::vector<const ga::Individual*>;

  bool play(const All& individuals, ga::Sample sample, std::int64_t matches,
            std::vector<ga::Evidence>& evidence) {
    evidence.assign(individuals.size(), {});
    return evaluator_.measure_again(individuals, sample, matches, evidence, control_);
  }

  bool is_playable(const ga::Individual& individual, const ga::Evidence& evidence) const {
    return metrics::violation(*individual.genome.map, evidence, design_.playable(),
                              config_.judgement) == 0;
  }

  double fitness_of(const ga::Evidence& evidence) const {
    return metrics::judge(evidence, config_.objective, config_.judgement).mean;
  }

  // Niches by what fresh matches say of turns, too.
  bool measure_niches(const std::map<int, IncumbentTracker::Incumbent>& incumbents) {
    All all;
    for (const auto& [niche, one] : incumbents) all.push_back(&one.individual);
    std::vector<ga::Evidence> evidence;
    if (!play(all, niche_sample, design_.fresh().of_niche, evidence)) return false;
    std::set<int> niches;
    std::set<std::size_t> classes;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto niche =
          design_.niche_of(all[i]->genome.map->territory_count(), evidence[i].front().turns().mean);
      if (!niche || !is_playable(*all[i], evidence[i])) continue;
      niches.insert(*niche);
      classes.insert(design_.class_of_niche(*niche));
    }
    record_.niches = static_cast<int>(incumbents.size());
    record_.playable_niches = static_cast<int>(niches.size());
    record_.playable_classes = static_cast<int>(classes.size());
    return true;
  }

  bool measure_classes(const std::map<int, IncumbentTracker::Incumbent>& incumbents) {
    std::vector<const IncumbentTracker::Incumbent*> bests(design_.classes().size(), nullptr);
    for (const auto& [niche, one] : incumbents) {
      const IncumbentTracker::Incumbent*& best = bests[design_.class_of_niche(niche)];
      if (best == nullptr || one.believed < best->believed) best = &one;
    }
    All all;
    for (const IncumbentTracker::Incumbent* best : bests) {
      if (best != nullptr) all.push_back(&best->individual);
    }
    std::vector<ga::Evidence> evidence;
    if (!play(all, class_sample, design_.fresh().of_class, evidence)) return false;
    auto fresh = evidence.begin();
    double least = 0;
    for (std::size_t c = 0; c < bests.size(); ++c) {
      std::optional<StudyRecord::Best>& entry = record_.classes.emplace_back();
      if (bests[c] == nullptr) continue;
      const ga::Individual& individual = bests[c]->individual;
      const maps::Map& map = *individual.genome.map;
      entry = StudyRecord::Best{individual.id(),
                                map.territory_count(),
                                map.continent_count(),
                                individual.evidence.matches(),
                                bests[c]->believed,
                                metrics::judge(*fresh, config_.objective, config_.judgement),
                                fresh->front().turns().mean,
                                is_playable(individual, *fresh)};
      if (!record_.overall || bests[c]->believed < least) {
        record_.overall = c;
        least = bests[c]->believed;
      }
      ++fresh;
    }
    return true;
  }

  bool measure_changes() {
    const std::vector<IncumbentTracker::Change> changes = tracker_.some_changes();
    All all;
    for (const IncumbentTracker::Change& change : changes) {
      all.push_back(&change.before);
      all.push_back(&change.after);
    }
    std::vector<ga::Evidence> evidence;
    if (!play(all, change_sample, design_.fresh().of_change, evidence)) return false;
    record_.changes = tracker_.changes();
    record_.changes_measured = static_cast<int>(changes.size());
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < all.size(); i += 2) {
      const double difference = fitness_of(evidence[i + 1]) - fitness_of(evidence[i]);
      record_.changes_for_worse += difference > 0 ? 1 : 0;
      sum += difference;
      squares += difference * difference;
    }
    const auto n = static_cast<double>(changes.size());
    if (changes.empty()) return true;
    record_.change.mean = sum / n;
    if (changes.size() > 1) {
      const double variance = (squares - sum * sum / n) / (n - 1);
      record_.change.se = std::sqrt(std::max(0.0, variance) / n);
    }
    return true;
  }

  const StudyDesign& design_;
  const ga::Config config_;
  const metrics::PlayControl control_;
  const std::unique_ptr<metrics::Engine> engine_;
  ga::Evaluator evaluator_;
  ga::Evolution evolution_;
  IncumbentTracker tracker_;
  StudyRecord record_;
};

}  // namespace

std::optional<StudyRecord> do_study_run(const StudyDesign& design, const StudyRun& run,
                                        const std::atomic<bool>& stop,
                                        const std::function<void(std::int64_t)>& on_matches) {
  StudyAttempt attempt(design, run, stop);
  if (!attempt.search(on_matches) || !attempt.measure()) return std::nullopt;
  return attempt.take();
}

}  // namespace evorisk::experiments
