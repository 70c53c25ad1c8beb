// From cells to smooth lines; and make_land, which takes all steps in their order.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

#include "base/index.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// The sides of cells at which owners change, as a graph on the corners of the cells.
class Sides {
 public:
  explicit Sides(const LandRaster& cells) : cells_(cells), columns_(cells.columns + 1) {
    const auto corners = at(columns_ * (cells.rows + 1));
    ways_.assign(corners, 0);
    for (int r = 0; r <= cells.rows; ++r) {
      for (int c = 0; c <= cells.columns; ++c) {
        for (int way = 0; way < 2; ++way) {  // right, down
          const auto [left, right] = owners(c, r, way);
          if (left == right) continue;
          const auto [c2, r2] = next(c, r, way);
          ways_[corner(c, r)] |= static_cast<unsigned char>(1 << way);
          ways_[corner(c2, r2)] |= static_cast<unsigned char>(1 << (way + 2));
        }
      }
    }
  }

  // Chains of corners between corners where not just two sides meet; then the closed rest.
  std::vector<BoardLine> trace() {
    std::vector<BoardLine> lines;
    for (int pass = 0; pass < 2; ++pass) {
      for (int r = 0; r <= cells_.rows; ++r) {
        for (int c = 0; c <= cells_.columns; ++c) {
          if (ways_[corner(c, r)] == 0 || (pass == 0 && !is_node(c, r))) continue;
          for (int way = 0; way < 4; ++way) {
            if (ways_[corner(c, r)] & (1 << way)) lines.push_back(follow(c, r, way));
          }
        }
      }
    }
    return lines;
  }

 private:
  std::size_t corner(int c, int r) const { return at(r * columns_ + c); }

  // Ways: 0 right, 1 down, 2 left, 3 up.
  static std::pair<int, int> next(int c, int r, int way) {
    constexpr std::array<int, 4> across = {1, 0, -1, 0};
    constexpr std::array<int, 4> down = {0, 1, 0, -1};
    return {c + across[at(way)], r + down[at(way)]};
  }

  // To the left and right of the side that leaves this corner.
  std::pair<int, int> owners(int c, int r, int way) const {
    constexpr std::array<int, 5> across = {0, 0, -1, -1, 0};  // the cells around the corner
    constexpr std::array<int, 5> down = {-1, 0, 0, -1, -1};
    const std::size_t left = at(way);
    return {cells_.owner_or_sea(c + across[left], r + down[left]),
            cells_.owner_or_sea(c + across[left + 1], r + down[left + 1])};
  }

  bool is_node(int c, int r) const { return std::popcount(all_of(c, r)) > 2; }

  // The ways from a corner whether or not they have been followed already.
  unsigned all_of(int c, int r) const {
    unsigned all = 0;
    for (int way = 0; way < 4; ++way) {
      const auto [left, right] = owners(c, r, way);
      if (left != right) all |= 1u << way;
    }
    return all;
  }

  BoardLine follow(int c, int r, int way) {
    BoardLine line;
    std::tie(line.left, line.right) = owners(c, r, way);
    const int from_c = c;
    const int from_r = r;
    line.points.push_back({c * cells_.step, r * cells_.step});
    while (true) {
      const int back = (way + 2) % 4;
      ways_[corner(c, r)] &= static_cast<unsigned char>(~(1 << way));
      std::tie(c, r) = next(c, r, way);
      ways_[corner(c, r)] &= static_cast<unsigned char>(~(1 << back));
      line.points.push_back({c * cells_.step, r * cells_.step});
      if (is_node(c, r) || (c == from_c && r == from_r)) return line;
      way = 0;
      while (!(all_of(c, r) & (1u << way)) || way == back) ++way;
    }
  }

  const LandRaster& cells_;
  int columns_;
  std::vector<unsigned char> ways_;
};

struct ByPlace {
  bool operator()(Point a, Point b) const { return a.x != b.x ? a.x < b.x : a.y < b.y; }
};

// Every point moves halfway to the middle between its neighbours, again and again; a point where
// lines meet, to the middle of its neighbours on all of them, so that they go on meeting.
void smooth_lines(std::vector<BoardLine>& lines) {
  constexpr int rounds = 8;
  struct Meeting {
    Point place;
    Point sum;
    int count = 0;
    void add(Point neighbour) {
      sum += neighbour;
      ++count;
    }
  };
  std::map<Point, Meeting, ByPlace> meetings;  // by where they were at first
  std::vector<std::array<Meeting*, 2>> ends;   // the meetings of each line
  for (const BoardLine& line : lines) {
    ends.push_back({&meetings[line.points.front()], &meetings[line.points.back()]});
  }
  std::vector<Point> before;
  for (int round = 0; round < rounds; ++round) {
    for (auto& [first, m] : meetings) m = {round == 0 ? first : m.place, {}, 0};
    for (std::size_t k = 0; k < lines.size(); ++k) {
      std::vector<Point>& points = lines[k].points;
      ends[k][0]->add(points[1]);
      ends[k][1]->add(points[points.size() - 2]);
      before = points;
      for (std::size_t i = 1; i + 1 < before.size(); ++i) {
        points[i] = {(before[i - 1].x + 2 * before[i].x + before[i + 1].x) / 4,
                     (before[i - 1].y + 2 * before[i].y + before[i + 1].y) / 4};
      }
    }
    for (auto& [first, m] : meetings) {
      m.place = {(m.place.x + m.sum.x / m.count) / 2, (m.place.y + m.sum.y / m.count) / 2};
    }
    for (std::size_t k = 0; k < lines.size(); ++k) {
      lines[k].points.front() = ends[k][0]->place;
      lines[k].points.back() = ends[k][1]->place;
    }
  }
}

}  // namespace

std::vector<BoardLine> lines_between(const LandRaster& cells) {
  std::vector<BoardLine> lines = Sides(cells).trace();
  smooth_lines(lines);
  return lines;
}

std::vector<Outlines> outlines(const std::vector<BoardLine>& lines, int count) {
  std::vector<Outlines> result(at(count));
  for (int t = 0; t < count; ++t) {
    // Its lines, turned so that it lies to their left, by where they begin.
    std::multimap<Point, std::vector<Point>, ByPlace> open;
    for (const BoardLine& line : lines) {
      if (line.left == t) open.emplace(line.points.front(), line.points);
      if (line.right == t) {
        open.emplace(line.points.back(),
                     std::vector<Point>(line.points.rbegin(), line.points.rend()));
      }
    }
    while (!open.empty()) {
      auto next = open.begin();
      const Point start = next->first;
      std::vector<Point> outline;
      do {
        outline.insert(outline.end(), next->second.begin(), next->second.end() - 1);
        const Point end = next->second.back();
        open.erase(next);
        if (end == start) break;
        next = open.find(end);
      } while (next != open.end());
      result[at(t)].push_back(std::move(outline));
    }
  }
  return result;
}

std::pair<int, int> LandRaster::cell_at(Point p) const {
  return {std::clamp(static_cast<int>(p.x / step), 0, columns - 1),
          std::clamp(static_cast<int>(p.y / step), 0, rows - 1)};
}

Land make_land(const Map& map, double width, double height, std::uint64_t seed, double step) {
  const LandPlan plan = plan_of_land(map, width, height, seed);
  Land land;
  land.width = width;
  land.height = height;
  assign_cells(land, map, plan, seed, step);
  land.lines = lines_between(land.cells);
  land.areas = outlines(land.lines, map.territory_count());
  return land;
}

}  // namespace evorisk::maps
