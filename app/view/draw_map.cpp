#include "app/view/draw_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "app/view/html.hpp"
#include "app/view/palette.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::app {
namespace {

using maps::Map;
using maps::Point;

constexpr double caption_height = 34;
// The ends of a line and every sixth point between them; more of a short line, so that a closed one
// stays an area.
std::vector<Point> thinned(const std::vector<Point>& points) {
  const std::size_t step = std::clamp<std::size_t>(points.size() / 3, 1, 6);
  std::vector<Point> result = {points.front()};
  for (std::size_t i = step; i + (step + 1) / 2 < points.size(); i += step) {
    result.push_back(points[i]);
  }
  result.push_back(points.back());
  return result;
}

// The ends of a route, and where it bends.
std::vector<Point> bends(const maps::BoardRoute& route) {
  const std::vector<Point>& points = route.points;
  std::vector<Point> kept{points.front()};
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Point before = points[i] - points[i - 1];
    const Point after = points[i + 1] - points[i];
    if (std::abs(maps::cross(before, after)) > 0.01) kept.push_back(points[i]);  // mm^2
  }
  kept.push_back(points.back());
  return kept;
}

class Picture {
 public:
  Picture(maps::Board board, const DrawOptions& options)
      : board_(std::move(board)),
        map_(board_.map),
        options_(options),
        land_(board_.land),
        labels_(board_.labels),
        liveries_(liveries(map_)) {
    // Wider where there are many territories, so that lines and letters are finer.
    width_ = std::floor(960 * std::max(1.0, std::sqrt(map_.territory_count() / 200.0)));
    scale_ = width_ / land_.width;
    for (maps::BoardLine& line : land_.lines) line.points = thinned(line.points);
  }

  std::string svg() {
    const double board = scale_ * land_.height;
    const double height = board + (options_.caption ? caption_height : 0);
    add("<svg class=\"evm\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} "
        "{:.0f}\"",
        width_, height);
    if (options_.width > 0) {
      add(" width=\"{}\" height=\"{:.0f}\"", options_.width, options_.width * height / width_);
    }
    add("><title>{}</title>", escape_html(title()));
    if (options_.style) add("<style>{}</style>", map_style_sheet());
    draw_land(board);
    draw_lines();
    if (options_.areas) {
      draw_areas();
      draw_edges();
    }
    for (int t = 0; t < map_.territory_count(); ++t) draw_territory(t);
    for (int c = 0; c < map_.continent_count(); ++c) draw_badge(c);
    if (options_.caption) {
      draw_text("heading", {land_.width / 2, land_.height + 0.66 * caption_height / scale_},
                16 / scale_, title());
    }
    add("</svg>\n");
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  const Livery& livery(int c) const { return liveries_[at(c)]; }

  std::string title() const {
    return fmt::format("{}: {}, {}, {}", map_.name().empty() ? "Map" : map_.name(),
                       counted(map_.territory_count(), "territory", "territories"),
                       counted(map_.border_count(), "border"),
                       counted(map_.continent_count(), "continent"));
  }

  // The data of an SVG path: quadratic curves between the middles of the sides, in whole units
  // relative to each other, so that it stays short.
  std::string path(const std::vector<Point>& points, bool closed) const {
    const auto whole = [&](double value) { return static_cast<int>(std::lround(scale_ * value)); };
    const std::size_t count = points.size();
    const auto middle = [&](std::size_t i) {
      const Point a = points[i % count];
      const Point b = points[(i + 1) % count];
      return Point{(a.x + b.x) / 2, (a.y + b.y) / 2};
    };
    const Point start = closed ? middle(count - 1) : points.front();
    int x = whole(start.x);
    int y = whole(start.y);
    std::string result = fmt::format("M{} {}{}", x, y, closed || count > 2 ? 'q' : 'l');
    const auto go = [&](Point to) {
      for (const int number : {whole(to.x) - x, whole(to.y) - y}) {
        if (number >= 0 && result.back() != 'q' && result.back() != 'l') result += ' ';
        result += std::to_string(number);
      }
    };
    const auto arrive = [&](Point to) {
      go(to);
      x = whole(to.x);
      y = whole(to.y);
    };
    for (std::size_t i = closed ? 0 : 1; i < (closed ? count : count - 1); ++i) {
      const Point& before = points[(i + count - 1) % count];
      const bool stays = points[i] == before && points[i] == points[(i + 1) % count];
      if (closed && stays) continue;
      go(points[i]);
      arrive(closed || i + 2 < count ? middle(i) : points.back());
    }
    if (closed) return result + 'z';
    if (count == 2) arrive(points.back());
    return result;
  }

  // The outlines of each continent's land.
  std::vector<maps::Outlines> continents() const {
    const auto continent = [&](int t) { return t == maps::sea ? t : map_.continent_of(t); };
    std::vector<maps::BoardLine> lines;
    for (const maps::BoardLine& line : land_.lines) {
      const int left = continent(line.left);
      const int right = continent(line.right);
      if (left == right) continue;
      // Twice, so that smooth curves pass through the places where lines meet.
      std::vector<Point> points = {line.points.front()};
      points.insert(points.end(), line.points.begin(), line.points.end());
      points.push_back(points.back());
      lines.push_back({left, right, std::move(points)});
    }
    return maps::outlines(lines, map_.continent_count());
  }

  void draw_land(double height) {
    add("<defs>");
    std::set<int> patterns;
    for (const Livery& worn : liveries_) patterns.insert(worn.pattern);
    for (const int pattern : patterns) {
      add("{}", pattern_definition(pattern, fmt::format("{}p{}", options_.id_prefix, pattern)));
    }
    const std::vector<maps::Outlines> outlines = continents();
    for (std::size_t c = 0; c < outlines.size(); ++c) {
      add("<path id=\"{}l{}\" d=\"", options_.id_prefix, c);
      for (const std::vector<Point>& outline : outlines[c]) out_ += path(outline, true);
      add("\"/>");
    }
    add("</defs><rect class=\"sea\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"12\"/>", width_,
        height);
    // Shallow water: two bands around every coast, under all land.
    for (const double width : {7.0, 3.2}) {
      add("<g class=\"shoal\" stroke-width=\"{:.1f}\">", scale_ * width);
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

  // Lines between territories of one continent, between continents, and routes.
  void draw_lines() {
    std::string inner;
    std::string outer;
    for (const maps::BoardLine& line : land_.lines) {
      if (line.is_coast()) continue;
      const bool same = map_.continent_of(line.left) == map_.continent_of(line.right);
      (same ? inner : outer) += path(line.points, false);
    }
    std::string routes;
    for (const maps::BoardRoute& route : land_.routes) {
      routes += path(bends(route), false);
    }
    for (const auto& [name, lines] : {std::pair{"border", &inner}, std::pair{"frontier", &outer},
                                      std::pair{"wake", &routes}, std::pair{"route", &routes}}) {
      if (!lines->empty()) add("<path class=\"{}\" d=\"{}\"/>", name, *lines);
    }
    for (const maps::BoardRoute& route : land_.routes) {
      for (const Point end : {route.points.front(), route.points.back()})
        draw_circle("port", {end, 0.9});
    }
  }

  void draw_circle(const std::string& kind, const maps::Disc& disc, double wider = 0) {
    add("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>", kind,
        scale_ * disc.centre.x, scale_ * disc.centre.y, scale_ * disc.radius + wider);
  }

  // Centred, on a base line.
  void draw_text(const std::string& kind, Point at, double size, const std::string& text) {
    add("<text{} x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\">{}</text>",
        kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), scale_ * at.x, scale_ * at.y,
        scale_ * size, escape_html(text));
  }

  void draw_territory(int t) {
    const maps::AreaLabel& label = labels_.areas[at(t)];
    const maps::Disc& spot = label.spot;
    const maps::Rectangle& box = label.box;
    const int c = map_.continent_of(t);
    if (!label.inside && !label.lines.empty()) {
      const Point from{std::clamp(spot.centre.x, box.x, box.x + box.width),
                       std::clamp(spot.centre.y, box.y, box.y + box.height)};
      add("<path class=\"leader\" d=\"{}\"/>", path({from, spot.centre}, false));
    }
    add("<g><title>{} ({})</title>", escape_html(map_.label(t)),
        escape_html(map_.continent(c).name));
    if (std::ranges::count(options_.highlight, t) > 0) draw_circle("disc chosen", spot, 2.5);
    if (options_.names || options_.numbers)
      draw_circle(fmt::format("disc i{}", livery(c).colour), spot);
    if (options_.numbers) {
      const double size = spot.radius * (t < 100 ? 1.06 : t < 1000 ? 0.84 : 0.66);
      draw_text("", {spot.centre.x, spot.centre.y + 0.36 * size}, size, std::to_string(t));
    }
    add("</g>");
    double y = box.y + 0.79 * label.size;
    for (const std::string& line : label.lines) {
      draw_text("name", {box.x + box.width / 2, y}, label.size, line);
      y += maps::line_height * label.size;
    }
  }

  // What a page needs to tell which territory is pointed at.
  void draw_areas() {
    const std::vector<maps::Outlines> areas = maps::outlines(land_.lines, map_.territory_count());
    for (const maps::Outlines& area : areas) {
      add("<path class=\"area\" d=\"");
      for (const std::vector<Point>& outline : area) out_ += path(outline, true);
      add("\"/>");
    }
  }

  // The lines and routes of each border, to be pointed at, too.
  void draw_edges() {
    std::map<std::pair<int, int>, std::string> paths;
    const auto of = [&](int a, int b) -> std::string& { return paths[std::minmax({a, b})]; };
    for (const maps::BoardLine& line : land_.lines) {
      if (!line.is_coast()) of(line.left, line.right) += path(line.points, false);
    }
    for (const maps::BoardRoute& route : land_.routes) {
      of(route.a, route.b) += path(bends(route), false);
    }
    for (const maps::Border& border : map_.borders()) {
      add("<path class=\"edge\" d=\"{}\"/>", of(border.a, border.b));
    }
  }

  void draw_badge(int c) {
    const auto& [lines, size, box] = labels_.badges[at(c)];
    const int colour = livery(c).colour;
    add("<g><title>{}: {}, bonus {}</title>", escape_html(map_.continent(c).name),
        counted(std::ssize(map_.continent(c).territories), "territory", "territories"),
        map_.continent(c).bonus);
    add("<rect class=\"badge k{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "rx=\"{:.1f}\"/>",
        colour, scale_ * box.x, scale_ * box.y, scale_ * box.width, scale_ * box.height,
        scale_ * maps::badge_corner * size);
    double y = box.y + maps::badge_baseline * size;
    for (const std::string& line : lines) {
      draw_text(fmt::format("continent t{}", colour), {box.x + box.width / 2, y}, size, line);
      y += maps::line_height * size;
    }
    add("</g>");
  }

  maps::Board board_;
  const Map& map_;
  const DrawOptions& options_;
  maps::Land& land_;
  const maps::BoardLabels& labels_;
  std::vector<Livery> liveries_;
  double width_ = 960;  // of the picture
  double scale_ = 1;    // from millimetres of the board to units of the picture
  std::string out_;
};

}  // namespace

std::string draw_map(const Map& map, const DrawOptions& options) {
  return draw_map(maps::make_board(map, 1, options.names), options);
}

std::string draw_map(const maps::Board& board, const DrawOptions& options) {
  return Picture(board, options).svg();
}

}  // namespace evorisk::app
