// The board of a kit (land, names, legend), and its division into sheets.
#pragma once

#include <string>
#include <vector>

#include "app/print/canvas.hpp"
#include "app/print/kit.hpp"
#include "app/view/palette.hpp"
#include "maps/layout/board.hpp"

namespace evorisk::app::kit {

// A paper's sides in millimetres, upright.
struct PaperSize {
  double width;
  double height;
};
PaperSize paper_size(Paper paper);

inline constexpr double page_margin = 10;  // the margin that printers leave white
inline constexpr double glue_tab = 10;     // the overlap of neighbouring sheets

// The division of the board: rows of sheets, all of one orientation.
struct Sheets {
  int columns = 1;
  int rows = 1;
  double paper_width = 210;  // of each sheet, as it is turned
  double paper_height = 297;
  double tile_width = 190;  // of the board's part on each sheet, without glue tabs
  double tile_height = 277;

  double board_width() const { return columns * tile_width; }
  double board_height() const { return rows * tile_height; }
  maps::Seams seams() const;
};

// Arranges the requested number of sheets (0: chosen by the number of territories) so that the
// board is nearest to 4 : 3. Throws InputError for a number out of range.
Sheets plan_sheets(const KitOptions& options, int territories);

// The columns of continents in a legend, by their left ends, in millimetres.
struct LegendColumns {
  double width;
  std::vector<double> starts;
};
// As wide as there is room between two places for so many, next to each other; what a seam would
// cut begins beyond it. Where that leaves no room, seams cut.
LegendColumns legend_columns(double from, double to, int count, const std::vector<double>& seams);

// The picture of a board, without its division into sheets. The map must have names
// (maps::with_names).
class Board {
 public:
  // On paper: map and legend together fill the sheets.
  Board(const risk::Variant& variant, const KitOptions& options, const Sheets& sheets);
  // On screens: as it is made, 4 : 3, without a legend.
  Board(const risk::Variant& variant, const KitOptions& options);

  // Draws at the canvas' origin, in full size.
  void draw(Canvas& canvas) const;

  const maps::Land& land() const { return geometry_.land; }
  const std::vector<maps::AreaLabel>& labels() const { return geometry_.labels.areas; }
  const maps::BoardLabels& all_labels() const { return geometry_.labels; }
  const std::vector<Livery>& continent_liveries() const { return liveries_; }
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
  maps::Board geometry_;
  double width_;
  double height_;
  double legend_ = 0;  // its height
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
