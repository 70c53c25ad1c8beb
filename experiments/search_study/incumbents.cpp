#include "experiments/search_study/incumbents.hpp"

#include <algorithm>
#include <utility>

#include "ga/evaluation/record.hpp"
#include "ga/operators/selection.hpp"

namespace evorisk::experiments {
namespace {

bool one_individual(const ga::Individual& a, const ga::Individual& b) {
  return a.generation == b.generation && a.index == b.index;
}

}  // namespace

std::map<int, IncumbentTracker::Chosen> IncumbentTracker::best_of_niches(
    std::span<const ga::Individual* const> pool) const {
  std::map<int, Chosen> best;
  if (pool.empty()) return best;
  const std::vector<double> believed = ga::scores(pool, config_);
  for (const int place : ga::ranking(pool, config_)) {
    const ga::Individual* individual = pool[static_cast<std::size_t>(place)];
    const auto niche = design_.niche_of(individual->genome.map->territory_count(),
                                        individual->evidence.turns().mean);
    if (!niche || best.contains(*niche)) continue;
    best.emplace(*niche, Chosen{individual, believed[static_cast<std::size_t>(place)]});
  }
  return best;
}

void IncumbentTracker::generation(const ga::Evolution& evolution) {
  const ga::Individual& best = evolution.best();
  if (best_.empty()) {
    best_.push_back(best);
  } else if (!one_individual(best_.front(), best)) {
    if (!ga::same_game(best_.front().genome, best.genome)) {
      if (changes_ % stride_ == 0) {
        sample_.push_back({best_.front(), best});
        if (sample_.size() >= 2 * static_cast<std::size_t>(design_.fresh().changes)) {
          std::vector<Change> half;
          for (std::size_t i = 0; i < sample_.size(); i += 2) half.push_back(sample_[i]);
          sample_ = std::move(half);
          stride_ *= 2;
        }
      }
      ++changes_;
    }
    best_.front() = best;
  }
  if (config_.algorithm == "map_elites") return;
  // Only individuals that are new in a niche are copied.
  const auto measured = evolution.measured();
  std::vector<const ga::Individual*> pool = ga::pointers_to(measured);
  for (const auto& [niche, known] : kept_) {
    const ga::Individual& one = known.individual;
    const bool again = std::any_of(measured.begin(), measured.end(),
                                   [&](const auto& other) { return one_individual(other, one); });
    if (!again) pool.push_back(&one);
  }
  std::map<int, Incumbent> kept;
  for (const auto& [niche, chosen] : best_of_niches(pool)) {
    const auto own =
        std::find_if(kept_.begin(), kept_.end(), [&, one = chosen.individual](const auto& known) {
          return &known.second.individual == one;
        });
    kept.emplace(niche, own == kept_.end()
                            ? Incumbent{*chosen.individual, chosen.believed}
                            : Incumbent{std::move(own->second.individual), chosen.believed});
  }
  kept_ = std::move(kept);
}

std::map<int, IncumbentTracker::Incumbent> IncumbentTracker::incumbents(
    const ga::Evolution& evolution) const {
  if (config_.algorithm != "map_elites") return kept_;
  std::map<int, Incumbent> best;
  for (const auto& [niche, chosen] : best_of_niches(ga::pointers_to(evolution.population()))) {
    best.emplace(niche, Incumbent{*chosen.individual, chosen.believed});
  }
  return best;
}

std::vector<IncumbentTracker::Change> IncumbentTracker::some_changes() const {
  const auto most = static_cast<std::size_t>(design_.fresh().changes);
  if (sample_.size() <= most) return sample_;
  std::vector<Change> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(sample_[i * sample_.size() / most]);
  return chosen;
}

}  // namespace evorisk::experiments
