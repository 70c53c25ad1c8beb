#include "ga/operators/mutation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/registry.hpp"
#include "ga/genome/map_edit.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::ga {
namespace {

using maps::Border;
using maps::Continent;
using maps::MapData;

constexpr int lowest_bonus = 1;

Mutated add_border(MapData& map, Random& random) {
  const int count = territory_count(map);
  const std::int64_t pairs = std::int64_t{count} * (count - 1) / 2;
  if (pairs == static_cast<std::int64_t>(map.borders.size())) return Mutated::impossible;
  // A planar map has few borders among its pairs, but for the smallest: some draws at most.
  int a = 0;
  int b = 0;
  do {
    a = random.index(count);
    b = random.index(count);
  } while (a == b || !insert_border(map, a, b));
  if (maps::is_planar(count, map.borders)) return Mutated::made;
  std::erase(map.borders, ordered_border(a, b));
  return Mutated::refused;
}

Mutated remove_border(MapData& map, Random& random) {
  if (map.borders.empty()) return Mutated::impossible;
  std::vector<Border> rest = map.borders;
  rest.erase(rest.begin() + random.index(static_cast<int>(rest.size())));
  if (!maps::is_connected(territory_count(map), rest)) return Mutated::refused;
  map.borders = std::move(rest);
  return Mutated::made;
}

Mutated move_territory(MapData& map, Random& random) {
  const std::vector<int> continent_of = continent_numbers(map);
  struct Move {
    int territory;
    int to;  // the continent of a neighbour
  };
  std::vector<Move> moves;
  for (const Border& border : map.borders) {
    const int of_a = continent_of[at(border.a)];
    const int of_b = continent_of[at(border.b)];
    if (of_a == of_b) continue;
    moves.push_back({border.a, of_b});
    moves.push_back({border.b, of_a});
  }
  if (moves.empty()) return Mutated::impossible;
  const auto [territory, to] = random.pick(moves);
  std::vector<int>& source = map.continents[at(continent_of[at(territory)])].territories;
  std::vector<int>& target = map.continents[at(to)].territories;
  if (source.size() == 1) return Mutated::refused;
  std::erase(source, territory);
  target.insert(std::lower_bound(target.begin(), target.end(), territory), territory);
  return Mutated::made;
}

Mutated swap_bonuses(MapData& map, Random& random) {
  if (map.continents.size() < 2) return Mutated::impossible;
  const auto count = static_cast<int>(map.continents.size());
  const int a = random.index(count);
  int b = random.index(count - 1);
  if (b >= a) ++b;
  std::swap(map.continents[at(a)].bonus, map.continents[at(b)].bonus);
  return Mutated::made;
}

Mutated change_bonus(MapData& map, Random& random) {
  Continent& continent = random.pick(map.continents);
  const int bonus = continent.bonus + (random.below(2) == 0 ? -1 : 1);
  if (bonus < lowest_bonus || bonus > highest_bonus) return Mutated::refused;
  continent.bonus = bonus;
  return Mutated::made;
}

const MapMutation own_mutations[] = {
    {"add_border",
     "Joins two territories that do not border each other, each pair equally likely; refused when "
     "the map would not be planar",
     "thesis 4.3.3", add_border},
    {"remove_border",
     "Removes a border, each equally likely; refused when the map would fall apart", "thesis 4.3.3",
     remove_border},
    {"move_territory",
     "Moves a territory to the continent of a neighbour, each border between continents and "
     "direction equally likely; refused when its continent would be left empty",
     "thesis 4.3.3", move_territory},
    {"swap_bonuses", "Swaps the bonuses of two different continents, each pair equally likely",
     "thesis 4.3.3", swap_bonuses},
    {"change_bonus",
     "Changes the bonus of one continent, each equally likely, by +1 or -1, equally likely; "
     "refused when it would leave 1 ... 1000",
     "thesis 4.3.3", change_bonus},
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
     "this project", split_continent},
    {"merge_continents",
     "Makes one continent of two on both sides of a border, each equally likely; the bonuses are "
     "added",
     "this project", merge_continents},
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
     "maps/generate/generator.hpp, continent_bonus", fit_bonus},
    {"join_near",
     "Joins two territories that have a neighbour in common, each pair equally likely; refused "
     "when the map would not be planar",
     "this project", join_near},
    {"isthmus",
     "Leaves two continents one border between them, each border between continents equally "
     "likely, and further ones without which the map would fall apart",
     "this project", isthmus},
    {"regrow_continents",
     "Parts the whole map anew into contiguous continents of sizes as designers have them, with "
     "bonuses as deal_bonuses gives them",
     "maps/generate/generator.hpp, regrow_continents", regrow_continents},
    {"deal_bonuses",
     "Gives all continents new bonuses as designers do: by size, by entries, by both or the same "
     "for all, more and less generous",
     "maps/generate/generator.hpp, deal_bonuses", deal_bonuses},
};

OpenTable<MapMutation>& mutations() {
  static OpenTable<MapMutation> table("mutation", own_mutations);
  return table;
}

}  // namespace

std::span<const MapMutation> map_mutations() {
  return mutations().rows();
}

void add_mutation(MapMutation mutation) {
  if (!mutation.mutate) throw InputError("mutation \"{}\" has no function", mutation.name);
  mutation.mutate = [mutate = std::move(mutation.mutate), name = mutation.name](MapData& map,
                                                                                Random& random) {
    const bool planar = maps::is_planar(territory_count(map), map.borders);
    const Mutated outcome = mutate(map, random);
    if (outcome == Mutated::made) require_bred(map, "mutation", name, planar);
    return outcome;
  };
  mutations().add(std::move(mutation));
}

std::span<const MapMutation> thesis_mutations() {
  return map_mutations().first(5);
}

Mutated mutate(const MapMutation& mutation, int tries, MapData& map, Random& random) {
  Mutated outcome = Mutated::refused;
  while (tries-- > 0 && outcome == Mutated::refused) outcome = mutation.mutate(map, random);
  return outcome;
}

}  // namespace evorisk::ga
