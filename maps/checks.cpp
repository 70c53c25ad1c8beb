#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/counted.hpp"
#include "base/index.hpp"
#include "maps/facts.hpp"

namespace evorisk::maps {
namespace {

std::string border_label(const MapData& data, const Border& border) {
  return territory_label(data, border.a) + " - " + territory_label(data, border.b);
}

using Objections = std::vector<Message>;

Objections against_whole(const MapData& data, const MapData&, const MapFacts&) {
  return broken_invariants(data, 20);
}

Objections against_connected(const MapData&, const MapData& data, const MapFacts& facts) {
  Objections objections;
  if (facts.components.size() <= 1) return objections;
  for (std::size_t i = 0; i < facts.components.size(); ++i) {
    const auto& part = facts.components[i];
    objections.push_back(fmt::format("part {}, {} territor{}: {}", i + 1, part.size(),
                                     part.size() == 1 ? "y" : "ies",
                                     territory_labels(data, part, 12)));
  }
  return objections;
}

Objections against_planar(const MapData&, const MapData& data, const MapFacts& facts) {
  if (facts.planar) return {};
  std::map<int, int> degrees;
  for (const Border& border : facts.kuratowski) {
    ++degrees[border.a];
    ++degrees[border.b];
  }
  std::vector<int> corners;
  for (const auto& [t, degree] : degrees) {
    if (degree > 2) corners.push_back(t);
  }
  std::vector<std::string> borders;
  for (const Border& border : facts.kuratowski) borders.push_back(border_label(data, border));
  return {fmt::format("{} borders form a subdivision of {} with the corners {}",
                      facts.kuratowski.size(), corners.size() == 5 ? "K5" : "K3,3",
                      territory_labels(data, corners, 6)),
          fmt::format("{}", fmt::join(borders, ", "))};
}

Objections against_contiguous(const MapData&, const MapData& data, const MapFacts& facts) {
  Objections objections;
  for (std::size_t c = 0; c < facts.continents.size(); ++c) {
    if (facts.continents[c].parts == 1) continue;
    objections.push_back(fmt::format("continent {} is in {} parts",
                                     continent_label(data, static_cast<int>(c)),
                                     facts.continents[c].parts));
  }
  return objections;
}

Objections against_named(const MapData&, const MapData& data, const MapFacts&) {
  Objections objections;
  const auto nameless = [](const auto& x) { return x.name.empty(); };
  const auto count = [&](const auto& list) {
    return std::count_if(list.begin(), list.end(), nameless);
  };
  const auto territories = count(data.territories);
  const auto continents = count(data.continents);
  if (territories > 0)
    objections.push_back(
        Message("{} no name", counted(territories, "territory has", "territories have")));
  if (continents > 0)
    objections.push_back(
        Message("{} no name", counted(continents, "continent has", "continents have")));
  return objections;
}

Objections against_placed(const MapData&, const MapData& data, const MapFacts&) {
  const auto count = std::count_if(data.territories.begin(), data.territories.end(),
                                   [](const auto& t) { return !t.position; });
  if (count == 0) return {};
  return {Message("{} no position", counted(count, "territory has", "territories have"))};
}

constexpr std::array<MapCheck, 6> checks = {{
    {"whole", "no invariant of a map is broken", true, against_whole},
    {"connected", "every territory can be reached from every other", true, against_connected},
    {"planar", "the borders can be drawn without a crossing", true, against_planar},
    {"contiguous", "every continent is one connected piece", false, against_contiguous},
    {"named", "every territory and continent has a name", false, against_named},
    {"placed", "every territory has a position", false, against_placed},
}};

}  // namespace

std::span<const MapCheck> map_checks() {
  return checks;
}

MapData countable(MapData data) {
  const int count = static_cast<int>(data.territories.size());
  const auto exists = [&](int t) { return t >= 0 && t < count; };
  for (Border& border : data.borders) {
    if (border.a > border.b) std::swap(border.a, border.b);
  }
  std::erase_if(data.borders, [&](const Border& border) {
    return border.a == border.b || !exists(border.a) || !exists(border.b);
  });
  std::sort(data.borders.begin(), data.borders.end());
  data.borders.erase(std::unique(data.borders.begin(), data.borders.end()), data.borders.end());
  for (Continent& continent : data.continents) {
    std::erase_if(continent.territories, [&](int t) { return !exists(t); });
  }
  return data;
}

std::string continent_label(const MapData& data, int c) {
  const std::string& name = data.continents[at(c)].name;
  return name.empty() ? std::to_string(c) : name;
}

}  // namespace evorisk::maps
