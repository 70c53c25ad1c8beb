#include "app/print/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/print/flow.hpp"
#include "base/error.hpp"
#include "base/index.hpp"

namespace evorisk::app::kit {
namespace {

using maps::Point;

constexpr Colour deep_water = rgb(0xe6eef2);
constexpr Colour shallow_water = rgb(0xd3e2ea);
constexpr Colour shore_water = rgb(0xbdd4e0);
constexpr double legend_gap = 3;  // between its columns

// The legend is a strip below the land, as high as its rows of continents need.
double legend_height(double width, int continents) {
  const int columns = std::max(1, static_cast<int>((width - 70) / 46));
  const int rows = std::max(3, (continents + columns - 1) / columns);
  return 8.0 + 6.6 * rows;
}

}  // namespace

PaperSize paper_size(Paper paper) {
  return paper == Paper::a4 ? PaperSize{210, 297} : PaperSize{215.9, 279.4};
}

Sheets plan_sheets(const KitOptions& options, int territories) {
  if (options.sheets < 0 || options.sheets > most_sheets) {
    throw InputError("a board has 1 to {} sheets, found {}", most_sheets, options.sheets);
  }
  // A place of some 55 mm for each territory, sea included.
  constexpr double share = 3000;
  const auto [upright_width, upright_height] = paper_size(options.paper);
  int count = options.sheets;
  if (count == 0) {
    const double sheet = (upright_width - 2 * page_margin) * (upright_height - 2 * page_margin);
    count =
        std::clamp(static_cast<int>(std::ceil(territories * share / sheet - 0.15)), 1, most_sheets);
    if (count == 3) count = 4;
    if (count > 4) count += count % 2;
  }
  Sheets best;
  double least = 1e9;
  for (int columns = 1; columns <= count; ++columns) {
    if (count % columns != 0) continue;
    for (const bool upright : {true, false}) {
      Sheets sheets{.columns = columns,
                    .rows = count / columns,
                    .paper_width = upright ? upright_width : upright_height,
                    .paper_height = upright ? upright_height : upright_width};
      sheets.tile_width =
          sheets.paper_width - 2 * page_margin - (sheets.columns > 1 ? glue_tab : 0);
      sheets.tile_height = sheets.paper_height - 2 * page_margin - (sheets.rows > 1 ? glue_tab : 0);
      const double shape = sheets.board_width() / sheets.board_height();
      const double off = std::abs(std::log(shape / 1.35));
      if (off < least) {
        least = off;
        best = sheets;
      }
    }
  }
  return best;
}

maps::Seams Sheets::seams() const {
  maps::Seams seams;
  for (int column = 1; column < columns; ++column) seams.down.push_back(column * tile_width);
  for (int row = 1; row < rows; ++row) seams.across.push_back(row * tile_height);
  return seams;
}

LegendColumns legend_columns(double from, double to, int count, const std::vector<double>& seams) {
  constexpr double widest = 58;
  constexpr double clearance = 1;  // beside a seam
  // Rather a little narrower than with a gap before a seam.
  for (const auto& [gaps, narrowest] : {std::pair{false, 46.0}, std::pair{true, 34.0}}) {
    for (double width = std::min(widest, (to - from) / count); width >= narrowest; --width) {
      LegendColumns columns{.width = width, .starts = {}};
      double x = from;
      for (int c = 0; c < count; ++c, x += width) {
        for (const double seam : seams) {
          if (x < seam + clearance && seam - clearance < x + width - legend_gap)
            x = seam + clearance;
        }
        columns.starts.push_back(x);
      }
      if (x <= (gaps ? to : from + count * width + 0.01)) return columns;
    }
  }
  // There is no room beside the seams.
  LegendColumns columns{.width = (to - from) / count, .starts = {}};
  for (int c = 0; c < count; ++c) columns.starts.push_back(from + c * columns.width);
  return columns;
}

Colour land_tint(const Livery& livery, bool save_ink) {
  const auto [red, green, blue] = livery_colour(livery.colour);
  return mix({red / 255.0, green / 255.0, blue / 255.0}, paper_white, save_ink ? 0.15 : 0.4);
}

Colour land_ink(const Livery& livery) {
  const auto [red, green, blue] = livery_colour(livery.colour);
  return mix({red / 255.0, green / 255.0, blue / 255.0}, rgb(0), 0.6);
}

Board::Board(const risk::Variant& variant, const KitOptions& options, const Sheets& sheets)
    : variant_(variant),
      options_(options),
      sheets_(sheets),
      geometry_(maps::make_board(variant.map(), options.seed)),
      width_(sheets.board_width()),
      height_(sheets.board_height()),
      legend_(legend_height(width_, variant.map().continent_count())),
      liveries_(liveries(variant.map())) {
  maps::fit_board(geometry_, width_, height_ - legend_, sheets.seams());
}

Board::Board(const risk::Variant& variant, const KitOptions& options)
    : variant_(variant),
      options_(options),
      geometry_(maps::make_board(variant.map(), options.seed)),
      width_(geometry_.land.width),
      height_(geometry_.land.height),
      liveries_(liveries(variant.map())) {}

void Board::draw(Canvas& canvas) const {
  draw_sea(canvas);
  draw_land(canvas);
  draw_routes(canvas);
  draw_labels(canvas);
  if (legend_ > 0) draw_legend(canvas);
  canvas.rectangle(0, 0, width_, height_);
  canvas.stroke(ink, 0.4);
}

void Board::draw_sea(Canvas& canvas) const {
  if (options_.save_ink) return;
  canvas.rectangle(0, 0, geometry_.land.width, geometry_.land.height);
  canvas.fill(deep_water);
  canvas.rectangle(0, 0, geometry_.land.width, geometry_.land.height);
  canvas.save_and_clip();
  for (const auto& [colour, reach] : {std::pair{shallow_water, 7.0}, std::pair{shore_water, 3.2}}) {
    for (const maps::BoardLine& line : geometry_.land.lines) {
      if (line.is_coast()) canvas.polyline(line.points);
    }
    canvas.stroke(colour, reach);
  }
  canvas.restore();
}

void Board::draw_land(Canvas& canvas) const {
  const maps::Map& map = variant_.map();
  for (int t = 0; t < map.territory_count(); ++t) {
    const Colour tint = land_tint(liveries_[at(map.continent_of(t))], options_.save_ink);
    const auto& area = geometry_.land.areas[at(t)];
    for (const auto& outline : area) canvas.polygon(outline);
    if (!options_.save_ink) {
      canvas.fill(tint);
      continue;
    }
    // White land with a band of colour inside its outline.
    canvas.save_and_clip();
    for (const auto& outline : area) canvas.polygon(outline);
    canvas.stroke(tint, 5);
    canvas.restore();
  }
  const auto inner = [&](const maps::BoardLine& line) {
    return !line.is_coast() && map.continent_of(line.left) == map.continent_of(line.right);
  };
  for (const maps::BoardLine& line : geometry_.land.lines) {
    if (!inner(line)) continue;
    canvas.polyline(line.points);
    canvas.stroke(mix(land_ink(liveries_[at(map.continent_of(line.left))]), paper_white, 0.15),
                  0.45);
  }
  for (const maps::BoardLine& line : geometry_.land.lines) {
    if (line.is_coast()) canvas.polyline(line.points);
  }
  canvas.stroke(ink, 0.5);
  for (const maps::BoardLine& line : geometry_.land.lines) {
    if (!line.is_coast() && !inner(line)) canvas.polyline(line.points);
  }
  canvas.stroke(ink, 1.1);
}

void Board::draw_routes(Canvas& canvas) const {
  for (const maps::BoardRoute& route : geometry_.land.routes) {
    for (const auto& [colour, width] : {std::pair{paper_white, 1.6}, std::pair{ink, 0.7}}) {
      canvas.polyline(route.points);
      canvas.stroke(colour, width, {2.6, 2.0});
    }
    for (const Point end : {route.points.front(), route.points.back()}) {
      canvas.circle(end.x, end.y, 0.9);
      canvas.fill(ink);
    }
  }
}

void Board::draw_labels(Canvas& canvas) const {
  for (std::size_t t = 0; t < geometry_.labels.areas.size(); ++t) {
    const maps::AreaLabel& label = geometry_.labels.areas[t];
    const int continent = variant_.map().continent_of(static_cast<int>(t));
    const Livery& livery = liveries_[at(continent)];
    const maps::Disc& spot = label.spot;
    if (!label.inside) {
      const double x = std::clamp(spot.centre.x, label.box.x, label.box.x + label.box.width);
      const double y = std::clamp(spot.centre.y, label.box.y, label.box.y + label.box.height);
      canvas.polyline({{x, y}, spot.centre});
      canvas.stroke(ink, 0.3);
    }
    canvas.circle(spot.centre.x, spot.centre.y, spot.radius);
    canvas.fill_and_stroke(paper_white, land_ink(livery), 0.35, 0.8);
    const double letter = 0.85 * spot.radius;
    canvas.text(spot.centre.x, spot.centre.y + 0.36 * letter, continent_letter(continent),
                Face::title, letter, mix(land_ink(livery), paper_white, 0.55), Align::centre);
    double y = label.box.y + 0.79 * label.size;
    for (const std::string& line : label.lines) {
      const double x = label.box.x + label.box.width / 2;
      if (label.inside) {
        canvas.text(x, y, line, Face::bold, label.size, ink, Align::centre);
      } else {
        canvas.text_with_rim(x, y, line, Face::bold, label.size, ink, paper_white, 0.5,
                             Align::centre);
      }
      y += maps::line_height * label.size;
    }
  }
  for (int c = 0; c < variant_.continents(); ++c) {
    const auto& [lines, size, box] = geometry_.labels.badges[at(c)];
    const Colour own = land_ink(liveries_[at(c)]);
    canvas.rectangle(box.x, box.y, box.width, box.height, maps::badge_corner * size);
    canvas.fill_and_stroke(land_tint(liveries_[at(c)], false), own, 0.5, 0.8);
    double y = box.y + maps::badge_baseline * size;
    for (const std::string& line : lines) {
      canvas.text(box.x + box.width / 2, y, line, Face::bold, size, own, Align::centre);
      y += maps::line_height * size;
    }
  }
}

void Board::draw_legend(Canvas& canvas) const {
  const maps::Map& map = variant_.map();
  const double top = height_ - legend_;
  canvas.rectangle(0, top, width_, legend_);
  canvas.fill(paper_white);
  canvas.polyline({{0, top}, {width_, top}});
  canvas.stroke(ink, 0.4);

  // The name of the game, as large as there is room.
  constexpr double left = 6;
  constexpr double title_room = 56;
  const std::string& name = variant_.name();
  const std::string title = shortened(canvas, name, Face::title, 4.5, title_room);
  double size = 9;
  while (size > 4.5 && canvas.measure(title, Face::title, size).width > title_room) size -= 0.5;
  canvas.text(left, top + 10.5, title, Face::title, size, ink);
  // A bar of known length, to see whether the printer kept the size.
  const double bar = top + legend_ - 5;
  canvas.polyline({{left, bar - 1}, {left, bar}, {left + 50, bar}, {left + 50, bar - 1}});
  canvas.stroke(grey, 0.3);
  canvas.text(left + 25, bar - 1, "50 mm", Face::text, 2.4, grey, Align::centre);

  const int rows = static_cast<int>((legend_ - 8.0) / 6.6 + 0.01);
  const int columns = (map.continent_count() + rows - 1) / rows;
  const auto [column, starts] =
      legend_columns(left + title_room + 6, width_ - 4, columns, sheets_.seams().down);
  for (int c = 0; c < map.continent_count(); ++c) {
    const double x = starts[at(c / rows)];
    const double y = top + 4.4 + (c % rows) * 6.6;
    const Livery& livery = liveries_[at(c)];
    canvas.rectangle(x, y, 7.5, 5, 1);
    canvas.fill_and_stroke(land_tint(livery, false), land_ink(livery), 0.35);
    canvas.text(x + 3.75, y + 3.9, continent_letter(c), Face::title, 4.4, land_ink(livery),
                Align::centre);
    const std::string bonus = fmt::format("+{}", map.continent(c).bonus);
    double name_size = 3.6;
    while (name_size > 2 &&
           canvas.measure(map.continent(c).name, Face::text, name_size).width > column - 20)
      name_size -= 0.2;
    const std::string label =
        shortened(canvas, map.continent(c).name, Face::text, name_size, column - 20);
    canvas.text(x + 9.2, y + 3.8, label, Face::text, name_size, ink);
    const double label_end = x + 9.2 + canvas.measure(label, Face::text, name_size).width;
    canvas.text(label_end + 1.5, y + 3.8, bonus, Face::bold, 4, ink);
  }
  const std::string note =
      Message("troops for owning the whole continent").text(wording(options_.language));
  canvas.text(width_ - 4, top + legend_ - 1.6, note, Face::italic, 2.3, grey, Align::right);
}

}  // namespace evorisk::app::kit
