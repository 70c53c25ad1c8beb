// The board on sheets, and how to put them together.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/print/pages.hpp"
#include "base/counted.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::app::kit {
namespace {

std::string sheet_name(int column, int row) {
  return fmt::format("{}{}", static_cast<char>('A' + row), column + 1);
}

// Marks just outside the corner of a tile, along which to cut.
void corner_mark(Canvas& canvas, double x, double y, double across, double down) {
  canvas.polyline({{x + 1.5 * across, y}, {x + 7 * across, y}});
  canvas.polyline({{x, y + 1.5 * down}, {x, y + 7 * down}});
  canvas.stroke(ink, 0.15);
}

}  // namespace

maps::Disc place_of_sign(const Board& board, int column, int row, double most) {
  const Sheets& sheets = board.sheets();
  const double left = column * sheets.tile_width;
  const double top = row * sheets.tile_height;
  std::vector<maps::Rectangle> taken = maps::marks_of(board.all_labels());
  const double land = board.land().height;
  taken.push_back({0, land, board.width(), board.height() - land});
  const maps::Point middle{left + sheets.tile_width / 2, top + sheets.tile_height / 2};
  const auto is_free = [&](maps::Point p, double radius) {
    return std::ranges::none_of(taken, [&](const maps::Rectangle& box) {
      const maps::Point nearest{std::clamp(p.x, box.x, box.x + box.width),
                                std::clamp(p.y, box.y, box.y + box.height)};
      return maps::distance(p, nearest) < radius;
    });
  };
  for (const double share : {1.0, 0.85, 0.7, 0.55, 0.4}) {
    const double radius = share * most;
    std::optional<maps::Point> best;
    for (double y = top + radius; y <= top + sheets.tile_height - radius; y += 2) {
      for (double x = left + radius; x <= left + sheets.tile_width - radius; x += 2) {
        const maps::Point p{x, y};
        if ((!best || maps::distance(p, middle) < maps::distance(*best, middle)) &&
            is_free(p, radius))
          best = p;
      }
    }
    if (best) return {*best, radius};
  }
  return {middle, 0.4 * most};
}

void board_pages(const Subject& subject, const Book& book) {
  const Sheets& sheets = subject.board.sheets();
  for (int row = 0; row < sheets.rows; ++row) {
    for (int column = 0; column < sheets.columns; ++column) {
      Canvas& canvas = book("board", {sheets.paper_width, sheets.paper_height});
      const double left = page_margin;
      const double top = page_margin;
      const bool more_right = column + 1 < sheets.columns;
      const bool more_below = row + 1 < sheets.rows;
      const double width = sheets.tile_width + (more_right ? glue_tab : 0);
      const double height = sheets.tile_height + (more_below ? glue_tab : 0);
      canvas.rectangle(left, top, width, height);
      canvas.save_and_clip();
      canvas.save(left - column * sheets.tile_width, top - row * sheets.tile_height);
      subject.board.draw(canvas);
      canvas.restore();
      canvas.restore();
      const double right = left + sheets.tile_width;
      const double bottom = top + sheets.tile_height;
      corner_mark(canvas, left, top, -1, -1);
      corner_mark(canvas, left + width, top, 1, -1);
      corner_mark(canvas, left, top + height, -1, 1);
      corner_mark(canvas, left + width, top + height, 1, 1);
      if (sheets.columns * sheets.rows == 1) continue;
      // Where the next sheet will end up: fine ticks at both ends of the glue tab.
      if (more_right) {
        for (const double end : {top - 4, top + height + 0.8}) {
          canvas.polyline({{right, end}, {right, end + 3.2}});
          canvas.stroke(ink, 0.15, {0.6, 0.6});
        }
        canvas.text(right + glue_tab / 2, top - 2, subject.say("glue"), Face::text, 2.2, grey,
                    Align::centre);
      }
      if (more_below) {
        for (const double end : {left - 4, left + width + 0.8}) {
          canvas.polyline({{end, bottom}, {end + 3.2, bottom}});
          canvas.stroke(ink, 0.15, {0.6, 0.6});
        }
        canvas.text(left - 1, bottom + glue_tab / 2 + 0.8, subject.say("glue"), Face::text, 2.2,
                    grey, Align::right);
      }
      const double foot = sheets.paper_height - 3.2;
      canvas.text(left + 12, foot,
                  fmt::format("{} {}", subject.say("sheet"), sheet_name(column, row)), Face::bold,
                  2.8, grey);
      // Which one it is of all.
      const double cell = std::min(2.2, 5.0 / sheets.rows);
      for (int r = 0; r < sheets.rows; ++r) {
        for (int c = 0; c < sheets.columns; ++c) {
          canvas.rectangle(left + 28 + c * 1.35 * cell, foot - 4.4 + r * cell, 1.35 * cell, cell);
          if (r == row && c == column) {
            canvas.fill_and_stroke(grey, grey, 0.15);
          } else {
            canvas.stroke(grey, 0.15);
          }
        }
      }
    }
  }
}

void assembly_page(const Subject& subject, const Book& book) {
  const Sheets& sheets = subject.board.sheets();
  const PaperSize paper = subject.paper();
  Canvas& canvas = book("assembly", paper);
  const int count = sheets.columns * sheets.rows;
  page_head(subject, canvas, subject.say("The board"),
            fmt::format("{}, {:.0f} × {:.0f} mm.", subject.say(counted(count, "sheet")),
                        sheets.board_width(), sheets.board_height()));
  const double room = paper.width - 36;
  const double factor = std::min(room / sheets.board_width(), 120 / sheets.board_height());
  const double left = (paper.width - factor * sheets.board_width()) / 2;
  constexpr double top = 38;
  canvas.save(left, top, factor);
  subject.board.draw(canvas);
  canvas.restore();
  const double width = factor * sheets.tile_width;
  const double height = factor * sheets.tile_height;
  for (int row = 0; row < sheets.rows; ++row) {
    for (int column = 0; column < sheets.columns; ++column) {
      const double x = left + column * width;
      const double y = top + row * height;
      canvas.rectangle(x, y, width, height);
      canvas.stroke(rgb(0xb3202a), 0.5);
      if (count == 1) continue;
      const auto [place, of_board] = place_of_sign(subject.board, column, row, 6 / factor);
      const double radius = factor * of_board;
      const maps::Point middle{left + factor * place.x, top + factor * place.y};
      canvas.circle(middle.x, middle.y, radius);
      canvas.fill_and_stroke(paper_white, rgb(0xb3202a), 0.4, 0.9);
      canvas.text(middle.x, middle.y + 0.32 * radius, sheet_name(column, row), Face::bold,
                  0.87 * radius, rgb(0xb3202a), Align::centre);
    }
  }
  Flow::Frame frame;
  frame.width = paper.width - 36;
  frame.top = top + factor * sheets.board_height() + 12;
  frame.height = paper.height - frame.top - 18;
  frame.columns = 1;
  Flow flow(canvas, frame, subject.words(), [&]() -> Canvas& { return canvas; });
  flow.heading("Putting it together");
  int step = 0;
  const auto item = [&](const Message& text) { flow.item(fmt::format("{}", ++step), text); };
  item(
      "Print every page at 100 %, on one side of the paper, without \"fit to page\". The bar in "
      "the "
      "legend must measure 50 mm.");
  if (count > 1) {
    item("Cut every sheet of the board along its corner marks.");
    item(
        "Where a sheet has a neighbour to its right or below it, the board goes on for 10 mm: "
        "that strip is the glue tab, between the dashed ticks.");
    item(
        "Lay the sheets as in the picture. Glue each onto the tabs of the sheets to its left and "
        "above it, so that the coasts run on.");
    item("Mount the board on cardboard, or press it under books until it lies flat.");
  } else {
    item("Cut the board along its corner marks, and mount it on cardboard if you like.");
  }
  item("Print cards and tokens on stiff paper, and cut them along their marks.");
}

}  // namespace evorisk::app::kit
