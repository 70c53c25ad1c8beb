#include "app/drawing/draw_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/drawing/placement.hpp"
#include "app/report/html.hpp"
#include "maps/layout.hpp"

namespace evorisk::app {

namespace {

using maps::Map;
using maps::Point;

// Okabe and Ito's palette without black and grey; with the patterns, 7 x 5 continents differ.
constexpr std::array<const char*, 7> palette = {"#56b4e9", "#e69f00", "#009e73", "#f0e442",
                                                "#0072b2", "#d55e00", "#cc79a7"};
constexpr int pattern_count = 5;

constexpr double picture_width = 960;
constexpr double margin = 56;
constexpr double least_height = 240;
constexpr double most_height = 960;

const char* colour_of(int continent) {
  return palette[static_cast<std::size_t>(continent) % palette.size()];
}

// The pattern of a continent's land: after the first round of colours they begin again, so the
// pattern must not repeat with the same period.
int pattern_of(int continent) {
  return (continent + continent / static_cast<int>(palette.size())) % pattern_count;
}

std::string pattern_shape(int pattern) {
  switch (pattern) {
    case 1:
      return "<path d=\"M0 10 L10 0 M-2 2 L2 -2 M8 12 L12 8\"/>";
    case 2:
      return "<circle cx=\"3\" cy=\"3\" r=\"1.1\"/><circle cx=\"8\" cy=\"8\" r=\"1.1\"/>";
    case 3:
      return "<path d=\"M0 3 H10 M0 8 H10\"/>";
    case 4:
      return "<path d=\"M0 0 L10 10 M10 0 L0 10\"/>";
    default:
      return "";  // plain land
  }
}

std::string style() {
  return "<style>"
         ".evm{--sea:#f4f7f9;--disc:#fff;--ink:#1d2328;--route:#66727c;--land:.42;"
         "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}"
         "@media (prefers-color-scheme:dark){.evm{--sea:#171c21;--disc:#262c33;--ink:#eceae4;"
         "--route:#8b97a2;--land:.34}}"
         ".evm .sea{fill:var(--sea)}.evm .land{opacity:var(--land)}"
         ".evm .border{stroke:var(--ink);stroke-width:1.6;opacity:.75}"
         ".evm .route{stroke:var(--route);stroke-width:1.6;stroke-dasharray:6 4}"
         ".evm .disc{fill:var(--disc);stroke-width:3}"
         ".evm text{fill:var(--ink);text-anchor:middle}"
         ".evm .name,.evm .badge text{paint-order:stroke;stroke:var(--sea);stroke-width:3px;"
         "stroke-linejoin:round}"
         ".evm .badge rect{fill:var(--disc);stroke-width:2}.evm .badge text{stroke:none;"
         "font-weight:600}"
         "</style>";
}

class Picture {
 public:
  Picture(const Map& map, const DrawOptions& options) : map_(map), options_(options) {
    place_territories();
    choose_sizes();
  }

  std::string svg() const {
    std::string out = fmt::format(
        "<svg class=\"evm\" role=\"img\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>{}<defs>",
        picture_width, height_, escape_html(title()), style());
    for (int c = 0; c < map_.continent_count(); ++c) out += land_pattern(c);
    out += fmt::format("</defs><rect class=\"sea\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"10\"/>",
                       picture_width, height_);
    for (int c = 0; c < map_.continent_count(); ++c) out += land(c);
    out += borders();
    for (int t = 0; t < map_.territory_count(); ++t) out += disc(t);
    return out + labels() + "</svg>\n";
  }

 private:
  Point at(int t) const { return points_[static_cast<std::size_t>(t)]; }

  std::string title() const {
    return fmt::format("Map{}{}: {} territories, {} continents", map_.name().empty() ? "" : " ",
                       map_.name(), map_.territory_count(), map_.continent_count());
  }

  // The drawing's own extent, not the unit square, fills the picture.
  void place_territories() {
    points_ = options_.positions;
    if (points_.empty()) {
      std::vector<std::optional<Point>> hint;
      for (int t = 0; t < map_.territory_count(); ++t) hint.push_back(map_.territory(t).position);
      points_ = maps::layout(map_, hint);
    }
    Point low = points_[0];
    Point high = points_[0];
    for (const Point& p : points_) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double wide = std::max(1e-6, high.x - low.x);
    const double tall = std::max(1e-6, high.y - low.y);
    const double scale =
        std::min((picture_width - 2 * margin) / wide, (most_height - 2 * margin) / tall);
    height_ = std::clamp(tall * scale + 2 * margin, least_height, most_height);
    const Point offset{(picture_width - wide * scale) / 2, (height_ - tall * scale) / 2};
    for (Point& p : points_) {
      p = {offset.x + (p.x - low.x) * scale, offset.y + (p.y - low.y) * scale};
    }
  }

  void choose_sizes() {
    // Discs fit the closest pairs; a few close ones do not shrink a whole map.
    std::vector<double> nearest(points_.size(), picture_width);
    for (std::size_t a = 0; a < points_.size(); ++a) {
      for (std::size_t b = 0; b < points_.size(); ++b) {
        if (a == b) continue;
        nearest[a] = std::min(nearest[a],
                              std::hypot(points_[a].x - points_[b].x, points_[a].y - points_[b].y));
      }
    }
    std::sort(nearest.begin(), nearest.end());
    radius_ =
        std::clamp(std::min(0.36 * nearest[nearest.size() / 5], 0.46 * nearest[0]), 3.5, 20.0);
    const double common = std::clamp(0.36 * nearest[nearest.size() / 5], 3.5, 20.0);
    land_radius_ = std::min(2.1 * common, 0.9 * nearest[nearest.size() / 2]);
    land_radius_ = std::max(land_radius_, radius_ + 5);
  }

  std::string land_pattern(int c) const {
    return fmt::format(
        "<pattern id=\"{0}land{1}\" width=\"10\" height=\"10\" "
        "patternUnits=\"userSpaceOnUse\"><rect width=\"10\" height=\"10\" "
        "fill=\"{2}\"/><g fill=\"#1d2328\" stroke=\"#1d2328\" stroke-width=\".9\" "
        "opacity=\".45\">{3}</g></pattern>",
        options_.id_prefix, c, colour_of(c), pattern_shape(pattern_of(c)));
  }

  // Wide round strokes along the continent's own borders run together into one shape of land.
  std::string land(int c) const {
    std::string path;
    for (int t : map_.continent(c).territories) {
      path += fmt::format("M{:.1f} {:.1f}h.01", at(t).x, at(t).y);
      for (int n : map_.neighbours(t)) {
        if (n < t || map_.continent_of(n) != c) continue;
        path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", at(t).x, at(t).y, at(n).x, at(n).y);
      }
    }
    return fmt::format(
        "<path class=\"land\" d=\"{}\" fill=\"none\" stroke=\"url(#{}land{})\" "
        "stroke-width=\"{:.1f}\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\"/>",
        path, options_.id_prefix, c, 2 * land_radius_);
  }

  std::string borders() const {
    std::string out;
    for (const maps::Border& border : map_.borders()) {
      const bool inside = map_.continent_of(border.a) == map_.continent_of(border.b);
      out += fmt::format(
          "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
          "y2=\"{:.1f}\"/>",
          inside ? "border" : "route", at(border.a).x, at(border.a).y, at(border.b).x,
          at(border.b).y);
    }
    return out;
  }

  std::string disc(int t) const {
    std::string out = fmt::format(
        "<g><title>{}</title><circle class=\"disc\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" "
        "stroke=\"{}\"/>",
        escape_html(map_.label(t)), at(t).x, at(t).y, radius_, colour_of(map_.continent_of(t)));
    if (options_.numbers && radius_ >= 4.5) {
      const double size = std::min(15.0, radius_ * (t < 100 ? 1.05 : 0.85));
      out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\">{}</text>", at(t).x,
                         at(t).y + size * 0.35, size, t);
    }
    return out + "</g>";
  }

  std::string badge_text(int c) const {
    const maps::Continent& continent = map_.continent(c);
    const std::string name =
        continent.name.empty() ? fmt::format("Continent {}", continent_letter(c)) : continent.name;
    return fmt::format("{} +{}", name, continent.bonus);
  }

  static std::string continent_letter(int c) {
    std::string letters;
    for (int n = c; n >= 0; n = n / 26 - 1) {
      letters.insert(letters.begin(), static_cast<char>('A' + n % 26));
    }
    return letters;
  }

  // Characters, not bytes: names are UTF-8.
  static double text_width(const std::string& text, double size) {
    const auto characters = std::count_if(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    });
    return 0.58 * size * static_cast<double>(characters);
  }

  std::string labels() const {
    Placement room({4, 4, picture_width - 8, height_ - 8});
    for (const Point& p : points_) room.add(Disc{p, radius_ + 2});
    for (const maps::Border& border : map_.borders()) {
      room.add(Segment{at(border.a), at(border.b)});
    }
    std::string out;
    for (int c = 0; c < map_.continent_count(); ++c) out += badge(c, room);
    if (options_.names) {
      for (int t = 0; t < map_.territory_count(); ++t) {
        if (!map_.territory(t).name.empty()) out += name(t, room);
      }
    }
    return out;
  }

  std::string badge(int c, Placement& room) const {
    const std::string text = badge_text(c);
    const double size = map_.territory_count() > 120 ? 11 : 14;
    const double width = text_width(text, size) + 16;
    const double height = size + 10;
    Point centre{0, 0};
    for (int t : map_.continent(c).territories) {
      centre.x += at(t).x;
      centre.y += at(t).y;
    }
    const auto count = static_cast<double>(map_.continent(c).territories.size());
    centre = {centre.x / count, centre.y / count};
    std::vector<Box> candidates;
    for (double ring = 0; ring <= 12; ++ring) {
      const int steps = ring == 0 ? 1 : 16;
      for (int i = 0; i < steps; ++i) {
        const double angle = 2 * 3.14159265358979 * i / steps - 1.5707963;
        const Point p{centre.x + ring * 13 * std::cos(angle),
                      centre.y + ring * 9 * std::sin(angle)};
        candidates.push_back({p.x - width / 2, p.y - height / 2, width, height});
      }
    }
    const Box box = room.place(candidates);
    return fmt::format(
        "<g class=\"badge\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{:.1f}\" rx=\"{:.1f}\" stroke=\"{}\"/><text x=\"{:.1f}\" "
        "y=\"{:.1f}\" font-size=\"{:.0f}\">{}</text></g>",
        box.x, box.y, width, height, height / 2, colour_of(c), box.x + width / 2,
        box.y + height / 2 + size * 0.35, size, escape_html(text));
  }

  std::string name(int t, Placement& room) const {
    const std::string& text = map_.territory(t).name;
    const double size = map_.territory_count() > 60 ? 9 : 11.5;
    const double width = text_width(text, size);
    const double gap = radius_ + 3;
    const Point p = at(t);
    const Box box = room.place({{p.x - width / 2, p.y + gap, width, size},
                                {p.x - width / 2, p.y - gap - size, width, size},
                                {p.x + gap, p.y - size / 2, width, size},
                                {p.x - gap - width, p.y - size / 2, width, size},
                                {p.x + gap * 0.6, p.y + gap * 0.7, width, size},
                                {p.x - gap * 0.6 - width, p.y + gap * 0.7, width, size},
                                {p.x + gap * 0.6, p.y - gap * 0.7 - size, width, size},
                                {p.x - gap * 0.6 - width, p.y - gap * 0.7 - size, width, size}});
    return fmt::format(
        "<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\">{}"
        "</text>",
        box.x + width / 2, box.y + size * 0.85, size, escape_html(text));
  }

  const Map& map_;
  const DrawOptions& options_;
  std::vector<Point> points_;
  double height_ = least_height;
  double radius_ = 10;
  double land_radius_ = 20;
};

}  // namespace

std::string draw_map(const Map& map, const DrawOptions& options) {
  return Picture(map, options).svg();
}

}  // namespace evorisk::app
