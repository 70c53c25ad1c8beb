#include "maps/layout/land/labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/index.hpp"
#include "maps/layout/land/ground.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr double label_gap = 1.6;  // between a name and its spot, in millimetres

// Sizes of letters, and the radii of the spots that go with them, from the largest on.
constexpr std::array<double, 9> letter_sizes = {4.6, 4.2, 3.9, 3.6, 3.3, 3.0, 2.7, 2.4, 2.1};
constexpr std::array<double, 9> spot_radii = {9, 8, 7.2, 6.4, 5.6, 4.8, 4.0, 3.2, 2.6};

bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

Rectangle around(const Disc& disc) {
  return {disc.centre.x - disc.radius, disc.centre.y - disc.radius, 2 * disc.radius,
          2 * disc.radius};
}

class Labels {
 public:
  Labels(const Map& map, const Land& land, const LabelRequest& request)
      : map_(map), land_(land), request_(request) {}

  BoardLabels place() {
    BoardLabels result;
    const std::vector<Extent> areas = extents(land_.cells, map_.territory_count());
    for (int t = 0; t < map_.territory_count(); ++t) {
      const Ground ground(land_.cells, t, areas[at(t)]);
      const auto label = fit(t, ground);
      result.areas.push_back(label ? *label : spot_only(t, ground));
    }
    for (const AreaLabel& label : result.areas) {
      if (label.inside) taken_.push_back(label.box);
      taken_.push_back(around(label.spot));
    }
    for (const BoardRoute& route : land_.routes) {
      constexpr double side = 1.6;
      for (const Point p : route.points)
        taken_.push_back({p.x - side / 2, p.y - side / 2, side, side});
    }
    find_what_tells();
    count_land(-1);
    for (AreaLabel& label : result.areas) {
      if (label.inside || label.lines.empty()) continue;
      const Rectangle size = size_of(label.lines, label.size);
      label.box = put({size.width, size.height}, label.spot, 1.5);
    }
    for (std::size_t c = 0; c < request_.badges.size(); ++c) {
      const auto& members = map_.continent(static_cast<int>(c)).territories;
      Point middle;
      for (const int t : members) {
        middle += 1.0 / static_cast<double>(members.size()) *
                  result.areas[static_cast<std::size_t>(t)].spot.centre;
      }
      count_land(static_cast<int>(c));
      result.badges.push_back(put(request_.badges[c], {middle, 0}, 3));
    }
    return result;
  }

 private:
  std::vector<std::vector<std::string>> ways_to_write(int t) const {
    const std::string& name = map_.territory(t).name;
    if (name.empty() || !request_.names) return {};
    std::vector<std::vector<std::string>> ways = {{name}};
    if (broken_in_two(name).size() == 2) ways.push_back(broken_in_two(name));
    return ways;
  }

  Rectangle size_of(const std::vector<std::string>& lines, double letters) const {
    double width = 0;
    for (const std::string& line : lines)
      width = std::max(width, request_.text_width(line, letters));
    return {0, 0, width, letters * (line_height * static_cast<double>(lines.size()) - 0.1)};
  }

  // The largest label that the area holds, as near to its middle as can be.
  std::optional<AreaLabel> fit(int t, const Ground& ground) const {
    if (ground.empty()) return std::nullopt;
    for (std::size_t level = 0; level < letter_sizes.size(); ++level) {
      const double letters = letter_sizes[level];
      const double radius = spot_radii[level];
      std::optional<AreaLabel> best;
      double least = 1e18;
      for (const auto& lines : ways_to_write(t)) {
        const Rectangle name = size_of(lines, letters);
        const double d = 2 * radius;
        for (int way = 0; way < 4; ++way) {
          // Spot below, above, right, left of the name.
          const bool stacked = way < 2;
          const double width = stacked ? std::max(name.width, d) : name.width + label_gap + d;
          const double height = stacked ? name.height + label_gap + d : std::max(name.height, d);
          const double penalty = way == 0 ? 0 : way == 1 ? 4 : 9;
          for (double y = ground.top(); y + height <= ground.bottom(); y += land_.cells.step) {
            for (double x = ground.left(); x + width <= ground.right(); x += land_.cells.step) {
              const double off_x = x + width / 2 - ground.middle().x;
              const double off_y = y + height / 2 - ground.middle().y;
              const double cost = std::sqrt(off_x * off_x + off_y * off_y) + penalty;
              if (cost >= least) continue;
              AreaLabel label = arranged(way, x, y, width, height, name, radius);
              if (!ground.holds(label.box) || !ground.holds(label.spot)) continue;
              label.lines = lines;
              label.size = letters;
              least = cost;
              best = std::move(label);
            }
          }
        }
      }
      if (best) return best;
    }
    return std::nullopt;
  }

  static AreaLabel arranged(int way, double x, double y, double width, double height,
                            const Rectangle& name, double radius) {
    AreaLabel label;
    label.box = name;
    label.spot.radius = radius;
    const bool name_first = way == 0 || way == 2;
    if (way < 2) {
      label.box.x = x + (width - name.width) / 2;
      label.box.y = name_first ? y : y + 2 * radius + label_gap;
      label.spot.centre = {x + width / 2,
                           name_first ? y + name.height + label_gap + radius : y + radius};
    } else {
      label.box.x = name_first ? x : x + 2 * radius + label_gap;
      label.box.y = y + (height - name.height) / 2;
      label.spot.centre = {name_first ? x + name.width + label_gap + radius : x + radius,
                           y + height / 2};
    }
    return label;
  }

  // Too small for its name: the largest spot alone.
  AreaLabel spot_only(int t, const Ground& ground) const {
    AreaLabel label;
    label.inside = false;
    if (const auto ways = ways_to_write(t); !ways.empty()) label.lines = ways.back();
    label.size = letter_sizes[5];  // where its name stands outside
    label.spot = {land_.seats[static_cast<std::size_t>(t)], 1};
    for (const double radius : {7.2, 6.4, 5.6, 4.8, 4.0, 3.2, 2.6, 2.0, 1.5}) {
      double least = 1e18;
      for (double y = ground.top() + radius; y + radius <= ground.bottom(); y += land_.cells.step) {
        for (double x = ground.left() + radius; x + radius <= ground.right();
             x += land_.cells.step) {
          const double off = (x - ground.middle().x) * (x - ground.middle().x) +
                             (y - ground.middle().y) * (y - ground.middle().y);
          if (off < least && ground.holds(Disc{{x, y}, radius})) {
            least = off;
            label.spot = {{x, y}, radius};
          }
        }
      }
      if (least < 1e18) return label;
    }
    return label;
  }

  // A place near a disc, on a grid of this width: hiding as little as possible of what is counted,
  // nearer to the continent's own land than to other land, and over another label only where there
  // is no other place.
  Rectangle put(BadgeSize size, const Disc& near, double grid) {
    constexpr double astray = 1000;
    // The rows and columns nearest to the disc come first, so that few are looked at.
    const auto outward = [grid](double middle, double width, double all) {
      std::vector<std::pair<double, double>> places;  // how far away, and where
      for (double x = 1; x + width < all - 1; x += grid)
        places.emplace_back(std::max({0.0, x - middle, middle - x - width}), x);
      std::ranges::sort(places);
      return places;
    };
    const auto columns = outward(near.centre.x, size.width, land_.width);
    const auto rows = outward(near.centre.y, size.height, land_.height);
    double least = 1e18;
    Rectangle best{near.centre.x - size.width / 2, near.centre.y + near.radius + 0.5, size.width,
                   size.height};
    std::vector<Rectangle> beside;  // of those that are taken
    for (const auto& [dy, y] : rows) {
      if (dy >= least) break;
      const Rectangle row{0, y, land_.width, size.height};
      beside.clear();
      std::ranges::copy_if(taken_, std::back_inserter(beside),
                           [&](const Rectangle& other) { return overlap(row, other); });
      for (const auto& [dx, x] : columns) {
        const double away = std::sqrt(dx * dx + dy * dy);
        if (away >= least) break;
        const Rectangle box{x, y, size.width, size.height};
        double cost = cost_of(box, away, beside, least);
        if (cost < least && is_astray(box)) cost += astray;
        if (cost >= least) continue;
        least = cost;
        best = box;
      }
    }
    taken_.push_back(best);
    return best;
  }

  // What speaks against a box so far away, which may cover some of these; above `enough` perhaps
  // not all of it.
  double cost_of(const Rectangle& box, double away, const std::vector<Rectangle>& beside,
                 double enough) const {
    constexpr double covering = 1e6;  // the cost of every label that is covered
    double covered = 0;
    for (const Rectangle& other : beside) {
      if (!overlap(box, other)) continue;
      covered += 1;
      if (away + covering * covered >= enough) return enough;
    }
    return away + 0.8 * hidden_under(box) + covering * covered;
  }

  // What tells territories apart, by cell: lines between two of them; the water between two that
  // are near each other, which would seem to be neighbours without it; coasts, which show a neck of
  // land.
  void find_what_tells() {
    constexpr int parts = 6;
    constexpr int coast = 1;
    constexpr double widest_strait = 14;  // in millimetres
    const LandRaster& cells = land_.cells;
    tells_.assign(at(cells.columns) * at(cells.rows), 0);
    const int reach = static_cast<int>(widest_strait / cells.step);
    // Along a row or a column, whose cells are `apart` from each other.
    const auto walk = [&](std::size_t first, std::size_t apart, int length) {
      int last = sea;
      int water = 0;  // cells of it since the last land
      for (int i = 0; i < length; ++i) {
        const std::size_t here = first + at(i) * apart;
        const int t = cells.owner[here];
        if (t == sea) {
          ++water;
          continue;
        }
        if (water > 0) tells_[here] = std::max(tells_[here], coast);
        if (last != sea && last != t) {
          if (water == 0) tells_[here] = parts;
          for (int w = 1; water <= reach && w <= water; ++w) tells_[here - at(w) * apart] = parts;
        }
        last = t;
        water = 0;
      }
    };
    for (int r = 0; r < cells.rows; ++r) walk(at(r) * at(cells.columns), 1, cells.columns);
    for (int c = 0; c < cells.columns; ++c) walk(at(c), at(cells.columns), cells.rows);
  }

  // Counts what a label of a continent (-1: of none) should not hide, for hidden_under(): land that
  // is not of the continent, and what tells territories apart. And land of others and its own, for
  // is_astray().
  void count_land(int continent) {
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
        const auto add = [&](std::vector<int>& sums, int count) {
          sums[i + width + 1] = sums[i + width] + sums[i + 1] - sums[i] + count;
        };
        add(hidden_, std::max(foreign, tells_[at(r) * at(cells.columns) + at(c)]));
        add(foreign_, foreign);
        add(own_, own(t) ? 1 : 0);
      }
    }
  }

  // Whether a badge would be taken for that of others: more land of theirs lies under it than of
  // its continent, or theirs is twice as near or more.
  bool is_astray(const Rectangle& box) const {
    if (!of_continent_) return false;
    if (counted_under(foreign_, box) > counted_under(own_, box)) return true;
    for (double margin = 2; margin < land_.width; margin *= 2) {
      const Rectangle around{box.x - margin, box.y - margin, box.width + 2 * margin,
                             box.height + 2 * margin};
      if (counted_under(own_, around) > 0) return false;
      if (counted_under(foreign_, around) > 0) return true;
    }
    return false;
  }

  // What a box hides, in square millimetres.
  double hidden_under(const Rectangle& box) const {
    return counted_under(hidden_, box) * land_.cells.step * land_.cells.step;
  }

  int counted_under(const std::vector<int>& sums, const Rectangle& box) const {
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

  const Map& map_;
  const Land& land_;
  const LabelRequest& request_;
  std::vector<Rectangle> taken_;
  std::vector<int> tells_;  // of cells, row by row
  // Of each corner of cells, those counted above and to the left of it.
  std::vector<int> hidden_;
  std::vector<int> foreign_;
  std::vector<int> own_;
  bool of_continent_ = false;
};

}  // namespace

std::vector<Rectangle> marks_of(const BoardLabels& labels) {
  std::vector<Rectangle> marks = labels.badges;
  for (const AreaLabel& label : labels.areas) {
    if (!label.lines.empty()) marks.push_back(label.box);
    marks.push_back(around(label.spot));
  }
  return marks;
}

BoardLabels place_labels(const Map& map, const Land& land, const LabelRequest& request) {
  return Labels(map, land, request).place();
}

}  // namespace evorisk::maps
