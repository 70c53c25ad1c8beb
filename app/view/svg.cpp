#include "app/view/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/view/html.hpp"

namespace evorisk::app {
namespace {

// A number as short as the step between ticks allows.
std::string tick_text(double value, std::span<const double> ticks) {
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  if (std::abs(value) < step * 1e-6) value = 0;
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
  return fmt::format("{:.{}f}", value, decimals);
}

bool is_on(const Scale& scale, double tick) {
  return tick >= scale.low - 1e-9 && tick <= scale.high + 1e-9;
}

std::string joined(std::span<const std::pair<double, double>> points) {
  std::string text;
  for (const auto& [x, y] : points) text += fmt::format("{:.1f},{:.1f} ", x, y);
  return text;
}

}  // namespace

double Scale::inside(double value) const {
  return (*this)(std::clamp(value, low, high));
}

std::vector<double> round_ticks(double low, double high, int count) {
  const double raw = (high - low) / std::max(1, count);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const auto enough = [&](double factor) { return factor * power >= raw * (1 - 1e-9); };
  const double step = power * (enough(1) ? 1 : enough(2) ? 2 : enough(5) ? 5 : 10);
  std::vector<double> ticks;
  const auto first = static_cast<std::int64_t>(std::floor(low / step + 1e-9));
  const auto last = static_cast<std::int64_t>(std::ceil(high / step - 1e-9));
  for (std::int64_t i = first; i <= last; ++i) ticks.push_back(static_cast<double>(i) * step);
  return ticks;
}

Svg::Svg(std::string_view title, double width, double height, Use use) {
  out_ = fmt::format(
      "<svg class=\"chart\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\"",
      width, height);
  if (use == Use::alone) out_ += fmt::format(" width=\"{:.0f}\" height=\"{:.0f}\"", width, height);
  out_ += fmt::format("><title>{}</title>", escape_html(title));
  if (use == Use::alone) {
    out_ += fmt::format("<style>{}</style>", chart_style_text());
    rectangle("paper", 0, 0, width, height);
  }
}

void Svg::shape(std::string_view element, std::string_view kind, std::string_view attributes,
                std::string_view tooltip) {
  out_ += fmt::format("<{} class=\"{}\" {}", element, kind, attributes);
  out_ += tooltip.empty() ? "/>"
                          : fmt::format("><title>{}</title></{}>", escape_html(tooltip), element);
}

void Svg::line(std::string_view kind, double x1, double y1, double x2, double y2,
               std::string_view tooltip) {
  shape("line", kind,
        fmt::format("x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"", x1, y1, x2, y2),
        tooltip);
}

void Svg::circle(std::string_view kind, double x, double y, double radius,
                 std::string_view tooltip) {
  shape("circle", kind, fmt::format("cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", x, y, radius),
        tooltip);
}

void Svg::rectangle(std::string_view kind, double x, double y, double width, double height,
                    double opacity, std::string_view tooltip) {
  shape("rect", kind,
        fmt::format("x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"{}", x, y, width,
                    height, opacity < 1 ? fmt::format(" fill-opacity=\"{:.2f}\"", opacity) : ""),
        tooltip);
}

void Svg::path(std::string_view kind, std::string_view data) {
  shape("path", kind, fmt::format("d=\"{}\"", data));
}

void Svg::line(std::string_view kind, std::span<const std::pair<double, double>> points) {
  shape("polyline", kind, fmt::format("points=\"{}\"", joined(points)));
}

void Svg::area(std::string_view kind, std::span<const std::pair<double, double>> points) {
  shape("polygon", kind, fmt::format("points=\"{}\"", joined(points)));
}

void Svg::text(std::string_view kind, double x, double y, std::string_view text, Anchor anchor,
               int degrees) {
  constexpr std::array names = {"start", "middle", "end"};
  out_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\"", kind, x, y);
  if (anchor != Anchor::start) {
    out_ += fmt::format(" text-anchor=\"{}\"", names[static_cast<std::size_t>(anchor)]);
  }
  if (degrees != 0) out_ += fmt::format(" transform=\"rotate({} {:.1f} {:.1f})\"", degrees, x, y);
  out_ += fmt::format(">{}</text>", escape_html(text));
}

void Svg::x_axis(const Scale& x, std::span<const double> ticks, double low, double end) {
  for (const double tick : ticks) {
    if (!is_on(x, tick)) continue;
    if (end != low) line("grid", x(tick), low, x(tick), end);
    text("tick", x(tick), low + 17, tick_text(tick, ticks), Anchor::middle);
  }
}

void Svg::y_axis(const Scale& y, std::span<const double> ticks, double left, double end) {
  for (const double tick : ticks) {
    if (!is_on(y, tick)) continue;
    if (end != left) line("grid", left, y(tick), end, y(tick));
    text("tick", left - 7, y(tick) + 4, tick_text(tick, ticks), Anchor::end);
  }
}

std::string Svg::finish() {
  return std::move(out_) + "</svg>\n";
}

}  // namespace evorisk::app
