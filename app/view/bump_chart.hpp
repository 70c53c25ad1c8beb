// How ranks change from column to column, as an SVG picture that stands alone.
#pragma once

#include <string>
#include <vector>

namespace evorisk::app {

struct BumpRow {
  std::string label;
  std::vector<double> ranks;        // 1 is best, per column; ties share the mean of their ranks
  std::vector<std::string> values;  // said beside the dots, per column
};

// One line per row through its ranks, the best on top; every row has a rank and a value in each of
// at least two columns.
std::string bump_chart(const std::string& title, const std::vector<std::string>& columns,
                       const std::vector<BumpRow>& rows);

}  // namespace evorisk::app
