#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "maps/generate/generator.hpp"

namespace evorisk::maps {
namespace {

// Roughly normal, of mean 0 and deviation 1.
double bell(Random& random) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum - 6;
}

int gates_of(const Continent& continent, const std::vector<bool>& gate) {
  return static_cast<int>(
      std::ranges::count_if(continent.territories, [&](int t) { return gate[at(t)]; }));
}

}  // namespace

int continent_bonus(int territories, int gates) {
  const double fitted = 0.35 * territories + 0.7 * gates - 0.72;
  return std::clamp(static_cast<int>(std::floor(fitted + 0.5)), territories >= 4 ? 2 : 1, 1000);
}

int fitting_bonus(const Continent& continent, const std::vector<bool>& gate) {
  return continent_bonus(static_cast<int>(continent.territories.size()), gates_of(continent, gate));
}

void fit_bonuses(MapData& map) {
  const std::vector<bool> gate = gates(map, continent_numbers(map));
  for (Continent& one : map.continents) one.bonus = fitting_bonus(one, gate);
}

void deal_bonuses(MapData& map, bool symmetric, Random& random) {
  const std::vector<bool> is_gate = gates(map, continent_numbers(map));
  const double scheme = random.unit();
  const double by_size = scheme < 0.25 ? 1 : scheme < 0.8 ? random.unit() : 0;
  const bool flat = scheme >= 0.92;
  // Every fifth designer keeps to the rule, the others have a taste.
  const double taste = random.chance(0.2) ? 0 : 0.1 + 0.35 * random.unit();
  const double generous = std::clamp(0.78 * std::exp(0.25 * bell(random)), 0.42, 1.05);
  std::vector<double> worth;
  std::map<std::pair<double, double>, double> tastes;
  double sum = 0;
  for (const Continent& one : map.continents) {
    const auto size = static_cast<double>(one.territories.size());
    const double gates = gates_of(one, is_gate);
    double own = std::exp(taste * bell(random));
    if (symmetric) own = tastes.insert({{size, gates}, own}).first->second;
    worth.push_back(own * (flat ? 1 : by_size * size + (1 - by_size) * (gates + 0.5)));
    sum += worth.back();
  }
  const double all = generous * static_cast<double>(map.territories.size());
  for (std::size_t c = 0; c < worth.size(); ++c) {
    const double bonus = all * worth[c] / sum;
    map.continents[c].bonus = std::clamp(static_cast<int>(std::lround(bonus)), 1, 1000);
  }
}

void mend_bonuses(MapData& map) {
  // Of boards that people designed: the mean bonus of a territory, and how far from it one
  // continent's may be. More for one territory looks like a misprint, as readers say.
  constexpr double least_mean = 0.5;
  constexpr double most_mean = 1.2;
  constexpr double cheapest = 0.6;
  constexpr double dearest = 1.5;
  constexpr double most = 4.0 / 3;
  const std::vector<bool> gate = gates(map, continent_numbers(map));
  std::vector<std::pair<int, int>> hard;  // to own: its territories, and its gates
  int sum = 0;
  for (const Continent& one : map.continents) {
    hard.emplace_back(static_cast<int>(one.territories.size()), gates_of(one, gate));
    sum += one.bonus;
  }
  const auto harder = [&](std::size_t a, std::size_t b) {
    return hard[a] != hard[b] && hard[a].first >= hard[b].first && hard[a].second >= hard[b].second;
  };
  // Each exchange gives the larger bonus to more territories and gates, so this ends.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < hard.size(); ++a) {
      for (std::size_t b = 0; b < hard.size(); ++b) {
        if (!harder(a, b) || map.continents[a].bonus >= map.continents[b].bonus) continue;
        std::swap(map.continents[a].bonus, map.continents[b].bonus);
        changed = true;
      }
    }
  }
  const double mean =
      std::clamp(sum / static_cast<double>(map.territories.size()), least_mean, most_mean);
  for (Continent& one : map.continents) {
    const auto size = static_cast<double>(one.territories.size());
    const double low = std::max(1.0, std::round(cheapest * mean * size));
    const double high =
        std::max(low, std::floor(std::min(most * size, dearest * mean * size + 0.5)));
    one.bonus = static_cast<int>(std::clamp<double>(one.bonus, low, std::min(high, 1000.0)));
  }
}

}  // namespace evorisk::maps
