#include "app/export/pieces.hpp"

#include "app/print/flow.hpp"

namespace evorisk::app {
namespace {

// On white, as cards of paper are.
DrawPiece on_paper(const DrawPiece& draw) {
  return [draw](kit::Canvas& canvas, double x, double y) {
    canvas.rectangle(x, y, table_card.width, table_card.height);
    canvas.fill(kit::paper_white);
    draw(canvas, x, y);
  };
}

}  // namespace

DrawPiece territory_card(const ExportSource& source, int territory) {
  return on_paper([&source, territory](kit::Canvas& canvas, double x, double y) {
    kit::draw_territory_card(source.subject(), canvas, territory, x, y);
  });
}

DrawPiece mission_card(const ExportSource& source, int mission) {
  return on_paper([&source, mission](kit::Canvas& canvas, double x, double y) {
    kit::draw_mission_card(source.subject(), canvas, source.variant().mission(mission), x, y);
  });
}

DrawPiece card_back(const ExportSource& source) {
  return on_paper([&source](kit::Canvas& canvas, double x, double y) {
    constexpr double rim = 2.5;
    canvas.rectangle(x + rim, y + rim, table_card.width - 2 * rim, table_card.height - 2 * rim, 2);
    canvas.fill(kit::mix(kit::ink, kit::paper_white, 0.1));
    canvas.rectangle(x + 2 * rim, y + 2 * rim, table_card.width - 4 * rim,
                     table_card.height - 4 * rim, 1.2);
    canvas.stroke(kit::hairline, 0.3);
    constexpr double size = 5.5;
    const auto lines = kit::wrapped(canvas, source.variant().name(), kit::Face::title, size,
                                    table_card.width - 6 * rim);
    double line = y + table_card.height / 2 - 0.6 * size * static_cast<double>(lines.size() - 1);
    for (const std::string& text : lines) {
      canvas.text(x + table_card.width / 2, line + 0.3 * size,
                  kit::shortened(canvas, text, kit::Face::title, size, table_card.width - 5 * rim),
                  kit::Face::title, size, kit::paper_white, kit::Align::centre);
      line += 1.2 * size;
    }
  });
}

std::string card_png(const DrawPiece& card, double resolution) {
  return sheet_png({card}, 1, 1, resolution);
}

std::string sheet_png(const std::vector<DrawPiece>& cards, int columns, int rows,
                      double resolution) {
  kit::Canvas canvas(kit::Canvas::Format::png, columns * table_card.width, rows * table_card.height,
                     "", resolution);
  canvas.rectangle(0, 0, columns * table_card.width, rows * table_card.height);
  canvas.fill(kit::paper_white);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto place = static_cast<int>(i);
    cards[i](canvas, (place % columns) * table_card.width, (place / columns) * table_card.height);
  }
  return canvas.finish();
}

std::string troops_png(const ExportSource& source, int player, int worth, double resolution) {
  // Whole squares: what is cut from paper has a white rim.
  constexpr double rim = 0.4;
  constexpr double side = kit::token_side - 2 * rim;
  kit::Canvas canvas(kit::Canvas::Format::png, side, side, "", resolution);
  canvas.rectangle(0, 0, side, side);
  canvas.fill(kit::seat_colour(player));
  kit::draw_token(source.subject(), canvas, player, worth, -rim, -rim);
  return canvas.finish();
}

std::string rules_pdf(const ExportSource& source) {
  return kit::one_pdf(source.variant().name(), [&](const kit::Book& book) {
    const kit::Subject subject = source.subject();
    kit::rulebook_pages(subject, book);
    kit::odds_page(subject, book);
  });
}

}  // namespace evorisk::app
