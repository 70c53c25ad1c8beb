// What can be said of a map at a glance: what `evorisk map check` and the reports show.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

// How many borders to cross from `start` to each territory at least; -1 where no way leads.
std::vector<int> distances(int territory_count, std::span<const Border> borders, int start);

// Breadth-first searches of one graph.
class Searches {
 public:
  Searches(int territory_count, std::span<const Border> borders)
      : neighbours_(neighbour_lists(at(territory_count), borders)) {}

  // What can be reached, by its distance.
  const std::vector<int>& from(int start);
  // Of the last search; -1 where no way leads.
  int distance(int t) const { return distance_[at(t)]; }
  const std::vector<int>& distances() const { return distance_; }
  // The neighbour of t that is nearer to the start.
  int back(int t) const;

 private:
  std::vector<std::vector<int>> neighbours_;
  std::vector<int> distance_;
  std::vector<int> order_;
};

struct ContinentFacts {
  int parts = 0;               // connected parts of its own territories; 1 when it is contiguous
  int inner_borders = 0;       // between its own territories
  int outer_borders = 0;       // to other continents
  int border_territories = 0;  // its territories with an outer border: those to defend
};

// By continent. Requires what map_facts() does.
std::vector<ContinentFacts> continent_facts(const MapData& data);

struct MapFacts {
  bool planar = false;
  std::vector<Border> kuratowski;  // why not; see maps/planar/planarity.hpp
  std::vector<std::vector<int>> components;
  int lowest_degree = 0;
  int highest_degree = 0;
  double mean_degree = 0;
  std::vector<int> territories_of_degree;  // by degree, 0 ... highest_degree
  // Territories whose loss would split the map (of a connected map).
  std::vector<int> cut_territories;
  // The longest of the shortest ways between two territories, in borders; -1 when there is none.
  int diameter = 0;
  std::vector<ContinentFacts> continents;
};

// Requires territories, and borders and continents that speak of existing territories; a Map always
// does, and so do data without broken_invariants in these points. Borders must not be doubled.
MapFacts map_facts(const MapData& data);

// What should hold of a map, and why it does not.
struct MapCheck {
  std::string_view name;
  std::string_view documentation;
  bool by_default;  // required where no other choice is made
  // A sentence for each objection; the check holds when there is none. `facts` are those of
  // `countable`, which is countable(given).
  std::vector<Message> (*objections)(const MapData& given, const MapData& countable,
                                     const MapFacts& facts);
};
std::span<const MapCheck> map_checks();

// The same map without borders and continent members that name no territory, and without loops and
// doubled borders: facts can be computed of it.
MapData countable(MapData data);

// The name of a continent, or its number.
std::string continent_label(const MapData& data, int continent);

}  // namespace evorisk::maps
