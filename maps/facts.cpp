#include "maps/facts.hpp"

#include <algorithm>
#include <utility>

#include "base/index.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::maps {
namespace {

// From the middle of a long way, two territories within D/2 steps are within D of each other: only
// what is farther off need be searched from (Crescenzi and others, "On computing the diameter of
// real-world undirected graphs", 2013). 20,000 territories took a minute by searches from all.
int diameter(int count, std::span<const Border> borders) {
  if (count == 0) return 0;
  Searches searches(count, borders);
  if (std::ssize(searches.from(0)) < count) return -1;
  int middle = searches.from(searches.from(0).back()).back();
  int longest = searches.distance(middle);
  for (int steps = longest / 2; steps > 0; --steps) middle = searches.back(middle);
  std::vector<std::pair<int, int>> far;  // distance from the middle, territory
  for (const int t : searches.from(middle)) far.emplace_back(searches.distance(t), t);
  for (auto at_end = far.rbegin(); at_end != far.rend() && 2 * at_end->first > longest; ++at_end) {
    longest = std::max(longest, searches.distance(searches.from(at_end->second).back()));
  }
  return longest;
}

}  // namespace

std::vector<ContinentFacts> continent_facts(const MapData& data) {
  const std::vector<int> continent_of = continent_numbers(data);
  const std::vector<bool> borders_out = gates(data, continent_of);
  std::vector<ContinentFacts> facts(data.continents.size());
  std::vector<Border> inner;
  for (const Border& border : data.borders) {
    const int a = continent_of[at(border.a)];
    const int b = continent_of[at(border.b)];
    if (a == b) {
      inner.push_back(border);
      if (a >= 0) ++facts[at(a)].inner_borders;
      continue;
    }
    for (const int continent : {a, b}) {
      if (continent >= 0) ++facts[at(continent)].outer_borders;
    }
  }
  for (const auto& part : components(static_cast<int>(data.territories.size()), inner)) {
    const int c = continent_of[at(part.front())];
    if (c >= 0) ++facts[at(c)].parts;
  }
  for (std::size_t t = 0; t < borders_out.size(); ++t) {
    if (borders_out[t] && continent_of[t] >= 0) ++facts[at(continent_of[t])].border_territories;
  }
  return facts;
}

const std::vector<int>& Searches::from(int start) {
  distance_.assign(neighbours_.size(), -1);
  distance_[at(start)] = 0;
  order_ = {start};
  for (std::size_t i = 0; i < order_.size(); ++i) {
    for (const int next : neighbours_[at(order_[i])]) {
      if (distance_[at(next)] >= 0) continue;
      distance_[at(next)] = distance_[at(order_[i])] + 1;
      order_.push_back(next);
    }
  }
  return order_;
}

int Searches::back(int t) const {
  return *std::ranges::find(neighbours_[at(t)], distance(t) - 1,
                            [&](int near) { return distance(near); });
}

std::vector<int> distances(int territory_count, std::span<const Border> borders, int start) {
  Searches searches(territory_count, borders);
  searches.from(start);
  return searches.distances();
}

MapFacts map_facts(const MapData& data) {
  const int count = static_cast<int>(data.territories.size());
  MapFacts facts;
  facts.kuratowski = kuratowski_borders(count, data.borders);
  facts.planar = facts.kuratowski.empty();
  facts.components = components(count, data.borders);

  std::vector<int> degrees;
  for (const auto& own : neighbour_lists(data.territories.size(), data.borders)) {
    degrees.push_back(static_cast<int>(own.size()));
  }
  if (count > 0) {
    facts.lowest_degree = *std::min_element(degrees.begin(), degrees.end());
    facts.highest_degree = *std::max_element(degrees.begin(), degrees.end());
    facts.mean_degree = 2.0 * static_cast<double>(data.borders.size()) / count;
    facts.territories_of_degree.resize(at(facts.highest_degree + 1), 0);
  }
  for (const int degree : degrees) ++facts.territories_of_degree[at(degree)];
  facts.cut_territories = cuts(count, data.borders).territories;
  facts.diameter = diameter(count, data.borders);
  facts.continents = continent_facts(data);
  return facts;
}

}  // namespace evorisk::maps
