#include <algorithm>
#include <array>
#include <utility>

#include "base/index.hpp"
#include "experiments/original/search.hpp"
#include "ga/genome/map_edit.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::experiments::original {

namespace {

using maps::Border;
using maps::MapData;

int draw(Random& random, std::size_t n) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
}

bool has_border(const MapData& map, int a, int b) {
  return std::find(map.borders.begin(), map.borders.end(), ga::ordered_border(a, b)) !=
         map.borders.end();
}

void add_border(MapData& map, int a, int b) {
  if (a != b && !has_border(map, a, b)) map.borders.push_back(ga::ordered_border(a, b));
}

// Some continents of a map, renumbered from 0, and where the borders cut off by the choice began.
struct Part {
  MapData map;
  std::vector<int> cut_ends;  // one per border cut off: its end inside the part
};

Part random_part(const MapData& map, Random& random) {
  const int n = static_cast<int>(map.continents.size());
  const int chosen = std::clamp(n / 2 - 1 + draw(random, 3), 1, n);
  std::vector<int> continents = numbers<int>(at(n));
  random.shuffle(continents.begin(), continents.end());
  continents.resize(at(chosen));

  Part part;
  std::vector<int> number(map.territories.size(), -1);
  for (int c : continents) {
    maps::Continent continent{"", map.continents[at(c)].bonus, {}};
    for (int t : map.continents[at(c)].territories) {
      number[at(t)] = static_cast<int>(part.map.territories.size());
      continent.territories.push_back(number[at(t)]);
      part.map.territories.emplace_back();
    }
    part.map.continents.push_back(std::move(continent));
  }
  for (const Border& border : map.borders) {
    const int a = number[at(border.a)];
    const int b = number[at(border.b)];
    if (a >= 0 && b >= 0) {
      part.map.borders.push_back(ga::ordered_border(a, b));
    } else if (a >= 0 || b >= 0) {
      part.cut_ends.push_back(std::max(a, b));
    }
  }
  return part;
}

MapData join(const MapData& a, const MapData& b, Random& random) {
  Part first = random_part(a, random);
  const Part second = random_part(b, random);
  MapData child = std::move(first.map);
  const int offset = static_cast<int>(child.territories.size());
  child.territories.resize(child.territories.size() + second.map.territories.size());
  for (const Border& border : second.map.borders) {
    child.borders.push_back({border.a + offset, border.b + offset});
  }
  for (maps::Continent continent : second.map.continents) {
    for (int& t : continent.territories) t += offset;
    child.continents.push_back(std::move(continent));
  }
  // Only the first part's cut borders find a new end; the second part's are lost.
  for (int end : first.cut_ends) {
    add_border(child, end, offset + draw(random, second.map.territories.size()));
  }
  for (int t = 0; t < static_cast<int>(child.territories.size()); ++t) {
    while (ga::neighbours(child, t).empty())
      add_border(child, t, draw(random, child.territories.size()));
  }
  return child;
}

void swap_gene(Genes& a, Genes& b, int gene) {
  if (gene == 0) std::swap(a.pick, b.pick);
  if (gene == 1) std::swap(a.defence_dice, b.defence_dice);
  if (gene == 2) std::swap(a.move_max, b.move_max);
  if (gene == 3) std::swap(a.divisor, b.divisor);
}

void remove_a_border(MapData& map, Random& random) {
  const int a = draw(random, map.territories.size());
  const auto list = ga::neighbours(map, a);
  if (list.empty()) return;
  const int b = list[at(draw(random, list.size()))];
  if (list.size() < 2 || ga::neighbours(map, b).size() < 2) return;
  map.borders.erase(std::find(map.borders.begin(), map.borders.end(), ga::ordered_border(a, b)));
}

// A continent takes a neighbouring territory over from another that has more than one.
void move_a_territory(MapData& map, Random& random) {
  std::vector<std::size_t> continent_of(map.territories.size());
  for (std::size_t c = 0; c < map.continents.size(); ++c) {
    for (int t : map.continents[c].territories) continent_of[at(t)] = c;
  }
  const auto taker = at(draw(random, map.continents.size()));
  std::vector<int> territories = map.continents[taker].territories;
  random.shuffle(territories.begin(), territories.end());
  for (int t : territories) {
    const auto list = ga::neighbours(map, t);
    if (list.empty()) continue;
    const int taken = list[at(draw(random, list.size()))];
    auto& giver = map.continents[continent_of[at(taken)]].territories;
    if (continent_of[at(taken)] == taker || giver.size() < 2) continue;
    giver.erase(std::find(giver.begin(), giver.end(), taken));
    auto& takers = map.continents[taker].territories;
    takers.insert(std::upper_bound(takers.begin(), takers.end(), taken), taken);
    return;
  }
}

// Every mutation with probability 1 - rate, each drawn for itself. May break planarity or
// connection.
void mutate(Individual& child, double rate, Random& random) {
  const double probability = 1 - rate;  // the program's comparison is the wrong way round
  MapData& map = child.map;
  if (random.chance(probability)) {
    const int a = draw(random, map.territories.size());
    add_border(map, a, draw(random, map.territories.size()));
  }
  if (random.chance(probability)) remove_a_border(map, random);
  if (random.chance(probability)) move_a_territory(map, random);
  if (random.chance(probability)) {
    const auto a = at(draw(random, map.continents.size()));
    const auto b = at(draw(random, map.continents.size()));
    std::swap(map.continents[a].bonus, map.continents[b].bonus);
  }
  if (random.chance(probability)) {
    const auto c = at(draw(random, map.continents.size()));
    if (random.below(2) == 0) ++map.continents[c].bonus;  // the other half was to lower it
  }
  if (random.chance(probability)) child.genes.pick = !child.genes.pick;
  if (random.chance(probability)) child.genes.defence_dice = 5 - child.genes.defence_dice;
  if (random.chance(probability)) child.genes.move_max = !child.genes.move_max;
  if (random.chance(probability)) {
    child.genes.divisor = (child.genes.divisor + draw(random, 3)) % 4 + 1;
  }
}

}  // namespace

bool acceptable(const MapData& map) {
  const auto territories = static_cast<int>(map.territories.size());
  return maps::is_connected(territories, map.borders) && maps::is_planar(territories, map.borders);
}

std::vector<Individual> crossover(const Individual& a, const Individual& b, Random& random) {
  Individual first{a.genes, join(a.map, b.map, random)};
  Individual second{b.genes, join(a.map, b.map, random)};
  std::array<int, 4> genes = {0, 1, 2, 3};
  random.shuffle(genes.begin(), genes.end());
  swap_gene(first.genes, second.genes, genes[0]);
  swap_gene(first.genes, second.genes, genes[1]);
  return {std::move(first), std::move(second)};
}

std::vector<Individual> breed(const Individual& a, const Individual& b, double rate,
                              Random& random) {
  const auto drop_unacceptable = [](std::vector<Individual>& children) {
    if (!acceptable(children[0].map)) {
      children.erase(children.begin());  // and the walk is over: the second goes unchecked
    } else if (children.size() > 1 && !acceptable(children[1].map)) {
      children.pop_back();
    }
  };
  std::vector<Individual> children = crossover(a, b, random);
  const MapData first_map = children[0].map;
  drop_unacceptable(children);
  // Maps are taken by the first children's numbers: a second child left alone gets the first's.
  const bool first_rejected = !acceptable(first_map);
  if (first_rejected) children[0].map = first_map;
  for (Individual& child : children) mutate(child, rate, random);
  drop_unacceptable(children);
  return children;
}

}  // namespace evorisk::experiments::original
