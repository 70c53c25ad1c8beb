// The board: land, names, legend; and how it is cut into sheets.
#pragma once

#include <string>
#include <vector>

#include "app/print/canvas.hpp"
#include "app/print/kit.hpp"
#include "app/view/palette.hpp"
#include "maps/layout/land.hpp"
#include "maps/layout/land_labels.hpp"

namespace evorisk::app::kit {

// A paper's sides in millimetres, upright.
struct PaperSize {
  double width;
  double height;
};
PaperSize paper_size(Paper paper);

inline constexpr double page_margin = 10;  // what printers leave white
inline constexpr double glue_tab = 10;     // by which sheets of the board overlap

// How the board is cut: sheets in rows, all of one orientation.
struct Sheets {
  int columns = 1;
  int rows = 1;
  double paper_width = 210;  // of each sheet, as it is turned
  double paper_height = 297;
  double tile_width = 190;  // of the board's part on each sheet, without glue tabs
  double tile_height = 277;

  double board_width() const { return columns * tile_width; }
  double board_height() const { return rows * tile_height; }
};

// As many sheets as asked for (0: by the number of territories), arranged so that the board comes
// nearest to 4 : 3. Throws InputError for a number out of range.
Sheets plan_sheets(const KitOptions& options, int territories);

// Everything of a board but where it is cut.
class Board {
 public:
  // The map must have names (maps::with_names). It and its legend fill the sheets.
  Board(const risk::Variant& variant, const KitOptions& options, const Sheets& sheets);

  // At the canvas' origin, in full size.
  void draw(Canvas& canvas) const;

  const maps::Land& land() const { return land_; }
  const std::vector<maps::AreaLabel>& labels() const { return labels_; }
  const Sheets& sheets() const { return sheets_; }
  double width() const { return width_; }
  double height() const { return height_; }

 private:
  void draw_sea(Canvas& canvas) const;
  void draw_land(Canvas& canvas) const;
  void draw_routes(Canvas& canvas) const;
  void draw_labels(Canvas& canvas) const;
  void draw_legend(Canvas& canvas) const;

  const risk::Variant& variant_;
  KitOptions options_;
  Sheets sheets_;
  double width_;
  double height_;
  double legend_;  // its height
  maps::Land land_;
  std::vector<maps::AreaLabel> labels_;
  std::vector<Livery> liveries_;
};

// The tint of a continent's land, and a dark ink of the same colour.
Colour land_tint(const Livery& livery, bool save_ink);
Colour land_ink(const Livery& livery);

inline constexpr Colour ink = rgb(0x22303a);
inline constexpr Colour grey = rgb(0x6b7780);
inline constexpr Colour hairline = rgb(0xb8c0c6);
inline constexpr Colour paper_white = rgb(0xffffff);

}  // namespace evorisk::app::kit
