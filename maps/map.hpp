// The board: territories, the borders between them, and the continents they form.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "base/message.hpp"

namespace evorisk::maps {

struct Point {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

struct Territory {
  std::string name;               // may be empty; unique where given
  std::optional<Point> position;  // in the unit square, y downwards; for drawings only
  friend bool operator==(const Territory&, const Territory&) = default;
};

// An undirected border, between two different territories.
struct Border {
  int a = 0;
  int b = 0;
  friend auto operator<=>(const Border&, const Border&) = default;
};

inline Border ordered_border(int a, int b) {
  return a < b ? Border{a, b} : Border{b, a};
}

struct Continent {
  std::string name;  // may be empty, need not be unique
  int bonus = 1;     // troops a turn for its sole owner; at least 1
  std::vector<int> territories;
  bool island = false;  // drawings part it from all others by sea
  friend bool operator==(const Continent&, const Continent&) = default;
};

// The plain, editable description of a map: what files hold and genetic operators change. It may
// break any invariant; only a Map is known to be whole.
struct MapData {
  std::string name;
  std::vector<Territory> territories;
  std::vector<Border> borders;
  std::vector<Continent> continents;
  // Positions are fractions of the board's width and height, and territories are drawn just there.
  // Else they say where territories lie to each other.
  bool placed = false;
  friend bool operator==(const MapData&, const MapData&) = default;
};

// The connected parts of a border graph: territories ascending within a part, parts by their lowest
// territory. Requires borders between existing territories.
std::vector<std::vector<int>> components(int territory_count, std::span<const Border> borders);

// The neighbours of each territory in the order of the borders. Requires the same.
std::vector<std::vector<int>> neighbour_lists(std::size_t territory_count,
                                              std::span<const Border> borders);

// Whether they are one part, or none. Requires the same.
bool is_connected(int territory_count, std::span<const Border> borders);

// The continent of each territory; -1 of those in none.
std::vector<int> continent_numbers(const MapData& data);
// Whether each territory has a neighbour in another continent, by their numbers.
std::vector<bool> gates(const MapData& data, std::span<const int> continent_of);

// The first broken invariant of `data` as a sentence (naming territories, borders or continents and
// the JSON path), or nothing if a Map can be made of it.
std::optional<Message> broken_invariant(const MapData& data);

// All of them, at most `most`. Borders and continents are not looked at before every territory is
// whole, connection not before every border is.
std::vector<Message> broken_invariants(const MapData& data, std::size_t most = 100);

// "12 Brazil", or "12" for a territory without a name.
std::string territory_label(const MapData& data, int territory);
// The first `most` labels or items; then " and 5 more".
Message territory_labels(const MapData& data, const std::vector<int>& territories,
                         std::size_t most);
Message enumerated(const std::vector<std::string>& items, std::size_t most);

// An immutable, whole map: at least 2 territories; every border between two different, existing
// territories and none twice; connected; every territory in exactly one continent; no empty
// continent; bonuses 1 ... 1000; territory names unique where given (continents' need not be); no
// control characters in names. Planarity is *not* an invariant of this
// type (the thesis' third map is not planar): ask maps/planar/planarity.hpp; the search asks it of
// every child. Knows nothing of rules or owners. Any number of territories that memory can hold.
class Map {
 public:
  // Normalises (borders a < b in ascending order, continent lists ascending) and checks.
  // Throws InputError with broken_invariant's sentence.
  explicit Map(MapData data);

  const std::string& name() const { return data_.name; }
  int territory_count() const { return static_cast<int>(data_.territories.size()); }
  int border_count() const { return static_cast<int>(data_.borders.size()); }
  int continent_count() const { return static_cast<int>(data_.continents.size()); }

  std::span<const Border> borders() const { return data_.borders; }
  std::span<const Continent> continents() const { return data_.continents; }
  const Continent& continent(int c) const { return data_.continents[at(c)]; }
  const Territory& territory(int t) const { return data_.territories[at(t)]; }
  int continent_of(int t) const { return continent_of_[at(t)]; }

  // The neighbours of t in ascending order.
  std::span<const int> neighbours(int t) const { return neighbours_[at(t)]; }
  bool adjacent(int a, int b) const;

  // As territory_label().
  std::string label(int t) const { return territory_label(data_, t); }

  const MapData& data() const { return data_; }

  // Equal as descriptions (indices, names, positions included); isomorphism is in
  // maps/planar/isomorphism.hpp.
  friend bool operator==(const Map& a, const Map& b) { return a.data_ == b.data_; }

 private:
  MapData data_;
  std::vector<int> continent_of_;
  std::vector<std::vector<int>> neighbours_;
};

// Maps are shared between variants, individuals and threads.
using MapPtr = std::shared_ptr<const Map>;

}  // namespace evorisk::maps
