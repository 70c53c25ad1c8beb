// Sea routes: the borders that the cells do not show.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/land/sea_way.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Looks for ways by sea from coast to coast that are short and keep away from others: straight ones
// where there are any.
class Routes {
 public:
  Routes(Land& land, const Map& map)
      : land_(land),
        cells_(land.cells),
        spacing_(std::sqrt(land.width * land.height / map.territory_count())),
        near_(std::max(1, static_cast<int>(0.12 * spacing_ / cells_.step))),
        coasts_(at(map.territory_count())),
        samples_(coasts_.size()) {
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const int t = cells_.at(c, r);
        if (t == sea) continue;
        for (const auto& [dc, dr] : sides) {
          if (cells_.owner_or_sea(c + dc, r + dr) != sea) continue;
          coasts_[at(t)].push_back(cells_.centre(c, r));
          break;
        }
      }
    }
    for (std::size_t t = 0; t < coasts_.size(); ++t) {
      std::vector<Point>& coast = coasts_[t];
      if (coast.empty()) coast.push_back(land.seats[t]);
      const std::size_t stride = 1 + coast.size() / 40;
      for (std::size_t i = 0; i < coast.size(); i += stride) samples_[t].push_back(coast[i]);
    }
  }

  // A route for each of these borders. Those chosen first know nothing of the others, so each is
  // chosen anew when all are known.
  void add(const std::vector<Border>& borders) {
    find_shores();
    ways_.resize(borders.size());
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < borders.size(); ++i) ways_[i] = choose(borders, i);
    }
    for (std::size_t i = 0; i < borders.size(); ++i) {
      const Border border = borders[i];
      std::vector<Point> corners{ways_[i].from, ways_[i].to};
      bool over = over_land(border, ways_[i]);
      if (over) {
        const double longest = most_detour * distance(corners[0], corners[1]) + spacing_;
        std::vector<Point> round = sea_way(cells_, border.a, border.b, longest);
        over = round.size() < 2;
        if (!over) corners = std::move(round);
      }
      land_.routes.push_back({border.a, border.b, drawn(border, corners), over});
    }
  }

 private:
  // Where no straight way is free, a bent one may be so many times as long, and a spacing more.
  static constexpr double most_detour = 2;
  static constexpr int several = -2;
  static constexpr std::array<std::pair<int, int>, 4> sides = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

  struct Way {
    Point from;
    Point to;
    double length = -1;  // less than 0 before it is chosen
  };

  // The best between some dozens of places on each coast, then between all places near to its ends.
  Way choose(const std::vector<Border>& borders, std::size_t chosen) const {
    const Border border = borders[chosen];
    const auto about = [&](int t, Point p) {
      std::vector<Point> near;
      std::ranges::copy_if(coasts_[at(t)], std::back_inserter(near),
                           [&](Point q) { return distance(p, q) <= 0.15 * spacing_; });
      return near;
    };
    const Way rough = cheapest(border, chosen, samples_[at(border.a)], samples_[at(border.b)]);
    return cheapest(border, chosen, about(border.a, rough.from), about(border.b, rough.to));
  }

  Way cheapest(Border border, std::size_t chosen, const std::vector<Point>& from,
               const std::vector<Point>& to) const {
    // The shortest first; few are looked at, so that they are not all sorted.
    std::vector<std::pair<double, std::size_t>> pairs;  // lengths, and which
    pairs.reserve(from.size() * to.size());
    for (const Point p : from) {
      for (const Point q : to) pairs.emplace_back(distance(p, q), pairs.size());
    }
    std::ranges::make_heap(pairs, std::greater());
    Way best;
    double least = 1e18;
    while (!pairs.empty() && pairs.front().first < least) {
      const auto [length, which] = pairs.front();
      std::ranges::pop_heap(pairs, std::greater());
      pairs.pop_back();
      const Way way{from[which / to.size()], to[which % to.size()], length};
      double cost = way.length + detour_by_land(border, way, least - way.length);
      if (cost < least) cost += detour_by_sea(chosen, way);
      if (cost < least) cost += doubt_of_ends(border, way);
      if (cost >= least) continue;
      least = cost;
      best = way;
    }
    return best;
  }

  // What speaks against a way, in millimetres that it might be longer: land on it, above all
  // others', or others' beside it (above `enough` perhaps not all of it) ...
  double detour_by_land(Border border, const Way& way, double enough) const {
    const int parts = std::max(2, static_cast<int>(way.length / cells_.step));
    double sum = 0;
    for (int i = 0; i <= parts && sum < enough; ++i) {
      const Point p = way.from + static_cast<double>(i) / parts * (way.to - way.from);
      const auto [c, r] = cells_.cell_at(p);
      const int here = cells_.at(c, r);
      if (here != sea) {
        sum += (here == border.a || here == border.b ? 1 : 25) * way.length / parts;
      } else if (third_is_near(border, c, r)) {
        sum += 1.5 * way.length / parts;
      }
    }
    return sum;
  }

  // ... and other routes that it crosses, as it is drawn, or comes near to.
  double detour_by_sea(std::size_t chosen, const Way& way) const {
    const double room = 0.15 * spacing_;
    const auto [from, to] = lengthened(way);
    double sum = 0;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (i == chosen || ways_[i].length < 0) continue;
      const auto [first, last] = lengthened(ways_[i]);
      if (boxes_apart(from, to, first, last) > room) continue;
      if (segments_cross(from, to, first, last)) {
        sum += 2 * spacing_;
      } else {
        sum += 3 * std::max(0.0, room - gap_between_segments(from, to, first, last));
      }
    }
    return sum;
  }

  // ... and ends beside the land of others, which they might seem to be of.
  double doubt_of_ends(Border border, const Way& way) const {
    const int reach = static_cast<int>(0.25 * spacing_ / cells_.step);
    double sum = 0;
    for (const Point p : {way.from, way.to}) {
      const auto [c, r] = cells_.cell_at(p);
      if (cells_.third_is_near(border.a, border.b, c, r, reach, std::max(1, reach / 2)))
        sum += 0.4 * spacing_;
    }
    return sum;
  }

  // A little into both areas, so that it can be seen where it lands.
  std::pair<Point, Point> lengthened(const Way& way) const {
    const double part = std::min(3.0, 0.12 * spacing_) / std::max(1e-9, way.length);
    return {way.from - part * (way.to - way.from), way.to + part * (way.to - way.from)};
  }

  // Whether it passes over others' land.
  bool over_land(Border border, const Way& way) const {
    const int parts = std::max(2, static_cast<int>(way.length / cells_.step));
    for (int i = 0; i <= parts; ++i) {
      const int here = cells_.at(way.from + static_cast<double>(i) / parts * (way.to - way.from));
      if (here != sea && here != border.a && here != border.b) return true;
    }
    return false;
  }

  void find_shores() {
    shores_.reserve(cells_.owner.size());
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        int& shore = shores_.emplace_back(sea);
        for (int dr = -near_; dr <= near_; dr += near_) {
          for (int dc = -near_; dc <= near_; dc += near_) {
            const int t = cells_.owner_or_sea(c + dc, r + dr);
            if (t != sea) shore = shore == sea || shore == t ? t : several;
          }
        }
      }
    }
  }

  bool third_is_near(Border border, int c, int r) const {
    const int shore = shores_[cells_.index(c, r)];
    if (shore != several) return shore != sea && shore != border.a && shore != border.b;
    return cells_.third_is_near(border.a, border.b, c, r, near_, near_);
  }

  // Its points, a little into both areas, so that it can be seen where it lands.
  std::vector<Point> drawn(Border border, std::vector<Point> corners) const {
    const double inside = std::min(3.0, 0.12 * spacing_);
    const auto reach_in = [&](Point coast, Point before, int t) {
      const Point along = (1 / std::max(1e-9, distance(coast, before))) * (coast - before);
      Point end = coast;
      for (double d = 0.5; d <= inside; d += 0.5) {
        const Point p = coast + d * along;
        if (cells_.at(p) != t) break;
        end = p;
      }
      return end;
    };
    const std::size_t last = corners.size() - 1;
    const Point first_end = reach_in(corners[0], corners[1], border.a);
    const Point last_end = reach_in(corners[last], corners[last - 1], border.b);
    corners[0] = first_end;
    corners[last] = last_end;
    std::vector<Point> points{corners[0]};
    for (std::size_t k = 1; k < corners.size(); ++k) {
      const Point from = corners[k - 1];
      const int parts = std::max(2, static_cast<int>(distance(from, corners[k]) / 0.8));
      for (int i = 1; i <= parts; ++i)
        points.push_back(from + static_cast<double>(i) / parts * (corners[k] - from));
    }
    return points;
  }

  Land& land_;
  const LandRaster& cells_;
  double spacing_;
  int near_;
  std::vector<std::vector<Point>> coasts_;   // of each territory, its cells by the sea
  std::vector<std::vector<Point>> samples_;  // some dozens of them
  std::vector<int> shores_;  // the territory near to each cell; `several`, or `sea` if none is
  std::vector<Way> ways_;
};

}  // namespace

void add_routes(Land& land, const Map& map) {
  const LandRaster& cells = land.cells;
  std::map<std::pair<int, int>, int> sides;  // of cells, common to two territories
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      const int t = cells.at(c, r);
      const auto count = [&](int u) {
        if (t != u && t != sea && u != sea) ++sides[std::minmax(t, u)];
      };
      if (c + 1 < cells.columns) count(cells.at(c + 1, r));
      if (r + 1 < cells.rows) count(cells.at(c, r + 1));
    }
  }
  std::vector<Border> by_sea;
  for (const Border border : map.borders()) {
    // Steps are longer than the smooth line.
    const double common = 0.8 * cells.step * sides[std::minmax(border.a, border.b)];
    if (common < least_common_line) by_sea.push_back(border);
  }
  if (!by_sea.empty()) Routes(land, map).add(by_sea);
}

}  // namespace evorisk::maps
