// Cells of a land that are drawn by hand.
#pragma once

#include <string>
#include <vector>

#include "maps/layout/land/land.hpp"

namespace evorisk::test {

// Cells of 1 mm: a digit for each territory, a point for the sea.
inline maps::LandRaster cells_of(const std::vector<std::string>& rows) {
  maps::LandRaster cells;
  cells.columns = static_cast<int>(rows.front().size());
  cells.rows = static_cast<int>(rows.size());
  for (const std::string& row : rows) {
    for (const char c : row) cells.owner.push_back(c == '.' ? maps::sea : c - '0');
  }
  return cells;
}

// The same as rows again.
inline std::vector<std::string> rows_of(const maps::LandRaster& cells) {
  std::vector<std::string> rows;
  for (int r = 0; r < cells.rows; ++r) {
    std::string& row = rows.emplace_back();
    for (int c = 0; c < cells.columns; ++c) {
      const int t = cells.at(c, r);
      row += t == maps::sea ? '.' : static_cast<char>('0' + t);
    }
  }
  return rows;
}

}  // namespace evorisk::test
