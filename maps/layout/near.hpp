// Which territories are near which foreign borders, and how territories repel each other: the two
// all-pairs questions of a force-directed drawing, answered exactly for small maps and by grid and
// quadtree for large ones.
#pragma once

#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

struct NearPair {
  int territory = 0;
  int border = 0;        // none of the territory's own
  double gap = 0;        // distance from the territory to the nearest point of the border
  double parameter = 0;  // where that point is: 0 at border.a ... 1 at border.b
  Point away;            // unit vector from that point to the territory
};

class NearPairs {
 public:
  // Every territory and foreign border nearer to each other than `reach`.
  void find(std::span<const Border> borders, const std::vector<Point>& positions, double reach);
  const std::vector<NearPair>& pairs() const { return pairs_; }

 private:
  // Keeps the pair of a border from one place to another and a territory at p if it is near.
  void look_at(Point from, Point to, Point p, int border, int territory, double reach);

  std::vector<NearPair> pairs_;
  std::vector<int> cell_start_;
  std::vector<int> cell_members_;
  std::vector<int> cell_of_;
};

// Adds to `forces` the repulsion 1 / distance between every two points; between far groups of many
// points as if each were in its centre (Barnes and Hut 1986).
class Repulsion {
 public:
  void add(const std::vector<Point>& positions, std::vector<Point>& forces);

 private:
  struct Cell {
    Point centre;
    double size = 0;
    int count = 0;
    int first = 0;  // range in order_
    int next = 0;   // the cell after this one and all its parts
    bool leaf = true;
  };
  void split(const std::vector<Point>& positions, int first, int last, Point corner, double size,
             int depth);

  std::vector<Cell> cells_;
  std::vector<int> order_;
};

}  // namespace evorisk::maps
