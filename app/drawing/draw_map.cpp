#include "app/drawing/draw_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/drawing/coast.hpp"
#include "app/drawing/map_geometry.hpp"
#include "app/drawing/palette.hpp"
#include "app/drawing/placement.hpp"
#include "app/drawing/text.hpp"
#include "app/report/html.hpp"
#include "maps/base/counted.hpp"
#include "maps/layout.hpp"

namespace evorisk::app {
namespace {

using maps::Map;
using maps::Point;

constexpr double caption_height = 34;

// "A" ... "Z", "AA" ...
std::string letters(int number) {
  std::string result;
  for (int n = number; n >= 0; n = n / 26 - 1) {
    result.insert(result.begin(), static_cast<char>('A' + n % 26));
  }
  return result;
}

class Picture {
 public:
  Picture(const Map& map, const DrawOptions& options)
      : map_(map),
        options_(options),
        geometry_(arrange(map, options.positions.empty() ? maps::layout(map) : options.positions)),
        liveries_(liveries(map)) {
    name_size_ = std::clamp(0.35 * geometry_.usual_radius + 5.5, 6.5, 11.5);
    badge_size_ = std::clamp(0.45 * geometry_.usual_radius + 6.5, 9.0, 14.0);
  }

  std::string svg() {
    const double height = geometry_.height + (options_.caption ? caption_height : 0);
    add("<svg class=\"evm\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} "
        "{}\"",
        picture_width, height);
    if (options_.width > 0) {
      add(" width=\"{}\" height=\"{:.0f}\"", options_.width,
          options_.width * height / picture_width);
    }
    add("><title>{}</title>", escape_html(title()));
    if (options_.style) add("<style>{}</style>", map_style_sheet());
    draw_land();
    draw_borders();
    for (int t = 0; t < map_.territory_count(); ++t) draw_disc(t);
    draw_labels();
    if (options_.caption) draw_caption();
    add("</svg>\n");
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  Point at(int t) const { return geometry_.points[static_cast<std::size_t>(t)]; }
  double radius(int t) const { return geometry_.radius[static_cast<std::size_t>(t)]; }
  const Livery& livery(int c) const { return liveries_[static_cast<std::size_t>(c)]; }

  std::string continent_name(int c) const {
    const std::string& name = map_.continent(c).name;
    return name.empty() ? letters(c) : name;
  }

  std::string title() const {
    return fmt::format("{}: {}, {}, {}", map_.name().empty() ? "Map" : map_.name(),
                       counted(map_.territory_count(), "territory", "territories"),
                       counted(map_.border_count(), "border"),
                       counted(map_.continent_count(), "continent"));
  }

  void draw_land() {
    const CoastOptions options{picture_width, geometry_.height, geometry_.reach,
                               std::max(4.0, 0.2 * geometry_.reach)};
    const auto outlines = coasts(map_, geometry_.points, options);
    add("<defs>");
    for (int pattern = 0; pattern < livery_patterns; ++pattern) {
      if (std::none_of(liveries_.begin(), liveries_.end(),
                       [&](const Livery& l) { return l.pattern == pattern; })) {
        continue;
      }
      add("{}", pattern_definition(pattern, fmt::format("{}p{}", options_.id_prefix, pattern)));
    }
    for (int c = 0; c < map_.continent_count(); ++c) {
      add("<path id=\"{}l{}\" d=\"{}\"/>", options_.id_prefix, c,
          smooth_path(outlines[static_cast<std::size_t>(c)]));
    }
    add("</defs><rect class=\"sea\" width=\"{}\" height=\"{}\" rx=\"12\"/>", picture_width,
        geometry_.height);
    // Shallow water: two bands around every coast, under all land.
    for (const double width : {0.62, 0.3}) {
      add("<g class=\"shoal\" stroke-width=\"{:.1f}\">", width * geometry_.reach);
      for (int c = 0; c < map_.continent_count(); ++c) {
        add("<use href=\"#{}l{}\"/>", options_.id_prefix, c);
      }
      add("</g>");
    }
    for (int c = 0; c < map_.continent_count(); ++c) {
      add("<use class=\"land k{}\" href=\"#{}l{}\"/>", livery(c).colour, options_.id_prefix, c);
      if (livery(c).pattern == 0) continue;
      add("<use class=\"marks\" fill=\"url(#{}p{})\" href=\"#{}l{}\"/>", options_.id_prefix,
          livery(c).pattern, options_.id_prefix, c);
    }
  }

  void draw_borders() {
    for (const bool inner : {true, false}) {
      std::string path;
      for (const maps::Border& border : map_.borders()) {
        if ((map_.continent_of(border.a) == map_.continent_of(border.b)) != inner) continue;
        const Point a = at(border.a);
        const Point b = at(border.b);
        fmt::format_to(std::back_inserter(path), "M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x,
                       b.y);
      }
      if (!path.empty()) add("<path class=\"{}\" d=\"{}\"/>", inner ? "border" : "route", path);
    }
  }

  void draw_disc(int t) {
    const Point p = at(t);
    const int c = map_.continent_of(t);
    add("<g><title>{} ({})</title>", escape_html(map_.label(t)), escape_html(continent_name(c)));
    if (std::find(options_.highlight.begin(), options_.highlight.end(), t) !=
        options_.highlight.end()) {
      add("<circle class=\"disc chosen\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>", p.x, p.y,
          radius(t) + 2.5);
    }
    add("<circle class=\"disc i{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>", livery(c).colour,
        p.x, p.y, radius(t));
    if (options_.numbers) {
      const double size = radius(t) * (t < 100 ? 1.06 : t < 1000 ? 0.84 : 0.66);
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\">{}</text>", p.x, p.y + size * 0.36,
          size, t);
    }
    add("</g>");
  }

  // Continents first, then territories with the fewest ways out, so with most neighbours.
  void draw_labels() {
    Placement room({4, 4, picture_width - 8, geometry_.height - 8});
    for (int t = 0; t < map_.territory_count(); ++t) room.add(Disc{at(t), radius(t) + 2});
    for (const maps::Border& border : map_.borders()) {
      room.add(Segment{at(border.a), at(border.b)});
    }
    for (int c = 0; c < map_.continent_count(); ++c) room.add_label(badge_places(c));
    std::vector<int> named;
    for (int t = 0; t < map_.territory_count() && options_.names; ++t) {
      if (!map_.territory(t).name.empty()) named.push_back(t);
    }
    std::stable_sort(named.begin(), named.end(), [&](int a, int b) {
      return map_.neighbours(a).size() > map_.neighbours(b).size();
    });
    for (const int t : named) room.add_label(name_places(t));
    const std::vector<Box> boxes = room.solve();
    std::size_t next = 0;
    for (int c = 0; c < map_.continent_count(); ++c) draw_badge(c, boxes[next++]);
    for (const int t : named) draw_name(t, boxes[next++]);
  }

  std::string badge_text(int c) const {
    return fmt::format("{} +{}", continent_name(c), map_.continent(c).bonus);
  }

  // All over the continent and a little beyond; best near its middle and not on foreign ground.
  std::vector<LabelPlace> badge_places(int c) const {
    const double width = 1.08 * text_width(badge_text(c), badge_size_) + badge_size_ + 6;
    const double height = badge_size_ + 9;
    const auto& members = map_.continent(c).territories;
    Point low = at(members.front());
    Point high = low;
    Point centre;
    for (const int t : members) {
      low = {std::min(low.x, at(t).x), std::min(low.y, at(t).y)};
      high = {std::max(high.x, at(t).x), std::max(high.y, at(t).y)};
      centre = {centre.x + at(t).x / static_cast<double>(members.size()),
                centre.y + at(t).y / static_cast<double>(members.size())};
    }
    const double beyond = 1.5 * geometry_.reach;
    const double wide = high.x - low.x + 2 * beyond;
    const double tall = high.y - low.y + 2 * beyond;
    constexpr double most_places = 260;
    const double step = std::max(5.0, std::sqrt(wide * tall / most_places));
    std::vector<LabelPlace> places;
    for (double y = low.y - beyond; y <= high.y + beyond; y += step) {
      for (double x = low.x - beyond; x <= high.x + beyond; x += step) {
        const double off =
            std::sqrt((x - centre.x) * (x - centre.x) + (y - centre.y) * (y - centre.y));
        double nearest_own = 1e9;
        double nearest_foreign = 1e9;
        for (int t = 0; t < map_.territory_count(); ++t) {
          const double dx = std::max(0.0, std::abs(at(t).x - x) - width / 2);
          const double dy = std::max(0.0, std::abs(at(t).y - y) - height / 2);
          double& nearest = map_.continent_of(t) == c ? nearest_own : nearest_foreign;
          nearest = std::min(nearest, dx * dx + dy * dy);
        }
        const double stray = nearest_foreign < nearest_own ? 0.5 * width * height : 0;
        places.push_back({{x - width / 2, y - height / 2, width, height}, 1.2 * off + stray});
      }
    }
    return places;
  }

  void draw_badge(int c, const Box& box) {
    const int colour = livery(c).colour;
    add("<g><title>{}: {}, bonus {}</title>", escape_html(continent_name(c)),
        counted(std::ssize(map_.continent(c).territories), "territory", "territories"),
        map_.continent(c).bonus);
    add("<rect class=\"badge i{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "rx=\"{:.1f}\"/>",
        colour, box.x, box.y, box.width, box.height, box.height / 2);
    add("<text class=\"continent t{}\" x=\"{:.1f}\" y=\"{:.1f}\" "
        "font-size=\"{:.1f}\">{}</text></g>",
        colour, box.x + box.width / 2, box.y + box.height / 2 + badge_size_ * 0.36, badge_size_,
        escape_html(badge_text(c)));
  }

  // Around the disc, in one line or two.
  std::vector<LabelPlace> name_places(int t) const {
    const std::string& name = map_.territory(t).name;
    std::vector<std::vector<std::string>> variants = {{name}};
    if (broken_in_two(name).size() == 2) variants.push_back(broken_in_two(name));
    std::vector<LabelPlace> places;
    const Point p = at(t);
    const double gap = radius(t) + 3;
    for (const auto& lines : variants) {
      double w = 0;
      for (const std::string& line : lines) w = std::max(w, text_width(line, name_size_));
      const double h = name_size_ * (1.08 * static_cast<double>(lines.size()));
      const double lines_cost = lines.size() == 2 ? 6 : 0;
      const double near = 0.72 * gap;
      const auto put = [&](double x, double y, double cost) {
        places.push_back({{x, y, w, h}, cost + lines_cost});
      };
      put(p.x - w / 2, p.y + gap, 0);
      put(p.x - w / 2, p.y - gap - h, 1);
      put(p.x + gap, p.y - h / 2, 4);
      put(p.x - gap - w, p.y - h / 2, 5);
      for (const double shift : {0.25, 0.75}) {
        put(p.x - shift * w, p.y + gap, 8);
        put(p.x - shift * w, p.y - gap - h, 9);
      }
      put(p.x + near, p.y + near, 10);
      put(p.x - near - w, p.y + near, 10);
      put(p.x + near, p.y - near - h, 10);
      put(p.x - near - w, p.y - near - h, 10);
      put(p.x + gap, p.y, 12);
      put(p.x - gap - w, p.y, 12);
      put(p.x + gap, p.y - h, 12);
      put(p.x - gap - w, p.y - h, 12);
    }
    return places;
  }

  void draw_name(int t, const Box& box) {
    const std::string& name = map_.territory(t).name;
    std::vector<std::string> lines = {name};
    if (box.height > 1.5 * name_size_) lines = broken_in_two(name);
    double y = box.y + 0.88 * name_size_;
    for (const std::string& line : lines) {
      add("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\">{}</text>",
          box.x + box.width / 2, y, name_size_, escape_html(line));
      y += 1.08 * name_size_;
    }
  }

  void draw_caption() {
    const double y = geometry_.height + 0.66 * caption_height;
    add("<text class=\"heading\" x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"16\">{}</text>",
        picture_width / 2, y, escape_html(title()));
  }

  const Map& map_;
  const DrawOptions& options_;
  MapGeometry geometry_;
  std::vector<Livery> liveries_;
  double name_size_ = 11;
  double badge_size_ = 13;
  std::string out_;
};

}  // namespace

std::string draw_map(const Map& map, const DrawOptions& options) {
  return Picture(map, options).svg();
}

}  // namespace evorisk::app
