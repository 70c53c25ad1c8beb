// Which territory holds each cell of the board.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "base/index.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// Noise for lines that are to look drawn by nature, between -1 and 1: fixed random values on the
// integer lattice, blended. Different parts of the plane, far apart, serve as different noises.
double smooth_noise(double x, double y) {
  const auto lattice = [](std::int64_t i, std::int64_t j) {
    auto bits = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u ^
                static_cast<std::uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu;
    bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    return static_cast<double>(bits & 0xFFFFu) / 32767.5 - 1;
  };
  const double i = std::floor(x);
  const double j = std::floor(y);
  const auto blend = [](double t) { return t * t * (3 - 2 * t); };
  const double u = blend(x - i);
  const double v = blend(y - j);
  const auto a = static_cast<std::int64_t>(i);
  const auto b = static_cast<std::int64_t>(j);
  const double top = (1 - u) * lattice(a, b) + u * lattice(a + 1, b);
  const double bottom = (1 - u) * lattice(a, b + 1) + u * lattice(a + 1, b + 1);
  return (1 - v) * top + v * bottom;
}

// What belongs to a territory: its centre (a == b), or its half of a border. Distances to the
// latter count a little more, so that areas are round rather than stars.
struct Piece {
  int territory = 0;
  int other = -1;  // whose border it is the half of
  Point a;
  Point b;
  double farther = 0;
};

// The territories nearest to a cell, nearest first.
struct Nearest {
  static constexpr std::size_t kept = 7;
  std::array<int, kept> territory;
  std::array<float, kept> away;
  std::size_t count = 0;

  void offer(int t, float d) {
    std::size_t i = 0;
    while (i < count && territory[i] != t) ++i;
    if (i == count) {
      if (count == kept && away[kept - 1] <= d) return;
      if (count < kept) ++count;
      i = count - 1;
    } else if (away[i] <= d) {
      return;
    }
    for (; i > 0 && away[i - 1] > d; --i) {
      territory[i] = territory[i - 1];
      away[i] = away[i - 1];
    }
    territory[i] = t;
    away[i] = d;
  }
};

class CellAssignment {
 public:
  CellAssignment(Land& land, const Map& map, const LandPlan& plan, std::uint64_t seed, double step)
      : land_(land), cells_(land.cells), map_(map), plan_(plan) {
    cells_.step = step > 0 ? step : std::clamp(plan.spacing / 45, 0.4, 1.0);
    cells_.columns = static_cast<int>(std::ceil(land.width / cells_.step));
    cells_.rows = static_cast<int>(std::ceil(land.height / cells_.step));
    cells_.owner.assign(static_cast<std::size_t>(cells_.columns * cells_.rows), sea);
    gap_ = std::clamp(0.1 * plan.spacing, 3.2 * cells_.step, std::max(3.2 * cells_.step, 7.0));
    reach_ = 0.6 * plan.spacing;
    shift_ = static_cast<double>(seed % 1000003) * 17.25;
    sort_borders();
    make_pieces();
  }

  void run() {
    measure();
    claim();
    dig_straits();
    keep_main_parts();
    fill_ponds();
    keep_apart();
    keep_main_parts();
    add_routes();
    for (int t = 0; t < map_.territory_count(); ++t) {
      const auto [column, row] = seat_cell(t);
      land_.seats.push_back(cells_.centre(column, row));
    }
  }

 private:
  Point place(int t) const { return plan_.points[at(t)]; }

  void sort_borders() {
    for (std::size_t b = 0; b < map_.borders().size(); ++b) {
      const Border border = map_.borders()[b];
      const double longest = longest_by_land(map_, border) * plan_.spacing;
      by_land_.push_back(plan_.clean[b] && distance(place(border.a), place(border.b)) <= longest);
    }
  }

  void make_pieces() {
    for (int t = 0; t < map_.territory_count(); ++t)
      pieces_.push_back({t, -1, place(t), place(t), 0});
    for (std::size_t b = 0; b < by_land_.size(); ++b) {
      if (!by_land_[b]) continue;
      const auto [u, v] = map_.borders()[b];
      const Point middle{(place(u).x + place(v).x) / 2, (place(u).y + place(v).y) / 2};
      pieces_.push_back({u, v, place(u), middle, 0});
      pieces_.push_back({v, u, place(v), middle, 0});
    }
    // A half border must stay its territory's own: what is farther than its nearest rival would
    // be lost.
    const std::vector<Piece> plain = pieces_;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      Piece& piece = pieces_[i];
      if (piece.other < 0) continue;
      double room = 1e9;
      for (const Piece& rival : plain) {
        if (rival.territory == piece.territory) continue;
        if (rival.territory == piece.other && (rival.other == piece.territory)) continue;
        if (boxes_apart(piece.a, piece.b, rival.a, rival.b) < room)
          room = std::min(room, gap_between_segments(piece.a, piece.b, rival.a, rival.b));
      }
      piece.farther = std::min(0.3 * plan_.spacing, 0.4 * room);
    }
  }

  // Where the place p of the board lies on the drawing.
  Point bent(Point p) const {
    const double s = plan_.spacing;
    const auto wave = [&](double size, double away) {
      return smooth_noise(p.x / (size * s) + shift_ + away, p.y / (size * s) + away);
    };
    // Of the size of territories, of their coasts' bays, and of what a pen would add.
    const double detail = 9 / s;
    const double fine = std::min(0.03, 1.1 / s);
    const double x =
        0.085 * wave(0.5, 0) + 0.03 * wave(0.17, 311) + fine * wave(std::min(detail, 0.1), 571);
    const double y =
        0.085 * wave(0.5, 733) + 0.03 * wave(0.17, 1291) + fine * wave(std::min(detail, 0.1), 1733);
    return {p.x + x * s, p.y + y * s};
  }
  // The place of the board that lies there on the drawing.
  Point unbent(Point q) const {
    Point p = q;
    for (int i = 0; i < 12; ++i) {
      const Point b = bent(p);
      p = {p.x + q.x - b.x, p.y + q.y - b.y};
    }
    return p;
  }

  void measure() {
    nearest_.assign(cells_.owner.size(), {});
    bent_.reserve(cells_.owner.size());
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) bent_.push_back(bent(cells_.centre(c, r)));
    }
    const double most = 1.24 * reach_ + 0.5 * gap_;
    const double slack = most + 0.12 * plan_.spacing;
    for (const Piece& piece : pieces_) {
      for_each_cell_near(piece.a, piece.b, slack, [&](std::size_t i) {
        const double d = distance_to_segment(piece.a, piece.b, bent_[i]) + piece.farther;
        if (d < most) nearest_[i].offer(piece.territory, static_cast<float>(d));
      });
    }
  }

  // The nearest territory takes a cell, unless it is too far away, or another one that is no
  // neighbour of it is nearly as near.
  void claim() {
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const Nearest& near = nearest_[cells_.index(c, r)];
        if (near.count == 0) continue;
        const Point p = cells_.centre(c, r);
        const double s = plan_.spacing;
        const double wave = smooth_noise(p.x / (0.55 * s) + shift_ + 77, p.y / (0.55 * s)) +
                            0.5 * smooth_noise(p.x / (0.2 * s) + shift_, p.y / (0.2 * s) + 190);
        const double shore = reach_ * (1 + 0.2 * wave);
        const double edge =
            std::min(std::min(p.x, land_.width - p.x), std::min(p.y, land_.height - p.y));
        const double rim = std::min(edge - 2.5, inside_board(p, land_.width, land_.height) -
                                                    s * (0.05 + 0.07 * (1.5 + wave)));
        // A territory in a corner keeps some room.
        const double shown = std::max(rim, std::min(edge - 2.5, 0.4 * s - near.away[0]));
        const int first = near.territory[0];
        bool land = near.away[0] < shore && shown > 0;
        for (std::size_t i = 1; i < near.count && land; ++i) {
          if (map_.adjacent(first, near.territory[i])) continue;
          land = near.away[i] - near.away[0] >= std::min(gap_, 0.6 * near.away[i]);
        }
        if (land) cells_.owner[cells_.index(c, r)] = first;
      }
    }
  }

  // Sea under the routes, as wide as other territories leave room for.
  void dig_straits() {
    for (std::size_t b = 0; b < by_land_.size(); ++b) {
      if (by_land_[b] || !plan_.clean[b]) continue;
      const Border border = map_.borders()[b];
      const Point way_a = place(border.a);
      const Point way_b = place(border.b);
      double room = 1e9;
      for (const Piece& piece : pieces_) {
        if (piece.territory != border.a && piece.territory != border.b)
          room = std::min(room, gap_between_segments(way_a, way_b, piece.a, piece.b));
      }
      const double half = std::min(std::max(2.0, 1.5 * cells_.step), 0.5 * room);
      for_each_cell_near(way_a, way_b, half + furthest_bend * plan_.spacing, [&](std::size_t i) {
        int& owner = cells_.owner[i];
        if (owner != sea && owner != border.a && owner != border.b &&
            distance_to_segment(way_a, way_b, bent_[i]) < half)
          owner = sea;
      });
    }
  }

  std::size_t centre_cell(int t) const {
    const auto [column, row] = cells_.cell_at(unbent(place(t)));
    return cells_.index(column, row);
  }

  // The cell of t nearest to its centre; its centre's cell if it has none left.
  std::pair<int, int> seat_cell(int t) const {
    const auto [column, row] = cells_.cell_at(unbent(place(t)));
    std::pair best{column, row};
    if (cells_.at(column, row) == t) return best;
    int least = cells_.columns * cells_.columns + cells_.rows * cells_.rows;
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const int away = (c - column) * (c - column) + (r - row) * (r - row);
        if (cells_.at(c, r) == t && away < least) {
          least = away;
          best = {c, r};
        }
      }
    }
    return best;
  }

  // Calls visit(cells) for every connected part of cells of one owner.
  template <class Visit>
  void for_each_part(const Visit& visit) {
    std::vector<bool> seen(cells_.owner.size(), false);
    std::vector<std::size_t> part;
    const auto columns = at(cells_.columns);
    for (std::size_t start = 0; start < cells_.owner.size(); ++start) {
      if (seen[start]) continue;
      const int owner = cells_.owner[start];
      part.assign(1, start);
      seen[start] = true;
      for (std::size_t k = 0; k < part.size(); ++k) {
        const std::size_t i = part[k];
        const auto go = [&](bool inside, std::size_t j) {
          if (inside && !seen[j] && cells_.owner[j] == owner) {
            seen[j] = true;
            part.push_back(j);
          }
        };
        go(i % columns != 0, i - 1);
        go((i + 1) % columns != 0, i + 1);
        go(i >= columns, i - columns);
        go(i + columns < cells_.owner.size(), i + columns);
      }
      visit(owner, part);
    }
  }

  // A territory is in one piece: the one about its centre, from which its borders lead to its
  // neighbours, unless that is a mere rest; then the largest.
  void keep_main_parts() {
    constexpr std::size_t rest = 5;  // the centre's part is at least so many times smaller
    struct Main {
      std::size_t size = 0;
      std::size_t first = 0;  // its first cell, by which it is known again
    };
    std::vector<Main> largest(at(map_.territory_count()));
    std::vector<Main> central(largest.size());
    for_each_part([&](int owner, const std::vector<std::size_t>& part) {
      if (owner == sea) return;
      const Main found{part.size(), part.front()};
      Main& most = largest[at(owner)];
      if (found.size > most.size) most = found;
      if (std::find(part.begin(), part.end(), centre_cell(owner)) != part.end())
        central[at(owner)] = found;
    });
    std::vector<std::size_t> drowned;
    for_each_part([&](int owner, const std::vector<std::size_t>& part) {
      if (owner == sea) return;
      const auto t = at(owner);
      const Main& main = rest * central[t].size >= largest[t].size ? central[t] : largest[t];
      if (part.front() != main.first) drowned.insert(drowned.end(), part.begin(), part.end());
    });
    for (const std::size_t i : drowned) cells_.owner[i] = sea;
  }

  // Small waters among neighbours become land.
  void fill_ponds() {
    const double side = 0.3 * plan_.spacing / cells_.step;
    std::vector<std::pair<std::size_t, int>> filled;
    for_each_part([&](int owner, const std::vector<std::size_t>& part) {
      if (owner != sea || static_cast<double>(part.size()) > side * side) return;
      std::set<int> shores;
      for (const std::size_t i : part) {
        const int c = static_cast<int>(i % at(cells_.columns));
        const int r = static_cast<int>(i / at(cells_.columns));
        for (int dr = -3; dr <= 3; ++dr) {
          for (int dc = -3; dc <= 3; ++dc) {
            if (!cells_.holds(c + dc, r + dr)) return;
            if (cells_.at(c + dc, r + dr) != sea) shores.insert(cells_.at(c + dc, r + dr));
          }
        }
      }
      for (const int t : shores) {
        for (const int u : shores) {
          if (t != u && !map_.adjacent(t, u)) return;
        }
      }
      for (const std::size_t i : part) {
        const Nearest& near = nearest_[i];
        const auto end = near.territory.begin() + static_cast<std::ptrdiff_t>(near.count);
        const auto t = std::find_if(near.territory.begin(), end,
                                    [&](int shore) { return shores.contains(shore); });
        if (t != end) filled.emplace_back(i, *t);
      }
    });
    for (const auto& [i, t] : filled) cells_.owner[i] = t;
  }

  // At least two cells of water between territories that are no neighbours, whatever the drawing
  // says.
  void keep_apart() {
    constexpr int apart = 2;
    std::vector<std::size_t> drowned;
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const int t = cells_.at(c, r);
        bool close = false;
        for (int dr = -apart; dr <= apart && t != sea && !close; ++dr) {
          for (int dc = -apart; dc <= apart && !close; ++dc) {
            if (!cells_.holds(c + dc, r + dr)) continue;
            const int u = cells_.at(c + dc, r + dr);
            close = u != sea && u != t && !map_.adjacent(t, u);
          }
        }
        if (close) drowned.push_back(cells_.index(c, r));
      }
    }
    for (const std::size_t i : drowned) cells_.owner[i] = sea;
  }

  // A route for every border whose common line is too short.
  void add_routes() {
    std::map<std::pair<int, int>, int> sides;  // of cells, common to two territories
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const int t = cells_.at(c, r);
        const auto count = [&](int u) {
          if (t != u) ++sides[std::minmax(t, u)];
        };
        if (c + 1 < cells_.columns) count(cells_.at(c + 1, r));
        if (r + 1 < cells_.rows) count(cells_.at(c, r + 1));
      }
    }
    for (std::size_t b = 0; b < map_.borders().size(); ++b) {
      const Border border = map_.borders()[b];
      // Steps are longer than the smooth line.
      const double common = 0.8 * cells_.step * sides[std::minmax(border.a, border.b)];
      if (common < least_common_line) add_route(border, !plan_.clean[b]);
    }
  }

  // Where a route to t leads: its centre, or the land that is left of it.
  Point landing(int t) const {
    const auto [column, row] = seat_cell(t);
    return cells_.index(column, row) == centre_cell(t) ? place(t)
                                                       : bent(cells_.centre(column, row));
  }

  // The part of the straight way between the centres that lies in neither area.
  void add_route(Border border, bool over_land) {
    constexpr int parts = 160;
    std::vector<Point> way;
    const Point from = landing(border.a);
    const Point to = landing(border.b);
    for (int i = 0; i <= parts; ++i) {
      const double t = static_cast<double>(i) / parts;
      const Point p = unbent({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)});
      way.push_back({std::clamp(p.x, 0.0, land_.width), std::clamp(p.y, 0.0, land_.height)});
    }
    const auto owner = [&](Point p) {
      const auto [column, row] = cells_.cell_at(p);
      return cells_.at(column, row);
    };
    std::size_t first = 0;
    std::size_t last = way.size() - 1;
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (owner(way[i]) == border.a) first = i;
    }
    for (std::size_t i = way.size(); i-- > 0;) {
      if (owner(way[i]) == border.b) last = i;
    }
    if (first > last) std::swap(first, last);
    // A little into both areas, so that it can be seen where it lands.
    const double inside = std::min(3.0, 0.12 * plan_.spacing);
    const auto reach_in = [&](std::size_t coast, int step) {
      std::size_t i = coast;
      while (i > 0 && i + 1 < way.size() && distance(way[i], way[coast]) < inside) {
        const auto next = static_cast<std::size_t>(static_cast<int>(i) + step);
        if (owner(way[next]) != owner(way[coast])) break;
        i = next;
      }
      return i;
    };
    first = reach_in(first, -1);
    last = reach_in(last, 1);
    land_.routes.push_back({border.a,
                            border.b,
                            {way.begin() + static_cast<std::ptrdiff_t>(first),
                             way.begin() + static_cast<std::ptrdiff_t>(last) + 1},
                            over_land});
  }

  // Calls visit(index) for every cell within the bounds of a segment, widened by `margin`.
  template <class Visit>
  void for_each_cell_near(Point a, Point b, double margin, const Visit& visit) const {
    const auto [left, top] =
        cells_.cell_at({std::min(a.x, b.x) - margin, std::min(a.y, b.y) - margin});
    const auto [right, bottom] =
        cells_.cell_at({std::max(a.x, b.x) + margin, std::max(a.y, b.y) + margin});
    for (int r = top; r <= bottom; ++r) {
      for (int c = left; c <= right; ++c) visit(cells_.index(c, r));
    }
  }

  static constexpr double furthest_bend = 0.15;  // of a place by noise, in spacings

  Land& land_;
  LandRaster& cells_;
  const Map& map_;
  const LandPlan& plan_;
  double gap_ = 3;
  double reach_ = 30;
  double shift_ = 0;
  std::vector<bool> by_land_;
  std::vector<Piece> pieces_;
  std::vector<Nearest> nearest_;
  std::vector<Point> bent_;
};

}  // namespace

void assign_cells(Land& land, const Map& map, const LandPlan& plan, std::uint64_t seed,
                  double step) {
  CellAssignment(land, map, plan, seed, step).run();
}

}  // namespace evorisk::maps
