// Charts as SVG: line and interval charts for pages (html_page of app/view/html.hpp), others as
// pictures that stand alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::app {

// One line of a chart. `low` and `high` are empty or, like `y`, one value per `x` (a shaded band).
struct Series {
  std::string label;
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> low = {};
  std::vector<double> high = {};
  int colour = 1;  // 1 ... chart_colours (app/view/svg.hpp)
  bool dashed = false;
  bool points = false;  // mark every point (each with its value as tooltip)
  bool line = true;     // join the points

  void add(double at, double value);
  // With its 95 % interval, which reaches so many errors to each side.
  void add(double at, const metrics::Estimate& value, double errors = z95);
};

struct ChartFrame {
  std::string title;  // for readers who do not see the picture; not drawn
  std::string x_label;
  std::string y_label;
  std::optional<double> y_low = {};  // else from the data
  int height = 300;
};

// A line chart with ticks at round values, a legend above when there are several series, and the
// data as tooltips. Series without points are left out; no series at all gives an empty frame.
std::string line_chart(const ChartFrame& frame, const std::vector<Series>& series);

// One row of an interval chart.
struct IntervalRow {
  std::string label;
  double value = 0;
  double low = 0;  // the bar spans low to high: of 95 %, or the value alone
  double high = 0;
  double ideal = 0;  // drawn as a tick across the row
  std::string note;  // drawn at the right
};

// Values with error bars against their ideals, on one common scale from `low` to `high`; values
// beyond the scale are drawn at its end with an arrowhead.
std::string interval_chart(const std::string& title, std::span<const IntervalRow> rows, double low,
                           double high);

// How ranks change from column to column.
struct BumpRow {
  std::string label;
  std::vector<double> ranks;        // 1 is best, per column; ties share the mean of their ranks
  std::vector<std::string> values;  // written beside the dots, per column
};

// One line per row through its ranks, the best on top; every row has a rank and a value in each of
// at least two columns. The picture stands alone.
std::string bump_chart(const std::string& title, const std::vector<std::string>& columns,
                       const std::vector<BumpRow>& rows);

// One panel: a strip of values per group, each with its own n. Infinite values are not drawn but
// counted above the strip.
struct StripPanel {
  std::string title;
  std::vector<std::vector<double>> groups;
};

struct StripFrame {
  std::string title = {};
  std::string subtitle = {};  // a second line, smaller; may be empty
  std::string y_label = {};
  std::vector<std::string> groups = {};  // named below every panel
  std::optional<double> line = {};       // drawn across every panel
};

// Every value of several samples side by side: points, spread sideways so that none hides another,
// with the median and its 95 % interval (distribution-free) in black. Each panel has a scale of its
// own. The picture stands alone.
std::string strip_chart(const StripFrame& frame, std::span<const StripPanel> panels);

}  // namespace evorisk::app
