// What should hold of a map, and why it does not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "maps/facts.hpp"

namespace evorisk::maps {

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

// "3 Iceland", or "3" where the territory has no name.
std::string territory_label(const MapData& data, int territory);
// The name of a continent, or its number.
std::string continent_label(const MapData& data, int continent);
// The first `most` labels; then " and 5 more".
std::string territory_labels(const MapData& data, const std::vector<int>& territories,
                             std::size_t most);

}  // namespace evorisk::maps
