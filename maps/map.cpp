#include "maps/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "maps/components.hpp"

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

// Collects sentences until there are enough.
class Findings {
 public:
  explicit Findings(std::size_t most) : most_(most) {}
  void add(Message sentence) { sentences_.push_back(std::move(sentence)); }
  bool enough() const { return sentences_.size() >= most_; }
  bool none() const { return sentences_.empty(); }
  std::size_t count() const { return sentences_.size(); }
  std::vector<Message> take() { return std::move(sentences_); }

 private:
  std::size_t most_;
  std::vector<Message> sentences_;
};

// The path is put together only when there is something to say: this runs for every child map.
void check_name(std::string_view name, Findings& findings, std::string_view list,
                std::size_t index) {
  if (!has_control_character(name)) return;
  const std::string path = list.empty() ? "name" : fmt::format("{}[{}].name", list, index);
  findings.add(Message("{}: holds a control character (a line break, a tab, ...)", path));
}

bool has_plain_territories(const MapData& data) {
  return std::all_of(data.territories.begin(), data.territories.end(),
                     [](const Territory& territory) { return territory.is_plain(); });
}

void check_territories(const MapData& data, Findings& findings) {
  if (data.territories.size() < 2) {
    findings.add(Message("territories: a map has at least 2 territories, found {}",
                         data.territories.size()));
  }
  std::map<std::string_view, std::size_t> named;
  for (std::size_t t = 0; t < data.territories.size() && !findings.enough(); ++t) {
    const Territory& territory = data.territories[t];
    check_name(territory.name, findings, "territories", t);
    if (!territory.name.empty()) {
      const auto [other, is_new] = named.emplace(territory.name, t);
      if (!is_new) {
        findings.add(Message("territories[{}].name: \"{}\" is already the name of territory {}", t,
                             territory.name, other->second));
      }
    }
    if (territory.position) {
      const Point& p = *territory.position;
      if (!(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1)) {
        findings.add(
            Message("territories[{}]: position ({}, {}) is outside the unit square", t, p.x, p.y));
      }
    }
  }
}

void check_borders(const MapData& data, Findings& findings) {
  const int count = static_cast<int>(data.territories.size());
  struct Numbered {
    Border border;
    std::size_t index;
  };
  std::vector<Numbered> seen;
  seen.reserve(data.borders.size());
  for (std::size_t i = 0; i < data.borders.size() && !findings.enough(); ++i) {
    const Border& border = data.borders[i];
    const int lower = std::min(border.a, border.b);
    const int higher = std::max(border.a, border.b);
    if (lower < 0 || higher >= count) {
      findings.add(Message("borders[{}]: there is no territory {} (valid: 0 to {})", i,
                           lower < 0 ? lower : higher, count - 1));
    } else if (lower == higher) {
      findings.add(Message("borders[{}]: joins territory {} to itself", i, label_of(data, lower)));
    } else {
      seen.push_back({{lower, higher}, i});
    }
  }
  if (findings.enough()) return;
  std::sort(seen.begin(), seen.end(), [](const Numbered& x, const Numbered& y) {
    return std::pair(x.border, x.index) < std::pair(y.border, y.index);
  });
  std::vector<std::pair<std::size_t, std::size_t>> doubles;  // index, index of the first
  for (std::size_t i = 1, first = 0; i < seen.size(); ++i) {
    if (seen[i].border == seen[first].border) {
      doubles.emplace_back(seen[i].index, seen[first].index);
    } else {
      first = i;
    }
  }
  std::sort(doubles.begin(), doubles.end());
  for (const auto& [index, first] : doubles) {
    if (findings.enough()) return;
    const Border& border = data.borders[index];
    findings.add(Message("borders[{}]: {} - {} is already borders[{}]", index,
                         label_of(data, std::min(border.a, border.b)),
                         label_of(data, std::max(border.a, border.b)), first));
  }
}

void check_continents(const MapData& data, Findings& findings) {
  const int count = static_cast<int>(data.territories.size());
  const std::size_t before = findings.count();
  std::vector<int> owner(data.territories.size(), -1);
  for (std::size_t c = 0; c < data.continents.size(); ++c) {
    const Continent& continent = data.continents[c];
    check_name(continent.name, findings, "continents", c);
    if (continent.bonus < 1 || continent.bonus > 1000) {
      findings.add(Message("continents[{}].bonus: a bonus is 1 to 1000 troops, found {}", c,
                           continent.bonus));
    }
    if (continent.territories.empty()) {
      findings.add(Message("continents[{}].territories: a continent holds territories", c));
    }
    if (findings.enough()) return;
    for (std::size_t i = 0; i < continent.territories.size(); ++i) {
      const int t = continent.territories[i];
      if (t < 0 || t >= count) {
        findings.add(
            Message("continents[{}].territories[{}]: there is no territory {} (valid: 0 to {})", c,
                    i, t, count - 1));
        if (findings.enough()) return;
        continue;
      }
      int& owned_by = owner[static_cast<std::size_t>(t)];
      if (owned_by >= 0) {
        findings.add(
            Message("continents[{}].territories[{}]: territory {} is already in continents[{}]", c,
                    i, label_of(data, t), owned_by));
        if (findings.enough()) return;
      }
      owned_by = static_cast<int>(c);
    }
  }
  // A territory may be in none because of what was found above.
  if (findings.count() > before) return;
  for (int t = 0; t < count; ++t) {
    if (owner[static_cast<std::size_t>(t)] >= 0) continue;
    findings.add(Message("continents: territory {} is in none", label_of(data, t)));
    if (findings.enough()) return;
  }
}

// "0 Brazil, 1 Peru, 2 and 39 more".
Message labels_of(const MapData& data, const std::vector<int>& territories) {
  constexpr std::size_t shown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, territories.size()); ++i) {
    text += (i == 0 ? "" : ", ") + label_of(data, territories[i]);
  }
  if (territories.size() <= shown) return text;
  return Message("{} and {} more", text, territories.size() - shown);
}

void check_connection(const MapData& data, Findings& findings) {
  if (is_connected(static_cast<int>(data.territories.size()), data.borders)) return;
  const auto parts = components(static_cast<int>(data.territories.size()), data.borders);
  const auto smallest = std::min_element(
      parts.begin(), parts.end(), [](const auto& x, const auto& y) { return x.size() < y.size(); });
  findings.add(Message("borders: the map falls into {} parts; no way leads to {} {}", parts.size(),
                       noun(std::ssize(*smallest), "territory", "territories"),
                       labels_of(data, *smallest)));
}

}  // namespace

bool is_connected(int territory_count, std::span<const Border> borders) {
  Components connected(territory_count);
  for (const Border& border : borders) connected.join(border.a, border.b);
  return connected.count() <= 1;
}

std::vector<std::vector<int>> components(int territory_count, std::span<const Border> borders) {
  Components connected(territory_count);
  for (const Border& border : borders) connected.join(border.a, border.b);
  std::vector<std::vector<int>> parts;
  std::vector<int> part_of(static_cast<std::size_t>(territory_count), -1);
  for (int t = 0; t < territory_count; ++t) {
    int& part = part_of[static_cast<std::size_t>(connected.root(t))];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    parts[static_cast<std::size_t>(part)].push_back(t);
  }
  return parts;
}

std::optional<Message> broken_invariant(const MapData& data) {
  auto first = broken_invariants(data, 1);
  if (first.empty()) return std::nullopt;
  return std::move(first.front());
}

std::vector<Message> broken_invariants(const MapData& data, std::size_t most) {
  Findings findings(most);
  check_name(data.name, findings, "", 0);
  check_territories(data, findings);
  if (findings.none()) {
    check_borders(data, findings);
    const bool borders_whole = findings.none();
    if (!findings.enough()) check_continents(data, findings);
    if (borders_whole && !findings.enough()) check_connection(data, findings);
  }
  auto sentences = findings.take();
  if (sentences.size() > most) sentences.resize(most);
  return sentences;
}

Map::Map(MapData data)
    : data_(std::move(data)),
      plain_(maps::has_plain_territories(data_)),
      continent_of_(data_.territories.size()) {
  if (const auto broken = broken_invariant(data_)) throw InputError(*broken);
  for (Border& border : data_.borders) {
    if (border.a > border.b) std::swap(border.a, border.b);
  }
  std::sort(data_.borders.begin(), data_.borders.end());
  for (std::size_t c = 0; c < data_.continents.size(); ++c) {
    std::vector<int>& members = data_.continents[c].territories;
    std::sort(members.begin(), members.end());
    for (const int t : members) continent_of_[static_cast<std::size_t>(t)] = static_cast<int>(c);
  }

  const std::size_t count = data_.territories.size();
  // At t + 1 is where the next neighbour of t goes: first where they begin, in the end where those
  // of t + 1 do.
  neighbours_.reserve(count + 2 + 2 * data_.borders.size());
  neighbours_.assign(count + 2, 0);
  neighbours_.front() = static_cast<int>(count + 2);
  for (const Border& border : data_.borders) {
    ++neighbours_[static_cast<std::size_t>(border.a) + 2];
    ++neighbours_[static_cast<std::size_t>(border.b) + 2];
  }
  std::partial_sum(neighbours_.begin(), neighbours_.end(), neighbours_.begin());
  neighbours_.resize(count + 2 + 2 * data_.borders.size());
  const auto place = [&](int of, int neighbour) {
    int& next = neighbours_[static_cast<std::size_t>(of) + 1];
    neighbours_[static_cast<std::size_t>(next++)] = neighbour;
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
