#include "ga/operators/keep.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "ga/genome/search_space.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::ga {
namespace {

using NamePair = std::array<std::string, 2>;

NamePair named_border(const maps::MapData& map, const maps::Border& border) {
  NamePair names = {map.territories[at(border.a)].name, map.territories[at(border.b)].name};
  if (names[1] < names[0]) std::swap(names[0], names[1]);
  return names;
}

bool has_border(const maps::MapData& map, const NamePair& names) {
  return std::ranges::any_of(
      map.borders, [&](const maps::Border& border) { return named_border(map, border) == names; });
}

// The only thing of this name. Throws InputError with the nearest name.
template <class Thing>
const Thing& the_one(const std::vector<Thing>& things, std::string_view kind,
                     const std::string& name, const std::string& place) {
  std::vector<std::string_view> names;
  const Thing* found = nullptr;
  for (const Thing& thing : things) {
    if (!thing.name.empty()) names.push_back(thing.name);
    if (name.empty() || thing.name != name) continue;
    if (found != nullptr) throw InputError("{}: several have the name \"{}\"", place, name);
    found = &thing;
  }
  if (names.empty()) {
    throw InputError("{}: the map's {} have no names, so none of them can be kept", place,
                     kind == "territory" ? Message("territories") : Message("continents"));
  }
  if (found == nullptr) throw InputError("{}: {}", place, unknown_name(kind, name, names));
  return *found;
}

}  // namespace

KeptParts::NamedContinent KeptParts::named(const maps::MapData& map,
                                           const maps::Continent& continent) {
  NamedContinent kept{continent.name, continent.bonus, {}, {}};
  for (const int t : continent.territories) kept.territories.push_back(map.territories[at(t)].name);
  std::ranges::sort(kept.territories);
  const auto inside = [&](int t) { return std::ranges::count(continent.territories, t) > 0; };
  for (const maps::Border& border : map.borders) {
    if (inside(border.a) && inside(border.b)) kept.borders.push_back(named_border(map, border));
  }
  std::ranges::sort(kept.borders);
  return kept;
}

KeptParts::KeptParts(const Config& config, const std::string& source) {
  if (config.keep.empty()) return;
  const SearchSpace& space = config.search_space;
  if (space.initial_maps.size() != 1) {
    throw InputError(
        "{}: keep: there must be one initial map to keep parts of, not {}", source,
        space.generated ? Message("generated ones") : Message("{}", space.initial_maps.size()));
  }
  const maps::MapData& map = space.initial_maps.front().map->data();
  for (const std::string& keep : config.keep) {
    const std::string place = source + ": keep: " + keep;
    const auto refuse_evolving = [&](const std::string& key) {
      if (std::ranges::count(gene_keys(space), std::string_view(key)) == 0) return;
      throw InputError("{}: search_space.rules lets {} evolve", place, key);
    };
    const std::size_t colon = keep.find(':');
    const std::string kind = keep.substr(0, colon);
    const std::string name = colon == std::string::npos ? "" : keep.substr(colon + 1);
    if (keep == "rules") {
      for (const RuleGene& gene : space.genes) refuse_evolving(gene.key);
    } else if (keep == "map") {
      if (space.map_evolves) throw InputError("{}: search_space.map lets the map evolve", place);
      whole_map_ = true;
    } else if (kind == "rule") {
      try {
        find_named(risk::rule_keys(), "rule", name);
      } catch (const InputError& error) {
        throw InputError("{}: {}", place, error.message());
      }
      refuse_evolving(name);
    } else if (kind == "territory") {
      territories_.push_back(the_one(map.territories, "territory", name, place));
    } else if (kind == "continent" || kind == "bonus") {
      const maps::Continent& continent = the_one(map.continents, "continent", name, place);
      if (kind == "bonus") {
        bonuses_.push_back({name, continent.bonus, {}, {}});
        continue;
      }
      continents_.push_back(named(map, continent));
      for (const int t : continent.territories) {
        const maps::Territory& own = map.territories[at(t)];
        territories_.push_back(the_one(map.territories, "territory", own.name, place));
      }
    } else if (kind == "border") {
      // Names may have hyphens, too: each of them may be the one between two names.
      NamePair ends;
      for (std::size_t i = name.find('-'); i != std::string::npos; i = name.find('-', i + 1)) {
        NamePair pair = {name.substr(0, i), name.substr(i + 1)};
        if (pair[1] < pair[0]) std::swap(pair[0], pair[1]);
        if (pair[0].empty() || !has_border(map, pair)) continue;
        if (!ends[0].empty()) throw InputError("{}: two borders are called so", place);
        ends = pair;
      }
      if (ends[0].empty()) throw InputError("{}: the map has no such border", place);
      borders_.push_back(ends);
    } else {
      constexpr std::array<std::string_view, 7> valid = {
          "rules",     "map", "rule:KEY", "territory:NAME", "continent:NAME", "border:NAME-NAME",
          "bonus:NAME"};
      throw InputError("{}: keep: {}", source, unknown_name("part", keep, valid));
    }
  }
  if (space.bonuses != BonusPolicy::evolve && !(continents_.empty() && bonuses_.empty())) {
    throw InputError("{}: keep: no bonus can be kept but with search_space.bonuses \"evolve\"",
                     source);
  }
}

bool KeptParts::holds(const maps::Territory& territory) const {
  return whole_map_ || std::ranges::count(territories_, territory) > 0;
}

bool KeptParts::in(const maps::MapData& map) const {
  const auto continent = [&](const std::string& name) {
    return std::ranges::find(map.continents, name, &maps::Continent::name);
  };
  for (const maps::Territory& kept : territories_) {
    if (std::ranges::count(map.territories, kept) == 0) return false;
  }
  for (const NamedContinent& kept : bonuses_) {
    const auto found = continent(kept.name);
    if (found == map.continents.end() || found->bonus != kept.bonus) return false;
  }
  for (const NamedContinent& kept : continents_) {
    const auto found = continent(kept.name);
    if (found == map.continents.end() || found->bonus != kept.bonus) return false;
    const NamedContinent own = named(map, *found);
    if (own.territories != kept.territories || own.borders != kept.borders) return false;
  }
  return std::ranges::all_of(borders_, [&](const NamePair& kept) { return has_border(map, kept); });
}

}  // namespace evorisk::ga
