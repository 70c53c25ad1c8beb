#include "app/view/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "app/view/svg.hpp"

namespace evorisk::app {

namespace {

constexpr int left_margin = 58;
constexpr int right_margin = 16;
constexpr int bottom_margin = 42;
constexpr int legend_height = 24;

// The range of the data of all series, widened where it is empty.
template <class Values>
std::pair<double, double> range_of(std::span<const Series> series, Values values) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Series& s : series) {
    for (const std::vector<double>* list : values(s)) {
      for (double v : *list) {
        if (!std::isfinite(v)) continue;
        low = std::min(low, v);
        high = std::max(high, v);
      }
    }
  }
  if (low > high) return {0, 1};
  if (low == high) return {low - 0.5, high + 0.5};
  return {low, high};
}

std::string line_kind(const Series& s) {
  return fmt::format("line c{}{}", s.colour, s.dashed ? " dashed" : "");
}

void draw_band(Svg& svg, const Series& s, const Scale& x, const Scale& y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < s.x.size(); ++i) points.emplace_back(x(s.x[i]), y(s.high[i]));
  for (std::size_t i = s.x.size(); i-- > 0;) points.emplace_back(x(s.x[i]), y(s.low[i]));
  svg.area(fmt::format("band c{}", s.colour), points);
}

void draw_series(Svg& svg, const Series& s, const Scale& x, const Scale& y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < s.x.size(); ++i) points.emplace_back(x(s.x[i]), y(s.y[i]));
  if (s.line) svg.line(line_kind(s), points);
  if (!s.points && s.x.size() > 1) return;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    svg.circle(fmt::format("dot c{}", s.colour), points[i].first, points[i].second, 3,
               fmt::format("{}: {:g}, {:.4g}", s.label, s.x[i], s.y[i]));
  }
}

// An entry of the legend and where it stands: rows are filled from the left.
struct LegendEntry {
  const Series* series = nullptr;
  double x = 0;
  int row = 0;
};

std::vector<LegendEntry> legend_entries(std::span<const Series> series, int width) {
  std::vector<LegendEntry> entries;
  double x = left_margin;
  int row = 0;
  for (const Series& s : series) {
    const auto characters =
        std::count_if(s.label.begin(), s.label.end(), [](char c) { return (c & 0xC0) != 0x80; });
    const double needed = 28 + 7.2 * static_cast<double>(characters);
    if (x > left_margin && x + needed > width) {
      x = left_margin;
      ++row;
    }
    entries.push_back({&s, x, row});
    x += needed + 18;
  }
  return entries;
}

}  // namespace

std::string line_chart(const ChartFrame& frame, std::span<const Series> all) {
  std::vector<Series> series;
  std::copy_if(all.begin(), all.end(), std::back_inserter(series),
               [](const Series& s) { return !s.x.empty(); });
  std::vector<LegendEntry> entries;
  if (series.size() > 1) entries = legend_entries(series, frame.width);
  const int legend_rows = entries.empty() ? 0 : entries.back().row + 1;
  const auto [x_low, x_high] = range_of(series, [](const Series& s) { return std::vector{&s.x}; });
  auto [y_low, y_high] = range_of(series, [](const Series& s) {
    return std::vector{&s.y, &s.low, &s.high};
  });
  y_low = frame.y_low.value_or(y_low);
  y_high = std::max(frame.y_high.value_or(y_high), y_low + 1e-9);
  const auto y_ticks = round_ticks(y_low, y_high, 5);
  const double right = frame.width - right_margin;
  const double bottom = frame.height - bottom_margin;
  const Scale x{x_low, x_high, left_margin, right};
  const Scale y{y_ticks.front(), y_ticks.back(), bottom,
                static_cast<double>(std::max(8, legend_height * legend_rows))};

  Svg svg(frame.title, frame.width, frame.height);
  svg.y_axis(y, y_ticks, left_margin, right);
  svg.x_axis(x, round_ticks(x_low, x_high, 8), bottom, bottom);
  for (const Series& s : series) {
    if (!s.low.empty()) draw_band(svg, s, x, y);
  }
  for (const Series& s : series) draw_series(svg, s, x, y);
  for (const LegendEntry& entry : entries) {
    const int at = 10 + legend_height * entry.row;
    svg.line(line_kind(*entry.series), entry.x, at, entry.x + 22, at);
    svg.text("legend", entry.x + 28, at + 4, entry.series->label);
  }
  svg.text("axis", (left_margin + right) / 2, frame.height - 7, frame.x_label, Anchor::middle);
  svg.text("axis", 13, bottom / 2, frame.y_label, Anchor::middle, -90);
  return svg.finish();
}

std::string interval_chart(const std::string& title, std::span<const IntervalRow> rows, double low,
                           double high) {
  constexpr int width = 720;
  constexpr int row_height = 34;
  constexpr int top = 8;
  constexpr int label_width = 150;
  constexpr int note_width = 150;
  const int bottom = top + row_height * static_cast<int>(rows.size());
  const Scale x{low, high, label_width, width - note_width};
  Svg svg(title, width, bottom + 24);
  svg.x_axis(x, round_ticks(low, high, 5), bottom, top);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IntervalRow& row = rows[i];
    const double y = top + row_height * (static_cast<double>(i) + 0.5);
    const double ideal = x.inside(row.ideal);
    const double value = x.inside(row.value);
    svg.text("label", label_width - 12, y + 4, row.label, Anchor::end);
    svg.line("distance", ideal, y, value, y);
    svg.line("ideal", ideal, y - 9, ideal, y + 9, fmt::format("ideal {:g}", row.ideal));
    svg.line("error", x.inside(row.value - 1.96 * row.se), y, x.inside(row.value + 1.96 * row.se),
             y);
    if (row.value > high) {
      svg.path("value", fmt::format("M{:.1f} {:.1f} l-9 -6 v12 z", value, y));
    } else {
      svg.circle("value", value, y, 5, fmt::format("{:.4f} ± {:.4f}", row.value, row.se));
    }
    svg.text("tick", width - note_width + 14, y + 4, row.note);
  }
  return svg.finish();
}

}  // namespace evorisk::app
