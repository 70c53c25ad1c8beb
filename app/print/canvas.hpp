// Pages of vector graphics in millimetres, as one PDF, or as SVG or PNG pictures, from the same
// drawing calls. The only part of the program that uses cairo.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app::kit {

struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
};

// 0xRRGGBB.
constexpr Colour rgb(unsigned code) {
  return {((code >> 16) & 0xFFu) / 255.0, ((code >> 8) & 0xFFu) / 255.0, (code & 0xFFu) / 255.0};
}

constexpr Colour mix(Colour a, Colour b, double part_b) {
  return {a.red + (b.red - a.red) * part_b, a.green + (b.green - a.green) * part_b,
          a.blue + (b.blue - a.blue) * part_b};
}

// The typefaces of the kit.
enum class Face { text, bold, italic, title };
inline constexpr int face_count = 4;

enum class Align { left, centre, right };

struct TextSize {
  double width = 0;    // the advance
  double ascent = 0;   // of the ink above the base line (0 for blanks)
  double descent = 0;  // of the ink below it
};

// Everything is in millimetres, y downwards, with the origin at the upper left corner of the page.
// Text is UTF-8, straight quotes become typographic ones; its size is the height of the em. The
// same calls give the same bytes. Not shared between threads; different canvases may be used at the
// same time. If the fonts are missing, SystemError names the packages to install.
class Canvas {
 public:
  // The text as it is printed: with typographic quotes.
  static std::string typeset(std::string_view text);

  // The letters of a text, each once, that a typeface has no form for: it would print a box.
  static std::string letters_without_form(Face face, std::string_view text);

  enum class Format { pdf, svg, png };

  // `title` goes into the PDF's metadata. A picture has one page. A PNG has `resolution` pixels a
  // millimetre, and its sides are rounded to whole pixels.
  Canvas(Format format, double width, double height, const std::string& title,
         double resolution = 1);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // Ends the page and begins another one of this size (PDF only).
  void next_page(double width, double height);
  // The finished document; nothing can be drawn afterwards.
  std::string finish();
  // What is drawn so far on a PNG canvas: 0xRRGGBB of each pixel, row by row.
  std::vector<std::uint32_t> pixels();

  // From now on pixels are of one colour each: the one drawn over their middle.
  void hard_edges();

  // The path to fill or stroke next.
  void polygon(const std::vector<maps::Point>& points);   // closed, straight
  void polyline(const std::vector<maps::Point>& points);  // open, straight
  void rectangle(double x, double y, double width, double height, double radius = 0);
  void circle(double x, double y, double radius);

  // A path in the syntax of SVG (commands M, L, C and Z, with blanks between all numbers), in a
  // system whose origin is at (x, y) and whose unit is `unit`.
  void path(double x, double y, double unit, const std::string& commands);

  // Fills with the even-odd rule, strokes, or both; the path is gone afterwards.
  void fill(Colour colour);
  // Dashes: lengths of strokes and gaps in turn; empty for a whole line.
  void stroke(Colour colour, double width, const std::vector<double>& dashes = {});
  void fill_and_stroke(Colour inside, Colour line, double width, double opacity = 1);

  // Until the matching restore, everything is drawn inside the path only.
  void save_and_clip();
  // Until the matching restore, everything is drawn from the origin (x, y), scaled and turned.
  void save(double x, double y, double factor = 1, double radians = 0);
  void restore();

  // A line of text whose base line is at y.
  void text(double x, double y, std::string_view text, Face face, double size, Colour colour,
            Align align = Align::left);
  // The same with a rim of another colour around the letters.
  void text_with_rim(double x, double y, std::string_view text, Face face, double size,
                     Colour colour, Colour rim, double rim_width, Align align = Align::left);
  TextSize measure(std::string_view text, Face face, double size);

 private:
  // How far to the left of its anchor a text begins.
  double shift(std::string_view text, Face face, double size, Align align);

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace evorisk::app::kit
