#include "maps/planar/assignment.hpp"

#include <limits>

#include "base/index.hpp"

namespace evorisk::maps {

Assignment assign(int size, const std::vector<std::int64_t>& cost) {
  constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max() / 4;
  const std::size_t n = at(size);
  // Potentials of rows and columns; row and column 0 stand for "not assigned".
  std::vector<std::int64_t> of_row(n + 1, 0);
  std::vector<std::int64_t> of_column(n + 1, 0);
  std::vector<std::size_t> row_of(n + 1, 0);
  std::vector<std::size_t> before(n + 1, 0);
  std::vector<std::int64_t> least(n + 1);
  std::vector<bool> done(n + 1);
  for (std::size_t row = 1; row <= n; ++row) {
    row_of[0] = row;
    std::size_t column = 0;
    least.assign(n + 1, infinite);
    done.assign(n + 1, false);
    do {
      done[column] = true;
      const std::size_t from = row_of[column];
      std::int64_t step = infinite;
      std::size_t next = 0;
      for (std::size_t c = 1; c <= n; ++c) {
        if (done[c]) continue;
        const std::int64_t reduced = cost[(from - 1) * n + (c - 1)] - of_row[from] - of_column[c];
        if (reduced < least[c]) {
          least[c] = reduced;
          before[c] = column;
        }
        if (least[c] < step) {
          step = least[c];
          next = c;
        }
      }
      for (std::size_t c = 0; c <= n; ++c) {
        if (done[c]) {
          of_row[row_of[c]] += step;
          of_column[c] -= step;
        } else {
          least[c] -= step;
        }
      }
      column = next;
    } while (row_of[column] != 0);
    while (column != 0) {
      row_of[column] = row_of[before[column]];
      column = before[column];
    }
  }
  Assignment result;
  result.column_of.assign(n, 0);
  for (std::size_t c = 1; c <= n; ++c) {
    result.column_of[row_of[c] - 1] = static_cast<int>(c) - 1;
    result.cost += cost[(row_of[c] - 1) * n + (c - 1)];
  }
  return result;
}

}  // namespace evorisk::maps
