#include "experiments/search_study/finds.hpp"

#include <algorithm>
#include <utility>

#include "ga/record.hpp"
#include "ga/selection.hpp"

namespace evorisk::experiments {
namespace {

bool one_individual(const ga::Individual& a, const ga::Individual& b) {
  return a.generation == b.generation && a.index == b.index;
}

}  // namespace

std::map<int, Finds::Named> Finds::best_of_niches(std::vector<ga::Individual> pool) const {
  std::map<int, Named> best;
  if (pool.empty()) return best;
  const std::vector<double> believed = ga::scores(pool, config_);
  for (const int place : ga::ranking(pool, config_)) {
    ga::Individual& individual = pool[static_cast<std::size_t>(place)];
    const auto niche = design_.niche_of(individual.genome.map->territory_count(),
                                        individual.evidence.turns().mean);
    if (!niche || best.contains(*niche)) continue;
    best.emplace(*niche, Named{std::move(individual), believed[static_cast<std::size_t>(place)]});
  }
  return best;
}

void Finds::generation(const ga::Evolution& evolution) {
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
  const auto measured = evolution.measured();
  std::vector<ga::Individual> pool(measured.begin(), measured.end());
  for (auto& [niche, known] : kept_) {
    const ga::Individual& one = known.individual;
    const bool again = std::any_of(measured.begin(), measured.end(),
                                   [&](const auto& other) { return one_individual(other, one); });
    if (!again) pool.push_back(std::move(known.individual));
  }
  kept_ = best_of_niches(std::move(pool));
}

std::map<int, Finds::Named> Finds::named(const ga::Evolution& evolution) const {
  if (config_.algorithm != "map_elites") return kept_;
  const auto occupants = evolution.population();
  return best_of_niches({occupants.begin(), occupants.end()});
}

std::vector<Finds::Change> Finds::some_changes() const {
  const auto most = static_cast<std::size_t>(design_.fresh().changes);
  if (sample_.size() <= most) return sample_;
  std::vector<Change> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(sample_[i * sample_.size() / most]);
  return chosen;
}

}  // namespace evorisk::experiments
