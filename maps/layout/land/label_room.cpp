#include "maps/layout/land/label_room.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/index.hpp"

namespace evorisk::maps {
namespace {

// What a cell tells that a label would hide. A badge across a coast looks as if it had slipped.
constexpr int border_told = 6;
constexpr int strait_told = 6;
constexpr int coast_told = 4;
constexpr int others_told = 2;
constexpr double widest_strait = 14;  // in millimetres

// Around a badge, in millimetres: to what tells territories apart, and to other labels; nearer than
// the last to one, it seems to touch it.
constexpr double badge_margin = 0.8;
constexpr double badge_distance = 2;
constexpr double badge_touch = 1.2;

Rectangle grown(const Rectangle& box, double by) {
  return {box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by};
}

}  // namespace

bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

LabelRoom::LabelRoom(const Map& map, const Land& land) : map_(map), land_(land) {
  find_what_tells();
  place_for(-1);
}

// By cell: lines between two territories; the water between two that are near each other, which
// would seem to be neighbours without it; coasts, which show a neck of land.
void LabelRoom::find_what_tells() {
  const LandRaster& cells = land_.cells;
  tells_.assign(at(cells.columns) * at(cells.rows), 0);
  const int reach = static_cast<int>(widest_strait / cells.step);
  const auto tell = [&](std::size_t cell, int much) {
    tells_[cell] = std::max(tells_[cell], much);
  };
  // Along a row or a column, whose cells are `apart` from each other.
  const auto walk = [&](std::size_t first, std::size_t apart, int length) {
    int last = sea;
    int water = 0;  // cells of it since the last land
    for (int i = 0; i < length; ++i) {
      const std::size_t here = first + at(i) * apart;
      const int t = cells.owner[here];
      if (t == sea) {
        if (water == 0 && last != sea) tell(here - apart, coast_told);
        ++water;
        continue;
      }
      if (water > 0) tell(here, coast_told);
      if (last != sea && last != t) {
        if (water == 0) tell(here, border_told);
        for (int w = 1; water <= reach && w <= water; ++w) tell(here - at(w) * apart, strait_told);
      }
      last = t;
      water = 0;
    }
  };
  for (int r = 0; r < cells.rows; ++r) walk(at(r) * at(cells.columns), 1, cells.columns);
  for (int c = 0; c < cells.columns; ++c) walk(at(c), at(cells.columns), cells.rows);
}

void LabelRoom::place_for(int continent) {
  of_continent_ = continent >= 0;
  const LandRaster& cells = land_.cells;
  std::vector<char> owned(at(map_.territory_count()) + 1, 0);  // by territory, after the sea
  if (of_continent_) {
    for (const int t : map_.continent(continent).territories) owned[at(t) + 1] = 1;
  }
  const auto own = [&](int t) { return owned[at(t + 1)] != 0; };
  const std::size_t width = at(cells.columns) + 1;
  hidden_.assign(width * (at(cells.rows) + 1), 0);
  foreign_ = hidden_;
  own_ = hidden_;
  for (int r = 0; r < cells.rows; ++r) {
    for (int c = 0; c < cells.columns; ++c) {
      const int t = cells.at(c, r);
      const int foreign = t != sea && !own(t) ? 1 : 0;
      const std::size_t i = at(r) * width + at(c);
      const auto add = [&](Sums& sums, int count) {
        sums[i + width + 1] = sums[i + width] + sums[i + 1] - sums[i] + count;
      };
      add(hidden_, std::max(foreign * others_told, tells_[at(r) * at(cells.columns) + at(c)]));
      add(foreign_, foreign);
      add(own_, own(t) ? 1 : 0);
    }
  }
}

LabelRoom::Place LabelRoom::find(double width, double height, const Disc& near, double grid,
                                 double enough) const {
  // A badge may stand far from the middle of its continent, if it stands at its land.
  const double of_way = of_continent_ ? 0.3 : 1;
  // The rows and columns nearest to the disc come first, so that few are looked at.
  const auto outward = [grid](double middle, double length, double all) {
    std::vector<std::pair<double, double>> places;  // how far away, and where
    for (double x = 1; x + length < all - 1; x += grid)
      places.emplace_back(std::max({0.0, x - middle, middle - x - length}), x);
    std::ranges::sort(places);
    return places;
  };
  const auto columns = outward(near.centre.x, width, land_.width);
  const auto rows = outward(near.centre.y, height, land_.height);
  Place best{{near.centre.x - width / 2, near.centre.y + near.radius + 0.5, width, height}, enough};
  std::vector<Rectangle> beside;  // of those that are taken
  for (const auto& [dy, y] : rows) {
    if (of_way * dy >= best.cost) break;
    const Rectangle row = grown({0, y, land_.width, height}, badge_distance);
    beside.clear();
    std::ranges::copy_if(taken_, std::back_inserter(beside),
                         [&](const Rectangle& other) { return overlap(row, other); });
    for (const auto& [dx, x] : columns) {
      const double away = of_way * std::sqrt(dx * dx + dy * dy);
      if (away >= best.cost) break;
      const Rectangle box{x, y, width, height};
      double cost = cost_of(box, away, beside, best.cost);
      if (cost < best.cost && of_continent_) cost += strayed(box);
      if (cost < best.cost) best = {box, cost};
    }
  }
  return best;
}

// What speaks against a box so far away, which may cover some of these; above `enough` perhaps
// not all of it.
double LabelRoom::cost_of(const Rectangle& box, double away, const std::vector<Rectangle>& beside,
                          double enough) const {
  constexpr double covering = 1e6;  // the cost of every label that is covered
  constexpr double touching = 60;   // of every one that a badge seems to touch
  constexpr double crowding = 10;   // and of others near to it
  double covered = 0;
  for (const Rectangle& other : beside) {
    if (overlap(box, other)) {
      covered += covering;
    } else if (of_continent_ && overlap(grown(box, badge_touch), other)) {
      covered += touching;
    } else if (of_continent_ && overlap(grown(box, badge_distance), other)) {
      covered += crowding;
    }
    if (away + covered >= enough) return enough;
  }
  const int hidden = counted_under(hidden_, of_continent_ ? grown(box, badge_margin) : box);
  return away + 0.8 * hidden * land_.cells.step * land_.cells.step + covered;
}

// Along the axes, in steps.
double LabelRoom::gap_to(const Sums& land, const Rectangle& box) const {
  double gap = 0;
  for (double step = 1; gap < land_.width; gap += step, step *= 1.3) {
    if (counted_under(land, grown(box, gap)) > 0) break;
  }
  return gap;
}

// What speaks against a badge that could be taken for that of others: more land of theirs lies
// under it than of its continent, or theirs is not clearly farther away. More if theirs is nearer.
double LabelRoom::strayed(const Rectangle& box) const {
  constexpr double astray = 1000;
  constexpr double beside_others = 100;
  constexpr double clearly = 5;  // millimetres
  const double own = gap_to(own_, box);
  const double foreign = gap_to(foreign_, box);
  if (own == 0) return counted_under(foreign_, box) > counted_under(own_, box) ? astray : 0;
  return own + std::max(0.0, own + clearly - foreign) + (own > foreign ? beside_others : 0) +
         (own > 2 * foreign + 4 ? astray : 0);
}

int LabelRoom::counted_under(const Sums& sums, const Rectangle& box) const {
  const LandRaster& cells = land_.cells;
  const auto column = [&](int c) { return at(std::clamp(c, 0, cells.columns)); };
  const auto row = [&](int r) {
    return (at(cells.columns) + 1) * at(std::clamp(r, 0, cells.rows));
  };
  const std::size_t left = column(static_cast<int>(box.x / cells.step));
  const std::size_t right = column(static_cast<int>((box.x + box.width) / cells.step) + 1);
  const std::size_t top = row(static_cast<int>(box.y / cells.step));
  const std::size_t bottom = row(static_cast<int>((box.y + box.height) / cells.step) + 1);
  return sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left];
}

}  // namespace evorisk::maps
