// What breeding leaves as it is: parts of the initial map, named by a configuration's `keep`.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ga/config.hpp"
#include "maps/map.hpp"

namespace evorisk::ga {

// Parts of a map that others must have, too; parts are known by the names of territories and
// continents, whatever their numbers are.
class KeptParts {
 public:
  // Of the configuration's one initial map: "territory:NAME" (name and position), "continent:NAME"
  // (its bonus, its territories, the borders between them), "border:NAME-NAME", "bonus:NAME". What
  // concerns rules, and "map", is looked at but keeps no part. Throws InputError, starting with
  // `source`: what is unknown or has no name, what the search space lets evolve all the same
  // ("rules", "rule:KEY", "map"), and several or generated initial maps.
  KeptParts(const Config& config, const std::string& source);

  bool empty() const {
    return territories_.empty() && continents_.empty() && borders_.empty() && bonuses_.empty();
  }
  // Whether a map, whole or in the making, has all of them as they are.
  bool in(const maps::MapData& map) const;
  // Whether a territory is kept with its place: one of them, or any where the map is kept.
  bool holds(const maps::Territory& territory) const;

 private:
  struct NamedContinent {
    std::string name;
    int bonus = 0;
    std::vector<std::string> territories;             // ascending
    std::vector<std::array<std::string, 2>> borders;  // each and all ascending
  };
  static NamedContinent named(const maps::MapData& map, const maps::Continent& continent);

  bool whole_map_ = false;
  std::vector<maps::Territory> territories_;
  std::vector<NamedContinent> continents_;
  std::vector<std::array<std::string, 2>> borders_;
  std::vector<NamedContinent> bonuses_;  // of them, name and bonus
};

}  // namespace evorisk::ga
