// Writes SVG: shapes, texts and axes, styled by classes of app/view/chart_style.css.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evorisk::app {

// Series are told apart by classes c1 ... c8. Readers with red-green colour blindness can
// distinguish the colours (after Okabe and Ito 2008).
inline constexpr int chart_colours = 8;

// Maps the values of an axis to places in a picture.
struct Scale {
  double low = 0;  // range of the values, low < high
  double high = 1;
  double from = 0;  // places of `low` and `high`
  double to = 1;

  double operator()(double value) const {
    return from + (value - low) / (high - low) * (to - from);
  }
  // The same for the value clamped to low ... high.
  double inside(double value) const;
};

// About `count` round values that cover low ... high (low < high).
std::vector<double> round_ticks(double low, double high, int count);

enum class Anchor { start, middle, end };

// One picture. `kind` is always one or more classes; places and sizes are in pixels, y downwards.
class Svg {
 public:
  enum class Use { page, alone };  // in a page that has the style, or a file of its own

  // `title` is for readers who do not see the picture; it is not drawn.
  Svg(std::string_view title, double width, double height, Use use = Use::page);

  void line(std::string_view kind, double x1, double y1, double x2, double y2,
            std::string_view tooltip = {});
  void circle(std::string_view kind, double x, double y, double radius,
              std::string_view tooltip = {});
  void rectangle(std::string_view kind, double x, double y, double width, double height,
                 double opacity = 1, std::string_view tooltip = {});
  void path(std::string_view kind, std::string_view data);
  // Straight lines through all points.
  void line(std::string_view kind, std::span<const std::pair<double, double>> points);
  void area(std::string_view kind, std::span<const std::pair<double, double>> points);
  // Text on a base line at y, turned by `degrees` about its anchor.
  void text(std::string_view kind, double x, double y, std::string_view text,
            Anchor anchor = Anchor::start, int degrees = 0);

  // Numbers at the ticks that lie on the scale: below y = `low`, or to the left of x = `left`. Grid
  // lines run from there to `end`; there are none if `end` is the same.
  void x_axis(const Scale& x, std::span<const double> ticks, double low, double end);
  void y_axis(const Scale& y, std::span<const double> ticks, double left, double end);

  // The whole picture; nothing can be added afterwards.
  std::string finish();

 private:
  void shape(std::string_view element, std::string_view kind, std::string_view attributes,
             std::string_view tooltip = {});

  std::string out_;
};

}  // namespace evorisk::app
