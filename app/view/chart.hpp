// Charts as inline SVG, for pages (html_page of app/view/html.hpp).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace evorisk::app {

// One line of a chart. `low` and `high` are empty or, like `y`, one value per `x` (a shaded band).
struct Series {
  std::string label;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> low;
  std::vector<double> high;
  int colour = 1;  // 1 ... chart_colours (app/view/svg.hpp)
  bool dashed = false;
  bool points = false;  // mark every point (each with its value as tooltip)
  bool line = true;     // join the points
};

struct ChartFrame {
  std::string title;  // for readers who do not see the picture; not drawn
  std::string x_label;
  std::string y_label;
  std::optional<double> y_low;  // else from the data
  std::optional<double> y_high;
  int width = 720;
  int height = 300;
};

// A line chart with ticks at round values, a legend above when there are several series, and the
// data as tooltips. Series without points are left out; no series at all gives an empty frame.
std::string line_chart(const ChartFrame& frame, std::span<const Series> series);

// One row of an interval chart.
struct IntervalRow {
  std::string label;
  double value = 0;
  double se = 0;     // the bar spans value ± 1.96 se
  double ideal = 0;  // drawn as a tick across the row
  std::string note;  // drawn at the right
};

// Values with error bars against their ideals, on one common scale from `low` to `high`; values
// beyond the scale are drawn at its end with an arrowhead.
std::string interval_chart(const std::string& title, std::span<const IntervalRow> rows, double low,
                           double high);

}  // namespace evorisk::app
