#include "app/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "app/report/html.hpp"

namespace evorisk::app {

namespace {

constexpr int left_margin = 58;
constexpr int right_margin = 16;
constexpr int bottom_margin = 42;
constexpr int legend_height = 24;

// A number as short as the step between ticks allows.
std::string tick_text(double value, double step) {
  if (std::abs(value) < step * 1e-6) value = 0;
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  return fmt::format("{:.{}f}", value, decimals);
}

struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;  // pixels
  double to = 1;

  double operator()(double value) const {
    return from + (value - low) / (high - low) * (to - from);
  }
};

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

std::string band(const Series& s, const Scale& x, const Scale& y) {
  std::string points;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    points += fmt::format("{:.1f},{:.1f} ", x(s.x[i]), y(s.high[i]));
  }
  for (std::size_t i = s.x.size(); i-- > 0;) {
    points += fmt::format("{:.1f},{:.1f} ", x(s.x[i]), y(s.low[i]));
  }
  return fmt::format("<polygon class=\"band c{}\" points=\"{}\"/>", s.colour, points);
}

std::string line(const Series& s, const Scale& x, const Scale& y) {
  std::string points;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    points += fmt::format("{:.1f},{:.1f} ", x(s.x[i]), y(s.y[i]));
  }
  std::string svg;
  if (s.line)
    svg = fmt::format("<polyline class=\"line c{}{}\" points=\"{}\"/>", s.colour,
                      s.dashed ? " dashed" : "", points);
  if (!s.points && s.x.size() > 1) return svg;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    svg += fmt::format(
        "<circle class=\"dot c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\">"
        "<title>{}: {:g}, {:.4g}</title></circle>",
        s.colour, x(s.x[i]), y(s.y[i]), escape_html(s.label), s.x[i], s.y[i]);
  }
  return svg;
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

std::string legend(std::span<const LegendEntry> entries) {
  std::string svg;
  for (const LegendEntry& e : entries) {
    const int y = 10 + legend_height * e.row;
    svg += fmt::format(
        "<line class=\"line c{0}{1}\" x1=\"{2:.0f}\" y1=\"{5}\" x2=\"{3:.0f}\" "
        "y2=\"{5}\"/><text class=\"legend\" x=\"{4:.0f}\" y=\"{6}\">{7}</text>",
        e.series->colour, e.series->dashed ? " dashed" : "", e.x, e.x + 22, e.x + 28, y, y + 4,
        escape_html(e.series->label));
  }
  return svg;
}

std::string open_svg(const std::string& title, int width, int height) {
  return fmt::format(
      "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {} {}\" "
      "xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>",
      width, height, escape_html(title));
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  const double raw = (high - low) / std::max(1, count);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw * (1 - 1e-9)) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> ticks;
  const auto first = static_cast<std::int64_t>(std::floor(low / step + 1e-9));
  const auto last = static_cast<std::int64_t>(std::ceil(high / step - 1e-9));
  for (std::int64_t i = first; i <= last; ++i) ticks.push_back(static_cast<double>(i) * step);
  return ticks;
}

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
  const auto x_ticks = round_ticks(x_low, x_high, 8);
  const Scale x{x_low, x_high, left_margin, static_cast<double>(frame.width - right_margin)};
  const Scale y{y_ticks.front(), y_ticks.back(), static_cast<double>(frame.height - bottom_margin),
                static_cast<double>(std::max(8, legend_height * legend_rows))};

  std::string svg = open_svg(frame.title, frame.width, frame.height);
  for (double tick : y_ticks) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
        "<text class=\"tick\" text-anchor=\"end\" x=\"{3}\" y=\"{4:.1f}\">{5}</text>",
        left_margin, frame.width - right_margin, y(tick), left_margin - 7, y(tick) + 4,
        tick_text(tick, y_ticks[1] - y_ticks[0]));
  }
  for (double tick : x_ticks) {
    if (tick < x_low - 1e-9 || tick > x_high + 1e-9) continue;
    svg += fmt::format(
        "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{}\">{}</text>", x(tick),
        frame.height - bottom_margin + 17, tick_text(tick, x_ticks[1] - x_ticks[0]));
  }
  for (const Series& s : series) {
    if (!s.low.empty()) svg += band(s, x, y);
  }
  for (const Series& s : series) svg += line(s, x, y);
  svg += legend(entries);
  svg += fmt::format("<text class=\"axis\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
                     (left_margin + frame.width - right_margin) / 2, frame.height - 7,
                     escape_html(frame.x_label));
  const int middle = (frame.height - bottom_margin) / 2;
  svg += fmt::format(
      "<text class=\"axis\" text-anchor=\"middle\" transform=\"rotate(-90 13 {0})\" "
      "x=\"13\" y=\"{0}\">{1}</text></svg>",
      middle, escape_html(frame.y_label));
  return svg;
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
  const auto inside = [&](double v) { return x(std::clamp(v, low, high)); };

  std::string svg = open_svg(title, width, bottom + 24);
  const auto ticks = round_ticks(low, high, 5);
  for (double tick : ticks) {
    if (tick < low - 1e-9 || tick > high + 1e-9) continue;
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>"
        "<text class=\"tick\" text-anchor=\"middle\" x=\"{0:.1f}\" y=\"{3}\">{4}"
        "</text>",
        x(tick), top, bottom, bottom + 17, tick_text(tick, ticks[1] - ticks[0]));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IntervalRow& row = rows[i];
    const double y = top + row_height * (static_cast<double>(i) + 0.5);
    svg += fmt::format("<text class=\"label\" text-anchor=\"end\" x=\"{}\" y=\"{:.1f}\">{}</text>",
                       label_width - 12, y + 4, escape_html(row.label));
    svg += fmt::format(
        "<line class=\"distance\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" "
        "y2=\"{2:.1f}\"/>",
        inside(row.ideal), inside(row.value), y);
    svg += fmt::format(
        "<line class=\"ideal\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" "
        "y2=\"{2:.1f}\"><title>ideal {3:g}</title></line>",
        inside(row.ideal), y - 9, y + 9, row.ideal);
    svg += fmt::format(
        "<line class=\"error\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" "
        "y2=\"{2:.1f}\"/>",
        inside(row.value - 1.96 * row.se), inside(row.value + 1.96 * row.se), y);
    const double at = inside(row.value);
    if (row.value > high) {
      svg += fmt::format("<path class=\"value\" d=\"M{0:.1f} {1:.1f} l-9 -6 v12 z\"/>", at, y);
    } else {
      svg += fmt::format(
          "<circle class=\"value\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>"
          "{:.4f} ± {:.4f}</title></circle>",
          at, y, row.value, row.se);
    }
    svg += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\">{}</text>",
                       width - note_width + 14, y + 4, escape_html(row.note));
  }
  return svg + "</svg>";
}

}  // namespace evorisk::app
