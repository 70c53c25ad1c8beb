#include "maps/facts.hpp"

#include <algorithm>

#include "maps/base/index.hpp"
#include "maps/planarity.hpp"

namespace evorisk::maps {
namespace {

using Lists = std::vector<std::vector<int>>;

// Hopcroft and Tarjan's cut vertices, by a depth-first search without recursion.
std::vector<int> cut_territories(const Lists& neighbours) {
  const int count = static_cast<int>(neighbours.size());
  std::vector<int> entered(at(count), 0);  // 0: not yet
  std::vector<int> lowest(at(count), 0);
  std::vector<int> parent(at(count), -1);
  std::vector<std::size_t> next(at(count), 0);
  std::vector<bool> cuts(at(count), false);
  int clock = 0;
  std::vector<int> path;
  for (int root = 0; root < count; ++root) {
    if (entered[at(root)] != 0) continue;
    int branches = 0;
    path.assign(1, root);
    entered[at(root)] = lowest[at(root)] = ++clock;
    while (!path.empty()) {
      const int v = path.back();
      if (next[at(v)] < neighbours[at(v)].size()) {
        const int w = neighbours[at(v)][next[at(v)]++];
        if (entered[at(w)] == 0) {
          parent[at(w)] = v;
          entered[at(w)] = lowest[at(w)] = ++clock;
          path.push_back(w);
        } else {
          lowest[at(v)] = std::min(lowest[at(v)], entered[at(w)]);
        }
        continue;
      }
      path.pop_back();
      const int up = parent[at(v)];
      if (up < 0) continue;
      lowest[at(up)] = std::min(lowest[at(up)], lowest[at(v)]);
      if (up == root) {
        ++branches;
      } else if (lowest[at(v)] >= entered[at(up)]) {
        cuts[at(up)] = true;
      }
    }
    if (branches > 1) cuts[at(root)] = true;
  }
  std::vector<int> found;
  for (int t = 0; t < count; ++t) {
    if (cuts[at(t)]) found.push_back(t);
  }
  return found;
}

int diameter(const Lists& neighbours) {
  const int count = static_cast<int>(neighbours.size());
  int longest = 0;
  std::vector<int> distance;
  std::vector<int> queue;
  for (int start = 0; start < count; ++start) {
    distance.assign(at(count), -1);
    distance[at(start)] = 0;
    queue.assign(1, start);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const int w : neighbours[at(queue[i])]) {
        if (distance[at(w)] >= 0) continue;
        distance[at(w)] = distance[at(queue[i])] + 1;
        queue.push_back(w);
      }
    }
    if (static_cast<int>(queue.size()) < count) return -1;
    longest = std::max(longest, distance[at(queue.back())]);
  }
  return longest;
}

std::vector<ContinentFacts> continent_facts(const MapData& data) {
  std::vector<int> continent_of(data.territories.size(), -1);
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    for (const int t : data.continents[c].territories) continent_of[at(t)] = static_cast<int>(c);
  }
  std::vector<ContinentFacts> facts(data.continents.size());
  std::vector<bool> borders_out(data.territories.size(), false);
  std::vector<Border> inner;
  for (const Border& border : data.borders) {
    const int a = continent_of[at(border.a)];
    const int b = continent_of[at(border.b)];
    if (a == b) {
      inner.push_back(border);
      if (a >= 0) ++facts[at(a)].inner_borders;
      continue;
    }
    for (const auto& [continent, t] : {std::pair(a, border.a), std::pair(b, border.b)}) {
      if (continent >= 0) ++facts[at(continent)].outer_borders;
      borders_out[at(t)] = true;
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

}  // namespace

MapFacts map_facts(const MapData& data) {
  const int count = static_cast<int>(data.territories.size());
  MapFacts facts;
  facts.kuratowski = kuratowski_borders(count, data.borders);
  facts.planar = facts.kuratowski.empty();
  facts.components = components(count, data.borders);

  Lists neighbours(data.territories.size());
  for (const Border& border : data.borders) {
    neighbours[at(border.a)].push_back(border.b);
    neighbours[at(border.b)].push_back(border.a);
  }
  facts.lowest_degree = count > 0 ? static_cast<int>(neighbours[0].size()) : 0;
  for (const auto& list : neighbours) {
    const int degree = static_cast<int>(list.size());
    facts.lowest_degree = std::min(facts.lowest_degree, degree);
    facts.highest_degree = std::max(facts.highest_degree, degree);
    if (facts.territories_of_degree.size() <= list.size()) {
      facts.territories_of_degree.resize(list.size() + 1, 0);
    }
    ++facts.territories_of_degree[list.size()];
  }
  if (count > 0) facts.mean_degree = 2.0 * static_cast<double>(data.borders.size()) / count;
  facts.cut_territories = cut_territories(neighbours);
  facts.diameter = diameter(neighbours);
  facts.continents = continent_facts(data);
  return facts;
}

}  // namespace evorisk::maps
