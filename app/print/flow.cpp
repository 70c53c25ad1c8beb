#include "app/print/flow.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "app/print/board.hpp"

namespace evorisk::app::kit {
namespace {

constexpr std::size_t most_looked_at = 1000;  // bytes: no line on paper has more

}  // namespace

std::vector<std::string> wrapped(Canvas& canvas, std::string_view text, Face face, double size,
                                 double width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string word(text.substr(0, space));
    text = space == std::string_view::npos ? "" : text.substr(space + 1);
    std::string& line = lines.back();
    std::string longer = line.empty() ? word : line + ' ' + word;
    if (line.empty() || canvas.measure(longer, face, size).width <= width) {
      line = std::move(longer);
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string shortened(Canvas& canvas, const std::string& text, Face face, double size,
                      double width) {
  if (text.size() <= most_looked_at && canvas.measure(text, face, size).width <= width) return text;
  // The longest that fits, by bisection over the beginnings of whole characters.
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < std::min(text.size(), most_looked_at); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u) ends.push_back(i);
  }
  const auto cut = [&](std::size_t end) { return text.substr(0, end) + "..."; };
  const auto after = std::ranges::partition_point(ends, [&](std::size_t end) {
    return end == 0 || canvas.measure(cut(end), face, size).width <= width;
  });
  return after == ends.begin() ? cut(0) : cut(*std::prev(after));
}

Flow::Flow(Canvas& canvas, Frame frame, const Wording& wording, std::function<Canvas&()> new_page)
    : canvas_(&canvas),
      frame_(frame),
      wording_(wording),
      new_page_(std::move(new_page)),
      top_(frame.top),
      y_(frame.top) {}

double Flow::column_width() const {
  return (frame_.width - (frame_.columns - 1) * frame_.gutter) / frame_.columns;
}

void Flow::lower_top(double by) {
  top_ += by;
  y_ += by;
}

void Flow::need(double height) {
  if (y_ + height <= frame_.top + frame_.height || y_ <= top_) return;
  if (++column_ == frame_.columns) {
    canvas_ = &new_page_();
    column_ = 0;
    top_ = frame_.top;
  }
  y_ = top_;
}

void Flow::together(const std::function<void(Flow& flow)>& write) {
  Canvas trial(Canvas::Format::svg, 1, 1, "");
  Flow flow(trial, {.width = column_width(), .height = 1e6, .columns = 1}, wording_,
            [&]() -> Canvas& { return trial; });
  flow.y_ += 1;  // below something, as headings leave room there
  write(flow);
  need(flow.y_ - flow.top_ - 1);
  write(*this);
}

void Flow::lines(const Message& text, double indent, std::string_view sign) {
  const std::vector<std::string> all =
      wrapped(*canvas_, text.text(wording_), Face::text, letters, column_width() - indent);
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) {
    // No line stands alone at the foot or the head of a column.
    const std::size_t together = i == 0 ? (count <= 3 ? count : 2) : i + 2 == count ? 2 : 1;
    need(leading * static_cast<double>(together));
    if (i == 0 && !sign.empty())
      canvas_->text(left() + 0.4, y_ + 0.78 * leading, sign, Face::bold, letters, grey);
    canvas_->text(left() + indent, y_ + 0.78 * leading, all[i], Face::text, letters, ink);
    y_ += leading;
  }
}

void Flow::rule(double width) {
  canvas_->polyline({{left(), y_}, {left() + column_width(), y_}});
  canvas_->stroke(hairline, width);
}

void Flow::heading(const Message& text) {
  constexpr double size = 6.2;
  need(3 * leading + 2.2 * size);
  if (y_ > top_) y_ += 3.5;
  canvas_->text(left(), y_ + size, text.text(wording_), Face::title, size, ink);
  y_ += 1.3 * size;
  rule(0.25);
  y_ += 1.6;
}

void Flow::paragraph(const Message& text) {
  lines(text, 0, "");
  y_ += 1.4;
}

void Flow::item(std::string_view sign, const Message& text) {
  lines(text, 5.5, sign);
  y_ += 0.9;
}

void Flow::table(const std::vector<std::vector<Message>>& rows, const std::vector<double>& shares) {
  constexpr double row_height = 5.4;
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  constexpr std::size_t whole = 24;  // rows of a table that is not broken
  need(row_height * static_cast<double>(std::min(rows.size(), whole)) + 2);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    need(row_height);
    double x = left();
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const double width = column_width() * shares[c] / all;
      const Face face = r == 0 ? Face::bold : Face::text;
      const double size = r == 0 ? 0.9 * letters : letters;
      const std::string cell =
          shortened(*canvas_, rows[r][c].text(wording_), face, size, width - 1);
      canvas_->text(c == 0 ? x : x + width / 2, y_ + 3.9, cell, face, size, r == 0 ? grey : ink,
                    c == 0 ? Align::left : Align::centre);
      x += width;
    }
    y_ += row_height;
    rule(r == 0 ? 0.4 : 0.15);
  }
  y_ += 2;
}

void Flow::block(double height, const std::function<void(Canvas&, double, double)>& draw) {
  need(height);
  draw(*canvas_, left(), y_);
  y_ += height;
}

}  // namespace evorisk::app::kit
