#include "app/report/strip_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/report/chart.hpp"
#include "app/report/html.hpp"
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

// Told apart by people who see red and green alike (after Okabe and Ito 2008).
constexpr std::array strip_colours = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                      "#cc79a7", "#56b4e9", "#8b6914", "#444444"};

// A low-discrepancy spread: the i-th point's place between -1 and 1.
double sideways(std::size_t i) {
  const double golden = 0.6180339887498949;
  const double turn = static_cast<double>(i + 1) * golden;
  return 2 * (turn - std::floor(turn)) - 1;
}

struct StripScale {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;
};

StripScale strip_scale_of(const StripPanel& panel, const std::optional<double>& line) {
  std::vector<double> all;
  for (const auto& group : panel.groups) {
    for (const double value : group) {
      if (std::isfinite(value)) all.push_back(value);
    }
  }
  if (line) all.push_back(*line);
  StripScale scale;
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
  for (const double tick : round_ticks(scale.low, scale.high, 5)) {
    if (tick >= scale.low && tick <= scale.high) scale.ticks.push_back(tick);
  }
  return scale;
}

class StripDrawing {
 public:
  StripDrawing(const StripFrame& frame, const StripPanel& panel, double from_left, double from_top)
      : frame_(frame),
        panel_(panel),
        scale_(strip_scale_of(panel, frame.line)),
        left_(from_left),
        top_(from_top) {}

  std::string draw() {
    const double width = strip_column * static_cast<double>(frame_.groups.size());
    text(left_, top_ - 22, "start", 13, panel_.title, "font-weight=\"bold\"");
    for (const double tick : scale_.ticks) {
      rule(left_, left_ + width, y(tick), "#e4e4e4", "");
      text(left_ - 6, y(tick) + 4, "end", 11, fmt::format("{:.6g}", tick), "");
    }
    if (frame_.line) rule(left_, left_ + width, y(*frame_.line), "#777777", "5 4");
    svg_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}\" fill=\"none\" stroke=\"#444444\"/>\n", left_,
        top_, top_ + strip_panel_height, left_ + width);
    for (std::size_t g = 0; g < panel_.groups.size(); ++g) strip(g);
    return svg_;
  }

 private:
  double y(double value) const {
    return top_ + strip_panel_height * (scale_.high - value) / (scale_.high - scale_.low);
  }

  void text(double x, double at, const char* anchor, int size, const std::string& words,
            const char* more) {
    svg_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"#222222\" "
        "{}>{}</text>\n",
        x, at, anchor, size, more, escape_html(words));
  }

  void rule(double from, double to, double at, const char* colour, const char* dashes) {
    svg_ += fmt::format(
        "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-dasharray=\"{}\"/>\n",
        from, to, at, at, colour, dashes);
  }

  void strip(std::size_t g) {
    const std::vector<double>& values = panel_.groups[g];
    const double centre = left_ + strip_column * (static_cast<double>(g) + 0.5);
    const double below = top_ + strip_panel_height + 14;
    svg_ += fmt::format(
        "<text transform=\"translate({:.1f} {:.1f}) rotate(-40)\" text-anchor=\"end\" "
        "font-size=\"11\" fill=\"#222222\">{} ({})</text>\n",
        centre + 5, below, escape_html(frame_.groups[g]), values.size());
    std::size_t missing = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) {
        ++missing;
        continue;
      }
      svg_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" fill=\"{}\" fill-opacity=\"0.6\"/>\n",
          centre + sideways(i) * strip_column * 0.32, y(values[i]),
          strip_colours[g % strip_colours.size()]);
    }
    if (missing > 0) text(centre, top_ - 6, "middle", 10, fmt::format("{} none", missing), "");
    if (values.empty()) return;
    const experiments::MedianInterval median = experiments::median_interval(values);
    if (!std::isfinite(median.median)) return;
    const auto inside = [&](double value) { return y(std::clamp(value, scale_.low, scale_.high)); };
    svg_ += fmt::format(
        "<path d=\"M{0:.1f} {2:.1f}V{3:.1f}M{1:.1f} {4:.1f}h{5:.1f}\" stroke=\"#000000\" "
        "stroke-width=\"2\" fill=\"none\"/>\n",
        centre, centre - strip_column * 0.24, inside(median.low), inside(median.high),
        y(median.median), strip_column * 0.48);
  }

  const StripFrame& frame_;
  const StripPanel& panel_;
  const StripScale scale_;
  const double left_;
  const double top_;
  std::string svg_;
};

}  // namespace

std::string strip_chart(const StripFrame& frame, std::span<const StripPanel> panels) {
  const auto columns = static_cast<std::size_t>(frame.columns);
  const double cell_width =
      strip_panel_left + strip_column * static_cast<double>(frame.groups.size()) + strip_panel_gap;
  const double cell_height = strip_panel_top + strip_panel_height + strip_panel_bottom;
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  const double width = strip_page_left +
                       cell_width * static_cast<double>(std::min(columns, panels.size())) +
                       strip_panel_gap;
  const double height = strip_page_top + cell_height * static_cast<double>(rows);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" font-family=\"sans-serif\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
      "<text x=\"16\" y=\"24\" font-size=\"16\" font-weight=\"bold\" fill=\"#222222\">{2}</text>\n"
      "<text x=\"16\" y=\"43\" font-size=\"12\" fill=\"#444444\">{3}</text>\n",
      width, height, escape_html(frame.title), escape_html(frame.subtitle));
  for (std::size_t r = 0; r < rows; ++r) {
    svg += fmt::format(
        "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
        "font-size=\"12\" fill=\"#222222\">{}</text>\n",
        strip_page_top + cell_height * static_cast<double>(r) + strip_panel_top +
            strip_panel_height / 2,
        escape_html(frame.y_label));
  }
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const auto column = static_cast<double>(p % columns);
    const auto row = static_cast<double>(p / columns);
    svg += StripDrawing(frame, panels[p], strip_page_left + cell_width * column + strip_panel_left,
                        strip_page_top + cell_height * row + strip_panel_top)
               .draw();
  }
  return svg + "</svg>\n";
}

}  // namespace evorisk::app
