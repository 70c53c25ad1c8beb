// The runs of the study, each from its seed to its record.
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "experiments/search_study/study.hpp"
#include "experiments/work.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/operators/selection.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/estimates/sample.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::experiments {
namespace {

// Fresh matches: samples of the individuals' own streams that no search of the study ever plays.
constexpr ga::Sample change_sample = ga::Sample::monitor;
constexpr ga::Sample niche_sample = ga::Sample::choice;
constexpr ga::Sample class_sample = ga::Sample::report;

// The best that a search knows of each niche while it is at work, and how often its best changes.
// Observes a search without any effect on it.
class IncumbentTracker {
 public:
  // Both must outlive it.
  IncumbentTracker(const StudyDesign& design, const ga::Config& config)
      : design_(design), config_(config) {}

  // After each generation, in turn.
  void generation(const ga::Evolution& evolution) {
    const ga::Individual& best = evolution.best();
    if (best_ && !ga::same_individual(*best_, best) && !ga::same_game(best_->genome, best.genome)) {
      if (changes_++ % stride_ == 0) sample_.push_back({*best_, best});
      if (sample_.size() >= 2 * static_cast<std::size_t>(design_.fresh().changes)) {
        std::vector<Change> half;
        for (std::size_t i = 0; i < sample_.size(); i += 2) half.push_back(sample_[i]);
        sample_ = std::move(half);
        stride_ *= 2;
      }
    }
    best_ = best;
    if (config_.algorithm == "map_elites") return;
    const auto measured = evolution.measured();
    std::vector<const ga::Individual*> pool = ga::pointers_to(measured);
    for (const auto& [niche, known] : kept_) {
      const ga::Individual& one = known.individual;
      const bool again = std::any_of(measured.begin(), measured.end(), [&](const auto& other) {
        return ga::same_individual(other, one);
      });
      if (!again) pool.push_back(&one);
    }
    kept_ = best_of_niches(pool);
  }

  // The best of each niche by what the search believes at the end. A search without an archive
  // names of each niche the fittest of its whole run, each by what was last known of it; MAP-Elites
  // the individuals of its archive.
  struct Incumbent {
    ga::Individual individual;
    double believed = 0;
  };
  // By niche.
  std::map<int, Incumbent> incumbents(const ga::Evolution& evolution) const {
    return config_.algorithm == "map_elites"
               ? best_of_niches(ga::pointers_to(evolution.population()))
               : kept_;
  }

  // A change of the best: of the fittest of what the search holds, by its own ranking, from one
  // generation to the next. The same game under another id is no change.
  struct Change {
    ga::Individual before;
    ga::Individual after;
  };
  std::int64_t changes() const { return changes_; }
  // Some of them, evenly over the run: at most design.fresh().changes.
  std::vector<Change> some_changes() const {
    const auto most = static_cast<std::size_t>(design_.fresh().changes);
    if (sample_.size() <= most) return sample_;
    std::vector<Change> chosen;
    for (std::size_t i = 0; i < most; ++i) chosen.push_back(sample_[i * sample_.size() / most]);
    return chosen;
  }

 private:
  std::map<int, Incumbent> best_of_niches(std::span<const ga::Individual* const> pool) const {
    std::map<int, Incumbent> best;
    if (pool.empty()) return best;
    const std::vector<double> believed = ga::scores(pool, config_);
    for (const int place : ga::ranking(pool, config_)) {
      const ga::Individual& individual = *pool[static_cast<std::size_t>(place)];
      const auto niche = design_.niche_of(individual.genome.map->territory_count(),
                                          individual.evidence.front().turns().mean);
      if (!niche) continue;
      best.try_emplace(*niche, Incumbent{individual, believed[static_cast<std::size_t>(place)]});
    }
    return best;
  }

  const StudyDesign& design_;
  const ga::Config& config_;
  std::map<int, Incumbent> kept_;
  std::optional<ga::Individual> best_;  // of the last generation
  std::int64_t changes_ = 0;
  std::vector<Change> sample_;  // every stride_-th, fewer than twice as many as are wanted
  std::int64_t stride_ = 1;
};

// One run, a function of the design and the run alone.
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

  // Nothing when stopped. `on_matches` is told how many matches of the search have been played
  // since it was told last.
  std::optional<StudyRecord> execute(const std::function<void(std::int64_t)>& on_matches) {
    try {
      while (!evolution_.done()) {
        if (!evolution_.advance(control_)) return std::nullopt;
        tracker_.generation(evolution_);
        on_matches(evolution_.spent_last());
      }
    } catch (const ga::SearchStuck&) {
      record_.stuck = true;
    }
    record_.spent = evolution_.spent();
    record_.generations = evolution_.generation() + 1;
    const std::map<int, IncumbentTracker::Incumbent> incumbents = tracker_.incumbents(evolution_);
    if (measure_niches(incumbents) && measure_classes(incumbents) && measure_changes()) {
      return std::move(record_);
    }
    return std::nullopt;
  }

 private:
  using All = std::vector<const ga::Individual*>;

  bool play(const All& individuals, ga::Sample sample, std::int64_t matches,
            std::vector<ga::Evidence>& evidence) {
    evidence.assign(individuals.size(), {});
    return evaluator_.measure_again(individuals, sample, matches, evidence, control_);
  }

  bool is_playable(const ga::Individual& individual, const ga::Evidence& evidence) const {
    return metrics::violation(*individual.genome.map, evidence, design_.playable(),
                              config_.aggregation) == 0;
  }

  metrics::Estimate fitness(const ga::Evidence& evidence) const {
    return metrics::judge(evidence, config_.objective, config_.aggregation);
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
                                individual.evidence.front().matches(),
                                bests[c]->believed,
                                fitness(*fresh),
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
    if (changes.empty()) return true;
    record_.changes = tracker_.changes();
    record_.changes_measured = static_cast<int>(changes.size());
    std::vector<double> differences;
    for (std::size_t i = 0; i < all.size(); i += 2) {
      differences.push_back(fitness(evidence[i + 1]).mean - fitness(evidence[i]).mean);
      record_.changes_for_worse += differences.back() > 0 ? 1 : 0;
    }
    record_.change = metrics::mean_of(differences);
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

bool do_study(const StudyDesign& design, StudyJournal& journal, const StudyOptions& options) {
  std::vector<StudyRun> missing = design.runs();
  std::erase_if(missing, [&](const StudyRun& run) { return journal.has(run); });
  const std::atomic<bool>& stop = flag_or_never(options.stop);
  std::mutex mutex;
  StudyProgress progress;
  work_through(std::max(1, options.threads), std::ssize(missing), [&](std::int64_t job, int) {
    const StudyRun& run = missing[static_cast<std::size_t>(job)];
    const std::optional<StudyRecord> record =
        stop ? std::nullopt : StudyAttempt(design, run, stop).execute([&](std::int64_t matches) {
          const std::lock_guard lock(mutex);
          progress.matches += matches;
          if (options.on_progress) options.on_progress(progress);
        });
    if (!record) return false;
    const std::lock_guard lock(mutex);
    journal.add(*record);
    ++progress.runs;
    progress.matches += run.budget - record->spent;
    if (options.on_progress) options.on_progress(progress);
    return true;
  });
  return !stop;
}

}  // namespace evorisk::experiments
