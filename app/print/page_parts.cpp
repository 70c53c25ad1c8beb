// What several pages are made of.

#include <array>
#include <optional>

#include "app/print/pages.hpp"

namespace evorisk::app::kit {

std::string one_pdf(const std::string& title, const std::function<void(const Book& book)>& draw) {
  std::optional<Canvas> canvas;
  draw([&](const std::string&, PaperSize size) -> Canvas& {
    if (!canvas) return canvas.emplace(Canvas::Format::pdf, size.width, size.height, title);
    canvas->next_page(size.width, size.height);
    return *canvas;
  });
  return canvas->finish();
}

void draw_die(Canvas& canvas, double x, double y, double side, int eyes, Colour face, Colour eye) {
  canvas.rectangle(x, y, side, side, 0.18 * side);
  canvas.fill_and_stroke(face, ink, 0.25);
  // Bits of the places, row by row, for 1 to 6 eyes.
  constexpr std::array<unsigned, 6> places = {0x010, 0x101, 0x111, 0x145, 0x155, 0x16d};
  const unsigned set = places[static_cast<std::size_t>(eyes - 1)];
  for (int i = 0; i < 9; ++i) {
    if (!(set & (1u << i))) continue;
    canvas.circle(x + side * (0.24 + 0.26 * (i % 3)), y + side * (0.24 + 0.26 * (i / 3)),
                  0.085 * side);
    canvas.fill(eye);
  }
}

void draw_symbol(Canvas& canvas, double x, double y, double size, int symbol, Colour colour) {
  const double s = size / 2;
  switch (symbol % 3) {
    case 0:  // a foot soldier: crossed lances behind a shield
      canvas.path(x, y, s, "M -1 0.9 L 1 -0.9 M 1 0.9 L -1 -0.9");
      canvas.stroke(colour, 0.12 * s);
      canvas.path(x, y, s,
                  "M -0.5 -0.55 L 0.5 -0.55 C 0.5 0.25 0.25 0.55 0 0.8 "
                  "C -0.25 0.55 -0.5 0.25 -0.5 -0.55 Z");
      canvas.fill_and_stroke(colour, paper_white, 0.09 * s);
      break;
    case 1:  // cavalry: a horseshoe
      canvas.path(x, y, s,
                  "M -0.62 0.85 C -1.15 -0.55 -0.6 -0.95 0 -0.95 C 0.6 -0.95 1.15 -0.55 0.62 0.85 "
                  "L 0.28 0.85 C 0.7 -0.25 0.4 -0.55 0 -0.55 C -0.4 -0.55 -0.7 -0.25 -0.28 0.85 Z");
      canvas.fill(colour);
      for (const double side : {-1.0, 1.0}) {
        for (const auto& [across, down] :
             {std::pair{0.5, 0.55}, std::pair{0.62, 0.1}, std::pair{0.58, -0.35}}) {
          canvas.circle(x + side * across * s, y + down * s, 0.055 * s);
          canvas.fill(paper_white);
        }
      }
      break;
    default:  // artillery: a gun on its wheel
      canvas.save(x, y, 1, -0.42);
      canvas.rectangle(-0.55 * s, -0.3 * s, 1.55 * s, 0.38 * s, 0.1 * s);
      canvas.fill(colour);
      canvas.rectangle(0.9 * s, -0.37 * s, 0.14 * s, 0.52 * s, 0.05 * s);
      canvas.fill(colour);
      canvas.restore();
      canvas.path(x, y, s, "M -0.1 0.25 L -1 0.8");
      canvas.stroke(colour, 0.16 * s);
      canvas.circle(x, y + 0.32 * s, 0.5 * s);
      canvas.fill(paper_white);
      canvas.circle(x, y + 0.32 * s, 0.46 * s);
      canvas.stroke(colour, 0.12 * s);
      canvas.path(x, y + 0.32 * s, 0.42 * s,
                  "M -1 0 L 1 0 M -0.5 -0.866 L 0.5 0.866 M 0.5 -0.866 L -0.5 0.866");
      canvas.stroke(colour, 0.07 * s);
  }
}

void page_head(const Subject& subject, Canvas& canvas, const std::string& title,
               const std::string& note) {
  const PaperSize paper = subject.paper();
  canvas.text(18, 20, title, Face::title, 8, ink);
  canvas.text(paper.width - 18, 20, shortened(canvas, subject.variant.name(), Face::italic, 3, 60),
              Face::italic, 3, grey, Align::right);
  if (!note.empty()) draw_note(subject, canvas, 27, note);
}

double draw_note(const Subject& subject, Canvas& canvas, double y, const std::string& text) {
  const double width = subject.paper().width - 36;
  for (const std::string& line : wrapped(canvas, text, Face::text, 3.2, width)) {
    canvas.text(18, y, line, Face::text, 3.2, grey);
    y += 4.4;
  }
  return y;
}

void cut_marks(Canvas& canvas, double left, double top, double width, double height, int columns,
               int rows) {
  for (int c = 0; c <= columns; ++c) {
    const double x = left + c * width / columns;
    for (const double y : {top - 5, top + height + 1.5}) canvas.polyline({{x, y}, {x, y + 3.5}});
  }
  for (int r = 0; r <= rows; ++r) {
    const double y = top + r * height / rows;
    for (const double x : {left - 5, left + width + 1.5}) canvas.polyline({{x, y}, {x + 3.5, y}});
  }
  canvas.stroke(grey, 0.15);
}

void card_grid_pages(const Subject& subject, const Book& book, const std::string& name,
                     const CardGrid& grid, int count,
                     const std::function<void(Canvas&, int, double, double)>& draw) {
  const PaperSize paper = subject.paper();
  const double left = (paper.width - grid.columns * grid.width) / 2;
  const double top = (paper.height - grid.rows * grid.height) / 2;
  const int each = grid.columns * grid.rows;
  for (int first = 0; first < count; first += each) {
    Canvas& canvas = book(name, paper);
    cut_marks(canvas, left, top, grid.columns * grid.width, grid.rows * grid.height, grid.columns,
              grid.rows);
    for (int k = 0; k < each && first + k < count; ++k) {
      draw(canvas, first + k, left + (k % grid.columns) * grid.width,
           top + static_cast<double>(k / grid.columns) * grid.height);
    }
  }
}

}  // namespace evorisk::app::kit
