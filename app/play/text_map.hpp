// The map drawn with characters.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/play/label_grid.hpp"
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

// "(14:5)": territory 14 with 5 troops. The brackets say whose it is, the colour says it again.
std::string territory_mark(const risk::State& state, int territory);
// An example of a seat's brackets: "( )".
std::string seat_mark(int seat);
// `text` in the colours of the seat, or as it is.
std::string in_colours(const std::string& text, int seat, bool colours);
// A sentence that begins with "Seat N", with those words in its colours.
std::string in_seat_colours(const std::string& sentence, bool colours);

// Draws positions of one map. Computes the places of the territories once per width.
class TextMap {
 public:
  // The map must outlive it.
  explicit TextMap(const maps::Map& map);

  // Borders inside a continent are drawn through, those between continents dotted. Lines end in
  // '\n'. Nothing when the map does not fit, or is too large to be read.
  std::optional<std::string> draw(const risk::State& state, const Looks& looks);

 private:
  const maps::Map* map_;
  std::vector<maps::Point> positions_;
  int columns_ = -1;  // for which
  std::optional<LabelGrid> grid_;
};

}  // namespace evorisk::app
