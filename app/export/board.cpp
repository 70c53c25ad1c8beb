// The board alone, as pictures.
#include "app/export/picture.hpp"
#include "app/print/canvas.hpp"

namespace evorisk::app {

Export export_board(const ExportSource& source) {
  constexpr double resolution = 8;  // about 200 pixels an inch
  const kit::Board& board = source.board();
  const auto drawn = [&](kit::Canvas::Format format, double by) {
    kit::Canvas canvas(format, board.width(), board.height(), source.variant().name(), by);
    board.draw(canvas);
    return canvas.finish();
  };
  return {{{source.stem() + ".svg", drawn(kit::Canvas::Format::svg, 1)},
           {source.stem() + ".png", drawn(kit::Canvas::Format::png, resolution)},
           {source.stem() + ".pdf", drawn(kit::Canvas::Format::pdf, 1)}},
          notes_on_letters(source.variant())};
}

}  // namespace evorisk::app
