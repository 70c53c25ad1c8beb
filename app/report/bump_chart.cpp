#include "app/report/bump_chart.hpp"

#include <fmt/format.h>

#include <array>

#include "app/report/html.hpp"

namespace evorisk::app {
namespace {

constexpr int left = 110;
constexpr int right = 110;
constexpr int top = 64;
constexpr int column_width = 104;
constexpr int row_height = 40;

// Told apart by people who see red and green alike (after Okabe and Ito 2008), then dashed.
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                "#56b4e9", "#e69f00", "#444444", "#8b6914"};

}  // namespace

std::string bump_chart(const std::string& title, const std::vector<std::string>& columns,
                       const std::vector<BumpRow>& rows) {
  const auto count = static_cast<int>(columns.size());
  const int width = left + right + (count - 1) * column_width;
  const int height = top + static_cast<int>(rows.size()) * row_height + 16;
  const auto x = [&](std::size_t column) { return left + static_cast<int>(column) * column_width; };
  const auto y = [&](double rank) { return top + (rank - 0.5) * row_height; };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" "
      "role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n<title>{}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
      "<text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\" fill=\"#222222\">{}</text>\n",
      width, height, width, height, escape_html(title), escape_html(title));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    svg += fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#222222\">{}</text>\n"
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#e4e4e4\"/>\n",
        x(c), top - 12, escape_html(columns[c]), x(c), top, x(c), height - 16);
  }
  std::string values;  // above all lines, with a halo
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const char* colour = colours[r % colours.size()];
    const char* dashes = r < colours.size() ? "" : " stroke-dasharray=\"7 4\"";
    std::string points;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      points += fmt::format("{}{},{:.1f}", c == 0 ? "" : " ", x(c), y(rows[r].ranks[c]));
    }
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"{} "
        "stroke-linejoin=\"round\"/>\n",
        points, colour, dashes);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      svg += fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"6\" fill=\"{}\"/>\n", x(c),
                         y(rows[r].ranks[c]), colour);
      values += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", x(c),
                            y(rows[r].ranks[c]) + 18, escape_html(rows[r].values[c]));
    }
    svg += fmt::format(
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"{}\">{}</text>\n"
        "<text x=\"{}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n",
        left - 14, y(rows[r].ranks.front()) + 4, colour, escape_html(rows[r].label),
        width - right + 14, y(rows[r].ranks.back()) + 4, colour, escape_html(rows[r].label));
  }
  return svg +
         "<g text-anchor=\"middle\" font-size=\"10\" fill=\"#444444\" stroke=\"#ffffff\" "
         "stroke-width=\"3\" paint-order=\"stroke\">\n" +
         values + "</g>\n</svg>\n";
}

}  // namespace evorisk::app
