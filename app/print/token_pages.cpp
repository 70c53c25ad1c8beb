// Troops to cut out: squares of 15 mm, so that straight cuts do.
#include <fmt/format.h>

#include <array>

#include "app/print/pages.hpp"
#include "base/index.hpp"

namespace evorisk::app::kit {
namespace {

constexpr int token_columns = 12;
constexpr int token_rows = 7;

// Colours that colour-blind people tell apart, each with a shape of its own.
constexpr std::array<Colour, risk::max_players> seat_colours = {
    rgb(0x1f5f99), rgb(0xc8501e), rgb(0x1c7a55), rgb(0xd9a400), rgb(0x7a4a90), rgb(0x3a3a3a)};

void draw_seat_shape(Canvas& canvas, double x, double y, double r, int player) {
  switch (player) {
    case 0:
      canvas.circle(x, y, r);
      break;
    case 1:
      canvas.rectangle(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r);
      break;
    case 2:
      canvas.path(x, y, r, "M 0 -1.1 L 1.1 0 L 0 1.1 L -1.1 0 Z");
      break;
    case 3:
      canvas.path(x, y, r, "M 0 -1.12 L 1.1 0.85 L -1.1 0.85 Z");
      break;
    case 4:
      canvas.path(x, y, r,
                  "M -0.55 -0.95 L 0.55 -0.95 L 1.1 0 L 0.55 0.95 L -0.55 0.95 L -1.1 0 Z");
      break;
    default:
      canvas.path(x, y, r,
                  "M -0.95 -0.9 L 0.95 -0.9 C 0.95 0.4 0.5 0.8 0 1.1 "
                  "C -0.5 0.8 -0.95 0.4 -0.95 -0.9 Z");
  }
}

// Fills the path, or strokes it where ink is to be saved.
void fill_or_outline(const Subject& subject, Canvas& canvas, Colour fill, Colour line,
                     double width) {
  if (subject.options.save_ink) {
    canvas.stroke(line, width);
  } else {
    canvas.fill(fill);
  }
}

}  // namespace

Colour seat_colour(int player) {
  return seat_colours[at(player)];
}

void draw_token(const Subject& subject, Canvas& canvas, int player, int worth, double x, double y) {
  const Colour colour = seat_colours[at(player)];
  canvas.rectangle(x + 0.4, y + 0.4, token_side - 0.8, token_side - 0.8, 1);
  fill_or_outline(subject, canvas, colour, colour, 0.7);
  const double middle_x = x + token_side / 2;
  const double middle_y = y + token_side / 2;
  draw_seat_shape(canvas, middle_x, middle_y, worth == 1 ? 4 : 5, player);
  fill_or_outline(subject, canvas, paper_white, colour, 0.4);
  const double size = worth == 1 ? 4.2 : worth == 5 ? 5.6 : player == 3 ? 3.9 : 5;
  const double lower = player == 3 ? 1.1 : 0;  // the middle of a triangle
  canvas.text(middle_x, middle_y + 0.36 * size + lower, fmt::format("{}", worth), Face::bold, size,
              colour, Align::centre);
}

void draw_seat_sign(const Subject& subject, Canvas& canvas, int player, double x, double y,
                    double size) {
  const Colour colour = seat_colours[at(player)];
  draw_seat_shape(canvas, x, y, 0.45 * size, player);
  fill_or_outline(subject, canvas, colour, colour, 0.7);
}

void token_pages(const Subject& subject, const Book& book) {
  const PaperSize paper = subject.paper();
  const double left = (paper.width - token_columns * token_side) / 2;
  for (int first = 0; first < subject.variant.players(); first += 2) {
    Canvas& canvas = book("tokens", paper);
    for (int player = first; player < std::min(first + 2, subject.variant.players()); ++player) {
      const double top = 18 + (player - first) * (token_rows * token_side + 16);
      cut_marks(canvas, left, top, token_columns * token_side, token_rows * token_side,
                token_columns, token_rows);
      for (int row = 0; row < token_rows; ++row) {
        for (int column = 0; column < token_columns; ++column) {
          const int worth = row < 4 ? 1 : row < 6 ? 5 : 10;
          draw_token(subject, canvas, player, worth, left + column * token_side,
                     top + row * token_side);
        }
      }
    }
    canvas.text(paper.width / 2, paper.height - 9, subject.say("troops: 1, 5 and 10"), Face::text,
                3, grey, Align::centre);
  }
}

}  // namespace evorisk::app::kit
