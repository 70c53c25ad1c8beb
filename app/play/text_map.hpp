// The map drawn with characters.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maps/map.hpp"
#include "risk/state.hpp"

namespace evorisk::app {

// What a terminal can show.
struct Looks {
  int columns = 80;
  bool colours = false;
  bool unicode = false;  // borders as fine lines (Braille patterns), else of -, |, / and \.
  bool list = false;     // no drawings
};

// "(14:5)": territory 14 with 5 troops. Brackets and colour both show the owner.
std::string territory_mark(const risk::State& state, int territory);
// An example of a seat's brackets: "( )".
std::string seat_mark(int seat);
// `text` in the colours of the seat, if `colours`.
std::string in_colours(const std::string& text, int seat, bool colours);
// A sentence that begins with "Seat N", with those words in its colours.
std::string in_seat_colours(const std::string& sentence, bool colours);

// The most territories of a map that is drawn.
inline constexpr int largest_drawn_map = 120;

// Where the labels of a map's territories go on a grid of characters.
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

  const Cell& cell(int t) const { return cells[static_cast<std::size_t>(t)]; }
  // The middle of a label, in characters.
  maps::Point middle(int t) const {
    return {cell(t).column + 0.5 * (label - 1), static_cast<double>(cell(t).row)};
  }
};

// Places labels of `label` characters on a grid of `columns` columns and as few rows as possible,
// at most `most_rows`. Each label is near its territory's position in the unit square. Labels do
// not touch, every border between two middles is visible, and no border runs through a third label.
// Borders that do not cross at the positions seldom cross on the grid. Nothing when no such grid is
// found. The same input gives the same grid.
std::optional<LabelGrid> place_labels(const maps::Map& map, std::span<const maps::Point> positions,
                                      int label, int columns, int most_rows);

// Draws positions of one map. Computes the places of the territories once per width.
class TextMap {
 public:
  // The map must outlive it.
  explicit TextMap(const maps::Map& map) : map_(&map) {}

  // Borders inside a continent are solid, those between continents dotted. Lines end in '\n'.
  // Nothing when the map does not fit or is larger than largest_drawn_map.
  std::optional<std::string> draw(const risk::State& state, const Looks& looks);

 private:
  const maps::Map* map_;
  std::vector<maps::Point> positions_;
  int columns_ = -1;  // the width of grid_
  std::optional<LabelGrid> grid_;
};

}  // namespace evorisk::app
