// Text that fills columns and pages.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/print/canvas.hpp"
#include "base/message.hpp"

namespace evorisk::app::kit {

// `text` in lines of at most this width, broken at spaces.
std::vector<std::string> wrapped(Canvas& canvas, std::string_view text, Face face, double size,
                                 double width);

// The text, or as much of it as fits with "..." at its end.
std::string shortened(Canvas& canvas, const std::string& text, Face face, double size,
                      double width);

// Two columns on pages of one size. Text that does not fit goes to the next column, then to a page
// that `new_page` begins.
class Flow {
 public:
  struct Frame {
    double left = 18;
    double top = 18;
    double width = 174;
    double height = 261;
    int columns = 2;
    double gutter = 8;

    Frame scaled(double by) const {
      return {left * by, top * by, width * by, height * by, columns, gutter * by};
    }
  };

  // The first page must have begun; its columns start at the frame's `top`.
  Flow(Canvas& canvas, Frame frame, const Wording& wording, std::function<Canvas&()> new_page);

  double column_width() const;
  // Moves the top of this page's columns down, for what is drawn across them.
  void lower_top(double by);

  // Goes on to the next column where less than this height is left of this one.
  void need(double height);
  // What `write` puts into a flow, in one column.
  void together(const std::function<void(Flow& flow)>& write);
  void heading(const Message& text);
  void paragraph(const Message& text);
  // A paragraph with a sign in front: a number or a dash.
  void item(std::string_view sign, const Message& text);
  // Rows of cells; the first row is the heading. Columns share the width by `shares`; the first is
  // aligned left, the others centred.
  void table(const std::vector<std::vector<Message>>& rows, const std::vector<double>& shares);
  // Reserves a block of this height in one column, and passes its upper left corner to `draw`.
  void block(double height, const std::function<void(Canvas& canvas, double x, double y)>& draw);

  static constexpr double letters = 3.45;
  static constexpr double leading = 4.75;

 private:
  double left() const { return frame_.left + column_ * (column_width() + frame_.gutter); }
  // `sign`: in front of the first line.
  void lines(const Message& text, double indent, std::string_view sign);
  void rule(double width);  // across the column

  Canvas* canvas_;  // of the current page
  Frame frame_;
  const Wording& wording_;
  std::function<Canvas&()> new_page_;
  int column_ = 0;
  double top_;
  double y_;  // where the next item of this column begins
};

}  // namespace evorisk::app::kit
