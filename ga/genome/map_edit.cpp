#include "ga/genome/map_edit.hpp"

#include <algorithm>
#include <cstddef>

#include "base/error.hpp"
#include "base/index.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::ga {

using maps::Border;
using maps::Continent;
using maps::MapData;

std::vector<Border> borders_between(const MapData& map, const std::vector<int>& continent_of) {
  std::vector<Border> between;
  for (const Border& border : map.borders) {
    if (continent_of[at(border.a)] != continent_of[at(border.b)]) between.push_back(border);
  }
  return between;
}

std::vector<int> neighbours(const MapData& map, int territory) {
  std::vector<int> all;
  for (const Border& border : map.borders) {
    if (border.a == territory) all.push_back(border.b);
    if (border.b == territory) all.push_back(border.a);
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool insert_border(MapData& map, int a, int b) {
  const Border border = ordered_border(a, b);
  const auto place = std::lower_bound(map.borders.begin(), map.borders.end(), border);
  if (place != map.borders.end() && *place == border) return false;
  map.borders.insert(place, border);
  return true;
}

std::vector<std::vector<std::vector<int>>> continent_pieces(const MapData& map) {
  const std::vector<int> continent_of = continent_numbers(map);
  std::vector<Border> inner;
  for (const Border& border : map.borders) {
    if (continent_of[at(border.a)] == continent_of[at(border.b)]) inner.push_back(border);
  }
  std::vector<std::vector<std::vector<int>>> pieces(map.continents.size());
  for (std::vector<int>& piece : maps::components(territory_count(map), inner)) {
    pieces[at(continent_of[at(piece[0])])].push_back(std::move(piece));
  }
  return pieces;
}

// Each piece that moves joins the continent that it borders, so the pieces become fewer.
void mend_continents(MapData& map) {
  for (bool whole = false; !whole;) {
    whole = true;
    const auto all = continent_pieces(map);
    for (std::size_t c = 0; c < all.size() && whole; ++c) {
      if (all[c].size() < 2) continue;
      whole = false;
      const auto smaller = [](const auto& a, const auto& b) { return a.size() < b.size(); };
      const auto& kept = *std::ranges::max_element(all[c], smaller);
      const auto& moved = &all[c][0] == &kept ? all[c][1] : all[c][0];
      const std::vector<int> continent_of = continent_numbers(map);
      std::vector<int> shared(map.continents.size(), 0);
      for (const Border& border : map.borders) {
        const bool from_a = std::ranges::binary_search(moved, border.a);
        if (from_a == std::ranges::binary_search(moved, border.b)) continue;
        ++shared[at(continent_of[at(from_a ? border.b : border.a)])];
      }
      const auto to = std::ranges::max_element(shared) - shared.begin();
      std::vector<int>& own = map.continents[c].territories;
      std::erase_if(own, [&](int t) { return std::ranges::binary_search(moved, t); });
      std::vector<int>& target = map.continents[at(to)].territories;
      target.insert(target.end(), moved.begin(), moved.end());
      std::ranges::sort(target);
    }
  }
}

void require_bred(const MapData& map, std::string_view kind, std::string_view name, bool planar) {
  if (const auto broken = maps::broken_invariant(map)) {
    throw InputError("{} \"{}\": {}", kind, name, *broken);
  }
  if (planar && !maps::is_planar(territory_count(map), map.borders)) {
    throw InputError("{} \"{}\": its map is not planar", kind, name);
  }
}

}  // namespace evorisk::ga
