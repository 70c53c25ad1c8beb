// Whose every place is: a raster, bent by noise.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/drawing/noise.hpp"
#include "app/print/land.hpp"

namespace evorisk::app::kit {
namespace {

using maps::Point;

// What belongs to a territory: its centre (a == b), or its half of a border. Distances to the
// latter count a little more, so that areas are round rather than stars.
struct Piece {
  int territory = 0;
  int other = -1;  // whose border it is the half of
  Point a;
  Point b;
  double farther = 0;
};

double between(const Piece& p, const Piece& q) {
  return std::min(std::min(distance_to_segment(p.a, p.b, q.a), distance_to_segment(p.a, p.b, q.b)),
                  std::min(distance_to_segment(q.a, q.b, p.a), distance_to_segment(q.a, q.b, p.b)));
}

// The territories nearest to a cell, nearest first.
struct Nearest {
  static constexpr int kept = 7;
  std::array<int, kept> territory;
  std::array<float, kept> away;
  int count = 0;

  void offer(int t, float d) {
    int i = 0;
    while (i < count && territory[static_cast<std::size_t>(i)] != t) ++i;
    if (i == count) {
      if (count == kept && away[kept - 1] <= d) return;
      if (count < kept) ++count;
      i = count - 1;
    } else if (away[static_cast<std::size_t>(i)] <= d) {
      return;
    }
    for (; i > 0 && away[static_cast<std::size_t>(i - 1)] > d; --i) {
      territory[static_cast<std::size_t>(i)] = territory[static_cast<std::size_t>(i - 1)];
      away[static_cast<std::size_t>(i)] = away[static_cast<std::size_t>(i - 1)];
    }
    territory[static_cast<std::size_t>(i)] = t;
    away[static_cast<std::size_t>(i)] = d;
  }
};

class Settling {
 public:
  Settling(const maps::Map& map, const Plan& plan, double width, double height, std::uint64_t seed)
      : map_(map), plan_(plan), width_(width), height_(height) {
    cells_.step = std::clamp(plan.spacing / 45, 0.4, 1.0);
    cells_.columns = static_cast<int>(std::ceil(width / cells_.step));
    cells_.rows = static_cast<int>(std::ceil(height / cells_.step));
    cells_.owner.assign(static_cast<std::size_t>(cells_.columns * cells_.rows), sea);
    gap_ = std::clamp(0.1 * plan.spacing, 3.2 * cells_.step, std::max(3.2 * cells_.step, 7.0));
    reach_ = 0.6 * plan.spacing;
    shift_ = static_cast<double>(seed % 1000003) * 17.25;
    sort_borders();
    make_pieces();
  }

  Settlement run() {
    measure();
    claim();
    dig_straits();
    keep_main_parts();
    fill_ponds();
    keep_apart();
    keep_main_parts();
    Settlement result;
    for (const maps::Border& border : map_.borders()) add_route(result, border);
    for (int t = 0; t < map_.territory_count(); ++t) {
      const auto [column, row] = seat_cell(t);
      result.seats.push_back(centre(column, row));
    }
    result.cells = std::move(cells_);
    return result;
  }

 private:
  Point at(int t) const { return plan_.points[static_cast<std::size_t>(t)]; }
  Point centre(int column, int row) const {
    return {(column + 0.5) * cells_.step, (row + 0.5) * cells_.step};
  }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(cells_.columns) +
           static_cast<std::size_t>(column);
  }

  void sort_borders() {
    for (std::size_t b = 0; b < map_.borders().size(); ++b) {
      const maps::Border border = map_.borders()[b];
      const bool far_away = map_.continent_of(border.a) != map_.continent_of(border.b);
      const double longest = (far_away ? 1.55 : 2.0) * plan_.spacing;
      by_land_.push_back(plan_.clean[b] && distance(at(border.a), at(border.b)) <= longest);
    }
  }

  void make_pieces() {
    for (int t = 0; t < map_.territory_count(); ++t) pieces_.push_back({t, -1, at(t), at(t), 0});
    for (std::size_t b = 0; b < by_land_.size(); ++b) {
      if (!by_land_[b]) continue;
      const auto [u, v] = map_.borders()[b];
      const Point middle{(at(u).x + at(v).x) / 2, (at(u).y + at(v).y) / 2};
      pieces_.push_back({u, v, at(u), middle, 0});
      pieces_.push_back({v, u, at(v), middle, 0});
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
        room = std::min(room, between(piece, rival));
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
      for (int c = 0; c < cells_.columns; ++c) bent_.push_back(bent(centre(c, r)));
    }
    const double most = 1.24 * reach_ + 0.5 * gap_;
    const double slack = most + 0.12 * plan_.spacing;
    for (const Piece& piece : pieces_) {
      const auto column = [&](double x) {
        return std::clamp(static_cast<int>(x / cells_.step), 0, cells_.columns - 1);
      };
      const auto row = [&](double y) {
        return std::clamp(static_cast<int>(y / cells_.step), 0, cells_.rows - 1);
      };
      const int right = column(std::max(piece.a.x, piece.b.x) + slack);
      const int bottom = row(std::max(piece.a.y, piece.b.y) + slack);
      for (int r = row(std::min(piece.a.y, piece.b.y) - slack); r <= bottom; ++r) {
        for (int c = column(std::min(piece.a.x, piece.b.x) - slack); c <= right; ++c) {
          const std::size_t i = index(c, r);
          const double d = distance_to_segment(piece.a, piece.b, bent_[i]) + piece.farther;
          if (d < most) nearest_[i].offer(piece.territory, static_cast<float>(d));
        }
      }
    }
  }

  // The nearest territory takes a cell, unless it is too far away, or somebody who is no neighbour
  // is nearly as near.
  void claim() {
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const Nearest& near = nearest_[index(c, r)];
        if (near.count == 0) continue;
        const Point p = centre(c, r);
        const double s = plan_.spacing;
        const double wave = smooth_noise(p.x / (0.55 * s) + shift_ + 77, p.y / (0.55 * s)) +
                            0.5 * smooth_noise(p.x / (0.2 * s) + shift_, p.y / (0.2 * s) + 190);
        const double shore = reach_ * (1 + 0.2 * wave);
        const double edge = std::min(std::min(p.x, width_ - p.x), std::min(p.y, height_ - p.y));
        const double rim = std::min(
            edge - 2.5, inside_board(p, width_, height_) - s * (0.05 + 0.07 * (1.5 + wave)));
        // Whoever sits in a corner keeps room for itself.
        const double shown = std::max(rim, std::min(edge - 2.5, 0.4 * s - near.away[0]));
        const int first = near.territory[0];
        bool land = near.away[0] < shore && shown > 0;
        for (int k = 1; k < near.count && land; ++k) {
          const auto i = static_cast<std::size_t>(k);
          if (map_.adjacent(first, near.territory[i])) continue;
          land = near.away[i] - near.away[0] >= std::min(gap_, 0.6 * near.away[i]);
        }
        if (land) cells_.at(c, r) = first;
      }
    }
  }

  // Sea under the routes, as far as others' land has room to give.
  void dig_straits() {
    for (std::size_t b = 0; b < by_land_.size(); ++b) {
      if (by_land_[b] || !plan_.clean[b]) continue;
      const maps::Border border = map_.borders()[b];
      const Piece way{border.a, border.b, at(border.a), at(border.b), 0};
      double room = 1e9;
      for (const Piece& piece : pieces_) {
        if (piece.territory != border.a && piece.territory != border.b)
          room = std::min(room, between(way, piece));
      }
      const double half = std::min(std::max(2.0, 1.5 * cells_.step), 0.5 * room);
      for (std::size_t i = 0; i < bent_.size(); ++i) {
        int& owner = cells_.owner[i];
        if (owner != sea && owner != border.a && owner != border.b &&
            distance_to_segment(way.a, way.b, bent_[i]) < half)
          owner = sea;
      }
    }
  }

  std::pair<int, int> cell_of(Point p) const {
    return {std::clamp(static_cast<int>(p.x / cells_.step), 0, cells_.columns - 1),
            std::clamp(static_cast<int>(p.y / cells_.step), 0, cells_.rows - 1)};
  }
  std::size_t centre_cell(int t) const {
    const auto [column, row] = cell_of(unbent(at(t)));
    return index(column, row);
  }

  // The cell of t nearest to its centre; its centre's cell if it has none left.
  std::pair<int, int> seat_cell(int t) const {
    const auto [column, row] = cell_of(unbent(at(t)));
    std::pair<int, int> best{column, row};
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
    const auto columns = static_cast<std::size_t>(cells_.columns);
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
    std::vector<Main> largest(static_cast<std::size_t>(map_.territory_count()));
    std::vector<Main> central(largest.size());
    for_each_part([&](int owner, const std::vector<std::size_t>& part) {
      if (owner == sea) return;
      const Main found{part.size(), part.front()};
      Main& most = largest[static_cast<std::size_t>(owner)];
      if (found.size > most.size) most = found;
      if (std::find(part.begin(), part.end(), centre_cell(owner)) != part.end())
        central[static_cast<std::size_t>(owner)] = found;
    });
    std::vector<std::size_t> drowned;
    for_each_part([&](int owner, const std::vector<std::size_t>& part) {
      if (owner == sea) return;
      const auto t = static_cast<std::size_t>(owner);
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
      std::vector<int> shores;
      for (const std::size_t i : part) {
        const int c = static_cast<int>(i % static_cast<std::size_t>(cells_.columns));
        const int r = static_cast<int>(i / static_cast<std::size_t>(cells_.columns));
        for (int dr = -3; dr <= 3; ++dr) {
          for (int dc = -3; dc <= 3; ++dc) {
            if (!cells_.holds(c + dc, r + dr)) return;
            const int t = cells_.at(c + dc, r + dr);
            if (t != sea && std::find(shores.begin(), shores.end(), t) == shores.end())
              shores.push_back(t);
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
        for (int k = 0; k < near.count; ++k) {
          const int t = near.territory[static_cast<std::size_t>(k)];
          if (std::find(shores.begin(), shores.end(), t) == shores.end()) continue;
          filled.emplace_back(i, t);
          break;
        }
      }
    });
    for (const auto& [i, t] : filled) cells_.owner[i] = t;
  }

  // At least two cells of water between those who are no neighbours, whatever the drawing says.
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
        if (close) drowned.push_back(index(c, r));
      }
    }
    for (const std::size_t i : drowned) cells_.owner[i] = sea;
  }

  // How long the common line of two territories is.
  double common(int a, int b) const {
    int sides = 0;
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c) {
        const int t = cells_.at(c, r);
        if (t != a && t != b) continue;
        const int other = a + b - t;
        if (c + 1 < cells_.columns && cells_.at(c + 1, r) == other) ++sides;
        if (r + 1 < cells_.rows && cells_.at(c, r + 1) == other) ++sides;
      }
    }
    return 0.8 * cells_.step * sides;  // steps are longer than the smooth line
  }

  // Where a route to t leads: its centre, or the land that is left of it.
  Point landing(int t) const {
    const auto [column, row] = seat_cell(t);
    return index(column, row) == centre_cell(t) ? at(t) : bent(centre(column, row));
  }

  // The part of the straight way between the centres that lies in neither area.
  void add_route(Settlement& result, const maps::Border& border) const {
    if (common(border.a, border.b) >= least_common_line) return;
    const auto b = static_cast<std::size_t>(&border - map_.borders().data());
    Route route{border.a, border.b, {}, !plan_.clean[b]};
    constexpr int parts = 160;
    std::vector<Point> way;
    const Point from = landing(border.a);
    const Point to = landing(border.b);
    for (int i = 0; i <= parts; ++i) {
      const double t = static_cast<double>(i) / parts;
      const Point p = unbent({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)});
      way.push_back({std::clamp(p.x, 0.0, width_), std::clamp(p.y, 0.0, height_)});
    }
    const auto owner = [&](Point p) {
      const auto [column, row] = cell_of(p);
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
    route.points.assign(way.begin() + static_cast<std::ptrdiff_t>(first),
                        way.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    result.routes.push_back(std::move(route));
  }

  const maps::Map& map_;
  const Plan& plan_;
  double width_;
  double height_;
  Cells cells_;
  double gap_ = 3;
  double reach_ = 30;
  double shift_ = 0;
  std::vector<bool> by_land_;
  std::vector<Piece> pieces_;
  std::vector<Nearest> nearest_;
  std::vector<Point> bent_;
};

}  // namespace

Settlement settle(const maps::Map& map, const Plan& plan, double width, double height,
                  std::uint64_t seed) {
  return Settling(map, plan, width, height, seed).run();
}

Land make_land(const maps::Map& map, double width, double height, std::uint64_t seed) {
  Land land;
  land.width = width;
  land.height = height;
  const Plan plan = plan_land(map, width, height);
  Settlement settlement = settle(map, plan, width, height, seed);
  land.lines = lines_between(settlement.cells);
  land.areas = outlines(land.lines, map.territory_count());
  land.cells = std::move(settlement.cells);
  land.seats = std::move(settlement.seats);
  land.routes = std::move(settlement.routes);
  return land;
}

}  // namespace evorisk::app::kit
