#include "maps/layout/land/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/index.hpp"
#include "maps/layout/land/ground.hpp"
#include "maps/layout/land/label_room.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr double label_gap = 1.6;  // between a name and its spot, in millimetres

// Sizes of letters, and the radii of the spots that go with them, from the largest on.
constexpr std::array<double, 9> letter_sizes = {4.6, 4.2, 3.9, 3.6, 3.3, 3.0, 2.7, 2.4, 2.1};
constexpr std::array<double, 9> spot_radii = {9, 8, 7.2, 6.4, 5.6, 4.8, 4.0, 3.2, 2.6};

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
    LabelRoom room(map_, land_);
    for (const AreaLabel& label : result.areas) {
      if (label.inside) room.take(label.box);
      room.take(around(label.spot));
    }
    for (const BoardRoute& route : land_.routes) {
      constexpr double side = 1.6;
      for (const Point p : route.points) room.take({p.x - side / 2, p.y - side / 2, side, side});
    }
    for (AreaLabel& label : result.areas) {
      if (label.inside || label.lines.empty()) continue;
      const Rectangle size = size_of(label.lines, label.size);
      label.box = room.find(size.width, size.height, label.spot, 1.5).box;
      room.take(label.box);
    }
    for (int c = 0; request_.badges && c < map_.continent_count(); ++c) {
      const auto& members = map_.continent(c).territories;
      Point middle;
      for (const int t : members) {
        middle += 1.0 / static_cast<double>(members.size()) * result.areas[at(t)].spot.centre;
      }
      room.place_for(c);
      result.badges.push_back(badge(c, middle, room));
      room.take(result.badges.back().box);
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

  // As large as it can be without hiding much, in one line or two. Where it would hide a border or
  // lie across a coast, the bonus stands alone.
  Badge badge(int c, Point middle, const LabelRoom& room) const {
    struct Form {
      double letters;
      int lines;       // 0: without the name
      double penalty;  // as if it were so many millimetres farther away
    };
    constexpr std::array<Form, 9> forms = {{{4.4, 1, 0},
                                            {4.4, 2, 4},
                                            {3.7, 1, 5},
                                            {3.7, 2, 9},
                                            {3.1, 1, 10},
                                            {3.1, 2, 14},
                                            {2.7, 1, 17},
                                            {2.7, 2, 21},
                                            {4.4, 0, 36}}};
    const std::string& name = map_.continent(c).name;
    const std::string bonus = fmt::format("+{}", map_.continent(c).bonus);
    Badge best;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [letters, lines, penalty] : forms) {
      if (penalty >= least) break;
      Badge one;
      if (lines == 0) one.lines = {bonus};
      if (lines == 1) one.lines = {name + " " + bonus};
      if (lines == 2) one.lines = {name, bonus};
      one.size = letters;
      const Rectangle text = size_of(one.lines, letters);
      const auto place = room.find(1.08 * text.width + 1.5 * letters, text.height + 0.68 * letters,
                                   {middle, 0}, 2, least - penalty);
      if (place.cost + penalty >= least) continue;
      least = place.cost + penalty;
      one.box = place.box;
      best = std::move(one);
    }
    return best;
  }

  const Map& map_;
  const Land& land_;
  const LabelRequest& request_;
};

}  // namespace

std::vector<Rectangle> marks_of(const BoardLabels& labels) {
  std::vector<Rectangle> marks;
  for (const Badge& badge : labels.badges) marks.push_back(badge.box);
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
