#include "app/export/picture.hpp"

#include <algorithm>
#include <cmath>

#include "app/print/canvas.hpp"
#include "base/index.hpp"

namespace evorisk::app {
namespace {

// The lowest bytes first.
void append_number(std::string& bytes, std::uint32_t number, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xFFu);
}

// 24 bits a pixel, the lowest row first, each filled up to a multiple of four bytes.
std::string bmp_of(const std::vector<std::uint32_t>& pixels, std::uint32_t width,
                   std::uint32_t height) {
  constexpr std::uint32_t header = 54;
  const std::uint32_t row = (width * 3 + 3) / 4 * 4;
  constexpr std::uint32_t dots_per_metre = 2835;  // 72 an inch
  std::string bytes = "BM";
  for (const std::uint32_t number : {header + row * height, 0u, header, 40u, width, height}) {
    append_number(bytes, number, 4);
  }
  append_number(bytes, 1, 2);   // plane
  append_number(bytes, 24, 2);  // bits a pixel
  for (const std::uint32_t number : {0u, row * height, dots_per_metre, dots_per_metre, 0u, 0u}) {
    append_number(bytes, number, 4);
  }
  for (std::uint32_t y = height; y-- > 0;) {
    const std::size_t end = bytes.size() + row;
    for (std::uint32_t x = 0; x < width; ++x) append_number(bytes, pixels[y * width + x], 3);
    bytes.resize(end, '\0');
  }
  return bytes;
}

}  // namespace

double screen_resolution(const ExportSource& source, int widest) {
  const double pixels = std::clamp(190 * std::sqrt(source.map().territory_count()), 900.0,
                                   static_cast<double>(widest));
  return std::floor(pixels) / source.board().width();
}

Picture::Picture(const ExportSource& source, double resolution)
    : source_(source),
      resolution_(resolution),
      width_(static_cast<int>(std::lround(source.board().width() * resolution))),
      height_(static_cast<int>(std::lround(source.board().height() * resolution))) {}

maps::Point Picture::place(int territory) const {
  const maps::Point centre = source_.board().labels()[at(territory)].spot.centre;
  return {centre.x * resolution_, centre.y * resolution_};
}

maps::MapPicture Picture::described() const {
  maps::MapPicture picture{
      .stem = source_.stem(), .width = width_, .height = height_, .places = {}};
  for (int t = 0; t < source_.map().territory_count(); ++t) picture.places.push_back(place(t));
  const double across = 2 * (source_.median_radius() * resolution_);
  picture.circle = std::clamp(static_cast<int>(std::lround(across)), 20, 34);
  return picture;
}

std::string Picture::png() const {
  kit::Canvas canvas(kit::Canvas::Format::png, source_.board().width(), source_.board().height(),
                     "", resolution_);
  source_.board().draw(canvas);
  return canvas.finish();
}

std::string Picture::numbers_png() const {
  const kit::Board& board = source_.board();
  kit::Canvas canvas(kit::Canvas::Format::png, board.width(), board.height(), "", resolution_);
  canvas.hard_edges();
  canvas.rectangle(0, 0, board.width() + 1, board.height() + 1);
  canvas.fill(kit::paper_white);
  for (std::size_t t = 0; t < board.land().areas.size(); ++t) {
    for (const auto& outline : board.land().areas[t]) canvas.polygon(outline);
    canvas.fill(kit::rgb(0x010101u * static_cast<unsigned>(t + 1)));
  }
  return canvas.finish();
}

std::string Picture::outlines_bmp() const {
  constexpr kit::Colour sea_colour = kit::rgb(0xbdd4e0);
  constexpr kit::Colour black = kit::rgb(0);
  const kit::Board& board = source_.board();
  const double pixel = 1 / resolution_;
  kit::Canvas canvas(kit::Canvas::Format::png, board.width(), board.height(), "", resolution_);
  canvas.hard_edges();
  canvas.rectangle(0, 0, board.width() + 1, board.height() + 1);
  canvas.fill(sea_colour);
  for (const auto& area : board.land().areas) {
    for (const auto& outline : area) canvas.polygon(outline);
    canvas.fill(kit::paper_white);
  }
  for (const maps::BoardLine& line : board.land().lines) {
    const bool inner = !line.is_coast() && source_.map().continent_of(line.left) ==
                                               source_.map().continent_of(line.right);
    canvas.polyline(line.points);
    canvas.stroke(black, (line.is_coast() || inner ? 2.5 : 5) * pixel);
  }
  for (const maps::BoardRoute& route : board.land().routes) {
    canvas.polyline(route.points);
    canvas.stroke(black, 2 * pixel, {6 * pixel, 5 * pixel});
  }
  return bmp_of(canvas.pixels(), static_cast<std::uint32_t>(width_),
                static_cast<std::uint32_t>(height_));
}

}  // namespace evorisk::app
