// A playable game: rules and a map, with everything that play needs looked up beforehand.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "maps/base/json.hpp"
#include "maps/map.hpp"
#include "risk/rules.hpp"

namespace evorisk::risk {

// Immutable; built once and shared by all threads. Territory sets are bit sets of words() 64-bit
// words, territory t being bit t % 64 of word t / 64.
class Variant {
 public:
  // Throws InputError when rules and map do not fit (fewer territories than players).
  Variant(std::string name, Rules rules, maps::MapPtr map);

  const std::string& name() const { return name_; }
  const Rules& rules() const { return rules_; }
  const maps::Map& map() const { return *map_; }
  const maps::MapPtr& map_ptr() const { return map_; }

  int players() const { return rules_.players; }
  int territories() const { return map_->territory_count(); }
  int continents() const { return map_->continent_count(); }
  int words() const { return words_; }

  std::span<const int> neighbours(int t) const { return map_->neighbours(t); }
  std::span<const std::uint64_t> neighbour_set(int t) const;
  std::span<const std::uint64_t> continent_set(int c) const;

  // Troops for the k-th exchange of a match, k from 0 (rules: card_schedule, then its step).
  int exchange_troops(int k) const;

 private:
  std::string name_;
  Rules rules_;
  maps::MapPtr map_;
  int words_ = 1;
  std::vector<std::uint64_t> neighbour_sets_;
  std::vector<std::uint64_t> continent_sets_;
};

// {"format": 1, "name", "rules": {...}, "map": name | path | object}. Paths are relative to
// `base_directory`. Throws InputError.
Variant variant_from_json(const JsonView& view, const std::string& base_directory);
// The map in place.
nlohmann::ordered_json variant_to_json(const Variant& variant);
// A variant file; or, when `name_or_file` is a library map's name, that map with its preset
// ("risk" -> rules risk, "war" and "thesis-war" -> war, "thesis-1" -> risk, else thesis).
Variant load_variant(const std::string& name_or_file);

}  // namespace evorisk::risk
