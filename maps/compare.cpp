#include "maps/compare.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "maps/planar/isomorphism.hpp"

namespace evorisk::maps {
namespace {

std::optional<std::map<std::string, int>> full_names(const Map& map) {
  std::map<std::string, int> names;
  for (int t = 0; t < map.territory_count(); ++t) {
    if (map.territory(t).name.empty()) return std::nullopt;
    names.emplace(map.territory(t).name, t);
  }
  return names;
}

Likeness likeness(const Map& a, const Map& b) {
  if (a == b) return Likeness::identical;
  if (isomorphic(a, b, Sameness::continents)) return Likeness::continents;
  return isomorphic(a, b, Sameness::borders) ? Likeness::borders : Likeness::none;
}

// The borders of `map` that the other has not; `to_other` tells the other's territories.
std::vector<Border> borders_only_in(const Map& map, const Map& other,
                                    const std::vector<int>& to_other) {
  std::vector<Border> list;
  for (const Border& border : map.borders()) {
    if (!other.adjacent(to_other[at(border.a)], to_other[at(border.b)])) list.push_back(border);
  }
  return list;
}

// The second's continent that shares the most territories with a continent of the first.
ContinentMatch nearest_continent(const Map& a, const Map& b, const std::vector<int>& of_a, int c) {
  std::vector<int> shared(b.continents().size(), 0);
  for (const int t : a.continent(c).territories) ++shared[at(b.continent_of(of_a[at(t)]))];
  const auto most = std::ranges::max_element(shared);
  return {c, static_cast<int>(most - shared.begin()), *most};
}

}  // namespace

MapComparison compare_maps(const Map& a, const Map& b) {
  MapComparison result;
  result.likeness = likeness(a, b);
  if (a.territory_count() != b.territory_count()) return result;
  const auto names_of_a = full_names(a);
  const auto names_of_b = full_names(b);
  const bool named =
      names_of_a && names_of_b &&
      std::ranges::equal(*names_of_a, *names_of_b, {}, &std::pair<const std::string, int>::first,
                         &std::pair<const std::string, int>::first);
  result.matching = named ? MapComparison::Matching::names : MapComparison::Matching::numbers;
  std::vector<int> of_a;
  std::vector<int> of_b(at(a.territory_count()));
  for (int t = 0; t < a.territory_count(); ++t) {
    of_a.push_back(named ? names_of_b->at(a.territory(t).name) : t);
    of_b[at(of_a.back())] = t;
  }
  result.only_in_first = borders_only_in(a, b, of_a);
  result.only_in_second = borders_only_in(b, a, of_b);
  for (int c = 0; c < a.continent_count(); ++c) {
    result.continents.push_back(nearest_continent(a, b, of_a, c));
  }
  return result;
}

}  // namespace evorisk::maps
