#include "app/view/bump_chart.hpp"

#include <fmt/format.h>

#include "app/view/svg.hpp"

namespace evorisk::app {

std::string bump_chart(const std::string& title, const std::vector<std::string>& columns,
                       const std::vector<BumpRow>& rows) {
  constexpr double side = 110;  // left and right of the columns
  constexpr double top = 64;
  constexpr double column_width = 104;
  constexpr double row_height = 40;
  const double width = 2 * side + static_cast<double>(columns.size() - 1) * column_width;
  const double height = top + static_cast<double>(rows.size()) * row_height + 16;
  const auto x = [&](std::size_t column) {
    return side + static_cast<double>(column) * column_width;
  };
  const auto y = [&](double rank) { return top + (rank - 0.5) * row_height; };
  Svg svg(title, width, height, Svg::Use::alone);
  svg.text("heading", 16, 24, title);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    svg.text("label", x(c), top - 12, columns[c], Anchor::middle);
    svg.line("grid", x(c), top, x(c), height - 16);
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const BumpRow& row = rows[r];
    // Colours in turn, then dashed.
    const std::string colour = fmt::format("c{}", 1 + r % chart_colours);
    std::vector<std::pair<double, double>> points;
    for (std::size_t c = 0; c < columns.size(); ++c) points.emplace_back(x(c), y(row.ranks[c]));
    svg.line(fmt::format("line strong {}{}", colour, r < chart_colours ? "" : " dashed"), points);
    for (const auto& [at_x, at_y] : points) svg.circle("dot " + colour, at_x, at_y, 6);
    svg.text("label", side - 14, points.front().second + 4, row.label, Anchor::end);
    svg.text("label", width - side + 14, points.back().second + 4, row.label);
  }
  for (const BumpRow& row : rows) {  // above all lines
    for (std::size_t c = 0; c < columns.size(); ++c) {
      svg.text("note", x(c), y(row.ranks[c]) + 18, row.values[c], Anchor::middle);
    }
  }
  return svg.finish();
}

}  // namespace evorisk::app
