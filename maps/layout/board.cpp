#include "maps/layout/board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/index.hpp"
#include "maps/generate/naming.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr double territory_share = 2200;  // of the board for each territory, in square millimetres
constexpr double least_width = 200;
constexpr double most_stretch = 1.15;

// The size of a board, in millimetres.
Point board_size(int territories) {
  const double width = std::max(least_width, std::sqrt(territories * territory_share * 4 / 3));
  return {width, 0.75 * width};
}

// Moves all of a board to this corner, stretched; boxes and discs by `whole`.
void put_board(Board& board, Point corner, double across, double down, double whole) {
  Land& land = board.land;
  const auto move = [&](Point& p) { p = {corner.x + across * p.x, corner.y + down * p.y}; };
  const auto move_all = [&](std::vector<Point>& points) {
    for (Point& p : points) move(p);
  };
  const auto move_box = [&](Rectangle& box) {
    Point middle{box.x + box.width / 2, box.y + box.height / 2};
    move(middle);
    box.width *= whole;
    box.height *= whole;
    box.x = middle.x - box.width / 2;
    box.y = middle.y - box.height / 2;
  };
  move_all(land.seats);
  move_all(land.places);
  for (Outlines& area : land.areas) {
    for (std::vector<Point>& outline : area) move_all(outline);
  }
  for (BoardLine& line : land.lines) move_all(line.points);
  for (BoardRoute& route : land.routes) move_all(route.points);
  for (AreaLabel& label : board.labels.areas) {
    label.size *= whole;
    move_box(label.box);
    move(label.spot.centre);
    label.spot.radius *= whole;
  }
  for (Badge& badge : board.labels.badges) {
    badge.size *= whole;
    move_box(badge.box);
  }
}

// Along one side of a board.
struct Stretch {
  double from = 0;
  double to = 0;
};

// The least way to move `marks` so that seams cut the fewest, and `all` stays within this length. A
// mark that a seam cuts counts twice, one that it passes closely once.
double off_seams(const std::vector<double>& seams, const std::vector<Stretch>& marks, Stretch all,
                 double side) {
  constexpr double clearance = 1;  // beside a seam, in millimetres
  constexpr double margin = 4;     // of the board
  const auto cut = [&](double by) {
    std::ptrdiff_t count = 0;
    for (const double seam : seams) {
      for (const double reach : {0.0, clearance}) {
        count += std::ranges::count_if(marks, [&](const Stretch& mark) {
          return mark.from + by < seam + reach && seam - reach < mark.to + by;
        });
      }
    }
    return count;
  };
  const double left = std::max(0.0, all.from - margin);
  const double right = std::max(0.0, side - margin - all.to);
  double best = 0;
  for (double by = 0.5; by <= std::max(left, right); by += 0.5) {
    for (const double way : {by <= right ? by : 0.0, by <= left ? -by : 0.0}) {
      if (cut(way) < cut(best)) best = way;
    }
  }
  return best;
}

// Moves a board so that seams cut the fewest names, discs and badges.
void move_off(Board& board, const Seams& seams) {
  std::vector<Stretch> columns;
  std::vector<Stretch> rows;
  std::vector<Point> extent;
  for (const Rectangle& mark : marks_of(board.labels)) {
    columns.push_back({mark.x, mark.x + mark.width});
    rows.push_back({mark.y, mark.y + mark.height});
    extent.push_back({mark.x, mark.y});
    extent.push_back({mark.x + mark.width, mark.y + mark.height});
  }
  const Land& land = board.land;
  const auto reach = [&](const std::vector<Point>& points) {
    extent.insert(extent.end(), points.begin(), points.end());
  };
  for (const BoardLine& line : land.lines) reach(line.points);
  for (const BoardRoute& route : land.routes) reach(route.points);
  const auto [low, high] = bounds(extent);
  put_board(board,
            {off_seams(seams.down, columns, {low.x, high.x}, land.width),
             off_seams(seams.across, rows, {low.y, high.y}, land.height)},
            1, 1, 1);
}

}  // namespace

Land land_of_board(const Map& map, std::uint64_t seed, double cells_across) {
  const auto [width, height] = board_size(map.territory_count());
  const double spacing = std::sqrt(width * height / map.territory_count());
  return make_land(map, width, height, seed, spacing / cells_across);
}

Board make_board(const Map& given, std::uint64_t seed, bool names) {
  constexpr double cells_across = 24;
  Board board{with_names(given, seed), {}, {}};
  board.land = land_of_board(board.map, seed, cells_across);
  board.labels = place_labels(board.map, board.land, {text_width, names, true});
  return board;
}

double fit_board(Board& board, double width, double height, const Seams& seams) {
  Land& land = board.land;
  const double whole = std::min(width / land.width, height / land.height);
  const double across = std::min(width / land.width, most_stretch * whole);
  const double down = std::min(height / land.height, most_stretch * whole);
  put_board(board, {(width - across * land.width) / 2, (height - down * land.height) / 2}, across,
            down, whole);
  land.width = width;
  land.height = height;
  land.cells = {};  // they are square, which a stretched board's are not
  if (!seams.down.empty() || !seams.across.empty()) move_off(board, seams);
  return whole;
}

MapData placed_as_drawn(const Board& board) {
  MapData data = board.map.data();
  data.placed = true;
  for (std::size_t t = 0; t < data.territories.size(); ++t) {
    const Point place = board.land.places[t];
    data.territories[t].position = {place.x / board.land.width, place.y / board.land.height};
  }
  return data;
}

MapData settled(MapData placed, int moved) {
  const auto [width, height] = board_size(static_cast<int>(placed.territories.size()));
  const std::vector<Point> places = settled_places(Map(placed), moved, width, height, 1);
  for (std::size_t t = 0; t < places.size(); ++t) placed.territories[t].position = places[t];
  return placed;
}

Map split_territory(const Board& board, int territory, Point from, Point to) {
  const LandRaster& cells = board.land.cells;
  const auto side = [&](Point p) { return at(cross(to - from, p - from) > 0 ? 1 : 0); };
  std::array<int, 2> sizes{};
  std::array<Point, 2> sums{};
  std::map<int, std::array<int, 2>> touching;  // cells of each part, by the neighbour beside them
  for (int row = 0; row < cells.rows; ++row) {
    for (int column = 0; column < cells.columns; ++column) {
      if (cells.at(column, row) != territory) continue;
      const Point centre = cells.centre(column, row);
      const std::size_t part = side(centre);
      ++sizes[part];
      sums[part] += centre;
      for (const auto& [right, below] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        const int other = cells.owner_or_sea(column + right, row + below);
        if (other != territory && other != sea) ++touching[other][part];
      }
    }
  }
  if (sizes[0] == 0 || sizes[1] == 0)
    throw InputError("the line leaves all of territory {} on one side; draw it across",
                     board.map.label(territory));

  MapData data = placed_as_drawn(board);
  const int added = board.map.territory_count();
  const auto place = [&](std::size_t part) {
    return Point{sums[part].x / sizes[part] / board.land.width,
                 sums[part].y / sizes[part] / board.land.height};
  };
  data.territories[at(territory)].position = place(0);
  data.territories.push_back({"", place(1)});
  const double least = least_common_line / cells.step;
  std::vector<Border> more{{territory, added}};
  for (Border& border : data.borders) {
    if (border.a != territory && border.b != territory) continue;
    const int other = border.a == territory ? border.b : border.a;
    const std::array<int, 2> touched = touching[other];
    // One that only a route leads to borders on the part that is nearer to it.
    const bool second = touched == std::array{0, 0} ? side(board.land.seats[at(other)]) == 1
                                                    : touched[1] > touched[0];
    if (std::min(touched[0], touched[1]) >= least) {
      more.push_back({other, added});
    } else if (second) {
      border = ordered_border(other, added);
    }
  }
  data.borders.insert(data.borders.end(), more.begin(), more.end());
  data.continents[at(board.map.continent_of(territory))].territories.push_back(added);
  return Map(std::move(data));
}

}  // namespace evorisk::maps
