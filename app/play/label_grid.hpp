// Where the labels of a map's territories go on a grid of characters.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

// Beyond it no terminal shows a drawing well.
inline constexpr int largest_drawn_map = 120;

struct LabelGrid {
  struct Cell {  // the first character of a label
    int column = 0;
    int row = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  int columns = 0;
  int rows = 0;
  int label = 0;  // characters of a label
  std::vector<Cell> cells;

  // The middle of a label.
  double middle(int t) const {
    return cells[static_cast<std::size_t>(t)].column + 0.5 * (label - 1);
  }
  int row(int t) const { return cells[static_cast<std::size_t>(t)].row; }
};

// Places labels of `label` characters on a grid of `columns` columns and as few rows as will do, at
// most `most_rows`, near the given positions in the unit square (one per territory): labels stand
// apart, every border between two middles can be seen, and none runs through a third label. Borders
// that do not cross at the positions seldom do here. Nothing when no such grid is found. The same
// input gives the same grid.
std::optional<LabelGrid> place_labels(const maps::Map& map, std::span<const maps::Point> positions,
                                      int label, int columns, int most_rows);

}  // namespace evorisk::app
