#include "maps/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "maps/base/error.hpp"

namespace evorisk::maps {
namespace {

std::string label_of(const MapData& data, int t) {
  const std::string& name = data.territories[static_cast<std::size_t>(t)].name;
  return name.empty() ? fmt::format("{}", t) : fmt::format("{} {}", t, name);
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F;
  });
}

std::optional<std::string> broken_name(const std::string& where, std::string_view name) {
  if (!has_control_character(name)) return std::nullopt;
  return where + ".name: holds a control character (a line break, a tab, ...)";
}

std::optional<std::string> broken_territory(const MapData& data) {
  if (data.territories.size() < 2) {
    return fmt::format("territories: a map has at least 2 territories, found {}",
                       data.territories.size());
  }
  if (data.territories.size() > 100'000'000) return "territories: more than 100 million";
  std::unordered_map<std::string_view, std::size_t> named;
  for (std::size_t t = 0; t < data.territories.size(); ++t) {
    const Territory& territory = data.territories[t];
    const std::string where = fmt::format("territories[{}]", t);
    if (auto broken = broken_name(where, territory.name)) return broken;
    if (!territory.name.empty()) {
      const auto [other, is_new] = named.emplace(territory.name, t);
      if (!is_new) {
        return fmt::format("{}.name: \"{}\" is already the name of territory {}", where,
                           territory.name, other->second);
      }
    }
    if (territory.position) {
      const Point& p = *territory.position;
      if (!(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1)) {
        return fmt::format("{}: position ({}, {}) is outside the unit square", where, p.x, p.y);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> broken_border(const MapData& data) {
  const int count = static_cast<int>(data.territories.size());
  struct Numbered {
    Border border;
    std::size_t index;
  };
  std::vector<Numbered> seen;
  seen.reserve(data.borders.size());
  for (std::size_t i = 0; i < data.borders.size(); ++i) {
    const Border& border = data.borders[i];
    for (const int end : {border.a, border.b}) {
      if (end < 0 || end >= count) {
        return fmt::format("borders[{}]: there is no territory {} (valid: 0 to {})", i, end,
                           count - 1);
      }
    }
    if (border.a == border.b) {
      return fmt::format("borders[{}]: joins territory {} to itself", i, label_of(data, border.a));
    }
    seen.push_back({{std::min(border.a, border.b), std::max(border.a, border.b)}, i});
  }
  std::sort(seen.begin(), seen.end(), [](const Numbered& x, const Numbered& y) {
    return std::pair(x.border, x.index) < std::pair(y.border, y.index);
  });
  const Numbered* first_double = nullptr;
  const Numbered* its_first = nullptr;
  for (std::size_t i = 1; i < seen.size(); ++i) {
    if (seen[i].border == seen[i - 1].border &&
        (first_double == nullptr || seen[i].index < first_double->index)) {
      first_double = &seen[i];
      its_first = &seen[i - 1];
    }
  }
  if (first_double == nullptr) return std::nullopt;
  return fmt::format("borders[{}]: {} - {} is already borders[{}]", first_double->index,
                     label_of(data, first_double->border.a), label_of(data, first_double->border.b),
                     its_first->index);
}

std::optional<std::string> broken_continent(const MapData& data) {
  const int count = static_cast<int>(data.territories.size());
  std::vector<int> owner(data.territories.size(), -1);
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    const Continent& continent = data.continents[c];
    const std::string where = fmt::format("continents[{}]", c);
    if (auto broken = broken_name(where, continent.name)) return broken;
    if (continent.bonus < 1 || continent.bonus > 1000) {
      return fmt::format("{}.bonus: a bonus is 1 to 1000 troops, found {}", where, continent.bonus);
    }
    if (continent.territories.empty()) return where + ".territories: a continent holds territories";
    for (std::size_t i = 0; i < continent.territories.size(); ++i) {
      const int t = continent.territories[i];
      if (t < 0 || t >= count) {
        return fmt::format("{}.territories[{}]: there is no territory {} (valid: 0 to {})", where,
                           i, t, count - 1);
      }
      int& owned_by = owner[static_cast<std::size_t>(t)];
      if (owned_by >= 0) {
        return fmt::format("{}.territories[{}]: territory {} is already in continents[{}]", where,
                           i, label_of(data, t), owned_by);
      }
      owned_by = static_cast<int>(c);
    }
  }
  const auto stray = std::find(owner.begin(), owner.end(), -1);
  if (stray == owner.end()) return std::nullopt;
  return fmt::format("continents: territory {} is in none",
                     label_of(data, static_cast<int>(stray - owner.begin())));
}

// "0 Brazil, 1 Peru, 2 and 39 more".
std::string labels_of(const MapData& data, const std::vector<int>& territories) {
  constexpr std::size_t shown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, territories.size()); ++i) {
    text += (i == 0 ? "" : ", ") + label_of(data, territories[i]);
  }
  if (territories.size() > shown) text += fmt::format(" and {} more", territories.size() - shown);
  return text;
}

std::optional<std::string> broken_connection(const MapData& data) {
  const auto parts = components(static_cast<int>(data.territories.size()), data.borders);
  if (parts.size() == 1) return std::nullopt;
  const auto smallest = std::min_element(
      parts.begin(), parts.end(), [](const auto& x, const auto& y) { return x.size() < y.size(); });
  return fmt::format("borders: the map falls into {} parts; no way leads to territor{} {}",
                     parts.size(), smallest->size() == 1 ? "y" : "ies", labels_of(data, *smallest));
}

}  // namespace

std::vector<std::vector<int>> components(int territory_count, std::span<const Border> borders) {
  // Union by lower number: every territory ends up under the lowest one of its part.
  std::vector<int> parent(static_cast<std::size_t>(territory_count));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int t) {
    while (parent[static_cast<std::size_t>(t)] != t) {
      int& up = parent[static_cast<std::size_t>(t)];
      up = parent[static_cast<std::size_t>(up)];
      t = up;
    }
    return t;
  };
  for (const Border& border : borders) {
    const int a = root(border.a);
    const int b = root(border.b);
    parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<std::vector<int>> parts;
  std::vector<int> part_of(static_cast<std::size_t>(territory_count), -1);
  for (int t = 0; t < territory_count; ++t) {
    int& part = part_of[static_cast<std::size_t>(root(t))];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    parts[static_cast<std::size_t>(part)].push_back(t);
  }
  return parts;
}

std::optional<std::string> broken_invariant(const MapData& data) {
  if (auto broken = broken_name("map", data.name)) return "name: holds a control character";
  if (auto broken = broken_territory(data)) return broken;
  if (auto broken = broken_border(data)) return broken;
  if (auto broken = broken_continent(data)) return broken;
  return broken_connection(data);
}

Map::Map(MapData data) : data_(std::move(data)) {
  if (auto broken = broken_invariant(data_)) throw InputError(*broken);
  for (Border& border : data_.borders) {
    if (border.a > border.b) std::swap(border.a, border.b);
  }
  std::sort(data_.borders.begin(), data_.borders.end());

  const std::size_t count = data_.territories.size();
  continent_of_.resize(count);
  for (std::size_t c = 0; c < data_.continents.size(); ++c) {
    std::vector<int>& members = data_.continents[c].territories;
    std::sort(members.begin(), members.end());
    for (const int t : members) continent_of_[static_cast<std::size_t>(t)] = static_cast<int>(c);
  }

  neighbour_start_.assign(count + 1, 0);
  for (const Border& border : data_.borders) {
    ++neighbour_start_[static_cast<std::size_t>(border.a) + 1];
    ++neighbour_start_[static_cast<std::size_t>(border.b) + 1];
  }
  std::partial_sum(neighbour_start_.begin(), neighbour_start_.end(), neighbour_start_.begin());
  neighbours_.resize(2 * data_.borders.size());
  std::vector<int> next(neighbour_start_.begin(), neighbour_start_.end() - 1);
  const auto place = [&](int of, int neighbour) {
    neighbours_[static_cast<std::size_t>(next[static_cast<std::size_t>(of)]++)] = neighbour;
  };
  // Lower neighbours first, then higher ones, each ascending as the borders are: sorted lists.
  for (const Border& border : data_.borders) place(border.b, border.a);
  for (const Border& border : data_.borders) place(border.a, border.b);
}

bool Map::adjacent(int a, int b) const {
  const auto list = neighbours(a);
  return std::binary_search(list.begin(), list.end(), b);
}

std::string Map::label(int t) const {
  return label_of(data_, t);
}

}  // namespace evorisk::maps
