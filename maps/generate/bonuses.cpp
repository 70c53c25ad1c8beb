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

}  // namespace evorisk::maps
