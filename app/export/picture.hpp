// Pictures of a board in pixels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/export/export.hpp"

namespace evorisk::app {

// A picture of the source's board with so many pixels a millimetre.
class Picture {
 public:
  Picture(const ExportSource& source, double resolution);

  int width() const { return width_; }  // in pixels
  int height() const { return height_; }
  maps::Point place(int territory) const;  // of its troops, in pixels
  // What map files say of this picture. A circle with the number of troops fits into half of the
  // places.
  maps::MapPicture described() const;

  std::string png() const;
  // The areas: 0xNNNNNN in each pixel of territory N, counted from 1, and white in the sea.
  std::string numbers_png() const;
  // An uncompressed BMP for programs that fill a territory with a colour from its place on: white
  // areas, each within black lines, those between continents wider; coloured sea; black routes.
  std::string outlines_bmp() const;

 private:
  const ExportSource& source_;
  double resolution_;
  int width_;
  int height_;
};

// So that names can be read, but at most `widest` pixels across.
double screen_resolution(const ExportSource& source, int widest);

}  // namespace evorisk::app
