// Territory cards and mission cards.
#include <algorithm>

#include "app/print/pages.hpp"
#include "app/text/words/language.hpp"
#include "base/index.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::app::kit {
namespace {

constexpr CardGrid card_grid;
constexpr double card_width = card_grid.width;
constexpr double card_height = card_grid.height;
constexpr double mission_lead = 1.33;  // from line to line, in sizes of letters

// The shape of a territory, as large as the box allows.
void draw_territory(const Subject& subject, Canvas& canvas, int territory,
                    const maps::Rectangle& box, Colour fill, Colour line) {
  const auto& area = subject.board.land().areas[at(territory)];
  std::vector<maps::Point> all;
  for (const auto& outline : area) all.insert(all.end(), outline.begin(), outline.end());
  if (all.empty()) return;
  const auto [low, high] = maps::bounds(all);
  const double factor = std::min(box.width / (high.x - low.x), box.height / (high.y - low.y));
  for (auto outline : area) {
    for (maps::Point& p : outline) {
      p = {box.x + box.width / 2 + (p.x - (low.x + high.x) / 2) * factor,
           box.y + box.height / 2 + (p.y - (low.y + high.y) / 2) * factor};
    }
    canvas.polygon(outline);
  }
  canvas.fill_and_stroke(fill, line, 0.35);
}

}  // namespace

void draw_territory_card(const Subject& subject, Canvas& canvas, int territory, double x,
                         double y) {
  const maps::Map& map = subject.variant.map();
  const int continent = map.continent_of(territory);
  const Livery livery = liveries(map)[at(continent)];
  const Colour dark = land_ink(livery);
  canvas.rectangle(x + 2, y + 2, card_width - 4, card_height - 4, 2);
  canvas.stroke(dark, 0.4);
  // The continent, in a corner.
  canvas.circle(x + 7, y + 7, 3);
  canvas.fill_and_stroke(land_tint(livery, false), dark, 0.3);
  canvas.text(x + 7, y + 8.3, continent_letter(continent), Face::title, 3.8, dark, Align::centre);
  canvas.text(x + 11.4, y + 8,
              shortened(canvas, map.continent(continent).name, Face::text, 2.5, 26), Face::text,
              2.5, grey);
  draw_territory(subject, canvas, territory, {x + 7, y + 12.5, card_width - 14, 23},
                 land_tint(livery, subject.options.save_ink), dark);
  const std::string& name = map.territory(territory).name;
  constexpr double width = card_width - 8;
  constexpr double smallest = 2.6;
  double size = 4.2;
  while (size > smallest && canvas.measure(name, Face::bold, size).width > width) size -= 0.2;
  // What is longer takes several lines between the territory and the symbol.
  const double lead = 1.1 * size;
  const std::vector<std::string> lines = wrapped(canvas, name, Face::bold, size, width);
  double line_y = y + 42 - lead * static_cast<double>(lines.size() - 1) / 2;
  for (const std::string& line : lines) {
    canvas.text(x + card_width / 2, line_y, shortened(canvas, line, Face::bold, size, width),
                Face::bold, size, ink, Align::centre);
    line_y += lead;
  }
  draw_symbol(canvas, x + card_width / 2, y + 51, 9.5, territory % 3, dark);
}

namespace {

// Lines about the middle of a card, the first one at `y`; returns where the next would be.
double draw_lines(Canvas& canvas, double middle, double y, const std::string& text, Face face,
                  double size, Colour colour) {
  for (const std::string& line : wrapped(canvas, text, face, size, card_width - 11)) {
    canvas.text(middle, y, line, face, size, colour, Align::centre);
    y += mission_lead * size;
  }
  return y;
}

}  // namespace

void draw_mission_card(const Subject& subject, Canvas& canvas, const risk::Mission& mission,
                       double x, double y) {
  const risk::Variant& variant = subject.variant;
  const Language language = subject.options.language;
  const double middle = x + card_width / 2;
  canvas.rectangle(x + 2, y + 2, card_width - 4, card_height - 4, 2);
  canvas.stroke(ink, 0.4);
  canvas.rectangle(x + 3.2, y + 3.2, card_width - 6.4, card_height - 6.4, 1.2);
  canvas.stroke(hairline, 0.25);
  const auto lines = [&](const std::string& text, Face face, double size) {
    return static_cast<double>(wrapped(canvas, text, face, size, card_width - 11).size());
  };
  canvas.text(middle, y + 10.3, subject.say("Mission"), Face::title, 5.5, ink, Align::centre);
  canvas.polyline({{middle - 9, y + 12.6}, {middle + 9, y + 12.6}});
  canvas.stroke(hairline, 0.25);
  const std::string words = mission_card_words(mission, variant.map(), language);
  if (mission.kind == risk::Mission::Kind::destroy) {
    draw_seat_sign(subject, canvas, mission.seat, middle, y + 18.6, 8.5);
    const std::string otherwise =
        mission_otherwise_words(variant.deck().otherwise, variant.map(), language);
    // As large as stays above the rim.
    constexpr double room = card_height - 26.5 - 6;
    double factor = 1;
    while (factor > 0.6 && mission_lead * factor *
                                   (3.2 * (lines(words, Face::text, 3.2 * factor) - 1) +
                                    2.6 * (lines(otherwise, Face::italic, 2.6 * factor) + 1)) >
                               room)
      factor -= 0.04;
    const double below = draw_lines(canvas, middle, y + 26.5, words, Face::text, 3.2 * factor, ink);
    draw_lines(canvas, middle, below + 1.2, otherwise, Face::italic, 2.6 * factor, grey);
    return;
  }
  constexpr double size = 3.5;
  draw_lines(canvas, middle,
             y + 36 - 0.5 * mission_lead * size * (lines(words, Face::text, size) - 1), words,
             Face::text, size, ink);
}

void card_pages(const Subject& subject, const Book& book) {
  card_grid_pages(subject, book, "cards", card_grid, subject.variant.territories(),
                  [&](Canvas& canvas, int territory, double x, double y) {
                    draw_territory_card(subject, canvas, territory, x, y);
                  });
}

void mission_pages(const Subject& subject, const Book& book) {
  card_grid_pages(subject, book, "missions", card_grid, subject.variant.missions(),
                  [&](Canvas& canvas, int number, double x, double y) {
                    draw_mission_card(subject, canvas, subject.variant.mission(number), x, y);
                  });
}

}  // namespace evorisk::app::kit
