#include "maps/map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <string_view>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/index.hpp"
#include "base/utf8.hpp"
#include "maps/components.hpp"

namespace evorisk::maps {
namespace {

// The path is put together only when there is something to say: this runs for every child map.
void check_name(std::string_view name, std::vector<Message>& findings, std::string_view list,
                std::size_t index) {
  if (!has_control_character(name)) return;
  const std::string path = list.empty() ? "name" : fmt::format("{}[{}].name", list, index);
  findings.push_back({"{}: holds a control character (a line break, a tab, ...)", path});
}

void check_territories(const MapData& data, std::vector<Message>& findings) {
  if (data.territories.size() < 2) {
    findings.push_back(
        {"territories: a map has at least 2 territories, found {}", data.territories.size()});
  }
  std::map<std::string_view, std::size_t> named;
  for (std::size_t t = 0; t < data.territories.size(); ++t) {
    const Territory& territory = data.territories[t];
    check_name(territory.name, findings, "territories", t);
    if (!territory.name.empty()) {
      const auto [other, is_new] = named.emplace(territory.name, t);
      if (!is_new) {
        findings.push_back({"territories[{}].name: \"{}\" is already the name of territory {}", t,
                            territory.name, other->second});
      }
    }
    if (!territory.position) continue;
    const Point& p = *territory.position;
    if (!(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1)) {
      findings.push_back(
          {"territories[{}]: position ({}, {}) is outside the unit square", t, p.x, p.y});
    }
  }
}

// Doubled borders after all others.
void check_borders(const MapData& data, std::vector<Message>& findings) {
  const int count = static_cast<int>(data.territories.size());
  std::map<Border, std::size_t> seen;
  std::vector<Message> doubles;
  for (std::size_t i = 0; i < data.borders.size(); ++i) {
    const auto [lower, higher] = std::minmax(data.borders[i].a, data.borders[i].b);
    if (lower < 0 || higher >= count) {
      findings.push_back({"borders[{}]: there is no territory {} (valid: 0 to {})", i,
                          lower < 0 ? lower : higher, count - 1});
      continue;
    }
    if (lower == higher) {
      findings.push_back(
          {"borders[{}]: joins territory {} to itself", i, territory_label(data, lower)});
      continue;
    }
    const auto [first, is_new] = seen.emplace(Border{lower, higher}, i);
    if (is_new) continue;
    doubles.push_back({"borders[{}]: {} - {} is already borders[{}]", i,
                       territory_label(data, lower), territory_label(data, higher), first->second});
  }
  findings.insert(findings.end(), doubles.begin(), doubles.end());
}

void check_continents(const MapData& data, std::vector<Message>& findings) {
  const int count = static_cast<int>(data.territories.size());
  const std::size_t before = findings.size();
  std::vector<int> owner(data.territories.size(), -1);
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    const Continent& continent = data.continents[c];
    check_name(continent.name, findings, "continents", c);
    if (continent.bonus < 1 || continent.bonus > 1000) {
      findings.push_back(
          {"continents[{}].bonus: a bonus is 1 to 1000 troops, found {}", c, continent.bonus});
    }
    if (continent.territories.empty()) {
      findings.push_back({"continents[{}].territories: a continent holds territories", c});
    }
    for (std::size_t i = 0; i < continent.territories.size(); ++i) {
      const int t = continent.territories[i];
      if (t < 0 || t >= count) {
        findings.push_back(
            {"continents[{}].territories[{}]: there is no territory {} (valid: 0 to {})", c, i, t,
             count - 1});
        continue;
      }
      if (owner[at(t)] >= 0) {
        findings.push_back(
            {"continents[{}].territories[{}]: territory {} is already in continents[{}]", c, i,
             territory_label(data, t), owner[at(t)]});
      }
      owner[at(t)] = static_cast<int>(c);
    }
  }
  // A territory may be in none because of what was found above.
  if (findings.size() > before) return;
  for (int t = 0; t < count; ++t) {
    if (owner[at(t)] >= 0) continue;
    findings.push_back({"continents: territory {} is in none", territory_label(data, t)});
  }
}

void check_connection(const MapData& data, std::vector<Message>& findings) {
  if (is_connected(static_cast<int>(data.territories.size()), data.borders)) return;
  const auto parts = components(static_cast<int>(data.territories.size()), data.borders);
  const auto smallest = std::ranges::min_element(parts, {}, std::ranges::size);
  findings.push_back({"borders: the map falls into {} parts; no way leads to {} {}", parts.size(),
                      noun(std::ssize(*smallest), "territory", "territories"),
                      territory_labels(data, *smallest, 5)});
}

}  // namespace

std::vector<std::vector<int>> neighbour_lists(std::size_t territory_count,
                                              std::span<const Border> borders) {
  std::vector<std::vector<int>> lists(territory_count);
  for (const Border& border : borders) {
    lists[at(border.a)].push_back(border.b);
    lists[at(border.b)].push_back(border.a);
  }
  return lists;
}

bool is_connected(int territory_count, std::span<const Border> borders) {
  Components connected(territory_count);
  for (const Border& border : borders) connected.join(border.a, border.b);
  return connected.count() <= 1;
}

std::vector<std::vector<int>> components(int territory_count, std::span<const Border> borders) {
  Components connected(territory_count);
  for (const Border& border : borders) connected.join(border.a, border.b);
  std::vector<std::vector<int>> parts;
  std::vector<int> part_of(at(territory_count), -1);
  for (int t = 0; t < territory_count; ++t) {
    int& part = part_of[at(connected.root(t))];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    parts[at(part)].push_back(t);
  }
  return parts;
}

std::vector<int> continent_numbers(const MapData& data) {
  std::vector<int> numbers(data.territories.size(), -1);
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    for (const int t : data.continents[c].territories) numbers[at(t)] = static_cast<int>(c);
  }
  return numbers;
}

std::vector<bool> gates(const MapData& data, std::span<const int> continent_of) {
  std::vector<bool> gate(data.territories.size(), false);
  for (const Border& border : data.borders) {
    if (continent_of[at(border.a)] == continent_of[at(border.b)]) continue;
    gate[at(border.a)] = gate[at(border.b)] = true;
  }
  return gate;
}

std::optional<Message> broken_invariant(const MapData& data) {
  const auto all = broken_invariants(data, 1);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::vector<Message> broken_invariants(const MapData& data, std::size_t most) {
  std::vector<Message> findings;
  check_name(data.name, findings, "", 0);
  check_territories(data, findings);
  if (findings.empty()) {
    check_borders(data, findings);
    const bool borders_whole = findings.empty();
    check_continents(data, findings);
    if (borders_whole) check_connection(data, findings);
  }
  findings.resize(std::min(findings.size(), most));
  return findings;
}

std::string territory_label(const MapData& data, int t) {
  const std::string& name = data.territories[at(t)].name;
  return name.empty() ? fmt::format("{}", t) : fmt::format("{} {}", t, name);
}

Message territory_labels(const MapData& data, const std::vector<int>& territories,
                         std::size_t most) {
  std::vector<std::string> labels;
  for (const int t : territories) labels.push_back(territory_label(data, t));
  return enumerated(labels, most);
}

Message enumerated(const std::vector<std::string>& items, std::size_t most) {
  const auto shown = std::span(items).first(std::min(most, items.size()));
  const std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (items.size() <= most) return text;
  return {"{} and {} more", text, items.size() - most};
}

Map::Map(MapData data) : data_(std::move(data)) {
  if (const auto broken = broken_invariant(data_)) throw InputError(*broken);
  for (Border& border : data_.borders) {
    if (border.a > border.b) std::swap(border.a, border.b);
  }
  std::ranges::sort(data_.borders);
  for (Continent& continent : data_.continents) std::ranges::sort(continent.territories);
  continent_of_ = continent_numbers(data_);
  // Lower neighbours come first, then higher ones, each ascending as the borders are: sorted lists.
  neighbours_ = neighbour_lists(data_.territories.size(), data_.borders);
}

bool Map::adjacent(int a, int b) const {
  return std::ranges::binary_search(neighbours(a), b);
}

}  // namespace evorisk::maps
