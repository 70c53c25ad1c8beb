#include "ga/genome/parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/index.hpp"

namespace evorisk::ga {
namespace {

using maps::Border;
using maps::Continent;
using maps::Map;
using maps::Point;
using maps::Territory;

// "Brazil 2" -> "Brazil": the number is one that an earlier crossover may have added.
std::string_view without_number(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
  if (end == name.size() || end < 2 || name[end - 1] != ' ') return name;
  return name.substr(0, end - 1);
}

// A name that is not taken yet: "Brazil", else "Brazil 2", "Brazil 3", ... Takes it.
std::string unique_name(const std::string& name, std::set<std::string>& taken) {
  std::string unique = name;
  const std::string stem(without_number(name));
  for (int number = 2; !taken.insert(unique).second; ++number) {
    unique = stem + ' ' + std::to_string(number);
  }
  return unique;
}

// The box around a part's positions. Territories without a position have no say.
struct Box {
  Point low{1, 1};
  Point high{0, 0};
  double sum_x = 0;
  int count = 0;

  void include(const Point& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    sum_x += p.x;
    ++count;
  }
  double mean_x() const { return count > 0 ? sum_x / count : 0.5; }
};

// Four decimals are finer than any drawing shows, and keep the logs small.
double fitted(double x, double low, double high, double from, double to) {
  const double share = high > low ? (x - low) / (high - low) : 0.5;
  return std::round(std::clamp(from + share * (to - from), 0.0, 1.0) * 1e4) / 1e4;
}

struct Names {
  std::set<std::string> territories;
  std::set<std::string> continents;
};

Box add_part(const Map& map, const std::vector<int>& continents, Parts& parts, Names& names) {
  maps::MapData& data = parts.data;
  std::vector<int> number(at(map.territory_count()), -1);  // in the child
  for (const int c : continents) {
    for (const int t : map.continent(c).territories) number[at(t)] = 0;
  }
  Box box;
  int next = parts.territory_count();
  for (int t = 0; t < map.territory_count(); ++t) {
    if (number[at(t)] < 0) continue;
    number[at(t)] = next++;
    Territory& own = data.territories.emplace_back(map.territory(t));
    if (!own.name.empty()) own.name = unique_name(own.name, names.territories);
    if (own.position) box.include(*own.position);
  }
  for (const int c : continents) {
    Continent& own = data.continents.emplace_back(map.continent(c));
    if (!own.name.empty()) own.name = unique_name(own.name, names.continents);
    for (int& t : own.territories) t = number[at(t)];
  }
  // Ascending there, and therefore here.
  for (const Border& border : map.borders()) {
    const int a = number[at(border.a)];
    const int b = number[at(border.b)];
    if (a >= 0 && b >= 0) data.borders.push_back({a, b});
    if ((a >= 0) != (b >= 0)) parts.cut_ends.push_back(std::max(a, b));
  }
  return box;
}

// Moves the positions of a part from its box into the columns `left` to `right` of the square.
void fit(std::span<Territory> part, const Box& box, double left, double right) {
  const double margin = 0.05 * (right - left);
  for (Territory& territory : part) {
    if (auto& position = territory.position) {
      position = Point{fitted(position->x, box.low.x, box.high.x, left + margin, right - margin),
                       fitted(position->y, box.low.y, box.high.y, 0.05, 0.95)};
    }
  }
}

}  // namespace

std::vector<int> draw_continents(const Map& map, Random& random) {
  const int count = map.continent_count();
  const int size = std::clamp(count / 2 - 1 + random.index(3), 1, count);
  std::vector<int> continents = numbers<int>(at(count));
  random.shuffle(continents.begin(), continents.end());
  continents.resize(at(size));
  std::sort(continents.begin(), continents.end());
  return continents;
}

std::vector<int> draw_joined_continents(const Map& map, int territories, Random& random) {
  std::vector<bool> taken(at(map.continent_count()), false);
  int next = random.index(map.continent_count());
  int left = territories;
  for (;;) {
    taken[at(next)] = true;
    left -= static_cast<int>(map.continent(next).territories.size());
    std::set<int> around;
    for (const Border& border : map.borders()) {
      const int a = map.continent_of(border.a);
      const int b = map.continent_of(border.b);
      if (taken[at(a)] != taken[at(b)]) around.insert(taken[at(a)] ? b : a);
    }
    if (around.empty()) break;
    const std::vector<int> choices(around.begin(), around.end());
    next = random.pick(choices);
    const auto size = static_cast<int>(map.continent(next).territories.size());
    if (std::abs(left - size) >= std::abs(left)) break;
  }
  std::vector<int> continents;
  for (int c = 0; c < map.continent_count(); ++c) {
    if (taken[at(c)]) continents.push_back(c);
  }
  return continents;
}

Parts place_side_by_side(const Map& first, const std::vector<int>& first_continents,
                         const Map& second, const std::vector<int>& second_continents) {
  Parts parts;
  Names names;
  const Box first_box = add_part(first, first_continents, parts, names);
  parts.split = parts.territory_count();
  const Box second_box = add_part(second, second_continents, parts, names);
  // The part that lay further left in its parent stays left.
  const bool first_is_left = first_box.mean_x() <= second_box.mean_x();
  const double first_share = static_cast<double>(parts.split) / parts.territory_count();
  const double edge = first_is_left ? first_share : 1 - first_share;
  const std::span<Territory> all = parts.data.territories;
  fit(all.first(at(parts.split)), first_box, first_is_left ? 0 : edge, first_is_left ? edge : 1);
  fit(all.subspan(at(parts.split)), second_box, first_is_left ? edge : 0, first_is_left ? 1 : edge);
  return parts;
}

}  // namespace evorisk::ga
