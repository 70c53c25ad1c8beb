#include "ga/parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <forward_list>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "maps/base/index.hpp"

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

// Gives out names that nobody else has: "Brazil", else "Brazil 2", "Brazil 3", ... Those it is
// asked for must outlive it, and not be empty.
class UniqueNames {
 public:
  std::string take(const std::string& name) {
    if (insert(name)) return name;
    const std::string stem(without_number(name));
    for (int number = 2;; ++number) {
      std::string candidate = stem + ' ' + std::to_string(number);
      if (find(candidate)->empty()) {
        insert(made_.emplace_front(candidate));
        return candidate;
      }
    }
  }

 private:
  // A table of its own, as one allocation does for all the names of most children.
  bool insert(std::string_view name) {
    if (2 * (count_ + 1) > slots_.size()) {
      const std::vector<std::string_view> before = std::exchange(
          slots_, std::vector<std::string_view>(std::max<std::size_t>(64, 4 * count_)));
      for (const std::string_view known : before) {
        if (!known.empty()) *find(known) = known;
      }
    }
    std::string_view* const slot = find(name);
    if (!slot->empty()) return false;
    *slot = name;
    ++count_;
    return true;
  }

  // Where the name is, or where there is room for it. At least half of the slots are empty.
  std::string_view* find(std::string_view name) {
    std::size_t place = std::hash<std::string_view>()(name) % slots_.size();
    while (!slots_[place].empty() && slots_[place] != name) place = (place + 1) % slots_.size();
    return &slots_[place];
  }

  std::vector<std::string_view> slots_;  // empty where nobody is
  std::forward_list<std::string> made_;
  std::size_t count_ = 0;
};

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
double rounded_in_frame(double x) {
  return std::round(std::clamp(x, 0.0, 1.0) * 1e4) / 1e4;
}

double fitted(double x, double low, double high, double from, double to) {
  const double share = high > low ? (x - low) / (high - low) : 0.5;
  return rounded_in_frame(from + share * (to - from));
}

class Builder {
 public:
  Builder(const Map& first, const std::vector<int>& first_continents, const Map& second,
          const std::vector<int>& second_continents, Parts& parts)
      : parts_(parts) {
    parts_.data = {};
    parts_.cut_ends.clear();
    reserve(size_of(first, first_continents) + size_of(second, second_continents),
            first_continents.size() + second_continents.size(),
            first.borders().size() + second.borders().size());
    const Box first_box = add_part(first, first_continents);
    parts_.split = parts_.territory_count();
    const Box second_box = add_part(second, second_continents);
    // The part that lay further left in its parent stays left.
    const bool first_is_left = first_box.mean_x() <= second_box.mean_x();
    const int total = parts_.territory_count();
    const double first_share = static_cast<double>(parts_.split) / total;
    const double edge = first_is_left ? first_share : 1 - first_share;
    const int split = parts_.split;
    fit(0, split, first_box, first_is_left ? 0 : edge, first_is_left ? edge : 1);
    fit(split, total, second_box, first_is_left ? edge : 0, first_is_left ? 1 : edge);
  }

 private:
  static std::size_t size_of(const Map& map, const std::vector<int>& continents) {
    std::size_t size = 0;
    for (const int c : continents) size += map.continent(c).territories.size();
    return size;
  }

  // `borders` are those of both parents: inside the parts there are fewer.
  void reserve(std::size_t territories, std::size_t continents, std::size_t borders) {
    parts_.data.territories.reserve(territories);
    parts_.data.continents.reserve(continents);
    parts_.data.borders.reserve(borders);
    parts_.cut_ends.reserve(borders);
  }

  Box add_part(const Map& map, const std::vector<int>& continents) {
    maps::MapData& data = parts_.data;
    thread_local std::vector<int> number;  // in the child
    number.assign(at(map.territory_count()), -1);
    for (const int c : continents) {
      for (const int t : map.continent(c).territories) number[at(t)] = 0;
    }
    Box box;
    int next = static_cast<int>(data.territories.size());
    for (int t = 0; t < map.territory_count(); ++t) {
      if (number[at(t)] < 0) continue;
      number[at(t)] = next++;
      Territory& own = data.territories.emplace_back();
      if (map.has_plain_territories()) continue;
      const Territory& territory = map.territory(t);
      if (!territory.name.empty()) own.name = territory_names_.take(territory.name);
      own.position = territory.position;
      if (territory.position) box.include(*territory.position);
    }
    for (const int c : continents) {
      Continent& continent = data.continents.emplace_back(map.continent(c));
      if (!continent.name.empty()) continent.name = continent_names_.take(map.continent(c).name);
      for (int& t : continent.territories) t = number[at(t)];
    }
    // Ascending there, and therefore here.
    for (const Border& border : map.borders()) {
      const int a = number[at(border.a)];
      const int b = number[at(border.b)];
      if (a >= 0 && b >= 0) data.borders.push_back({a, b});
      if ((a >= 0) != (b >= 0)) parts_.cut_ends.push_back(std::max(a, b));
    }
    return box;
  }

  // Moves the positions of a part from its box into the columns `left` to `right` of the square.
  void fit(int begin, int end, const Box& box, double left, double right) {
    const double margin = 0.05 * (right - left);
    for (int t = begin; t < end; ++t) {
      std::optional<Point>& position = parts_.data.territories[at(t)].position;
      if (!position) continue;
      position = Point{fitted(position->x, box.low.x, box.high.x, left + margin, right - margin),
                       fitted(position->y, box.low.y, box.high.y, 0.05, 0.95)};
    }
  }

  Parts& parts_;
  UniqueNames territory_names_;
  UniqueNames continent_names_;
};

}  // namespace

std::vector<int> draw_continents(const Map& map, Random& random) {
  std::vector<int> continents;
  draw_continents(map, random, continents);
  return continents;
}

void draw_continents(const Map& map, Random& random, std::vector<int>& continents) {
  const int count = map.continent_count();
  const int size = std::clamp(count / 2 - 1 + static_cast<int>(random.below(3)), 1, count);
  continents.resize(at(count));
  std::iota(continents.begin(), continents.end(), 0);
  random.shuffle(continents.begin(), continents.end());
  continents.resize(at(size));
  std::sort(continents.begin(), continents.end());
}

Parts place_side_by_side(const Map& first, const std::vector<int>& first_continents,
                         const Map& second, const std::vector<int>& second_continents) {
  Parts parts;
  place_side_by_side(first, first_continents, second, second_continents, parts);
  return parts;
}

void place_side_by_side(const Map& first, const std::vector<int>& first_continents,
                        const Map& second, const std::vector<int>& second_continents,
                        Parts& parts) {
  Builder(first, first_continents, second, second_continents, parts);
}

void PartsSketch::set(const Map& first, const std::vector<int>& first_continents, const Map& second,
                      const std::vector<int>& second_continents) {
  count_ = 0;
  borders_.clear();
  cut_ends_.clear();
  root_.clear();
  const Size first_size = add_part(first, first_continents);
  split_ = count_;
  const Size second_size = add_part(second, second_continents);
  const auto most = [](int territories, const Size& size, const Size& other) {
    if (!other.connected || territories < 2) return territories;
    return std::min(territories, 3 * (territories + 1) - 6 - size.borders);
  };
  most_joined_[0] = most(split_, first_size, second_size);
  most_joined_[1] = most(count_ - split_, second_size, first_size);
}

PartsSketch::Size PartsSketch::add_part(const Map& map, const std::vector<int>& continents) {
  const int begin = count_;
  number_.assign(at(map.territory_count()), -1);
  for (const int c : continents) {
    for (const int t : map.continent(c).territories) number_[at(t)] = 0;
  }
  for (int& number : number_) {
    if (number == 0) number = count_++;
  }
  for (int t = begin; t < count_; ++t) root_.push_back(t);
  Size size;
  int pieces = count_ - begin;
  for (const Border& border : map.borders()) {
    const int a = number_[at(border.a)];
    const int b = number_[at(border.b)];
    if (a >= 0 && b >= 0) {
      borders_.push_back({a, b});
      ++size.borders;
      const int root_a = root(a);
      const int root_b = root(b);
      pieces -= root_a != root_b ? 1 : 0;
      root_[at(root_b)] = root_a;
    } else if ((a >= 0) != (b >= 0)) {
      cut_ends_.push_back(std::max(a, b));
    }
  }
  size.connected = pieces == 1;
  return size;
}

int PartsSketch::root(int territory) {
  while (root_[at(territory)] != territory) {
    root_[at(territory)] = root_[at(root_[at(territory)])];
    territory = root_[at(territory)];
  }
  return territory;
}

}  // namespace evorisk::ga
