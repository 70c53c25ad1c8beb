#include "app/view/strip_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view/svg.hpp"
#include "experiments/search_study/rank_tests.hpp"

namespace evorisk::app {
namespace {

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
  for (const auto& group : panel.groups) {
    std::copy_if(group.begin(), group.end(), std::back_inserter(all),
                 [](double value) { return std::isfinite(value); });
  }
  if (line) all.push_back(*line);
  Scale scale{0, 1, top + strip_panel_height, top};
  if (!all.empty()) {
    scale.low = *std::min_element(all.begin(), all.end());
    scale.high = *std::max_element(all.begin(), all.end());
  }
  if (scale.high - scale.low < 1e-9) {
    scale.low -= 0.5;
    scale.high += 0.5;
  }
  const double margin = 0.04 * (scale.high - scale.low);
  scale.low -= margin;
  scale.high += margin;
  return scale;
}

// The values of a group about x = `centre`, and their median and its interval.
void draw_strip(Svg& svg, const std::vector<double>& values, const Scale& y, double centre,
                std::size_t group) {
  std::size_t missing = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      ++missing;
      continue;
    }
    svg.circle(fmt::format("dot faint c{}", 1 + group % chart_colours),
               centre + sideways(i) * strip_column * 0.32, y(values[i]), 2.6);
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

std::string strip_chart(const StripFrame& frame, std::span<const StripPanel> panels) {
  const auto columns = static_cast<std::size_t>(frame.columns);
  const double cell_width =
      strip_panel_left + strip_column * static_cast<double>(frame.groups.size()) + strip_panel_gap;
  const double cell_height = strip_panel_top + strip_panel_height + strip_panel_bottom;
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  Svg svg(frame.title,
          strip_page_left + cell_width * static_cast<double>(std::min(columns, panels.size())) +
              strip_panel_gap,
          strip_page_top + cell_height * static_cast<double>(rows), Svg::Use::alone);
  svg.text("heading", 16, 24, frame.title);
  svg.text("tick", 16, 43, frame.subtitle);
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const double left = strip_page_left + cell_width * static_cast<double>(p % columns);
    const double top =
        strip_page_top + cell_height * static_cast<double>(p / columns) + strip_panel_top;
    if (p % columns == 0) {
      svg.text("axis", 18, top + strip_panel_height / 2, frame.y_label, Anchor::middle, -90);
    }
    draw_panel(svg, frame, panels[p], left + strip_panel_left, top);
  }
  return svg.finish();
}

}  // namespace evorisk::app
