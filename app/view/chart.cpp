#include "app/view/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/view/svg.hpp"
#include "base/statistics.hpp"
#include "base/utf8.hpp"
#include "experiments/search_study/rank_tests.hpp"

namespace evorisk::app {
namespace {

constexpr int chart_width = 720;
constexpr int left_margin = 58;
constexpr int right_margin = 16;
constexpr int bottom_margin = 42;
constexpr int legend_height = 24;

// The range of the finite values, widened where it is at most `narrowest`.
std::pair<double, double> range_of(std::vector<double> values, double narrowest = 0) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return {0, 1};
  const auto [low, high] = std::ranges::minmax(values);
  if (high - low <= narrowest) return {low - 0.5, high + 0.5};
  return {low, high};
}

// These data of all series.
std::vector<double> data_of(const std::vector<Series>& series,
                            std::initializer_list<std::vector<double> Series::*> data) {
  std::vector<double> all;
  for (const Series& s : series) {
    for (const auto list : data) all.insert(all.end(), (s.*list).begin(), (s.*list).end());
  }
  return all;
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

// Where the entries of a legend stand, in pixels and in rows, which are filled from the left.
std::vector<std::pair<double, int>> legend_places(const std::vector<Series>& series) {
  std::vector<std::pair<double, int>> places;
  double x = left_margin;
  int row = 0;
  for (const Series& s : series) {
    const double needed = 28 + 7.2 * static_cast<double>(letters(s.label));
    if (x > left_margin && x + needed > chart_width) {
      x = left_margin;
      ++row;
    }
    places.emplace_back(x, row);
    x += needed + 18;
  }
  return places;
}

constexpr std::size_t strip_columns = 4;  // of panels
constexpr double strip_column = 38;
constexpr double strip_panel_left = 46;
constexpr double strip_panel_gap = 14;
constexpr double strip_panel_height = 190;
constexpr double strip_panel_top = 40;     // title and counts of what is missing
constexpr double strip_panel_bottom = 74;  // names of the groups
constexpr double strip_page_top = 52;
constexpr double strip_page_left = 26;

// A low-discrepancy sequence: the i-th point's place between -1 and 1.
double sideways(std::size_t i) {
  const double golden = 0.6180339887498949;
  const double turn = static_cast<double>(i + 1) * golden;
  return 2 * (turn - std::floor(turn)) - 1;
}

// The scale of a panel whose upper edge is at `top`.
Scale strip_scale(const StripPanel& panel, const std::optional<double>& line, double top) {
  std::vector<double> all;
  for (const auto& group : panel.groups) all.insert(all.end(), group.begin(), group.end());
  if (line) all.push_back(*line);
  const auto [low, high] = range_of(std::move(all), 1e-9);
  const double margin = 0.04 * (high - low);
  return {low - margin, high + margin, top + strip_panel_height, top};
}

// The values of a group about x = `centre`, and their median and its interval.
void draw_strip(Svg& svg, const std::vector<double>& values, const Scale& y, double centre,
                std::size_t group) {
  std::size_t missing = 0;
  const std::string kind = fmt::format("dot faint c{}", 1 + group % chart_colours);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) {
      svg.circle(kind, centre + sideways(i) * strip_column * 0.32, y(values[i]), 2.6);
    } else {
      ++missing;
    }
  }
  if (missing > 0) {
    svg.text("tick", centre, y.to - 6, fmt::format("{} none", missing), Anchor::middle);
  }
  if (values.empty()) return;
  const experiments::MedianInterval median = experiments::median_interval(values);
  if (!std::isfinite(median.median)) return;
  svg.line("ideal", centre, y.inside(median.low), centre, y.inside(median.high));
  svg.line("ideal", centre - strip_column * 0.24, y(median.median), centre + strip_column * 0.24,
           y(median.median));
}

void draw_panel(Svg& svg, const StripFrame& frame, const StripPanel& panel, double left,
                double top) {
  const double right = left + strip_column * static_cast<double>(frame.groups.size());
  const double bottom = top + strip_panel_height;
  const Scale y = strip_scale(panel, frame.line, top);
  svg.text("heading", left, top - 22, panel.title);
  svg.y_axis(y, round_ticks(y.low, y.high, 5), left, right);
  if (frame.line) svg.line("zero", left, y(*frame.line), right, y(*frame.line));
  svg.path("frame", fmt::format("M{:.1f} {:.1f}V{:.1f}H{:.1f}", left, top, bottom, right));
  for (std::size_t g = 0; g < panel.groups.size(); ++g) {
    const double centre = left + strip_column * (static_cast<double>(g) + 0.5);
    svg.text("tick", centre + 5, bottom + 14,
             fmt::format("{} ({})", frame.groups[g], panel.groups[g].size()), Anchor::end, -40);
    draw_strip(svg, panel.groups[g], y, centre, g);
  }
}

}  // namespace

void Series::add(double at, double value) {
  x.push_back(at);
  y.push_back(value);
}

void Series::add(double at, const metrics::Estimate& value, double errors) {
  add(at, value.mean);
  low.push_back(value.mean - errors * value.se);
  high.push_back(value.mean + errors * value.se);
}

std::string line_chart(const ChartFrame& frame, const std::vector<Series>& all) {
  std::vector<Series> series = all;
  std::erase_if(series, [](const Series& s) { return s.x.empty(); });
  std::vector<std::pair<double, int>> legend;
  if (series.size() > 1) legend = legend_places(series);
  const int legend_rows = legend.empty() ? 0 : legend.back().second + 1;
  const auto [x_low, x_high] = range_of(data_of(series, {&Series::x}));
  auto [y_low, y_high] = range_of(data_of(series, {&Series::y, &Series::low, &Series::high}));
  y_low = frame.y_low.value_or(y_low);
  y_high = std::max(y_high, y_low + 1e-9);
  const auto y_ticks = round_ticks(y_low, y_high, 5);
  const double right = chart_width - right_margin;
  const double bottom = frame.height - bottom_margin;
  const Scale x{x_low, x_high, left_margin, right};
  const Scale y{y_ticks.front(), y_ticks.back(), bottom,
                static_cast<double>(std::max(8, legend_height * legend_rows))};

  Svg svg(frame.title, chart_width, frame.height);
  svg.y_axis(y, y_ticks, left_margin, right);
  svg.x_axis(x, round_ticks(x_low, x_high, 8), bottom, bottom);
  for (const Series& s : series) {
    if (!s.low.empty()) draw_band(svg, s, x, y);
  }
  for (const Series& s : series) draw_series(svg, s, x, y);
  for (std::size_t i = 0; i < legend.size(); ++i) {
    const auto [at_x, row] = legend[i];
    const int at_y = 10 + legend_height * row;
    svg.line(line_kind(series[i]), at_x, at_y, at_x + 22, at_y);
    svg.text("legend", at_x + 28, at_y + 4, series[i].label);
  }
  svg.text("axis", (left_margin + right) / 2, frame.height - 7, frame.x_label, Anchor::middle);
  svg.text("axis", 13, bottom / 2, frame.y_label, Anchor::middle, -90);
  return svg.finish();
}

std::string interval_chart(const std::string& title, std::span<const IntervalRow> rows, double low,
                           double high) {
  constexpr int row_height = 34;
  constexpr int top = 8;
  constexpr int note_width = 150;
  std::size_t longest = 0;
  for (const IntervalRow& row : rows) longest = std::max(longest, row.label.size());
  // A letter is some 7.5 units wide. Longer labels lose their beginning.
  const double label_width = std::clamp(7.5 * static_cast<double>(longest) + 20, 150.0, 330.0);
  const int bottom = top + row_height * static_cast<int>(rows.size());
  const Scale x{low, high, label_width, chart_width - note_width};
  Svg svg(title, chart_width, bottom + 24);
  svg.x_axis(x, round_ticks(low, high, 5), bottom, top);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IntervalRow& row = rows[i];
    const double y = top + row_height * (static_cast<double>(i) + 0.5);
    const double ideal = x.inside(row.ideal);
    const double value = x.inside(row.value);
    svg.text("label", label_width - 12, y + 4, row.label, Anchor::end);
    svg.line("distance", ideal, y, value, y);
    svg.line("ideal", ideal, y - 9, ideal, y + 9, fmt::format("ideal {:g}", row.ideal));
    svg.line("error", x.inside(row.low), y, x.inside(row.high), y);
    if (row.value > high) {
      svg.path("value", fmt::format("M{:.1f} {:.1f} l-9 -6 v12 z", value, y));
    } else {
      svg.circle("value", value, y, 5,
                 row.low < row.high
                     ? fmt::format("{:.4f} ({:.4f} – {:.4f})", row.value, row.low, row.high)
                     : fmt::format("{:.4f}", row.value));
    }
    svg.text("tick", chart_width - note_width + 14, y + 4, row.note);
  }
  return svg.finish();
}

std::string strip_chart(const StripFrame& frame, std::span<const StripPanel> panels) {
  const double cell_width =
      strip_panel_left + strip_column * static_cast<double>(frame.groups.size()) + strip_panel_gap;
  const double cell_height = strip_panel_top + strip_panel_height + strip_panel_bottom;
  const auto across = static_cast<double>(std::min(strip_columns, panels.size()));
  const auto down = static_cast<double>((panels.size() + strip_columns - 1) / strip_columns);
  Svg svg(frame.title, strip_page_left + cell_width * across + strip_panel_gap,
          strip_page_top + cell_height * down, Svg::Use::alone);
  svg.text("heading", 16, 24, frame.title);
  svg.text("tick", 16, 43, frame.subtitle);
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const double left = strip_page_left + cell_width * static_cast<double>(p % strip_columns);
    const double top =
        strip_page_top + cell_height * static_cast<double>(p / strip_columns) + strip_panel_top;
    if (p % strip_columns == 0) {
      svg.text("axis", 18, top + strip_panel_height / 2, frame.y_label, Anchor::middle, -90);
    }
    draw_panel(svg, frame, panels[p], left + strip_panel_left, top);
  }
  return svg.finish();
}

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
