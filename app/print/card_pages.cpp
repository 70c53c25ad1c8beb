// Territory cards.
#include <fmt/format.h>

#include <algorithm>

#include "app/print/pages.hpp"

namespace evorisk::app::kit {
namespace {

constexpr CardGrid territory_cards;
constexpr double card_width = territory_cards.width;
constexpr double card_height = territory_cards.height;

// The shape of a territory, as large as the box allows.
void draw_territory(const Subject& subject, Canvas& canvas, int territory,
                    const maps::Rectangle& box, Colour fill, Colour line) {
  const auto& area = subject.board.land().areas[static_cast<std::size_t>(territory)];
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (const auto& outline : area) {
    for (const maps::Point p : outline) {
      left = std::min(left, p.x);
      right = std::max(right, p.x);
      top = std::min(top, p.y);
      bottom = std::max(bottom, p.y);
    }
  }
  if (right <= left || bottom <= top) return;
  const double factor = std::min(box.width / (right - left), box.height / (bottom - top));
  for (const auto& outline : area) {
    std::vector<maps::Point> points;
    for (const maps::Point p : outline) {
      points.push_back({box.x + box.width / 2 + (p.x - (left + right) / 2) * factor,
                        box.y + box.height / 2 + (p.y - (top + bottom) / 2) * factor});
    }
    canvas.polygon(points);
  }
  canvas.fill(fill, 1, true);
  canvas.stroke(line, 0.35);
}

void draw_card(const Subject& subject, Canvas& canvas, int territory, double x, double y) {
  const maps::Map& map = subject.variant.map();
  const int continent = map.continent_of(territory);
  const Livery livery = liveries(map)[static_cast<std::size_t>(continent)];
  const Colour dark = land_ink(livery);
  canvas.rectangle(x + 2, y + 2, card_width - 4, card_height - 4, 2);
  canvas.stroke(dark, 0.4);
  // The continent, in a corner.
  canvas.circle(x + 7, y + 7, 3);
  canvas.fill(land_tint(livery, false), 1, true);
  canvas.stroke(dark, 0.3);
  canvas.text(x + 7, y + 8.3, continent_letter(continent), Face::title, 3.8, dark, Align::centre);
  canvas.text(x + 11.4, y + 8,
              shortened(canvas, map.continent(continent).name, Face::text, 2.5, 26), Face::text,
              2.5, grey);
  draw_territory(subject, canvas, territory, {x + 7, y + 12.5, card_width - 14, 23},
                 land_tint(livery, subject.options.save_ink), dark);
  const std::string& name = map.territory(territory).name;
  double size = 4.2;
  while (size > 2.6 && canvas.measure(name, Face::bold, size).width > card_width - 8) size -= 0.2;
  canvas.text(x + card_width / 2, y + 42, shortened(canvas, name, Face::bold, size, card_width - 8),
              Face::bold, size, ink, Align::centre);
  draw_symbol(canvas, x + card_width / 2, y + 51, 9.5, territory % 3, dark);
}

}  // namespace

void card_pages(const Subject& subject, Book& book) {
  card_grid_pages(subject, book, "cards", territory_cards, subject.variant.territories(),
                  [&](Canvas& canvas, int territory, double x, double y) {
                    draw_card(subject, canvas, territory, x, y);
                  });
}

}  // namespace evorisk::app::kit
