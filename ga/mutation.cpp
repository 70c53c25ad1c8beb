#include "ga/mutation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "ga/map_edit.hpp"
#include "ga/mutation_kinds.hpp"
#include "ga/planar_graph.hpp"
#include "maps/planarity.hpp"

namespace evorisk::ga {
namespace {

using maps::Border;
using maps::Continent;
using maps::MapData;

constexpr int lowest_bonus = 1;

std::uint32_t bound(std::size_t count) {
  return static_cast<std::uint32_t>(count);
}

// `fits` says of a border whether the map stays planar with it.
template <class Fits>
Mutated add_border_that(Fits fits, MapData& map, Random& random) {
  const int count = territory_count(map);
  const std::int64_t pairs = std::int64_t{count} * (count - 1) / 2;
  if (pairs == static_cast<std::int64_t>(map.borders.size())) return Mutated::impossible;
  // A planar map has few borders among its pairs, but for the smallest: some draws at most.
  Border border;
  auto place = map.borders.end();
  do {
    border.a = static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    border.b = static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    if (border.a > border.b) std::swap(border.a, border.b);
    place = std::lower_bound(map.borders.begin(), map.borders.end(), border);
  } while (border.a == border.b || (place != map.borders.end() && *place == border));
  if (!fits(border)) return Mutated::refused;
  map.borders.insert(place, border);
  return Mutated::made;
}

Mutated add_border(MapData& map, Random& random) {
  const auto fits = [&map](Border border) {
    std::vector<Border> borders = map.borders;
    borders.push_back(border);
    return maps::is_planar(territory_count(map), borders);
  };
  return add_border_that(fits, map, random);
}

Mutated add_border_drawn(MapData& map, maps::GrowingEmbedding& drawing, Random& random) {
  return add_border_that([&drawing](Border border) { return drawing.add(border); }, map, random);
}

// `separates` says of a border whether the map falls apart without it.
template <class Separates>
Mutated remove_border_unless(Separates separates, MapData& map, Random& random) {
  if (map.borders.empty()) return Mutated::impossible;
  const auto choice =
      map.borders.begin() + static_cast<std::ptrdiff_t>(random.below(bound(map.borders.size())));
  if (separates(*choice)) return Mutated::refused;
  map.borders.erase(choice);
  return Mutated::made;
}

Mutated remove_border(MapData& map, Random& random) {
  const auto separates = [&map](Border border) {
    std::vector<Border> borders = map.borders;
    std::erase(borders, border);
    return !maps::is_connected(territory_count(map), borders);
  };
  return remove_border_unless(separates, map, random);
}

Mutated remove_border_drawn(MapData& map, maps::GrowingEmbedding& drawing, Random& random) {
  Border gone;
  const auto separates = [&](Border border) {
    gone = border;
    return drawing.separates(border);
  };
  const Mutated outcome = remove_border_unless(separates, map, random);
  if (outcome == Mutated::made) drawing.remove(gone);
  return outcome;
}

// Of a change that leaves all borders, and so their drawing, as they are.
template <Mutated (*Mutate)(MapData& map, Random& random)>
Mutated all_borders_stay(MapData& map, maps::GrowingEmbedding& /*drawing*/, Random& random) {
  return Mutate(map, random);
}

Mutated move_territory(MapData& map, Random& random) {
  thread_local std::vector<int> continent_of;
  continent_numbers(map, continent_of);
  struct Move {
    int territory;
    int to;  // the continent of a neighbour
  };
  thread_local std::vector<Move> moves;
  moves.resize(std::max(moves.size(), 2 * map.borders.size()));
  std::size_t count = 0;
  for (const Border& border : map.borders) {
    const int of_a = continent_of[static_cast<std::size_t>(border.a)];
    const int of_b = continent_of[static_cast<std::size_t>(border.b)];
    // Written in any case: which borders are inside a continent is hard to foretell.
    moves[count] = {border.a, of_b};
    moves[count + 1] = {border.b, of_a};
    count += of_a == of_b ? 0 : 2;
  }
  if (count == 0) return Mutated::impossible;
  const auto [territory, to] = moves[random.below(bound(count))];
  const int from = continent_of[static_cast<std::size_t>(territory)];
  std::vector<int>& source = map.continents[static_cast<std::size_t>(from)].territories;
  std::vector<int>& target = map.continents[static_cast<std::size_t>(to)].territories;
  if (source.size() == 1) return Mutated::refused;
  source.erase(std::lower_bound(source.begin(), source.end(), territory));
  target.insert(std::lower_bound(target.begin(), target.end(), territory), territory);
  return Mutated::made;
}

Mutated swap_bonuses(MapData& map, Random& random) {
  if (map.continents.size() < 2) return Mutated::impossible;
  const std::size_t a = random.below(bound(map.continents.size()));
  std::size_t b = random.below(bound(map.continents.size() - 1));
  if (b >= a) ++b;
  std::swap(map.continents[a].bonus, map.continents[b].bonus);
  return Mutated::made;
}

Mutated change_bonus(MapData& map, Random& random) {
  Continent& continent = map.continents[random.below(bound(map.continents.size()))];
  const int bonus = continent.bonus + (random.below(2) == 0 ? -1 : 1);
  if (bonus < lowest_bonus || bonus > highest_bonus) return Mutated::refused;
  continent.bonus = bonus;
  return Mutated::made;
}

constexpr std::array<MapMutation, map_mutation_count> mutations = {{
    {"add_border",
     "Joins two territories that do not border each other, each pair equally likely; refused when "
     "the map would not be planar",
     "thesis 4.3.3", add_border, add_border_drawn},
    {"remove_border",
     "Removes a border, each equally likely; refused when the map would fall apart", "thesis 4.3.3",
     remove_border, remove_border_drawn},
    {"move_territory",
     "Moves a territory to the continent of a neighbour, each border between continents and "
     "direction equally likely; refused when its continent would be left empty",
     "thesis 4.3.3", move_territory, all_borders_stay<move_territory>},
    {"swap_bonuses", "Swaps the bonuses of two different continents, each pair equally likely",
     "thesis 4.3.3", swap_bonuses, all_borders_stay<swap_bonuses>},
    {"change_bonus",
     "Changes the bonus of one continent, each equally likely, by +1 or -1, equally likely; "
     "refused when it would leave 1 ... 1000",
     "thesis 4.3.3", change_bonus, all_borders_stay<change_bonus>},
    {"split_territory",
     "Splits a territory, each equally likely, into two that border each other, deals its "
     "neighbours out between them at random where the map stays planar, and lets up to two of them "
     "border both",
     "this project", split_territory},
    {"merge_territories",
     "Makes one territory of the two ends of a border, each equally likely; refused when a "
     "continent would be left empty",
     "this project", merge_territories},
    {"add_territory",
     "Adds a territory beside a border, each equally likely, that borders both its ends and, where "
     "the map stays planar, a neighbour of the one whose continent it joins",
     "this project", add_territory},
    {"remove_territory",
     "Removes a territory, each equally likely; refused when the map would fall apart or a "
     "continent would be left empty",
     "this project", remove_territory},
    {"split_continent",
     "Splits a continent of two territories or more, each equally likely, in two that grow from "
     "random seeds; the bonus is shared by size",
     "this project", split_continent, all_borders_stay<split_continent>},
    {"merge_continents",
     "Makes one continent of two on both sides of a border, each equally likely; the bonuses are "
     "added",
     "this project", merge_continents, all_borders_stay<merge_continents>},
    {"add_sea_route",
     "Joins two territories of different continents that are three borders apart or more, each "
     "pair equally likely; refused when the map would not be planar",
     "this project", add_sea_route},
    {"mirror",
     "Keeps a connected half of the map, grown around a random territory, and joins it to its own "
     "mirror image along the cut",
     "this project", mirror_map},
    {"fit_bonus",
     "Gives one continent, each equally likely, the bonus that follows from its size and borders; "
     "refused when it has it already",
     "maps/generator.hpp, continent_bonus", fit_bonus, all_borders_stay<fit_bonus>},
}};
static_assert(!mutations.back().name.empty());

}  // namespace

std::span<const MapMutation> map_mutations() {
  return mutations;
}

std::span<const MapMutation> thesis_mutations() {
  return map_mutations().first(5);
}

std::vector<std::string_view> mutation_names() {
  std::vector<std::string_view> names;
  for (const MapMutation& known : mutations) names.push_back(known.name);
  return names;
}

Mutated mutate(const MapMutation& mutation, int tries, MapData& map, Random& random,
               MapDrawing* drawing) {
  const bool drawn = drawing != nullptr && *drawing && mutation.mutate_drawn != nullptr;
  Mutated outcome = Mutated::refused;
  for (int i = 0; i < tries && outcome == Mutated::refused; ++i) {
    outcome = drawn ? mutation.mutate_drawn(map, **drawing, random) : mutation.mutate(map, random);
  }
  if (drawing != nullptr && !drawn && outcome == Mutated::made) drawing->reset();
  return outcome;
}

}  // namespace evorisk::ga
