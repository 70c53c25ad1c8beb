// Which territory holds each cell of the board.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>

#include "base/index.hpp"
#include "maps/layout/land/bend.hpp"
#include "maps/layout/land/depth.hpp"
#include "maps/layout/land/land.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

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

// Longer borders, in spacings, are sea routes.
constexpr double longest_by_land = 2.6;

class CellAssignment {
 public:
  CellAssignment(Land& land, const Map& map, const LandPlan& plan, std::uint64_t seed, double step)
      : land_(land),
        cells_(land.cells),
        map_(map),
        plan_(plan),
        bend_(plan.spacing, seed),
        land_of_(lands_of(map)) {
    cells_.step = step > 0 ? step : std::clamp(plan.spacing / 45, 0.4, 1.0);
    cells_.columns = static_cast<int>(std::ceil(land.width / cells_.step));
    cells_.rows = static_cast<int>(std::ceil(land.height / cells_.step));
    cells_.owner.assign(static_cast<std::size_t>(cells_.columns * cells_.rows), sea);
    gap_ = std::clamp(0.1 * plan.spacing, 3.2 * cells_.step, std::max(3.2 * cells_.step, 7.0));
    reach_ = 0.6 * plan.spacing;
    strait_ = std::max(gap_, strait_width * plan.spacing);
    const int count = map.territory_count();
    for (int t = 0; t < count; ++t) {
      touch_.push_back(1);
      for (int u = 0; u < count; ++u)
        touch_.push_back(land_of_[at(t)] == land_of_[at(u)] && (t == u || map.adjacent(t, u)));
    }
    find_seats();
    make_pieces();
  }

  void run() {
    measure();
    offer_straits();
    claim();
    keep_main_parts();
    fill_ponds();
    keep_apart();
    keep_main_parts();
    settle_cells(cells_, map_, land_of_, plan_.spacing);
    tidy_cells(cells_, map_, land_of_, plan_.spacing);
    set_seats();
    add_routes(land_, map_);
  }

 private:
  Point place(int t) const { return plan_.points[at(t)]; }

  void find_seats() {
    for (int t = 0; t < map_.territory_count(); ++t)
      seats_.push_back(plan_.seats.empty() ? bend_.unbent(place(t)) : plan_.seats[at(t)]);
  }

  // Whether t may have a common line with u: where their border can be seen as one, or u is t or
  // the sea.
  bool may_touch(int t, int u) const {
    return touch_[at(t) * (at(map_.territory_count()) + 1) + at(u + 1)] != 0;
  }

  void make_pieces() {
    for (int t = 0; t < map_.territory_count(); ++t)
      pieces_.push_back({t, -1, place(t), place(t), 0});
    for (std::size_t b = 0; b < map_.borders().size(); ++b) {
      if (!plan_.clean[b]) continue;
      const auto [u, v] = map_.borders()[b];
      if (distance(place(u), place(v)) > longest_by_land * plan_.spacing) {
        straits_.push_back({sea, -1, place(u), place(v), 0.25 * plan_.spacing});
        continue;
      }
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

  // The sea along the ways of routes.
  void offer_straits() {
    for (const Piece& way : straits_) {
      for_each_cell_near(way.a, way.b, reach_, [&](std::size_t i) {
        Nearest& near = nearest_[i];
        if (near.count > 0 &&
            distance_to_segment(way.a, way.b, bent_[i]) + way.farther < near.away[0])
          near.count = 0;
      });
    }
  }

  void measure() {
    nearest_.assign(cells_.owner.size(), {});
    bent_.reserve(cells_.owner.size());
    Bend::Memory memory;
    for (int r = 0; r < cells_.rows; ++r) {
      for (int c = 0; c < cells_.columns; ++c)
        bent_.push_back(bend_.bent(cells_.centre(c, r), memory));
    }
    const double most = 1.24 * reach_ + 0.5 * strait_;
    const double slack = most + 0.12 * plan_.spacing;
    for (const Piece& piece : pieces_) {
      const double furthest = (most - piece.farther) * (most - piece.farther);
      // Where a half border is not so much nearer than its territory's centre that it makes up for
      // what it counts more, the centre was offered already (but for some cells at the far rim).
      const Point along = piece.b - piece.a;
      const double ahead = piece.other < 0 ? -1 : 0.999 * piece.farther * length(along);
      const double margin = std::min(slack, most - piece.farther + 0.146 * plan_.spacing);
      for_each_cell_near(piece.a, piece.b, margin, [&](std::size_t i) {
        if (dot(bent_[i] - piece.a, along) <= ahead) return;
        const double square = square_to_segment(piece.a, piece.b, bent_[i]);
        if (square >= furthest) return;
        nearest_[i].offer(piece.territory, static_cast<float>(std::sqrt(square) + piece.farther));
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
        const double edge =
            std::min(std::min(p.x, land_.width - p.x), std::min(p.y, land_.height - p.y));
        bool land = edge > 2.5;
        // A territory in a corner keeps some room; no wave comes that near to its centre.
        if (land && near.away[0] >= 0.4 * s) {
          const double wave = bend_.wave(p.x / (0.55 * s) + 77, p.y / (0.55 * s)) +
                              0.5 * bend_.wave(p.x / (0.2 * s), p.y / (0.2 * s) + 190);
          land = near.away[0] < reach_ * (1 + 0.2 * wave) &&
                 inside_board(p, land_.width, land_.height) > s * (0.05 + 0.07 * (1.5 + wave));
        }
        const int first = near.territory[0];
        for (std::size_t i = 1; i < near.count && land; ++i) {
          const int other = near.territory[i];
          if (may_touch(first, other)) continue;
          const double gap = land_of_[at(first)] == land_of_[at(other)] ? gap_ : strait_;
          land = near.away[i] - near.away[0] >= std::min(gap, 0.6 * near.away[i]);
        }
        if (land) cells_.owner[cells_.index(c, r)] = first;
      }
    }
  }

  std::size_t centre_cell(int t) const { return cells_.index(seats_[at(t)]); }

  // Its place on the drawing where a territory still holds that, and some land around; else its
  // innermost cell.
  void set_seats() {
    constexpr float enough = 1.6F;  // cells to its edge, which smooth lines may move
    land_.places = seats_;
    const std::vector<float> depth = depths(cells_);
    const std::vector<std::size_t> innermost =
        innermost_cells(cells_, depth, map_.territory_count());
    for (int t = 0; t < map_.territory_count(); ++t) {
      const std::size_t i = innermost[at(t)];
      const std::size_t centre = centre_cell(t);
      const bool holds = (cells_.owner[centre] == t && depth[centre] > enough) || i == 0;
      land_.seats.push_back(holds ? seats_[at(t)] : cells_.centre(i));
    }
  }

  // Calls visit(owner, cells) for every connected part of cells of one owner.
  template <class Visit>
  void for_each_part(const Visit& visit) {
    std::vector<char> seen(cells_.owner.size(), 0);
    std::vector<std::size_t> part;
    const auto columns = at(cells_.columns);
    for (std::size_t start = 0; start < cells_.owner.size(); ++start) {
      if (seen[start]) continue;
      const int owner = cells_.owner[start];
      part.assign(1, start);
      seen[start] = 1;
      for (std::size_t k = 0; k < part.size(); ++k) {
        const std::size_t i = part[k];
        const auto go = [&](bool inside, std::size_t j) {
          if (inside && !seen[j] && cells_.owner[j] == owner) {
            seen[j] = 1;
            part.push_back(j);
          }
        };
        // Of 32 bits, whose division is faster.
        const std::size_t column = static_cast<unsigned>(i) % static_cast<unsigned>(columns);
        go(column != 0, i - 1);
        go(column + 1 != columns, i + 1);
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
    using Part = std::vector<std::size_t>;
    std::vector<std::vector<Part>> parts(at(map_.territory_count()));
    for_each_part([&](int owner, const Part& part) {
      if (owner != sea) parts[at(owner)].push_back(part);
    });
    for (int t = 0; t < map_.territory_count(); ++t) {
      const std::vector<Part>& own = parts[at(t)];
      if (own.size() < 2) continue;
      const auto largest = std::ranges::max_element(own, {}, &Part::size);
      const auto central = std::ranges::find_if(own, [&](const Part& part) {
        return std::ranges::find(part, centre_cell(t)) != part.end();
      });
      const auto main =
          central != own.end() && rest * central->size() >= largest->size() ? central : largest;
      for (const Part& part : own) {
        if (&part == &*main) continue;
        for (const std::size_t i : part) cells_.owner[i] = sea;
      }
    }
  }

  // Small waters among neighbours become land.
  void fill_ponds() {
    const double side = 0.3 * plan_.spacing / cells_.step;
    std::vector<std::pair<std::size_t, int>> filled;
    for_each_part([&](int owner, const std::vector<std::size_t>& part) {
      if (owner != sea || static_cast<double>(part.size()) > side * side) return;
      std::set<int> shores;
      for (const std::size_t i : part) {
        const auto [c, r] = cells_.place(i);
        for (int dr = -3; dr <= 3; ++dr) {
          for (int dc = -3; dc <= 3; ++dc) {
            if (!cells_.holds(c + dc, r + dr)) return;
            if (cells_.at(c + dc, r + dr) != sea) shores.insert(cells_.at(c + dc, r + dr));
          }
        }
      }
      for (const int t : shores) {
        for (const int u : shores) {
          if (!may_touch(t, u)) return;
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
        if (t == sea) continue;
        bool close = false;
        const int right = std::min(c + apart, cells_.columns - 1);
        const int bottom = std::min(r + apart, cells_.rows - 1);
        for (int row = std::max(0, r - apart); row <= bottom && !close; ++row) {
          for (int column = std::max(0, c - apart); column <= right; ++column)
            close = close || !may_touch(t, cells_.at(column, row));
        }
        if (close) drowned.push_back(cells_.index(c, r));
      }
    }
    for (const std::size_t i : drowned) cells_.owner[i] = sea;
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

  Land& land_;
  LandRaster& cells_;
  const Map& map_;
  const LandPlan& plan_;
  double gap_ = 3;
  double reach_ = 30;
  double strait_ = 10;  // at least so much sea between lands
  Bend bend_;
  std::vector<int> land_of_;  // of each territory
  std::vector<char> touch_;   // as may_touch() has it, by territory; the sea's before all others'
  std::vector<Point> seats_;  // on the board
  std::vector<Piece> pieces_;
  std::vector<Piece> straits_;  // the ways of routes
  std::vector<Nearest> nearest_;
  std::vector<Point> bent_;
};

}  // namespace

void assign_cells(Land& land, const Map& map, const LandPlan& plan, std::uint64_t seed,
                  double step) {
  CellAssignment(land, map, plan, seed, step).run();
}

}  // namespace evorisk::maps
